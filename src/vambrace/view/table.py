# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints tables for a terminal of 80 columns, or as Markdown."""

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from vambrace.base.grid import Grid

# rich is loaded only when something is printed.
if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def _broken(word: str) -> str:
    """Return a word of a heading, a long one in parts, because it would make its column wide."""
    return re.sub(r"([-+])", r"\1\n", word) if len(word) > 8 else word


def print_grids(every: Iterable[Grid], console: "Console") -> None:
    for grid in every:
        console.print(grid.title, style="bold", highlight=False)
        if grid.head:
            console.print(_table(grid))
        for note in grid.notes:
            console.print(note, highlight=False)
        if grid.notes:
            console.print()


def _table(grid: Grid) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=0)
    for i, heading in enumerate(grid.head):
        style = {"ours": "bold", "faster": "green"}.get(heading.split()[-1], "")
        justify: Literal["left", "right"] = "left" if i < grid.names else "right"
        title, unbroken = "\n".join(map(_broken, heading.split())), not (grid.wraps and i < grid.names)
        table.add_column(title, justify=justify, style=style, no_wrap=unbroken)
    for row, following in zip_longest(grid.rows, grid.rows[1:]):
        ends = grid.names > 1 and following is not None and following[0] != row[0]
        table.add_row(*row, end_section=ends)
    return table


def grid_markdown(grid: Grid) -> str:
    """Return one table in Markdown, without its title; an empty text if it consists of notes only."""
    if not grid.head:
        return ""
    rule = [*[":--"] * grid.names, *["--:"] * (len(grid.head) - grid.names)]
    return "".join(f"| {' | '.join(line)} |\n" for line in [grid.head, rule, *grid.rows])


def grids_markdown(every: Iterable[Grid]) -> str:
    return "\n".join(
        "\n".join([grid.title, "", grid_markdown(grid), *(f"{note}\n" for note in grid.notes)]) for grid in every
    )
