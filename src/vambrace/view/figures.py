# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How the figures of records are written, on a terminal and on the report's page."""

from collections.abc import Callable
from typing import Any

from vambrace.base.grid import number
from vambrace.results.column import Column

Value = str | int | float | None


def microjoules(value: Value) -> str:
    """Three figures, of at most three decimals."""
    if value is None:
        return ""
    uj = float(value)
    if 0 < uj < 0.0005:
        return "<.001"
    places = next((p for p, least in enumerate((100, 10, 1)) if abs(uj) >= least), 3)
    return f"{uj:,.{places}f}"


def mean(cycles: float | None) -> str:
    """A mean with one decimal where it is no whole number."""
    if cycles is None:
        return ""
    return number(round(cycles)) if cycles == round(cycles) else f"{cycles:,.1f}"


def text(value: Value) -> str:
    """A value as it is read where its column does not say more."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:,.2f}"
    return value or "" if isinstance(value, str) else number(value)


def places(count: int, unit: str = "", sign: bool = False) -> Callable[[float | None], str]:
    """A way to show figures with so many decimals."""
    form = f"{'+' * sign},.{count}f"
    # + 0.0: no minus zero
    return lambda value: "" if value is None else f"{round(value, count) + 0.0:{form}}{unit}"


def correlation(value: Value, count: int = 3) -> str:
    """A coefficient, where there is one."""
    return "none" if value is None else places(count)(float(value))


#: Ways to write figures, by what columns call them.
FORMS: dict[str, Callable[[Any], str]] = {"mean": mean, "uJ": microjoules, "correlation": correlation}


def shown(column: Column) -> Callable[[Any], str]:
    """How the values of a column are written."""
    if column.form:
        return FORMS[column.form]
    return text if column.places is None else places(column.places, column.unit, column.sign)
