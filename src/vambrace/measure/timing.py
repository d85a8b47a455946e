# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of `vambrace timing`."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from vambrace import __version__, config
from vambrace.base import store, tools
from vambrace.config import Point
from vambrace.hardware import rtl
from vambrace.measure import area, origins, subjects
from vambrace.measure.kinds.timing import Configuration, Part
from vambrace.measure.kinds.timing import Timing as TimingRecord
from vambrace.measure.measured import Measured, Need
from vambrace.results.kind import Selector
from vambrace.results.origin import SYNTHESIS, Origin
from vambrace.results.schema import Json
from vambrace.silicon import parts, sta, synthesis
from vambrace.silicon import timing as silicon
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Subject
from vambrace.silicon.timing import RECIPES, Timing, constraints


@dataclass(frozen=True)
class Task:
    """A point or a block, with the default cell library or that of a file."""

    subject: Subject
    liberty: Path | None = None

    @property
    def label(self) -> str:
        return self.subject.name


def bare(subject: Subject) -> Subject | None:
    """Return the core of a point without extensions; None for a block."""
    return parts.of_point(config.point(f"{subject.point.core.name}/none")) if subject.point else None


def all_parts(subject: Subject) -> tuple[parts.Part, ...]:
    """Return the parts of a point or a block, and the core that the point's core is compared with."""
    base = bare(subject)
    return tuple(dict.fromkeys([*subject.parts, *(base.parts[:1] if base else ())]))


def of_part(task: Task, part: parts.Part) -> Timing:
    """Return the timing of a part, from the cache if its inputs are unchanged."""
    return silicon.measure(part, area.library(task.liberty))


def measure(task: Task) -> Json:
    """Return the record of a task, whose core is compared with the same one without extensions."""
    subject, base = task.subject, bare(task.subject)
    against = of_part(task, base.parts[0]) if base and base.name != subject.name else None
    return record(subject, [of_part(task, part) for part in subject.parts], against, area.library(task.liberty))


def record(subject: Subject, timings: list[Timing], bare: Timing | None, liberty: Liberty) -> Json:
    """Return the record of one subject (docs/reference/records.md); `timings` are those of its parts, `bare` that of
    the core without extensions.
    """
    point = subject.point
    upstream = point.core.upstream if point else None
    slowest = max(timings, key=lambda t: t.period)
    core = next((t for t in timings if t.part.name == "core"), None)
    driver, load = constraints(liberty)
    return TimingRecord(
        **subject.names(),
        part=slowest.part.name,
        fmax_mhz=slowest.fmax,
        period_ns=slowest.period,
        spread=slowest.spread,
        core_against_bare=core.fmax / bare.fmax - 1 if core and bare else None,
        parts={t.part.name: _part(t, liberty) for t in timings},
        tools={
            "vambrace": __version__,
            "pyosys": tools.version("pyosys"),
            "opensta": tools.version("sta"),
            **({upstream: rtl.version(upstream)} if upstream else {}),
        },
        configuration=Configuration(
            core_parameters=point.core.parameters if point else None,
            liberty=liberty.name,
            liberty_hash=liberty.digest,
            conditions=str(liberty.conditions),
            flow="timing",
            recipes=list(RECIPES),
            boundary="registers at every port; reset not timed",
            clock_slew_ns=sta.CLOCK_SLEW,
            abc_driver=driver,
            abc_load_ff=load,
            wires=None,
        ),
        source_hash=store.digest([synthesis.source_hash(t.part) for t in timings]),
    ).json()


def _part(timing: Timing, liberty: Liberty) -> Part:
    unit = liberty.nand2.area if liberty.nand2 else 0
    return Part(
        module=timing.part.label,
        fmax_mhz=timing.fmax,
        fmax_inside_mhz=timing.fmax_inside,
        period_ns=timing.period,
        spread=timing.spread,
        recipe=timing.recipe,
        periods_ns=timing.periods,
        kge_with_boundary=timing.area / unit / 1000 if unit else None,
        paths={group: {**asdict(c), "buffers": c.buffers} for group, c in timing.critical.items()},
    )


def _task(selector: Selector, point: str) -> Task:
    return Task(subjects.selected(selector, point))


def _name(task: Task) -> tuple[str, ...]:
    return task.subject.name, subjects.cells(task.liberty)


def _records(task: Task) -> list[Json]:
    return [measure(task)]


def _seconds(task: Task) -> float:
    return 2 * subjects.seconds(task.subject)


def _origin(task: Task) -> Origin:
    base = bare(task.subject)
    names = dict.fromkeys([task.subject.name, *([base.name] if base else [])])
    return origins.silicon(__name__, names, (*SYNTHESIS, "sta"))


def _needs(task: Task) -> Sequence[Need]:
    return [Need((part, task.liberty), part.label, partial(of_part, task, part)) for part in all_parts(task.subject)]


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    for subject in subjects.usual(points):
        if not any(part.generated for part in subject.parts):
            yield Task(subject)


MEASURED = Measured(_task, _name, _records, _origin, _seconds, _needs, long=True, usual=_usual)
