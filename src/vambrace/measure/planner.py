# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records that views request: the least work that produces them, done on all processors or on the workers of a
cluster (vambrace.base.work), and stored records.

    wanted = planner.plan(selectors)           # the measurements, each once
    have = planner.find(wanted)                # their stored records, immediately
    outcome = planner.run(wanted, progress)    # measures the others; each is stored as soon as it is finished
    planner.stored("bench")                      # all stored records of a kind, from any command

A failed measurement does not end the others: `Outcome.failures` has the reasons. vambrace.measure.registry has the
kinds.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from vambrace.base import work
from vambrace.base.progress import Progress
from vambrace.base.work import Away
from vambrace.measure import away
from vambrace.measure.measured import Need
from vambrace.measure.registry import KINDS, measured
from vambrace.results import record_store
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json


@dataclass(frozen=True)
class Measurement:
    """One measurement of a record kind. Measurements with the same result are equal."""

    kind: str  # of KINDS
    name: tuple[str, ...]
    task: Any = field(compare=False, hash=False)

    @cached_property
    def label(self) -> str:
        what = getattr(self.task, "label", None) or self.task.name
        return f"{what} {self.kind}" if measured(self.kind).long else what

    @property
    def needs(self) -> Sequence[Need]:
        """Return its needs, which other measurements may share."""
        return measured(self.kind).needs(self.task)

    @cached_property
    def origin(self) -> Origin:
        """Return the inputs of its records."""
        return measured(self.kind).origin(self.task)

    @property
    def seconds(self) -> float:
        """Return the estimated processor seconds with an empty cache, without its model."""
        return measured(self.kind).seconds(self.task)

    @property
    def memory(self) -> int:
        """Return the estimated memory in MiB."""
        return measured(self.kind).memory(self.task)

    @property
    def away(self) -> Away:
        """Return the description with which a worker of a cluster measures it."""
        return away.job(self.kind, self.task, self.origin, self.name)

    def records(self) -> list[Json]:
        """Measure, and store the records."""
        new = measured(self.kind).records(self.task)
        return record_store.keep(self.kind, self.origin, self.name, new)


def measurement(kind: str, task: Any) -> Measurement:
    """Return the measurement of a task, such as a bench.Task or a parts.Subject."""
    return Measurement(kind, measured(kind).name(task), task)


def plan(selectors: Iterable[Selector], every_point: bool = False) -> list[Measurement]:
    """Return the measurements of the records of all selectors, each once. Of several points the first is sufficient;
    with `every_point` all are measured.
    """
    planned: dict[Measurement, None] = {}
    for s in selectors:
        for point in (s.points if every_point else s.points[:1]) or ("",):
            planned[measurement(s.record, measured(s.record).task(s, point))] = None
    return list(planned)


def find(measurements: Iterable[Measurement]) -> dict[Measurement, list[Json]]:
    """Return the stored, valid records of measurements that have some. Measures nothing."""
    stored = {m: record_store.find(m.kind, m.origin, m.name) for m in measurements}
    return {m: records for m, records in stored.items() if records is not None}


def stored(kind: str) -> Iterator[Json]:
    """Yield all stored, valid records of a kind, from any command. Measures nothing."""
    return record_store.every(kind)


@dataclass
class Outcome:
    """The records of each successful measurement, and the reason for each failed one."""

    records: dict[Measurement, list[Json]] = field(default_factory=dict)
    failures: dict[Measurement, str] = field(default_factory=dict)

    def of(self, kind: str) -> list[Json]:
        """Return all records of a kind."""
        return [r for m, records in self.records.items() if m.kind == kind for r in records]


def run(measurements: Iterable[Measurement], title: str = "measuring") -> Outcome:
    """Measure records that are not stored, on all processors or workers, with an estimate and progress on standard
    error. The quickest measurements are first; Ctrl-C keeps finished records.
    """
    measurements = list(measurements)
    outcome = Outcome(find(measurements))
    missing = sorted(
        (m for m in measurements if m not in outcome.records), key=lambda m: (measured(m.kind).long, m.seconds)
    )
    if not missing:
        return outcome
    if long := estimate(missing):
        print(f"vambrace: {long}; what is done is kept", file=sys.stderr)
    needs = {m: list(dict.fromkeys(m.needs)) for m in missing}
    order = _order(missing, needs)
    why: dict[Measurement | Need, str] = {}
    with Progress(title, len(order)) as progress:
        results = work.each(
            order,
            lambda item: item.build() if isinstance(item, Need) else item.records(),
            lambda item: item.label,
            progress.step,
            progress.failed,
            after=lambda item: () if isinstance(item, Need) else needs[item],
            memory=lambda item: item.memory,
            away=lambda item: Away(item.build, builds=True) if isinstance(item, Need) else item.away,
            why=why,
        )
    outcome.failures |= {m: why[m] for m in missing if m in why}
    outcome.records |= {m: records for m in missing if isinstance(records := results.get(m), list)}
    return outcome


def _order(
    measurements: Sequence[Measurement], needs: Mapping[Measurement, Sequence[Need]]
) -> list[Measurement | Need]:
    """Return measurements and their needs in the order in which they begin: needs before measurements, and short work
    before long work.
    """
    order: dict[Measurement | Need, None] = {}
    for long in (False, True):
        some = [measurement for measurement in measurements if measured(measurement.kind).long == long]
        order |= dict.fromkeys([*(need for measurement in some for need in needs[measurement]), *some])
    return list(order)


def measure(kind: str, tasks: Iterable[Any]) -> tuple[list[Json], list[str]]:
    """Return the records of tasks of a kind in their order, and the errors."""
    measurements = [measurement(kind, task) for task in tasks]
    outcome = run(measurements)
    return [r for m in measurements for r in outcome.records.get(m, ())], list(dict.fromkeys(outcome.failures.values()))


def reasons(outcome: Outcome) -> list[str]:
    """Return the errors, a line for each reason: the first failed measurement, and the number of others."""
    measurements: dict[str, list[Measurement]] = {}
    for m, why in outcome.failures.items():
        measurements.setdefault(why, []).append(m)
    return [
        f"{some[0].label}{f' and {len(some) - 1} more' * (len(some) > 1)}: {why}" for why, some in measurements.items()
    ]


def estimate(measurements: Iterable[Measurement]) -> str:
    """Return, in a line, the maximum time of measurements and of missing models; "" for less than a minute. Parts may
    already be in the cache.
    """
    measurements = list(measurements)
    needs = dict.fromkeys(need for m in measurements for need in m.needs if need.seconds)
    models = [need for need in needs if not need.is_built()]
    seconds = sum(m.seconds for m in measurements) + sum(need.seconds for need in models)
    minutes = seconds / work.executor().width / 60
    if minutes < 1:
        return ""
    counts = [f"{n} of {k}" for k in KINDS if (n := sum(m.kind == k for m in measurements))]
    counts += [f"{len(models)} model{'s' * (len(models) > 1)}"] * bool(models)
    time = f"{minutes / 60:.1f} hours" if minutes >= 90 else f"{round(minutes)} minute{'s' * (minutes >= 1.5)}"
    return f"{', '.join(counts)}: up to {time}, once"
