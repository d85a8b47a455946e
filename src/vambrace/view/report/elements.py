# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The elements of a report: sections with tables and charts, whose rows and panels have facets."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from markupsafe import Markup

from vambrace.view.figures import Value, text

#: The facets that a reader selects. A row or panel without a facet is shown for every selection of it.
FACETS = ("scenario", "core", "algorithm")

Facets = Mapping[str, str]


@dataclass(frozen=True)
class Column:
    head: str
    show: Callable[[Any], str] = text
    figure: bool = True  # figures are aligned to the right, words to the left
    note: str = ""  # an explanation, if the heading is not sufficient
    wraps: bool = False  # whether it may have several lines


def words(head: str, note: str = "", wraps: bool = False) -> Column:
    return Column(head, figure=False, note=note, wraps=wraps)


@dataclass(frozen=True)
class Row:
    values: tuple[Value, ...]  # one for each column
    facets: Facets = field(default_factory=dict)
    how: tuple[int, ...] = ()  # numbers of its measurements (vambrace.view.report.provenance)


@dataclass(frozen=True)
class Group:
    """The heading of several tables, before the first of them. With `folded`, a line that opens them on request."""

    title: str
    notes: tuple[str, ...] = ()
    folded: str = ""


@dataclass(frozen=True)
class Table:
    """The first `names` columns are the name of a row; of the others, `main` is the figure that a narrow screen shows
    next to the name: by default the first figure.
    """

    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    names: int = 1
    main: str = ""
    folded: bool = False  # whether it is opened on request
    group: Group | None = None

    def class_of(self, number: int) -> str:
        """Return the CSS classes of a column's cells."""
        column = self.columns[number]
        kinds = {
            "figure": column.figure,
            "wraps": column.wraps,
            "name": 0 < number < self.names,
            "main": number == self._main,
        }
        return " ".join(name for name, is_one in kinds.items() if is_one)

    @property
    def _main(self) -> int | None:
        wanted = [n for n, c in enumerate(self.columns) if (c.head == self.main if self.main else c.figure)]
        return wanted[0] if wanted else None

    @property
    def all_notes(self) -> tuple[str, ...]:
        """Return the notes below the table: first explanations of columns whose headings are not sufficient."""
        columns = "; ".join(f"{c.head}: {c.note}" for c in self.columns if c.note)
        return (*([columns] if columns else []), *self.notes)


@dataclass(frozen=True)
class Panel:
    """One panel of a chart: `rows` are its data, `parameters` those of its axes."""

    title: str
    facets: Facets
    rows: tuple[dict[str, Any], ...]
    text: str  # a description for screen readers
    parameters: Mapping[str, Any] = field(default_factory=dict)
    height: int = 280  # pixels


@dataclass(frozen=True)
class Narrow:
    """Another form of a chart, for panels that have less than `below` pixels."""

    spec: dict[str, Any]
    height: int
    below: int


@dataclass(frozen=True)
class Chart:
    """Panels of one kind. `spec` is Vega-Lite; its data is called `rows`. `table` has the same figures."""

    id: str
    title: str
    spec: dict[str, Any]
    panels: tuple[Panel, ...]
    table: str
    legend: tuple[tuple[str, str, str], ...] = ()  # marks, colours and names, if they are the same in all panels
    note: str = ""
    full_width: bool = False  # whether a panel takes the whole width
    narrow: Narrow | None = None


@dataclass(frozen=True)
class CardLine:
    """One way to run an algorithm, formatted: its cycles, and the factor by which they are fewer than others."""

    label: str
    what: str
    cycles: str
    gain: str  # how many times fewer cycles than software


@dataclass(frozen=True)
class Card:
    """The cost of an algorithm in a few figures. Cards that are not `featured` are shown on request."""

    title: str
    subtitle: str
    facets: Facets
    lines: tuple[CardLine, ...]
    how: tuple[int, ...]
    featured: bool


@dataclass(frozen=True)
class Tile:
    """A paper's table in the matrix: the number of figures for each verdict. `table`: the id of the table that it
    opens.
    """

    title: str
    what: str
    shares: tuple[tuple[str, float], ...]  # verdicts and percentages
    text: str
    table: str = ""


@dataclass(frozen=True)
class MatrixRow:
    """A paper and its tables. With `folded`, a line that opens them on request. `others`: the tables whose tile would
    show no share, which are listed in a line.
    """

    title: str
    note: str
    tiles: tuple[Tile, ...]
    folded: str = ""
    others: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Form:
    """A form that ranks candidates by a reader's packets and limits (scripts/decide.js). A candidate has its names, and
    figures of which cycles and nJ are by scenario and operation; null: not measured."""

    scenarios: tuple[str, ...]
    described: tuple[str, ...]  # the lengths of each scenario's packet
    candidates: tuple[dict[str, Any], ...]

    @property
    def metrics(self) -> dict[str, str]:
        """Return the metrics for ranking, with their names."""
        return {"cycles": "cycles", "nj": "nJ", "kge": "kGE", "code": "bytes of code", "stack": "bytes of stack"}

    @property
    def limits(self) -> dict[str, str]:
        """Return the metrics that can have a limit: those that some candidate has."""
        return {name: text for name, text in self.metrics.items() if any(self._has(c, name) for c in self.candidates)}

    @property
    def json(self) -> Markup:
        text = json.dumps(self.candidates, separators=(",", ":"))
        return Markup(text.replace("<", r"\u003c"))

    def _has(self, candidate: dict[str, Any], metric: str) -> bool:
        value = candidate[metric]
        if isinstance(value, dict):
            return any(v is not None for by_operation in value.values() for v in by_operation.values())
        return value is not None


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    intro: str = ""
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    missing: str = ""  # the command that measures missing records; an empty section without one is omitted
    cards: tuple[Card, ...] = ()
    matrix: tuple[MatrixRow, ...] = ()
    form: Form | None = None

    @property
    def empty(self) -> bool:
        return self.form is None and not any(t.rows for t in self.tables)

    @property
    def groups(self) -> list[tuple[Group | None, list[Table]]]:
        """Return the nonempty tables, by their groups."""
        grouped = groupby((t for t in self.tables if t.rows), key=lambda t: t.group)
        return [(group, list(tables)) for group, tables in grouped]
