# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measuring from Python: the records of a kind, of all combinations of some points, algorithms and so on."""

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
from vambrace.results.kind import BLOCK, POINT, Selector

#: A value of a field, or several.
Values = str | Sequence[str]


def points(*patterns: str) -> list[Point]:
    """Return the points that some patterns select, as `vambrace bench` does; without any, those of the default
    cores.
    """
    return config.select_points(list(patterns))


def kinds() -> dict[str, str]:
    """Return the kinds of records, and what the figures of each are."""
    return {name: kind.title for name, kind in KINDS.items()}


def measure(kind: str, *, skip: bool = False, **fields: Values) -> Records:
    """Return the records of a kind for all combinations of the fields, and measure those that are not kept.

    The fields are those of docs/reference/records.md that a record is selected by, such as point, algorithm, scenario,
    operation and profile; each has one value or several. Points and algorithms may be patterns. With `skip`,
    combinations that cannot be measured are left out.

    UsageError where a kind, field or value does not exist, VambraceError where a measurement fails; what was measured
    before that is kept.
    """
    wanted = _selectors(kind, skip, fields)
    outcome = planner.run(planner.plan(wanted, every_point=True))
    if outcome.failures:
        raise VambraceError("\n".join(planner.reasons(outcome)))
    return Records([record for record in outcome.of(kind) if any(selector.fits(record) for selector in wanted)])


def records(kind: str) -> Records:
    """Return all records of a kind that are kept and still valid, whoever measured them. Measures nothing."""
    return Records(list(planner.kept(choose("kind", kind, KINDS))))


def _selectors(kind: str, skip: bool, fields: dict[str, Values]) -> list[Selector]:
    known = KINDS[choose("kind", kind, KINDS)]
    for name in fields:
        choose(f"field of {kind}", name, [POINT, BLOCK, *known.selectable])
    listed = {name: _values(name, value) for name, value in fields.items()}
    metric = next(iter(known.metrics))
    found, problems = [], []
    for values in product(*listed.values()):
        chosen = dict(zip(listed, values, strict=True))
        try:
            found.append(make_selector({"record": kind, "metric": metric, **chosen}, kind))
        except SelectorError as error:
            problems.append(str(error))
    if problems and not (skip and found):
        raise UsageError(problems[0])
    return found


def _values(name: str, value: Values) -> list[str]:
    """Return the values of a field, with patterns of points and algorithms spelled out."""
    given = [value] if isinstance(value, str) else list(value)
    if not given:
        raise UsageError(f"{name}: no values")
    if name == POINT:
        return [point.name for point in config.select_points(given)]
    return list(_matching(given, config.algorithms())) if name == "algorithm" else given


def _matching(patterns: Iterable[str], known: Iterable[str]) -> Iterable[str]:
    names = list(known)
    for pattern in patterns:
        yield from [name for name in names if fnmatch.fnmatchcase(name, pattern)] or [
            choose("algorithm", pattern, names)
        ]
