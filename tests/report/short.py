# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A short section of each kind: charts and the papers' tables are most of the browser's work, and those of one kind are
made in the same way."""

from dataclasses import replace
from itertools import islice

from vambrace.view.report.elements import Chart, MatrixRow, Section, Table

#: The initial contents of the page of made-up records.
FIRST = {"scenario": "ipv6", "core": "ibex-ref"}
ROWS = 2


def short(section: Section) -> Section:
    """One variant of each chart, and the first table with figures of each paper, with two rows."""
    tables = tuple(_tables(section.tables))
    ids = {table.id for table in tables}
    matrix = tuple(_row(row, ids) for row in section.matrix)
    return replace(section, charts=tuple(map(_chart, section.charts)), tables=tables, matrix=matrix)


def _chart(chart: Chart) -> Chart:
    shown = (panel for panel in chart.panels if {**panel.facets, **FIRST} == {**FIRST, **panel.facets})
    return replace(chart, panels=tuple(islice(shown, 1)))


def _tables(tables: tuple[Table, ...]) -> list[Table]:
    filled = [table for table in tables if table.rows]
    groups = [table.group for table in filled]
    few = [table for n, table in enumerate(filled) if not table.group or table.group not in groups[:n]]
    return [replace(table, rows=table.rows[:ROWS]) if table.group else table for table in few]


def _row(row: MatrixRow, tables: set[str]) -> MatrixRow:
    return replace(row, tiles=tuple(tile for tile in row.tiles if tile.table in tables))
