# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The report as Markdown: all tables, and the provenance of their figures."""

from collections.abc import Iterator, Sequence
from html import escape

from vambrace.base.grid import Grid
from vambrace.view.report.elements import Section, Table
from vambrace.view.report.gather import Data
from vambrace.view.report.page import pairs
from vambrace.view.table import grid_markdown


def markdown(data: Data, sections: Sequence[Section]) -> str:
    return "\n\n".join(["# Vambrace: report", *_parts(sections), *_how(data)]) + "\n"


def _parts(sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        if section.empty and not section.missing:
            continue
        yield f"## {section.title}"
        if section.intro:
            yield section.intro
        if section.empty:
            yield f"No records here yet: `{section.missing}` creates them."
        for table in section.tables:
            if table.rows:
                yield f"### {table.caption}"
                yield grid_markdown(_grid(table)).rstrip("\n")
                yield from map(_safe, table.all_notes)


def _grid(table: Table) -> Grid:
    head = [c.head for c in table.columns]
    rows = [
        [*(c.show(v) for c, v in zip(table.columns, row.values, strict=True)), ", ".join(map(str, row.how))]
        for row in table.rows
    ]
    figures = sum(not c.figure for c in table.columns)
    return Grid(table.caption, [*head, "how"], [[_safe(cell) for cell in row] for row in rows], names=figures)


def _safe(cell: str) -> str:
    """Return text of records for Markdown: without HTML, or the end of a cell. Code between backquotes is safe
    unchanged.
    """
    parts = cell.replace("|", r"\|").replace("\n", " ").split("`")
    if len(parts) % 2 == 0:  # an unmatched backquote
        parts = ["'".join(parts)]
    return "`".join(part if i % 2 else escape(part, quote=False) for i, part in enumerate(parts))


def _how(data: Data) -> Iterator[str]:
    yield "## How it was measured"
    yield "The numbers in the last column of every table."
    rows = [[str(w.number), f"`{w.command}`", pairs(w.tools), pairs(w.configuration)] for w in data.how.ways]
    head = ["no.", "command", "tools", "configuration"]
    yield grid_markdown(Grid("", head, [[_safe(cell) for cell in row] for row in rows], names=4)).rstrip("\n")
