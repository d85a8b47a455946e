# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A table as text, which table.py prints."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """The first columns, `names` of them, name a row, the others hold figures; notes stand below. With `wraps` names
    take as many lines as they need."""

    title: str
    head: list[str]
    rows: list[list[str]]
    notes: tuple[str, ...] = ()
    names: int = 2
    wraps: bool = False


def number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
