# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measurements from Python: the records of a kind for all combinations of points, algorithms and other fields."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from itertools import product

from vambrace import config
from vambrace.api.table import Records
from vambrace.base.errors import UsageError, VambraceError, choose
from vambrace.config import Point
from vambrace.measure import planner
from vambrace.measure.registry import KINDS
from vambrace.measure.selectors import SelectorError, make_selector
from vambrace.papers import published
from vambrace.results.kind import BLOCK, POINT, Selector

#: One or several values of a field.
Values = str | Sequence[str]


def points(*patterns: str) -> list[Point]:
    """Return the points that match some patterns, as in `vambrace bench`; without patterns, those of the default
    cores.
    """
    return config.select_points(list(patterns))


def kinds() -> dict[str, str]:
    """Return the record kinds, each with a description of its figures."""
    return {name: kind.title for name, kind in KINDS.items()}


def measure(kind: str, *, skip: bool = False, **fields: Values) -> Records:
    """Return the records of a kind for all combinations of the fields; records that are not stored are measured.

    Fields are the selecting fields of docs/reference/records.md, such as point, algorithm, scenario, operation and
    profile; each has one value or several. Points and algorithms may be patterns. With `skip`, combinations that cannot
    be measured are omitted. Published figures and targets are in fields of their own, such as published_cycles.

    UsageError if a kind, field or value does not exist, VambraceError if a measurement fails; earlier results are
    stored.
    """
    wanted = _selectors(kind, skip, fields)
    outcome = planner.run(planner.plan(wanted, every_point=True))
    if outcome.failures:
        raise VambraceError("\n".join(planner.reasons(outcome)))
    matching = [record for record in outcome.of(kind) if any(selector.fits(record) for selector in wanted)]
    return Records(published.joined(matching))


def records(kind: str) -> Records:
    """Return all records of a kind that are stored and valid, from any command. Measures nothing."""
    return Records(published.joined(planner.stored(choose("kind", kind, KINDS))))


def _selectors(kind: str, skip: bool, fields: dict[str, Values]) -> list[Selector]:
    known = KINDS[choose("kind", kind, KINDS)]
    for name in fields:
        choose(f"field of {kind}", name, [POINT, BLOCK, *known.selectable])
    listed = {name: _values(name, value) for name, value in fields.items()}
    metric = next(iter(known.metrics))
    selectors, problems = [], []
    for values in product(*listed.values()):
        chosen = dict(zip(listed, values, strict=True))
        try:
            selectors.append(make_selector({"record": kind, "metric": metric, **chosen}, kind))
        except SelectorError as error:
            problems.append(str(error))
    if problems and not (skip and selectors):
        raise UsageError(problems[0])
    return selectors


def _values(name: str, value: Values) -> list[str]:
    """Return the values of a field, with patterns of points and algorithms expanded."""
    names = [value] if isinstance(value, str) else list(value)
    if not names:
        raise UsageError(f"{name}: no values")
    if name == POINT:
        return [point.name for point in config.select_points(names)]
    return list(_matching(names, config.algorithms())) if name == "algorithm" else names


def _matching(patterns: Iterable[str], known: Iterable[str]) -> Iterable[str]:
    names = list(known)
    for pattern in patterns:
        yield from [name for name in names if fnmatch.fnmatchcase(name, pattern)] or [
            choose("algorithm", pattern, names)
        ]
