# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The figures of five papers, table by table: configs/papers/*.toml, described by README.md there, as dataclasses.

Each published figure (a Cell) names our record that it is compared with, in the paper's own setting and at our
best, or the reason for having none. Errors in a file are reported with paper, table and row.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base.errors import VambraceError, choose
from vambrace.base.paths import root
from vambrace.measure import registry
from vambrace.measure.selectors import OURS, SelectorError, make_selector
from vambrace.papers import setting as settings
from vambrace.papers.setting import Setting
from vambrace.results.kind import Selector

#: A table of a file, and its allowed keys: names and types.
Entry = dict[str, Any]
Keys = dict[str, Any]

#: Instead of a figure: the paper has one that is not available to us; or the paper has none.
NOT_AVAILABLE, NONE = "not available", "-"

#: The subject of a table's figures: a kind of record, or none.
KINDS = {
    **{name: kind.title for name, kind in registry.KINDS.items()},
    "survey": "figures of other works",
    "description": "no figures that anything could measure",
}

#: The conversion of a record's x, and y of the same call at `base`, to the published form.
SHOWS = {
    "value": "x",
    "more": "x - y",
    "more %": "100 (x / y - 1)",
    "less %": "100 (1 - x / y)",
    "times": "y / x",
}


class PaperError(VambraceError):
    """A file of configs/papers is incomplete or wrong; the message gives the place and the defect."""


@dataclass(frozen=True)
class Cell:
    """A published figure and its counterpart: `own`, or the `reason` for having none."""

    published: float | str  # text if the paper prints a range, another unit, or nothing
    corrected: float | None = None  # the correct figure according to a note in the paper's file
    own: Selector | None = None
    also: Selector | None = None  # another of our records, which is added to `own`
    base: Selector | None = None
    over: float | None = None  # instead of `base`: a figure of the paper itself
    best: Selector | None = None
    program: Selector | None = None  # the paper's own program, compiled and run here
    program_base: Selector | None = None  # its counterpart of `base`
    show: str = "value"
    reason: str = ""
    setting: Setting = settings.NONE
    remark: str = ""  # additional information, without effect on the verdict
    repeats: str = ""  # where the same figure was published and compared first
    derived: bool = False  # computed from printed figures, not printed itself

    @property
    def available(self) -> bool:
        return self.figure is not None

    @property
    def judged(self) -> bool:
        """Return whether the setting equals the paper's, so that ours can be better or worse."""
        return self.setting.judged

    @property
    def figure(self) -> float | None:
        """Return the published figure as a number, or None."""
        return self.published if isinstance(self.published, int | float) else None

    def shown(self, x: float, y: float | None = None) -> float:
        """Return the counterpart of the published figure from those of `own` (or `best`) and `base`."""
        if self.show == "value":
            return x
        assert y is not None, "a figure compared with another needs that one"
        return {"more": x - y, "more %": 100 * (x / y - 1), "less %": 100 * (1 - x / y), "times": y / x}[self.show]


@dataclass(frozen=True)
class Row:
    name: str
    cells: tuple[Cell, ...]  # one for each column


def place(number: str) -> str:
    """Return the location of figures in a paper: a numbered table, its text, or a location in words."""
    name = "in the text" if number == "text" else number
    return name if name[:1].islower() else f"table {name}"


@dataclass(frozen=True)
class Table:
    number: str  # as printed; a word if the paper prints none
    part: str  # one of several tables under a number, such as its standard deviations
    title: str
    kind: str  # one of KINDS
    unit: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    page: int | None
    scale: float  # the factor from our figures to the table's unit
    source: str  # the source of the figures, if it is not the paper's text
    missing: str  # why figures are not available
    reason: str  # why there are no rows, or none of them has a counterpart
    spread: float = 0  # the effect of code placement on our figures, in the table's unit

    @property
    def label(self) -> str:
        return place(self.number) + (f" ({self.part})" if self.part else "")


@dataclass(frozen=True)
class Note:
    """A known error of a paper, or a remark on a figure; for all tables if `table` is empty."""

    table: str
    text: str


@dataclass(frozen=True)
class Paper:
    id: str
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    doi: str
    url: str
    missing: str  # the unavailable parts of the above
    setting: str  # the measurement setting of the paper
    sources: tuple[str, ...]  # where its figures were read
    tables: tuple[Table, ...]
    notes: tuple[Note, ...]

    def find(self, number: str) -> list[Table]:
        """Return the tables under a number. UsageError lists the numbers."""
        choose(
            "table",
            number,
            dict.fromkeys(t.number for t in self.tables),
            f"vambrace paper {self.id} --list",
        )
        return [t for t in self.tables if t.number == number]

    def notes_of(self, table: Table) -> list[Note]:
        return [n for n in self.notes if n.table in ("", table.number)]


@cache
def papers() -> dict[str, Paper]:
    """Return all papers by id. PaperError if a file is wrong."""
    files = sorted((root() / "configs" / "papers").glob("*.toml"))
    return {paper.id: paper for paper in (load(f) for f in files if "." not in f.stem)}


def paper(name: str) -> Paper:
    """Return a paper; UsageError lists the ids."""
    return papers()[choose("paper", name, list(papers()))]


def load(path: Path) -> Paper:
    """Return the paper in a file, with the tables and notes of files such as NAME.PART.toml next to it; PaperError
    gives the place of an error.
    """
    content = _parsed(path)
    for part in sorted(path.parent.glob(f"{path.stem}.*.toml")):
        for name, more in _parsed(part).items():
            if name not in _PARTS[1:]:
                raise PaperError(f"{part.name}: unknown part '{name}'; one of: {', '.join(_PARTS[1:])}")
            content[name] = (
                [*content.get(name, ()), *more] if isinstance(more, list) else {**content.get(name, {}), **more}
            )
    try:
        return _paper(path.stem, content)
    except (PaperError, SelectorError) as e:
        raise PaperError(f"{path.name}: {e}") from e


def _parsed(path: Path) -> Entry:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as e:
        raise PaperError(f"{path.name}: {e}") from e


_PARTS = ("paper", "columns", "setting", "table", "note")

# The keys of each part of a file: required ones with their types, and optional ones.

_PAPER = (
    {"title": str, "year": int, "setting": str, "sources": list},
    {"authors": list, "venue": str, "doi": str, "url": str, "missing": str},
)
#: Properties of figures in a table, a column or a row; `setting` is a table or the name of one.
_FIGURES: Keys = {
    **dict.fromkeys(("show", "reason", "remark", "repeats"), str),
    **dict.fromkeys(("unlike", "own", "also", "base", "best", "program"), dict),
    "setting": (str, dict),
}
_TABLE = (
    {"number": str, "title": str, "kind": str},
    {
        **dict.fromkeys(("part", "unit", "source", "missing"), str),
        **dict.fromkeys(("columns", "rows"), list),
        **{"page": int, "scale": float, "spread": float},
        **_FIGURES,
    },
)
_COLUMN = ({"name": str}, _FIGURES)
_ROW = ({"name": str}, {"values": list, "corrected": list, "over": list, "derived": list, **_FIGURES})
_NOTE = ({"text": str}, {"table": str})


def _checked(entry: Entry, keys: tuple[Keys, Keys], where: str) -> Entry:
    """Return a part of a file; PaperError if a key is unknown, missing, empty or of another type."""
    needed, optional = keys
    for key, value in entry.items():
        wanted = needed.get(key) or optional.get(key)
        if wanted is None:
            raise PaperError(f"{where}: unknown key '{key}'; one of: {', '.join([*needed, *optional])}")
        if wanted is float and isinstance(value, int):
            continue
        if not isinstance(value, wanted) or isinstance(value, bool):
            names = " or ".join(t.__name__ for t in (wanted if isinstance(wanted, tuple) else (wanted,)))
            raise PaperError(f"{where}: '{key}' is {value!r}, not a {names}")
        if wanted in (str, list) and not value:
            raise PaperError(f"{where}: '{key}' is empty")
    for key in needed:
        if key not in entry:
            raise PaperError(f"{where}: no '{key}'")
    return entry


def _paper(name: str, content: Entry) -> Paper:
    for key in content:
        if key not in _PARTS:
            raise PaperError(f"unknown part '{key}'; one of: {', '.join(_PARTS)}")
    head = _checked(content.get("paper", {}), _PAPER, "paper")
    for key in ("authors", "venue"):
        if key not in head and "missing" not in head:
            raise PaperError(f"paper: no '{key}', and no 'missing' that gives the reason")
    named = _Named(content.get("columns", {}), content.get("setting", {}))
    tables = tuple(_table(t, named) for t in content.get("table", ()))
    numbers = [(t.number, t.part) for t in tables]
    for t in tables:
        if numbers.count((t.number, t.part)) > 1:
            raise PaperError(f"{t.label}: it occurs twice")
    notes = []
    for n in content.get("note", ()):
        _checked(n, _NOTE, f"note '{n.get('text', '')[:30]}'")
        if n.get("table", "") not in {"", *(t.number for t in tables)}:
            raise PaperError(f"note: no table {n['table']}")
        notes.append(Note(n.get("table", ""), n["text"]))
    return Paper(
        id=name,
        title=head["title"],
        authors=tuple(head.get("authors", ())),
        year=head["year"],
        venue=head.get("venue", ""),
        doi=head.get("doi", ""),
        url=head.get("url", ""),
        missing=head.get("missing", ""),
        setting=head["setting"],
        sources=tuple(head["sources"]),
        tables=tables,
        notes=tuple(notes),
    )


@dataclass(frozen=True)
class _Named:
    """The named column lists and settings of a file."""

    columns: Entry
    settings: Entry

    def resolved(self, entry: Entry, where: str) -> Entry:
        """Return a table, column or row with names replaced by their contents."""
        for key, known in (("columns", self.columns), ("setting", self.settings)):
            name = entry.get(key)
            if isinstance(name, str):
                if name not in known:
                    raise PaperError(f"{where}: unknown {key} '{name}'; one of: {', '.join(known)}")
                entry = {**entry, key: known[name]}
        for key in ("setting", "unlike"):
            named = entry.get(key)
            if isinstance(named, dict) and (unknown := settings.unknown(named)):
                valid = ", ".join(settings.DIMENSIONS)
                raise PaperError(f"{where}: unknown dimension '{unknown[0]}' in '{key}'; one of: {valid}")
        return entry


def _table(entry: Entry, named: _Named) -> Table:
    where = f"table {entry.get('number', '?')}" + (f" ({entry['part']})" if "part" in entry else "")
    entry = named.resolved(entry, where)
    _checked(entry, _TABLE, where)
    if entry["kind"] not in KINDS:
        raise PaperError(f"{where}: unknown kind '{entry['kind']}'; one of: {', '.join(KINDS)}")
    columns = [_column(c, named, where) for c in entry.get("columns", ())]
    rows = [named.resolved(r, where) for r in entry.get("rows", ())]
    if not rows and "reason" not in entry:
        raise PaperError(f"{where}: no rows and no reason")
    if bool(rows) != bool(columns) or (rows and "unit" not in entry):
        raise PaperError(f"{where}: rows need columns and a unit, columns need rows")
    return Table(
        number=entry["number"],
        part=entry.get("part", ""),
        title=entry["title"],
        kind=entry["kind"],
        unit=entry.get("unit", ""),
        columns=tuple(c["name"] for c in columns),
        rows=tuple(_row(r, entry, columns, where) for r in rows),
        page=entry.get("page"),
        scale=float(entry.get("scale", 1)),
        source=entry.get("source", ""),
        missing=entry.get("missing", ""),
        reason=entry.get("reason", ""),
        spread=float(entry.get("spread", 0)),
    )


def _column(entry: Entry | str, named: _Named, where: str) -> Entry:
    where = f"{where}, columns"
    return _checked(named.resolved({"name": entry} if isinstance(entry, str) else entry, where), _COLUMN, where)


def _row(entry: Entry, table: Entry, columns: list[Entry], where: str) -> Row:
    where = f"{where}, row '{entry.get('name', '?')}'"
    _checked(entry, _ROW, where)
    lists = {
        "values": entry.get("values", [NOT_AVAILABLE] * len(columns)),
        "corrected": entry.get("corrected", [NONE] * len(columns)),
        "over": entry.get("over", [NONE] * len(columns)),
        "derived": entry.get("derived", [False] * len(columns)),
    }
    if any(len(figures_listed) != len(columns) for figures_listed in lists.values()):
        counts = ", ".join(f"{len(figures_listed)} {name}" for name, figures_listed in lists.items())
        raise PaperError(f"{where}: {len(columns)} columns, but {counts}")
    if NOT_AVAILABLE in lists["values"] and "missing" not in table:
        raise PaperError(f"{where}: figures are not available, but the table has no 'missing' with the reason")
    cells = []
    for column, value, right, other, derived in zip(columns, *lists.values(), strict=True):
        place = f"{where}, column '{column['name']}'"
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise PaperError(f"{place}: {value!r} is not a figure")
        if other != NONE and (isinstance(other, bool) or not isinstance(other, int | float)):
            raise PaperError(f"{place}: over {other!r} is not a figure")
        known = [None if column == NONE else column for column in (right, other)]
        published = Cell(value, known[0], over=known[1], derived=bool(derived))
        cells.append(_cell(table["kind"], (table, column, entry), published, place))
    return Row(entry["name"], tuple(cells))


def _cell(kind: str, levels: tuple[Entry, Entry, Entry], published: Cell, where: str) -> Cell:
    """Return a published figure with the properties of its table, column and row; later ones override earlier ones."""
    value, over = published.published, published.over

    def last(key: str, default: str = "") -> str:
        return next((level[key] for level in reversed(levels) if key in level), default)

    def merged(*keys: str) -> Entry:
        return {k: v for key in keys for level in levels for k, v in level.get(key, {}).items()}

    reason, show = last("reason"), last("show", "value")
    if show not in SHOWS:
        raise PaperError(f"{where}: unknown show '{show}'; one of: {', '.join(SHOWS)}")
    own = merged("own")
    if reason or (value == NONE and not own):
        return replace(published, reason=reason, show=show, over=None)
    if isinstance(value, str) and value not in (NOT_AVAILABLE, NONE):
        raise PaperError(f"{where}: text instead of a figure needs a reason")
    if not own:
        raise PaperError(f"{where}: neither a record ('own') nor a reason for having none")
    has_best, has_more, has_base = (any(key in level for level in levels) for key in ("best", "also", "base"))
    if show != "value" and over is None and not has_base:
        raise PaperError(f"{where}: show '{show}' needs a 'base', or 'over'")
    if has_more and has_best:
        raise PaperError(f"{where}: 'also' adds to our figure, not to our best: omit 'also' or 'best'")
    setting = settings.make(merged("setting"), merged("unlike"))
    missing = settings.missing(setting, kind, show != "value")
    if published.available and missing:
        names = ", ".join(missing)
        raise PaperError(f"{where}: state for {names} what is equal ('setting') or how ours differs ('unlike')")
    return replace(
        published,
        own=make_selector(own, f"{where}, own"),
        also=make_selector(merged("own", "also"), f"{where}, also") if has_more else None,
        base=make_selector(merged("own", "base"), f"{where}, base") if show != "value" and over is None else None,
        best=make_selector(merged("own", "best"), f"{where}, best") if has_best else None,
        program=_program(own, merged("program"), where),
        program_base=_program(merged("own", "base"), merged("program"), where) if has_base and over is None else None,
        show=show,
        setting=setting,
        remark=last("remark"),
        repeats=last("repeats"),
    )


def _program(own: Entry, program: Entry, where: str) -> Selector | None:
    """Return the selector for the paper's own program, None for ours: the differences from our selector, if their kind
    supports it.
    """
    if program.get("library", OURS) == OURS:
        return None
    kind = registry.KINDS.get(program.get("record", ""))
    base = {k: v for k, v in own.items() if not kind or k in ("metric", "point", "block", *kind.selectable)}
    return make_selector({**base, **program}, f"{where}, program")


def cells() -> Iterator[tuple[Table, Cell]]:
    """Yield every published figure that is available in a paper's own text and is compared with a record."""
    for p in papers().values():
        for table in p.tables:
            if not table.source:
                yield from ((table, c) for row in table.rows for c in row.cells if c.available and c.own)


_WHITE = re.compile(r"\s+")


def citation(p: Paper) -> str:
    """Return a paper's authors, title, venue and location, as far as known."""
    parts = [", ".join(p.authors), p.title, p.venue, str(p.year), f"doi:{p.doi}" if p.doi else p.url]
    return _WHITE.sub(" ", ". ".join(part for part in parts if part))
