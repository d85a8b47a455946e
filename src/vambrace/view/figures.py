# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The formatting of figures, for the terminal and for the report."""

from collections.abc import Callable
from typing import Any

from vambrace.base.grid import number
from vambrace.results.column import Column

Value = str | int | float | None


def microjoules(value: Value) -> str:
    """Return a value with three significant figures and at most three decimals."""
    if value is None:
        return ""
    uj = float(value)
    if 0 < uj < 0.0005:
        return "<.001"
    places = next((p for p, least in enumerate((100, 10, 1)) if abs(uj) >= least), 3)
    return f"{uj:,.{places}f}"


def mean(cycles: float | None) -> str:
    """Return a mean, with one decimal unless it is an integer."""
    if cycles is None:
        return ""
    return number(round(cycles)) if cycles == round(cycles) else f"{cycles:,.1f}"


def text(value: Value) -> str:
    """Return a value in its default format, for columns that specify none."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:,.2f}"
    return value or "" if isinstance(value, str) else number(value)


def places(count: int, unit: str = "", sign: bool = False) -> Callable[[float | None], str]:
    """Return a function that formats figures with this number of decimals."""
    form = f"{'+' * sign},.{count}f"
    # + 0.0: avoids a negative zero
    return lambda value: "" if value is None else f"{round(value, count) + 0.0:{form}}{unit}"


def correlation(value: Value, count: int = 3) -> str:
    """Return a coefficient; an empty text if there is none."""
    return "none" if value is None else places(count)(float(value))


#: Formats of figures, by the names that columns use.
FORMS: dict[str, Callable[[Any], str]] = {"mean": mean, "uJ": microjoules, "correlation": correlation}


def shown(column: Column) -> Callable[[Any], str]:
    """Return the function that formats the values of a column."""
    if column.form:
        return FORMS[column.form]
    return text if column.places is None else places(column.places, column.unit, column.sign)
