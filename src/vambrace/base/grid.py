# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A table as text, which table.py prints."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """A table. The first `names` columns name a row, the others contain figures; notes are printed below. With `wraps`,
    long names are wrapped.
    """

    title: str
    head: list[str]
    rows: list[list[str]]
    notes: tuple[str, ...] = ()
    names: int = 2
    wraps: bool = False


def number(value: float | None) -> str:
    return "" if value is None else f"{value:,}"
