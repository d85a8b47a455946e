# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Each published figure compared with ours in the paper's own setting and our best, with a verdict."""

from collections import Counter
from dataclasses import dataclass, replace

from vambrace.papers.figures import NONE, Cell, Paper, Table
from vambrace.papers.records import Figure, Measurements, better
from vambrace.results.schema import SCHEMA, Json

# The possible verdicts. docs/user/papers.md explains each.
REPRODUCED, BEATEN, BEHIND = "reproduced", "beaten", "behind"
DIFFERS = "differs"  # the settings differ, or neither more nor less is better
REPEATED = "repeated"  # judged at its first publication
ALONE = "ours alone"  # the published figure is not available, or does not exist
NO_COUNTERPART = "no counterpart"  # for a given reason
NOT_MEASURED = "not measured"
FAILED = "failed"
VERDICTS = (BEATEN, REPRODUCED, BEHIND, DIFFERS, REPEATED, ALONE, NO_COUNTERPART, NOT_MEASURED, FAILED)

#: The tolerance for a reproduced figure: as a ratio, or for percentages in points; or both are printed as 0.
TOLERANCE, POINTS = 0.05, 2.0


@dataclass(frozen=True)
class Line:
    """A published figure and its counterpart, in the table's unit."""

    table: Table
    row: str
    column: str
    cell: Cell
    verdict: str  # one of VERDICTS
    why: str = ""  # the reason if we have no figure
    ours: float | None = None
    own: Figure | None = None
    also: Figure | None = None
    base: Figure | None = None
    best: float | None = None
    best_figure: Figure | None = None
    program: float | None = None  # the paper's own program, compiled and run here
    program_figure: Figure | None = None
    program_failure: str = ""

    @property
    def percent(self) -> bool:
        """Return whether it is compared in points."""
        return self.cell.show.endswith("%")

    @property
    def against(self) -> float | None:
        """Return the reference for our figure: the published figure, as corrected by a note."""
        return self.cell.figure if self.cell.corrected is None else self.cell.corrected

    @property
    def factor(self) -> float | None:
        return self._factor(self.ours)

    @property
    def best_factor(self) -> float | None:
        return self._factor(self.best)

    def _factor(self, ours: float | None) -> float | None:
        """Return the factor, or the points, by which ours is better than the published figure; less than 1, or than 0,
        if it is worse. None if there is no such number.
        """
        theirs = self.against
        if ours is None or theirs is None or not self.cell.own:
            return None
        way = direction(self.cell)
        if self.percent:
            return (ours - theirs) * way if way else None
        if ours <= 0 or theirs <= 0 or not way:
            return None
        return ours / theirs if way > 0 else theirs / ours


def direction(cell: Cell) -> int:
    """Return 1 if a higher figure is better as the paper shows it, -1 if a lower one is, 0 if neither is, or if ours
    has another meaning.
    """
    assert cell.own
    if not cell.judged:
        return 0
    turned = cell.show in ("less %", "times")
    return better(cell.own) * (-1 if turned else 1)


def lines(table: Table, measured: Measurements) -> list[Line]:
    """Return a line for each figure of a table, row by row."""
    return [
        _line(table, row.name, column, cell, measured)
        for row in table.rows
        for column, cell in zip(table.columns, row.cells, strict=True)
    ]


def _line(table: Table, row: str, column: str, cell: Cell, measured: Measurements) -> Line:
    if cell.own is None:
        reason = cell.reason or ("the paper has no such figure" if cell.published == NONE else "")
        return Line(table, row, column, cell, NO_COUNTERPART, reason)
    own, also, base = (measured.own(selector) if selector else None for selector in (cell.own, cell.also, cell.base))
    if own is None or (cell.also and also is None) or (cell.base and base is None):
        failure = measured.failure(cell)
        return Line(table, row, column, cell, FAILED if failure else NOT_MEASURED, failure)
    best = measured.best(cell)
    y = base.value if base else cell.over
    ours = cell.shown(own.value + (also.value if also else 0), y)
    at_best = cell.shown(best.value, y) if best else None
    program, failure = measured.program(cell.program) if cell.program else (None, "")
    their_base = measured.program(cell.program_base)[0] if cell.program_base else None
    theirs = cell.shown(program.value, their_base.value if their_base else y) if program else None
    scaled = [
        None if x is None else x * (1 if cell.show.endswith("%") or cell.show == "times" else table.scale)
        for x in (ours, at_best, theirs)
    ]
    line = Line(table, row, column, cell, ALONE, "", scaled[0], own, also, base, scaled[1], best)
    line = replace(line, program=scaled[2], program_figure=program, program_failure=failure)
    return replace(line, verdict=_verdict(line))


def _verdict(line: Line) -> str:
    theirs, ours = line.against, line.ours
    if theirs is None or ours is None:
        return ALONE
    if line.cell.repeats:
        return REPEATED
    if not line.cell.judged:
        return DIFFERS
    near = abs(ours - theirs) <= max(POINTS if line.percent else TOLERANCE * abs(theirs), line.table.spread)
    if near or (theirs == 0 and abs(ours) < 0.5):
        return REPRODUCED
    way = direction(line.cell)
    if way == 0:
        return DIFFERS
    return BEATEN if (ours - theirs) * way > 0 else BEHIND


def counts(every: list[Line]) -> Counter[str]:
    """Return the number of figures by verdict."""
    return Counter(line.verdict for line in every)


def records(paper: Paper, every: list[Line]) -> list[Json]:
    """Return a record for each figure (docs/reference/records.md)."""
    return [_record(paper, line) for line in every]


def _record(paper: Paper, line: Line) -> Json:
    table, cell = line.table, line.cell
    return {
        "schema": SCHEMA,
        "record": "paper",
        "paper": paper.id,
        "table": table.number,
        "part": table.part,
        "page": table.page,
        "title": table.title,
        "kind": table.kind,
        "unit": table.unit,
        "row": line.row,
        "column": line.column,
        "published": cell.published if cell.available or cell.reason else None,
        "corrected": cell.corrected,
        "ours": line.ours,
        "best": line.best,
        "program": line.program,
        "show": cell.show,
        "over": cell.over,
        "verdict": line.verdict,
        "compared_in": "points" if line.percent else "times",
        "factor": line.factor,
        "best_factor": line.best_factor,
        "reason": line.why,
        "setting": dict(cell.setting.equal),
        "unlike": dict(cell.setting.unlike),
        "remark": cell.remark,
        "repeats": cell.repeats,
        "derived": cell.derived,
        "ours_of": _source(cell.own.record if cell.own else "", line.own),
        "also_of": _source(cell.also.record if cell.also else "", line.also),
        "base_of": _source(cell.base.record if cell.base else "", line.base),
        "best_of": _source(cell.best.record if cell.best else "", line.best_figure),
        "program_of": _source(cell.program.record if cell.program else "", line.program_figure),
    }


#: The fields that identify the measurement of a record, if present.
_IDENTITY = (
    "library",
    "core",
    "extensions",
    "block",
    "style",
    "cipher",
    "algorithm",
    "scenario",
    "operation",
    "profile",
    "accesses",
    "by",
    "until",
    "tools",
    "source_hash",
)


def _source(kind: str, figure: Figure | None) -> Json | None:
    if figure is None:
        return None
    return {"record": kind, **{name: figure.record[name] for name in _IDENTITY if name in figure.record}}
