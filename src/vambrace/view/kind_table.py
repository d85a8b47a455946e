# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as a table for a terminal, with the columns that their kind declares (vambrace.measure.kinds)."""

from collections.abc import Sequence

from vambrace.base.grid import Grid
from vambrace.measure.registry import KINDS
from vambrace.results.schema import Json
from vambrace.view.figures import shown


def grid(kind: str, title: str, records: Sequence[Json], notes: Sequence[str] = ()) -> Grid:
    """Return a table of records of a kind, of which `against` has all. Columns are left out that are for the page
    alone, in which no record has anything, or whose words are the same in each row, where the kind permits that."""
    head: list[str] = []
    columns: list[list[str]] = []
    names = 0
    for column in (c for c in KINDS[kind].columns if not c.on_page):
        show = shown(column)
        cells = [show(column.named(r, records)) for r in records]
        if not any(cells) or (column.if_different and len(set(cells)) == 1):
            continue
        names += column.words and names == len(head)
        head.append(column.head)
        columns.append(cells)
    return Grid(title, head, [list(row) for row in zip(*columns, strict=True)], tuple(notes), names)
