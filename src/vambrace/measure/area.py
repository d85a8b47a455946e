# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cell area of acceleration points and blocks, in gate equivalents of a standard-cell library.

Each part (vambrace.silicon.parts) is synthesised separately in the "area" flow, flattened; the area of a point is the
sum of its parts. There is no net area, because nothing is placed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vambrace import __version__
from vambrace.base import store, tools
from vambrace.config import Point
from vambrace.hardware import rtl
from vambrace.measure import origins, subjects
from vambrace.measure.kinds.area import Area as AreaRecord
from vambrace.measure.kinds.area import Configuration
from vambrace.measure.kinds.area import Part as PartRecord
from vambrace.measure.measured import Measured, Need
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json
from vambrace.silicon import liberty, recipes, synthesis
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Part, Subject
from vambrace.silicon.synthesis import Netlist


@dataclass(frozen=True)
class Task:
    """A point or a block, with the default cell library or that of a file."""

    subject: Subject
    liberty: Path | None = None
    modules: bool = False  # whether modules are preserved
    recipes: bool = False  # whether parts are mapped by each recipe

    @property
    def label(self) -> str:
        return self.subject.name


@dataclass(frozen=True)
class Area:
    """The netlists of a subject's parts, in their order."""

    subject: Subject
    liberty: Liberty
    netlists: tuple[Netlist, ...]
    modules: bool = False  # whether modules are preserved
    recipes: tuple[dict[str, float], ...] = ()  # for each part, the area by recipe

    def kge(self, part: str | None = None) -> float:
        """Return the area of all parts, or of the part with this name."""
        chosen = [n.area for n in self.netlists if part in (None, n.part.name)]
        return sum(chosen) / self.liberty.gate_equivalent() / 1000


def library(path: Path | None) -> Liberty:
    """Return the library of a file, or the default one."""
    return liberty.load(path or liberty.default_path())


def netlist(task: Task, part: Part) -> Netlist:
    """Return the netlist of a part, from the cache if its inputs are unchanged."""
    return synthesis.netlist(part, library(task.liberty), hierarchy=task.modules)


def recipes_of(task: Task) -> tuple[str, ...]:
    """Return the mapping recipes of a task."""
    return tuple(recipes.RECIPES) if task.recipes else (recipes.USUAL,)


def of_part(task: Task, part: Part, recipe: str) -> float:
    """Return the area of a part with a recipe, in the library's unit, from the cache if its inputs are unchanged."""
    return netlist(task, part).area if recipe == recipes.USUAL else recipes.area(part, library(task.liberty), recipe)


def measure(task: Task) -> Json:
    """Return the record of a task; parts that are not in the cache are synthesised."""
    netlists = tuple(netlist(task, part) for part in task.subject.parts)
    by_recipe = tuple(
        {name: of_part(task, part, name) for name in recipes_of(task)} if task.recipes else {}
        for part in task.subject.parts
    )
    return record(Area(task.subject, library(task.liberty), netlists, task.modules, by_recipe))


def record(area: Area) -> Json:
    """Return the record of one subject (docs/reference/records.md)."""
    point = area.subject.point
    upstream = point.core.upstream if point else None
    names = {"vambrace": __version__, "pyosys": tools.version("pyosys")}
    return AreaRecord(
        **area.subject.names(),
        kge=area.kge(),
        area=sum(n.area for n in area.netlists),
        net_area=None,  # nothing is placed
        instances=sum(n.instances for n in area.netlists),
        flip_flops=sum(_flops(n, area.liberty) for n in area.netlists),
        memory_bits=sum(n.memory_bits for n in area.netlists),
        parts={
            n.part.name: PartRecord(
                module=n.part.label,
                kge=n.area / area.liberty.gate_equivalent() / 1000,
                instances=n.instances,
                modules=_in_kge(n.modules, area.liberty),
                recipes=_in_kge(by_recipe, area.liberty),
            )
            for n, by_recipe in zip(area.netlists, area.recipes or [{}] * len(area.netlists), strict=True)
        },
        tools={**names, **({upstream: rtl.version(upstream)} if upstream else {})},
        configuration=Configuration(
            core_parameters=point.core.parameters if point else None,
            liberty=area.liberty.name,
            liberty_hash=area.liberty.digest,
            gate_equivalent=area.liberty.gate_equivalent(),
            flow="area",
            modules=area.modules,
            recipes=any(area.recipes),
        ),
        source_hash=store.digest([n.key for n in area.netlists]),
    ).json()


def _flops(netlist: Netlist, liberty: Liberty) -> int:
    return sum(count for cell, count in netlist.cells.items() if liberty.cells[cell].kind == "flop")


def _in_kge(modules: dict[str, float], liberty: Liberty) -> dict[str, float]:
    return {name: area / liberty.gate_equivalent() / 1000 for name, area in modules.items()}


def _task(selector: Selector, point: str) -> Task:
    return Task(subjects.selected(selector, point))


def _name(task: Task) -> tuple[str, ...]:
    return task.subject.name, subjects.cells(task.liberty), "modules" * task.modules, *["recipes"] * task.recipes


def _records(task: Task) -> list[Json]:
    return [measure(task)]


def _seconds(task: Task) -> float:
    return subjects.seconds(task.subject)


def _origin(task: Task) -> Origin:
    return origins.silicon(__name__, [task.subject.name])


def _needs(task: Task) -> Sequence[Need]:
    return [
        Need((part, task.liberty, task.modules, recipe), part.label, partial(of_part, task, part, recipe))
        for part in task.subject.parts
        for recipe in recipes_of(task)
    ]


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    yield from map(Task, subjects.usual(points))


MEASURED = Measured(_task, _name, _records, _origin, _seconds, _needs, long=True, usual=_usual)
