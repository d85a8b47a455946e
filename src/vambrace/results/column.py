# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Columns of the table with all records of a kind, as data: contents and format."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from vambrace.results.schema import Fields


@dataclass(frozen=True)
class Column:
    """A column. Its `value` is a field of a record, or a function of a record."""

    head: str
    value: str | Callable[[Any], Any] = ""
    places: int | None = None  # decimals; None: all significant ones
    unit: str = ""  # written after each figure
    note: str = ""  # an explanation, if the heading is not enough
    words: bool = False  # whether it contains words, not figures
    variant: bool = False  # whether it also states how a record was measured, if not in the usual way
    form: str = ""  # a number format of the views: "mean", "uJ"
    sign: bool = False  # whether positive figures have a sign
    name: str = ""  # the field with the name on the command line, which a terminal shows instead of `value`
    on_page: bool = False  # whether only the report shows it
    if_different: bool = False  # whether a terminal shows it only if records differ in it
    against: Callable[[Any, Sequence[Any]], Any] | None = None  # compares a record with all of them, instead of value

    def of(self, record: Fields, every: Sequence[Fields] = ()) -> Any:
        """Return its value for a record; `every`: the records of the table."""
        if self.against:
            return self.against(record, every)
        return record[self.value] if isinstance(self.value, str) else self.value(record)

    def named(self, record: Fields, every: Sequence[Fields] = ()) -> Any:
        """Return the same by its name on the command line."""
        return record[self.name] if self.name else self.of(record, every)


def words(head: str, value: str | Callable[[Any], Any], note: str = "", variant: bool = False, **more: Any) -> Column:
    """Return a column of words; `more` as in Column."""
    return Column(head, value, note=note, words=True, variant=variant, **more)


def percent(head: str, value: Callable[[Any], Any], note: str = "", sign: bool = False) -> Column:
    """Return a column of percentages."""
    return Column(head, value, 1, " %", note, sign=sign)
