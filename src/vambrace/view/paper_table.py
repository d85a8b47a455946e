# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A paper's tables compared with ours as text: for a terminal of at least 80 columns, and as Markdown."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.papers import comparison as paper_view
from vambrace.papers import figures as papers
from vambrace.papers.comparison import ALONE, NO_COUNTERPART, NOT_MEASURED, REPEATED, REPRODUCED, Line
from vambrace.papers.figures import NOT_AVAILABLE, Paper, Table, place
from vambrace.view.table import grid_markdown

#: A terminal with this number of columns has room for the point of our best figure.
WIDE = 100

#: The column of the paper's own program.
THEIRS = "theirs here"
REFUSES = "their program rejects its own ciphertext at this length"

_MARKS = "abcdefghijklmnopqrstuvwxyz"


def value(x: float | None) -> str:
    """Return a figure with at least three digits and no unneeded decimals."""
    if x is None:
        return ""
    if abs(x - round(x)) < 1e-9 or abs(x) >= 1000:
        return f"{x:,.0f}"
    return f"{x:.1f}" if abs(x) >= 100 else f"{x:.2f}" if abs(x) >= 1 else f"{x:.3g}"


def _published(line: Line) -> str:
    cell = line.cell
    if not cell.available:
        return str(cell.published)
    shown = f"{cell.published:,}" if isinstance(cell.published, int) else f"{cell.published}"
    return shown if cell.corrected is None else f"{shown} ({value(cell.corrected)})"


def _compared(line: Line, factor: float | None) -> str:
    if factor is None:
        return ""
    if line.percent:
        return f"{factor:+.1f}"
    return f"{factor:,.0f}x" if factor >= 100 else f"{factor:.2f}x" if factor >= 0.1 else f"{factor:.2g}x"


class _Marks:
    """Numbers the notes below a table; equal notes have one letter."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def mark(self, *remarks: str) -> str:
        marks = []
        for remark in filter(None, remarks):
            n = len(self._letters)
            letter = _MARKS[n] if n < len(_MARKS) else str(n + 1)
            marks.append(self._letters.setdefault(remark, letter))
        return f" ({','.join(marks)})" if marks else ""

    def notes(self) -> list[str]:
        return [f"({letter}) {remark}" for remark, letter in self._letters.items()]


def title(paper: Paper, table: Table) -> str:
    page = f", page {table.page}" if table.page else ""
    unit = f" ({table.unit})" if table.unit else ""
    return f"{paper.id}, {table.label}{page}: {table.title}{unit}"


def grid(paper: Paper, table: Table, every: list[Line], wide: bool) -> Grid:
    """Return a table. Figures without a counterpart for the same reason have one line for each row of the paper's table
    instead of one for each figure; a table that consists of these has no lines but a note.
    """
    marks = _Marks()
    reasons = {line.why for line in every if line.verdict == NO_COUNTERPART}
    if not every or (len(reasons) == 1 and all(line.verdict == NO_COUNTERPART for line in every)):
        reason = f"{NO_COUNTERPART}: {next(iter(reasons), table.reason)}"
        return Grid(title(paper, table), [], [], (reason, *_sources(table, every)), names=1, wraps=True)
    with_best = any(line.cell.best for line in every)
    settings = {line.cell.setting.text for line in every if line.cell.setting.equal and line.cell.available}
    common = next(iter(settings)) if len(settings) == 1 else ""
    with_program = any(line.program_figure or line.program_failure for line in every)
    head = ["figure", "published", *([THEIRS] if with_program else []), "ours", "verdict"]
    head += ["our best", "better by"] if with_best else []
    head += ["best on"] if wide and with_best else []
    rows = []
    grouped = len(table.columns) > 1 and len(table.rows) > 1
    for row in table.rows:
        some = [line for line in every if line.row == row.name]
        if grouped:
            rows.append([row.name, *[""] * (len(head) - 1)])
        for line in some:
            name = f"  {line.column}" if grouped else line.row if len(table.columns) == 1 else line.column
            own_setting = "" if common or not line.cell.available else _equal(line.cell.setting.text)
            cells = _cells(line, marks, with_best, own_setting)
            if with_program:
                cells.insert(1, value(line.program) + marks.mark(*_of_program(line)))
            rows.append([name, *cells][: len(head)])
    notes = (*filter(None, [_equal(common)]), *marks.notes(), *_sources(table, every))
    return Grid(title(paper, table), head, rows, notes, names=1, wraps=True)


def _of_program(line: Line) -> list[str]:
    """Return notes on the result of the paper's own program."""
    refuses = line.program_figure and line.program_figure.record.get("checked") is False
    return [line.program_failure, REFUSES if refuses else ""]


def _equal(setting: str) -> str:
    return f"in both: {setting}" if setting else ""


def remarks_of(line: Line) -> list[str]:
    """Return notes on a figure and its verdict."""
    cell = line.cell
    differences = cell.setting.differences
    return [
        cell.remark if line.own else "",
        f"no verdict, as they differ in {differences}" if differences and line.own and cell.available else "",
        f"counted in {cell.repeats}" if cell.repeats else "",
        "derived from printed figures" if cell.derived else "",
    ]


def _cells(line: Line, marks: _Marks, with_best: bool, setting: str) -> list[str]:
    verdict = line.verdict if line.verdict != ALONE else "-"
    verdict = " ".join(filter(None, (verdict, _compared(line, line.factor))))
    cells = [_published(line), value(line.ours), verdict + marks.mark(line.why, *remarks_of(line), setting)]
    if with_best:
        cells += [value(line.best), _compared(line, line.best_factor)]
        cells.append(line.best_figure.place if line.best_figure else "")
    return cells


def _sources(table: Table, every: list[Line]) -> list[str]:
    lacking = any(line.cell.published == NOT_AVAILABLE for line in every)
    texts = [("published figures", table.source), (NOT_AVAILABLE, table.missing if lacking else "")]
    return [f"{name}: {text}" for name, text in texts if text]


def heading(paper: Paper) -> list[str]:
    """Return the lines about a paper before its tables."""
    missing = [f"Not available: {paper.missing}"] if paper.missing else []
    return [papers.citation(paper), f"Measured there: {paper.setting}", *missing]


def summary(every: list[Line]) -> str:
    """Return one line with the number of figures for each verdict."""
    count = paper_view.counts(every)
    return f"{len(every)} figures: " + ", ".join(f"{count[v]} {v}" for v in paper_view.VERDICTS if count[v])


def remarks(paper: Paper, chosen: list[Table]) -> list[str]:
    """Return known errors and other notes for the end."""
    numbers = {t.number for t in chosen}
    chosen_notes = [n for n in paper.notes if n.table in ("", *numbers)]
    return [(f"{_capitalised(place(n.table))}: " if n.table else "") + n.text for n in chosen_notes]


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def markdown(paper: Paper, every: list[Line], grids: list[Grid], after: list[str]) -> str:
    """Return a Markdown page: the heading of a paper, its tables, and notes."""
    parts = [
        f"# {paper.id}",
        f"`vambrace paper {paper.id} --markdown` writes this page.",
        *heading(paper),
        summary(every),
    ]
    for g in grids:
        rows = [[f"**{name}**" if not any(cells) else name.strip(), *cells] for name, *cells in g.rows]
        table = grid_markdown(Grid(g.title, g.head, rows, names=1)).rstrip()
        parts += [f"## {_capitalised(g.title.partition(', ')[2])}", table, "\n".join(f"- {n}" for n in g.notes)]
    parts += ["## What to know", "\n".join(f"- {line}" for line in after)] if after else []
    return "\n\n".join(filter(None, parts)) + "\n"


#: Verdicts in a column heading, with hyphens where a terminal may break them.
_NARROW = {REPRODUCED: "repro-duced", NO_COUNTERPART: "no counter-part", NOT_MEASURED: "missing", REPEATED: "re-peated"}


def overview(by_paper: dict[str, list[Line]]) -> Grid:
    """Return a line for each paper: the number of figures for each verdict. Columns without figures are omitted."""
    counts = {name: paper_view.counts(every) for name, every in by_paper.items()}
    columns = [v for v in paper_view.VERDICTS if any(c[v] for c in counts.values())]
    rows = [[name, str(count.total()), *(str(count[v] or "") for v in columns)] for name, count in counts.items()]
    head = ["paper", "figures", *(_NARROW.get(v, v) for v in columns)]
    return Grid("Published figures and ours in the paper's own setting", head, rows, names=1, wraps=True)


def differences(by_paper: dict[str, list[Line]]) -> Grid:
    """Return the figures without a verdict, by paper and table, and the dimensions in which their settings differ."""
    rows: dict[tuple[str, str, str], int] = {}
    for name, every in by_paper.items():
        for line in every:
            if line.cell.own and line.cell.available and not line.cell.judged and not line.cell.repeats:
                key = (name, line.table.label, line.cell.setting.differences)
                rows[key] = rows.get(key, 0) + 1
    cells = [[name, label, str(count), why] for (name, label, why), count in rows.items()]
    return Grid("Figures that differ", ["paper", "table", "figures", "differ in"], cells, names=2, wraps=True)


def legend(every: list[Line]) -> Iterator[str]:
    """Yield explanations of the signs that occur in these lines."""
    if any(line.factor is not None for line in every):
        yield (
            f"reproduced: within {paper_view.TOLERANCE:.0%}, or both 0; percentages within {paper_view.POINTS:g} "
            "points. 2.00x: ours is twice as good, 0.50x: half as good; +2.0: better by two points."
        )
    if any(line.program_figure for line in every):
        yield f"{THEIRS}: the program that the authors published, compiled and run on our core as ours is."
    if any(line.cell.corrected is not None for line in every):
        yield "In brackets: their figure as a note corrects it; ours is compared with the corrected figure."
    if any(line.verdict == ALONE for line in every):
        yield "A dash instead of a verdict: there is no published figure, or it is not available."
