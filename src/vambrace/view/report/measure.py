# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records of a report: what is kept, and what is measured for it when that is asked for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from vambrace import config
from vambrace.analysis import kernels
from vambrace.config import Point
from vambrace.measure import (
    alignment,
    area,
    bench,
    block,
    campaigns,
    faults,
    fpga,
    latency,
    memory,
    planner,
    profile,
    throughput,
    timing,
    tradeoff,
)
from vambrace.measure import os as experiment
from vambrace.measure.kinds.faults import USUAL
from vambrace.measure.planner import Measurement
from vambrace.measure.registry import KINDS
from vambrace.measure.studies import PICTURE_POINT, ascon64, ciphers, pictures
from vambrace.results.schema import Json
from vambrace.silicon import parts

_REF = "ibex-ref"


def kept() -> list[Json]:
    """Return all records that are kept and still valid."""
    return [r for kind in KINDS.values() for r in planner.kept(kind.name)]


def _points(points: Sequence[Point]) -> list[Point]:
    return list(points) or config.select_points([_REF])


def _calls(points: Sequence[Point], scenarios: Iterable[str] = ()) -> list[bench.Task]:
    """The default algorithms in these scenarios, or with packets, where the extensions change something."""
    shapes = list(scenarios or config.packets())
    wanted = tradeoff.tasks(list(points), config.select_algorithms([]), shapes, False)
    return bench.measurable(wanted)[0] if wanted else []


def _bench(points: Sequence[Point]) -> Iterator[bench.Task]:
    yield from _calls(points or config.select_points([]), config.scenarios())


def _throughput(points: Sequence[Point]) -> Iterator[bench.Task]:
    for name in config.select_algorithms([]):
        algorithm = config.algorithms()[name]
        some = [p for p in throughput.default_points(algorithm) if p in _points(points)]
        yield from throughput.tasks(some, algorithm, list(throughput.SIZES))


def _block(points: Sequence[Point]) -> Iterator[block.Task]:
    if not points:
        yield from block.tasks(["*"], [], [], block.CLOCK)


def _alignment(points: Sequence[Point]) -> Iterator[bench.Task]:
    for call in _calls(_points(points)):
        for placement in alignment.placements(call.algorithm):
            yield replace(call, scenario=alignment.placed(call.scenario, placement))


def _memory(points: Sequence[Point]) -> Iterator[memory.Task]:
    for task in dict.fromkeys(memory.Task(t.point, t.algorithm) for t in _calls(_points(points))):
        yield task
        yield replace(task, point=replace(task.point, profile="size"))


def _subjects(points: Sequence[Point]) -> Iterator[parts.Subject]:
    yield from map(parts.of_point, _points(points))


def _area(points: Sequence[Point]) -> Iterator[area.Task]:
    yield from map(area.Task, _subjects(points))


def _fpga(points: Sequence[Point]) -> Iterator[fpga.Task]:
    yield from map(fpga.Task, _subjects(points))


def _faults(points: Sequence[Point]) -> Iterator[faults.Task]:
    if not points:
        yield from faults.tasks(campaigns.subjects(list(USUAL)))


def _timing(points: Sequence[Point]) -> Iterator[timing.Task]:
    for subject in _subjects(points):
        if not any(part.generated for part in subject.parts):
            yield timing.Task(subject)


def _energy(points: Sequence[Point]) -> Iterator[Any]:
    from vambrace.measure import energy

    yield from (energy.Task(call, energy.Options()) for call in _calls(_points(points)))


def _profile(points: Sequence[Point]) -> Iterator[profile.Task]:
    for call in _calls(_points(points)):
        yield profile.Task(call, call.algorithm.operations[0])


def _kernel(points: Sequence[Point]) -> Iterator[profile.Task]:
    yield from (t for t in _profile(points) if kernels.has(t.call.algorithm.name, t.call.point.extensions))


def _ascon64(points: Sequence[Point]) -> Iterator[ascon64.Task]:
    if not points or any(p.core.name in ascon64.cores() for p in points):
        yield from ascon64.plan()


def _latency(points: Sequence[Point]) -> Iterator[latency.Task]:
    names = [p.extensions.name for p in points if p.core.name == latency.CORE]
    if names or not points:
        yield from latency.tasks(names, list(latency.KEY_BITS), ["1"], list(latency.CACHES), latency.RUNS)


def _ciphers(points: Sequence[Point]) -> Iterator[ciphers.Task]:
    for core in dict.fromkeys(p.core.name for p in _points(points)):
        if core in ciphers.cores():
            yield from ciphers.tasks([], core)


def _pictures(points: Sequence[Point]) -> Iterator[pictures.Task]:
    if not points or PICTURE_POINT in [p.name for p in points]:
        yield from pictures.tasks([], [], PICTURE_POINT, None)


def _os(points: Sequence[Point]) -> Iterator[experiment.Task]:
    names = [p.name for p in points if p.core.name in experiment.cores()]
    if names or not points:
        yield from experiment.tasks(experiment.points(names))


#: What can be measured for a report, by the name of the kind: the tasks at some points, or at those that it has when
#: none is named.
MEASURES: dict[str, Callable[[Sequence[Point]], Iterator[Any]]] = {
    "bench": _bench,
    "throughput": _throughput,
    "block": _block,
    "alignment": _alignment,
    "profile": _profile,
    "kernel": _kernel,
    "memory": _memory,
    "area": _area,
    "fpga": _fpga,
    "timing": _timing,
    "faults": _faults,
    "energy": _energy,
    "latency": _latency,
    "ciphers": _ciphers,
    "ascon64": _ascon64,
    "pictures": _pictures,
    "os": _os,
}


def measurements(names: Sequence[str], points: Sequence[Point]) -> list[Measurement]:
    """Return what gives the records of MEASURES by name, each once."""
    return list(dict.fromkeys(planner.measurement(name, task) for name in names for task in MEASURES[name](points)))
