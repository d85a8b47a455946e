# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables for a terminal, with the columns that the record kind declares (vambrace.measure.kinds)."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from vambrace.base.grid import Grid
from vambrace.measure.registry import KINDS
from vambrace.results.column import Column, words
from vambrace.results.schema import Fields
from vambrace.view.figures import shown

#: A column of a kind by its heading, another field by its name, one of these with another heading, or a column that
#: only this table has.
Item = str | tuple[str, str] | Column

#: A field of a record, or a function of a record.
By = str | Callable[[Any], Hashable]

R = TypeVar("R", bound=Fields)


def grid(kind: str, title: str, records: Sequence[Fields], notes: Sequence[str] = ()) -> Grid:
    """Return a table of records of a kind; `against` gets all of them. Columns are omitted if they are for the page
    only, if no record has a value in them, or, if the kind permits it, if all rows have the same words.
    """
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


def of_subjects(
    kind: str, title: str, records: Iterable[R], notes: Callable[[list[R]], Iterable[str]]
) -> Iterator[Grid]:
    """Yield a table of the points of each core, and one of blocks."""
    for some in groups(sorted(records, key=lambda r: not r["core"]), "core"):
        yield grid(kind, f"{some[0]['core'] or 'Blocks'}: {title}", some, list(notes(some)))


def groups(records: Iterable[R], *by: By) -> Iterator[list[R]]:
    """Yield lists of the records with equal values of all `by`, in their order."""
    by_values: dict[tuple[Hashable, ...], list[R]] = {}
    for record in records:
        by_values.setdefault(tuple(_value(record, field) for field in by), []).append(record)
    yield from by_values.values()


def _value(record: Fields, by: By) -> Hashable:
    value: Hashable = record[by] if isinstance(by, str) else by(record)
    return value


def named(head: str, name: str) -> Column:
    """Return a column with the same name in each row."""
    return words(head, lambda _: name)


class Across:
    """One column for each value of `by`, which replaces {} in the headings."""

    def __init__(self, by: By, *items: Item) -> None:
        self.by, self.items = by, items


#: Identifies a column of a table: the index of its declaration, the value that it is across, and the index among these
#: items.
Key = tuple[int, Hashable, int]


class Pivot:
    """A table with one row for all records that agree in the columns `rows`, whose text columns are the row's name.

    `against` gets all records of the table in an Across, and those of the row in any other column.
    """

    def __init__(
        self, kind: str, rows: Sequence[Item], *columns: Item | Across, blank: str = "", drop: bool = False
    ) -> None:
        self._kind, self._blank, self._drop = kind, blank, drop
        self._rows = [self._column(item) for item in rows]
        self._columns = [
            (part.by, [self._column(item) for item in part.items])
            if isinstance(part, Across)
            else (None, [self._column(part)])
            for part in columns
        ]

    def _column(self, item: Item) -> Column:
        if isinstance(item, Column):
            return item
        head, name = item if isinstance(item, tuple) else (item, item)
        kind = KINDS[self._kind]
        declared = [c for c in kind.columns if c.head == name]
        if not declared and name not in (f.name for f in kind.fields):
            raise TypeError(f"{self._kind} has neither a column nor a field '{name}'")
        return replace(declared[0] if declared else Column("", name), head=head)

    def grid(
        self,
        title: str,
        records: Sequence[Fields],
        notes: Iterable[str] = (),
        order: Sequence[Hashable] | None = None,
        below: Iterable[tuple["Pivot", Sequence[Fields]]] = (),
        every: Sequence[Fields] | None = None,
    ) -> Grid:
        """Return the table of `records`; `every` has the records for `against` (default: the same). `order` has the
        values of Across columns, if not all of them in the order of the records; `below` has further rows with the
        columns of this table.
        """
        parts = [(self, records), *below]
        keys: dict[Key, str] = {}
        for n, (by, columns) in enumerate(self._columns):
            across = [_value(r, by) for _, some in parts for r in some] if by else [None]
            for value in dict.fromkeys(order if by and order is not None else across):
                keys |= {(n, value, i): column.head.format(value) for i, column in enumerate(columns)}
        rows = [line for pivot, some in parts for line in pivot._lines(some, some if every is None else every)]
        heads = [key for key in keys if not self._drop or any(cells.get(key) for _, cells in rows)]
        names = next((n for n, column in enumerate(self._rows) if not column.words), len(self._rows))
        head = [*(column.head for column in self._rows), *(keys[key] for key in heads)]
        lines = [[*name, *(cells.get(key) or self._blank for key in heads)] for name, cells in rows]
        return Grid(title, head, lines, tuple(notes), names)

    def _lines(
        self, records: Sequence[Fields], every: Sequence[Fields]
    ) -> Iterator[tuple[tuple[str, ...], dict[Key, str]]]:
        """Yield the names and cells of each row."""
        for mine in groups(records, self._name):
            cells: dict[Key, str] = {}
            for n, (by, columns) in enumerate(self._columns):
                for r in mine if by else mine[:1]:
                    for i, column in enumerate(columns):
                        key = n, _value(r, by) if by else None, i
                        if key not in cells:
                            cells[key] = shown(column)(column.named(r, every if by else mine))
            yield self._name(mine[0]), cells

    def _name(self, record: Fields) -> tuple[str, ...]:
        return tuple(shown(column)(column.named(record)) for column in self._rows)
