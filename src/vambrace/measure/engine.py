# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records that views ask for: the least work that gives them, done on all processors, and what is kept of it.

    jobs = measuring.plan(selectors)           # which measurements; each once
    have = measuring.find(jobs)                # what of them is kept, at once
    outcome = measuring.run(jobs, progress)    # the rest measured; each is kept as soon as it is there
    measuring.kept("bench")                    # all that is kept of a kind, whoever measured it

A job that fails does not end the others: `Outcome.failures` says why. vambrace.measure.registry has the kinds.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event
from typing import Any

from vambrace.base import work
from vambrace.base.errors import VambraceError
from vambrace.base.progress import Progress
from vambrace.measure.registry import KINDS, measured
from vambrace.results import kept as store_of_records
from vambrace.results.kind import Need, Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json


@dataclass(frozen=True)
class Job:
    """One measurement, of a kind of records. Two that measure the same are equal."""

    kind: str  # of KINDS
    name: tuple[str, ...]
    task: Any = field(compare=False, hash=False)

    @cached_property
    def label(self) -> str:
        what = getattr(self.task, "label", None) or self.task.name
        return f"{what} {self.kind}" if measured(self.kind).long else what

    @property
    def needs(self) -> Sequence[Need]:
        """What it is made with, and others too."""
        return measured(self.kind).needs(self.task)

    @cached_property
    def origin(self) -> Origin:
        """What its records are made from."""
        return measured(self.kind).origin(self.task)

    @property
    def seconds(self) -> float:
        """What it takes of one processor, roughly, where nothing of it is in the cache; without its model."""
        return measured(self.kind).seconds(self.task)

    def records(self) -> list[Json]:
        """Measure, and keep what came of it."""
        made = measured(self.kind).records(self.task)
        return store_of_records.keep(self.kind, self.origin, self.name, made)


def job(kind: str, task: Any) -> Job:
    """Return the job of a task, which is what the kind's own command measures: a bench.Task, a parts.Subject."""
    return Job(kind, measured(kind).name(task), task)


def can_measure(selector: Selector) -> bool:
    """Whether there is anything that makes such records."""
    return not selector.planned


def plan(selectors: Iterable[Selector], every_point: bool = False) -> list[Job]:
    """Return the jobs that give the records of all selectors, each once. Of several points the first will do;
    with `every_point` all are measured. Selectors of kinds that nothing measures are left out."""
    found: dict[Job, None] = {}
    for s in selectors:
        if can_measure(s):
            for point in (s.points if every_point else s.points[:1]) or ("",):
                found[job(s.record, measured(s.record).task(s, point))] = None
    return list(found)


def find(jobs: Iterable[Job]) -> dict[Job, list[Json]]:
    """Return the records of those jobs whose records are kept and still valid. Measures nothing."""
    found = {j: store_of_records.find(j.kind, j.origin, j.name) for j in jobs}
    return {j: records for j, records in found.items() if records is not None}


def kept(kind: str) -> Iterator[Json]:
    """Yield all records of a kind that are kept and still valid, whoever asked for them. Measures nothing."""
    return store_of_records.every(kind)


@dataclass
class Outcome:
    """The records of each job that has some, and of each that failed, why."""

    records: dict[Job, list[Json]] = field(default_factory=dict)
    failures: dict[Job, str] = field(default_factory=dict)

    def of(self, kind: str) -> list[Json]:
        """All records of a kind."""
        return [r for j, records in self.records.items() if j.kind == kind for r in records]


def run(jobs: Iterable[Job], title: str = "measuring") -> Outcome:
    """Measure what is not kept, on all processors, with progress on standard error. What is quickest comes first;
    Ctrl-C keeps what is done."""
    jobs = list(jobs)
    outcome = Outcome(find(jobs))
    missing = sorted((j for j in jobs if j not in outcome.records), key=lambda j: (measured(j.kind).long, j.seconds))
    if not missing:
        return outcome
    made = _Needs(missing)

    def one(item: Job | Need) -> list[Json] | None:
        if isinstance(item, Need):
            made.build(item)
            return None
        try:
            made.wait(item)
            return item.records()
        except VambraceError as error:
            outcome.failures[item] = str(error)
            raise

    with Progress(title, len(made.order)) as progress:
        found = work.each(made.order, one, lambda item: item.label, progress.step, progress.failed)
    outcome.records |= {j: records for j in missing if (records := found.get(j)) is not None}
    return outcome


class _Needs:
    """What some jobs need, each built once: a job waits for what it needs, and fails where that failed. Nobody waits
    for what has not begun, as work begins in this order: the needs of jobs before these, of short jobs before all of
    what takes long."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._of = {job: list(dict.fromkeys(job.needs)) for job in jobs}
        self._built = {need: Event() for needs in self._of.values() for need in needs}
        self._failures: dict[Need, VambraceError] = {}
        order: dict[Job | Need, None] = {}
        for long in (False, True):
            some = [job for job in jobs if measured(job.kind).long == long]
            order |= dict.fromkeys([*(need for job in some for need in self._of[job]), *some])
        self.order = list(order)

    def build(self, need: Need) -> None:
        try:
            need.build()
        except VambraceError as error:
            self._failures[need] = error
            raise
        finally:
            self._built[need].set()

    def wait(self, job: Job) -> None:
        """Return when all is built that a job needs; VambraceError where that failed."""
        for need in self._of[job]:
            self._built[need].wait()
        for need in self._of[job]:
            if need in self._failures:
                raise VambraceError(str(self._failures[need]))


def measure(kind: str, tasks: Iterable[Any]) -> tuple[list[Json], list[str]]:
    """Return the records of tasks of a kind in their order, and what went wrong."""
    jobs = [job(kind, task) for task in tasks]
    outcome = run(jobs)
    return [r for j in jobs for r in outcome.records.get(j, ())], list(dict.fromkeys(outcome.failures.values()))


def reasons(outcome: Outcome) -> list[str]:
    """Return what went wrong, a line for each reason: the first job that it stopped, and how many more."""
    jobs: dict[str, list[Job]] = {}
    for j, why in outcome.failures.items():
        jobs.setdefault(why, []).append(j)
    return [f"{some[0].label}{f' and {len(some) - 1} more' * (len(some) > 1)}: {why}" for why, some in jobs.items()]


def estimate(jobs: Iterable[Job]) -> str:
    """Return, in a line, how long the jobs that take long will take at most; "" where there are none. Their
    parts may be in the cache already."""
    slow = [j for j in jobs if measured(j.kind).long]
    if not slow:
        return ""
    minutes = sum(j.seconds for j in slow) / (os.cpu_count() or 1) / 60
    counts = ", ".join(f"{sum(j.kind == k for j in slow)} of {k}" for k in KINDS if any(j.kind == k for j in slow))
    time = f"{minutes / 60:.1f} hours" if minutes >= 90 else f"{max(1, round(minutes))} minutes"
    return f"{counts}: up to {time}, once"
