# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of all records of a kind, with the columns that the kind declares (vambrace.measure.kinds)."""

from collections.abc import Sequence

from vambrace.measure.registry import KINDS
from vambrace.results.column import Column as Declared
from vambrace.results.schema import Fields
from vambrace.view.figures import Value, shown
from vambrace.view.report.elements import Column, Row, Table, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import named_with_variant


def table(
    data: Data,
    kind: str,
    caption: str,
    facets: Sequence[str],
    notes: tuple[str, ...] = (),
    names: int = 2,
    records: Sequence[Fields] | None = None,
) -> Table:
    """Return the table of all records of a kind, or of some; a row has the facets of its record."""
    some = data.records.get(kind, []) if records is None else records
    declared = KINDS[kind].columns
    rows = tuple(
        Row(tuple(_value(c, r, some) for c in declared), {f: r[f] for f in facets if r.get(f)}, data.how.of(kind, r))
        for r in some
    )
    return Table(f"{kind}-table", caption, tuple(map(_column, declared)), rows, notes, names)


def _column(c: Declared) -> Column:
    if c.words:
        return words(c.head, c.note)
    return Column(c.head, shown(c), note=c.note)


def _value(c: Declared, record: Fields, every: Sequence[Fields]) -> Value:
    built = c.of(record, every)
    return named_with_variant(built, record) if c.variant else built
