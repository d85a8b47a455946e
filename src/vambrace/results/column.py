# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Columns of the table that shows all records of a kind, as data: what is in each, and how it is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from vambrace.results.schema import Json


@dataclass(frozen=True)
class Column:
    """A column. Its `value` is a field of a record, or what a function makes of a record."""

    head: str
    value: str | Callable[[Json], Any] = ""
    places: int | None = None  # decimals; None: as many as mean something
    unit: str = ""  # written after each figure
    note: str = ""  # what it is, where the heading does not say it all
    words: bool = False  # whether it holds words, not figures
    variant: bool = False  # whether it also says how a record was measured, where that is not the usual way
    form: str = ""  # a way to write figures that views know: "mean", "uJ"
    sign: bool = False  # whether figures have one where they are positive
    name: str = ""  # the field with the name that the command takes, which a terminal shows instead of `value`
    on_page: bool = False  # whether it is shown on the report's page alone
    if_different: bool = False  # whether a terminal shows it only where records differ in it
    against: Callable[[Json, Sequence[Json]], Any] | None = None  # compares a record with all of them, instead of value

    def of(self, record: Json, every: Sequence[Json] = ()) -> Any:
        """Return what it has of a record; `every`: the records of the table."""
        if self.against:
            return self.against(record, every)
        return record[self.value] if isinstance(self.value, str) else self.value(record)

    def named(self, record: Json, every: Sequence[Json] = ()) -> Any:
        """Return the same as the command calls it."""
        return record[self.name] if self.name else self.of(record, every)


def words(head: str, value: str | Callable[[Json], Any], note: str = "", variant: bool = False, **more: Any) -> Column:
    """A column of words; `more` as in Column."""
    return Column(head, value, note=note, words=True, variant=variant, **more)


def percent(head: str, value: Callable[[Json], Any], note: str = "", sign: bool = False) -> Column:
    """A column of percentages."""
    return Column(head, value, 1, " %", note, sign=sign)
