# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of FPGA resources."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from vambrace import __version__
from vambrace.base import store, tools
from vambrace.config import Point
from vambrace.hardware import rtl
from vambrace.measure import origins, subjects
from vambrace.measure.kinds.fpga import Configuration, Fpga, Part
from vambrace.measure.measured import Measured, Need
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json
from vambrace.silicon import fpga as silicon
from vambrace.silicon import synthesis
from vambrace.silicon.fpga import DEVICE, Resources, Routed
from vambrace.silicon.parts import Subject


@dataclass(frozen=True)
class Task:
    """A point or a block; `seeds`: the number of times that it is placed and routed."""

    subject: Subject
    seeds: int = 0

    @property
    def label(self) -> str:
        return self.subject.name


def _total(subject: Subject, resources: list[Resources]) -> dict[str, Any]:
    """Return the fields of a record that name a subject, and the sums over its parts."""
    luts = {f"lut{n}": sum(r.luts[n] for r in resources) for n in range(1, 7)}
    names = ("lut", "lut_memory", "muxf7", "muxf8", "carry4", "flip_flops", "bram18", "dsp")
    return {**subject.names(), **{name: sum(getattr(r, name) for r in resources) for name in names}, **luts}


def measure(task: Task) -> Json:
    """Return the record of a task; results that are not in the cache are computed."""
    parts = task.subject.parts
    seeds = list(range(1, task.seeds + 1))
    routes = [silicon.routed(part, seeds) for part in parts] if seeds else None
    return record(task.subject, [silicon.resources(part) for part in parts], routes)


def record(subject: Subject, resources: list[Resources], routes: list[Routed] | None) -> Json:
    """Return the record of one subject (docs/reference/records.md); `resources` and `routes` have
    an item for each part.
    """
    point = subject.point
    upstream = point.core.upstream if point else None
    slowest = min(routes, key=lambda r: r.mean) if routes else None
    names = ["pyosys", *(["nextpnr-ecp5"] if routes else [])]
    return Fpga(
        **_total(subject, resources),
        fmax_mhz=slowest.mean if slowest else None,
        fmax_deviation_mhz=slowest.deviation if slowest else None,
        fmax_by_seed_mhz={str(seed): mhz for seed, mhz in slowest.fmax.items()} if slowest else None,
        parts={
            part.name: Part(module=silicon.here(part).label, xc7=asdict(r), ecp5=asdict(routes[i]) if routes else None)
            for i, (part, r) in enumerate(zip(subject.parts, resources, strict=True))
        },
        tools={
            "vambrace": __version__,
            **{name: tools.version(name) for name in names},
            **({upstream: rtl.version(upstream)} if upstream else {}),
        },
        configuration=Configuration(
            core_parameters=point.core.parameters if point else None,
            resources=f"{'; '.join(dict.fromkeys(map(silicon.flow, subject.parts)))}, not placed",
            routed=" ".join(["ECP5", *DEVICE]) if routes else None,
        ),
        source_hash=store.digest([synthesis.source_hash(part) for part in subject.parts]),
    ).json()


def _task(selector: Selector, point: str) -> Task:
    return Task(subjects.selected(selector, point))


def _name(task: Task) -> tuple[str, ...]:
    return task.subject.name, str(task.seeds)


def _records(task: Task) -> list[Json]:
    return [measure(task)]


def _seconds(task: Task) -> float:
    return subjects.seconds(task.subject) * (1 + 2 * task.seeds)


def _origin(task: Task) -> Origin:
    tools = ("pyosys", *["nextpnr-ecp5"] * bool(task.seeds))
    return origins.silicon(__name__, [task.subject.name], tools)


def _needs(task: Task) -> Sequence[Need]:
    parts = task.subject.parts
    counted = [Need(("xc7", part), part.label, partial(silicon.resources, part)) for part in parts]
    routed = [
        Need(("ecp5", part, seed), f"{part.label} seed {seed}", partial(silicon.routed, part, [seed]))
        for seed in range(1, task.seeds + 1)
        for part in parts
    ]
    return [*counted, *routed]


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    yield from map(Task, subjects.usual(points))


MEASURED = Measured(_task, _name, _records, _origin, _seconds, _needs, long=True, usual=_usual)
