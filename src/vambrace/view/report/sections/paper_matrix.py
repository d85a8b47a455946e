# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers at a glance: for each of their tables, the numbers of figures that are beaten, reproduced, behind."""

from collections.abc import Mapping, Sequence

from vambrace.papers.comparison import BEATEN, BEHIND, REPRODUCED, VERDICTS, Line, counts
from vambrace.papers.figures import Paper, Table
from vambrace.view.report.elements import MatrixRow, Tile

#: Verdicts that a tile shows as a share of all figures, in this order.
SHARES = (BEATEN, REPRODUCED, BEHIND)


def table_id(paper: Paper, table: Table) -> str:
    """Return the id of a paper's table on the page."""
    return f"paper-{paper.id}-{list(paper.tables).index(table) + 1}"


def matrix(lines_by_paper: Mapping[Paper, Sequence[Line]]) -> tuple[MatrixRow, ...]:
    """Return a row for each paper, with a tile for each of its tables with a figure that is beaten, reproduced or
    behind.
    """
    return tuple(_row(paper, every) for paper, every in lines_by_paper.items())


def _row(paper: Paper, every: Sequence[Line]) -> MatrixRow:
    of_tables = [(table, [line for line in every if line.table is table]) for table in paper.tables]
    left = [table.label for table, lines in of_tables if not lines]
    note = f"{len(every)} figures: {summary(list(every))}."
    note += f" Without figures: {', '.join(left)}." if left else ""
    tiles = [_tile(paper, table, lines) for table, lines in of_tables if lines]
    shown, others = (tuple(tile for tile in tiles if bool(tile.shares) == judged) for judged in (True, False))
    return MatrixRow(f"{paper.id}: {paper.title}", note, shown, folded(every), others)


def folded(every: Sequence[Line]) -> str:
    """Return the line for a paper whose figures have no records; "" for others."""
    return "" if any(line.own is not None for line in every) else f"{len(every)} figures, none measured"


def _tile(paper: Paper, table: Table, lines: list[Line]) -> Tile:
    count = counts(lines)
    shares = tuple((verdict, round(100 * count[verdict] / len(lines), 2)) for verdict in SHARES if count[verdict])
    place = table.label
    return Tile(place[:1].upper() + place[1:], table.title, shares, summary(lines), table_id(paper, table))


def summary(lines: list[Line]) -> str:
    """Return the number of figures for each verdict, in words."""
    count = counts(lines)
    return ", ".join(f"{count[verdict]} {verdict}" for verdict in VERDICTS if count[verdict])
