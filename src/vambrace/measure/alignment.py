# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of a call by the placement of its buffers: aligned to words, or 1 to 3 bytes after a word boundary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vambrace import config
from vambrace.config import Algorithm, Point, Scenario
from vambrace.measure import bench, calls, needs, origins
from vambrace.measure.bench import Task
from vambrace.measure.kinds.alignment import Alignment
from vambrace.measure.measured import Measured
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json

OFFSETS = (1, 2, 3)
ALIGNED = "aligned"

#: The buffers that can be moved: a name, and the buffers of a job (vambrace.software.running.jobs).
MOVED = {"input": ("in",), "output": ("out",), "associated data": ("ad",), "all": ("in", "out", "ad")}

#: All placements by name: buffers and offsets.
PLACEMENTS: dict[str, tuple[tuple[str, int], ...]] = {ALIGNED: ()} | {
    f"{what} at {offset}": tuple((buffer, offset) for buffer in buffers)
    for what, buffers in MOVED.items()
    for offset in OFFSETS
}


def moved(placement: str) -> str:
    """Return the name of the moved buffers of an unaligned placement."""
    return placement.rpartition(" at ")[0]


def offset(placement: str) -> int:
    """Return the offset of a placement in bytes after a word boundary; 0 if aligned."""
    return int(placement.rpartition(" at ")[2]) if placement != ALIGNED else 0


def placed(scenario: Scenario, placement: str) -> Scenario:
    """Return the same packet with a placement."""
    return replace(scenario, offsets=PLACEMENTS[placement])


def placement_of(scenario: Scenario) -> str:
    """Return the name of a packet's placement."""
    return next(name for name, offsets in PLACEMENTS.items() if offsets == scenario.offsets)


def placements(algorithm: Algorithm) -> Iterator[str]:
    """Yield the placements that affect an algorithm: hashes and MACs have no output as long as their input, and only
    AEADs and Ascon-CXOF128 (its customization string) have associated data.
    """
    absent = ["output"] * (algorithm.kind in ("hash", "mac")) + ["associated data"] * (not algorithm.has_ad)
    yield from (name for name in PLACEMENTS if moved(name) not in absent)


def tasks(points: Sequence[Point], algorithms: Sequence[str], scenarios: Sequence[Scenario]) -> list[Task]:
    """Return the tasks for all placements of these packets."""
    known = config.algorithms()
    return [
        Task(point, known[a], placed(scenario, name))
        for a in algorithms
        for scenario in scenarios
        for point in points
        for name in placements(known[a])
    ]


def peer_tasks(points: Sequence[Point], algorithms: Sequence[str], scenarios: Sequence[str]) -> list[Task]:
    """Return the same tasks for other libraries on the cores of these points."""
    all_tasks = bench.peer_tasks(list(points), list(algorithms), list(scenarios))
    return [replace(t, scenario=placed(t.scenario, name)) for t in all_tasks for name in placements(t.algorithm)]


def _task(selector: Selector, at: str) -> Task:
    task = bench.call(selector, at)
    return replace(task, scenario=placed(task.scenario, selector.get("placement") or ALIGNED))


def _name(task: Task) -> tuple[str, ...]:
    return (*bench.name(task), str(task.scenario.offsets))


def _records(task: Task) -> list[Json]:
    more = {"placement": placement_of(task.scenario)}
    return [{**r, "record": Alignment.record, **more} for r in bench.records(task)]


def _origin(task: Task) -> Origin:
    return origins.call(__name__, task.point, task.algorithm, task.scenario.name, task.peer)


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    for task in bench.usual_calls(calls.points_or_reference(points)):
        for placement in placements(task.algorithm):
            yield replace(task, scenario=placed(task.scenario, placement))


MEASURED = Measured(_task, _name, _records, _origin, lambda task: 2, needs.models, usual=_usual)
