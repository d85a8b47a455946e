# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers' tables: published, ours in the paper's own setting, and our best, from stored records."""

from collections.abc import Iterator
from typing import Any

from vambrace.measure.kinds import columns
from vambrace.measure.planner import Outcome
from vambrace.papers import comparison as paper_view
from vambrace.papers import figures as papers_module
from vambrace.papers import records as paper_records
from vambrace.papers.comparison import VERDICTS, Line
from vambrace.papers.figures import Paper
from vambrace.papers.records import Figure, Measurements
from vambrace.results.schema import Json
from vambrace.view import paper_table
from vambrace.view.report.elements import Column, Group, Row, Section, Table, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import paper_matrix

_INTRO = (
    "What five papers report, compared with our measurement of the same thing in the paper's own setting, and with "
    'our best. "Not measured": no stored record; run vambrace paper ID.'
)


def papers(data: Data) -> Section:
    every = _by_name(data)
    by_place = {paper: _lines(paper, every) for paper in papers_module.papers().values()}
    measured = {paper: sum(line.own is not None for line in lines) for paper, lines in by_place.items()}
    by_place = dict(sorted(by_place.items(), key=lambda item: -measured[item[0]]))
    if not any(measured.values()):
        return Section("papers", "Papers", _INTRO, missing="vambrace paper lascas2024")
    tables = [_overview(by_place), *(t for paper, lines in by_place.items() for t in _tables(data, paper, lines))]
    return Section(
        "papers",
        "Papers",
        _INTRO,
        tables=tuple(tables),
        missing="vambrace paper lascas2024",
        matrix=paper_matrix.matrix(by_place),
    )


def _by_name(data: Data) -> dict[tuple[str, str], list[Json]]:
    """Return our records by the kind of a measurement, and the first part of its name: its point, block or cipher."""
    by_place: dict[tuple[str, str], list[Json]] = {}
    for kind, records in data.records.items():
        for r in records:
            if r.get("library", "vambrace") in ("vambrace", "study"):
                profile = f":{r['profile']}" if r.get("profile", "speed") != "speed" else ""
                aligned = ":aligned" * columns.restricted(r)
                name = r.get("cipher") or r.get("block") or f"{r.get('core')}/{r.get('extensions')}{profile}{aligned}"
                by_place.setdefault((kind, name), []).append(r)
    return by_place


def _lines(paper: Paper, every: dict[tuple[str, str], list[Json]]) -> list[Line]:
    measurements = paper_records.measurements(list(paper.tables))
    have = Measurements(
        Outcome({measurement: every.get((measurement.kind, measurement.name[0]), []) for measurement in measurements})
    )
    return [line for table in paper.tables for line in paper_view.lines(table, have)]


def _overview(lines_by_paper: dict[Paper, list[Line]]) -> Table:
    counts = {paper: paper_view.counts(every) for paper, every in lines_by_paper.items()}
    there = [v for v in VERDICTS if any(c[v] for c in counts.values())]
    rows = tuple(
        Row((paper.id, paper.title, paper.year, c.total(), *(c[v] or None for v in there)))
        for paper, c in counts.items()
    )
    columns = (words("paper"), words("title"), Column("year", str), Column("figures"), *map(Column, there))
    return Table("papers-table", "Verdicts by paper", columns, rows, names=2, folded=True)


_COLUMNS = (
    words("row"),
    words("column"),
    Column("published", paper_table.value),
    Column("ours", paper_table.value),
    Column("better by", paper_table.value),
    words("verdict"),
    Column("our best", paper_table.value),
    Column("best by", paper_table.value),
    words("best on"),
    words("remark", wraps=True),
)


def _tables(data: Data, paper: Paper, every: list[Line]) -> Iterator[Table]:
    """Yield the tables of a paper that have figures."""
    group = Group(
        f"{paper.id}: {paper.title}",
        (
            papers_module.citation(paper),
            f"Measured there: {paper.setting}",
            *paper_table.remarks(paper, list(paper.tables)),
            *paper_table.legend(every),
        ),
        paper_matrix.folded(every),
    )
    for table in paper.tables:
        lines = [line for line in every if line.table is table]
        yield Table(
            paper_matrix.table_id(paper, table),
            paper_table.title(paper, table),
            _COLUMNS,
            tuple(Row(_values(line), {}, _how(data, line)) for line in lines),
            names=2,
            main="ours",
            folded=True,
            group=group,
        )


def _values(line: Line) -> tuple[Any, ...]:
    cell = line.cell
    remarks = [line.why, *(paper_table.remarks_of(line)), "" if cell.available else f"published: {cell.published}"]
    remarks += [f"{cell.published} is an error of the paper"] if cell.corrected is not None else []
    return (
        line.row,
        line.column,
        line.against,
        line.ours,
        line.factor,
        line.verdict,
        line.best,
        line.best_factor,
        line.best_figure.place if line.best_figure else "",
        "; ".join(filter(None, remarks)),
    )


def _how(data: Data, line: Line) -> tuple[int, ...]:
    figures: list[Figure] = [
        figure
        for selector, figure in (
            (line.cell.own, line.own),
            (line.cell.also, line.also),
            (line.cell.base, line.base),
            (line.cell.best, line.best_figure),
        )
        if selector and figure
    ]
    return tuple(dict.fromkeys(n for f in figures for n in data.how.of(f.record["record"], f.record)))
