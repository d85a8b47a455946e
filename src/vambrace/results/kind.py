# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A kind of record: one object with all its properties, and the selectors that name its records.

vambrace.measure.kinds has a file for each kind; vambrace.measure.registry lists all. The measuring code of a kind is in
a module of vambrace.measure with the kind's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vambrace.results.column import Column
from vambrace.results.schema import Field, Fields, Record, fields

#: The subject of a record, in `Kind.places`.
POINT, BLOCK = "point", "block"

#: The fields with the subject.
PLACES = ("core", "extensions", "block")


def _place(record: Fields) -> str:
    """Return the block or the point of a record."""
    return record.get("block") or f"{record['core']}/{record['extensions']}"


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of record. TypeError if a part is missing."""

    record: type[Record]
    title: str  # the subject of its figures
    command: str  # the vambrace command that writes its records
    columns: tuple[Column, ...]  # of the table of all its records
    places: tuple[str, ...] = (POINT,)
    generated: bool = True  # whether generated cores have records
    scenarios: tuple[str, ...] = ("named",)  # values of `scenario`: "named", "length", or another word
    variant: Callable[[Fields], str] = lambda record: ""  # how it was measured, if not in the usual way
    subject: Callable[[Fields], str] = lambda record: _place(record)  # the command's argument for a record
    options: Callable[[Fields], Iterable[str]] = lambda record: ()  # and its options

    def __post_init__(self) -> None:
        missing = [name for name in ("title", "command", "columns") if not getattr(self, name)]
        missing += ["record"] * (not getattr(self.record, "record", ""))
        missing += [role for role in ("identity", "figure") if not any(f.about.role == role for f in self.fields)]
        if missing:
            raise TypeError(f"the kind of {self.record.__name__} lacks: {', '.join(missing)}")

    @property
    def name(self) -> str:
        return self.record.record

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return fields(self.record)  # type: ignore[arg-type]

    @cached_property
    def selectable(self) -> dict[str, Field]:
        """Return the fields that a selector may give, by their names in selectors."""
        return {f.about.selector: f for f in self.fields if f.about.selector}

    @property
    def needed(self) -> tuple[str, ...]:
        """Return the fields that a selector must give."""
        return tuple(name for name, f in self.selectable.items() if f.about.default is None)

    @property
    def defaults(self) -> dict[str, str]:
        """Return the fields that a selector may omit, with their defaults; "": any value."""
        return {name: f.about.default for name, f in self.selectable.items() if f.about.default is not None}

    @cached_property
    def metrics(self) -> dict[str, Field]:
        """Return the figures by name; those of an object in the record as in `key_setup.instret`."""
        return {f.name: f for f in self.fields if f.about.role == "figure"}

    def identity(self, record: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the identity of a record, which distinguishes it from all others of its kind."""
        values = (f.of(record) for f in self.fields if f.about.role == "identity")
        return tuple(repr(value) for value in values)


@dataclass(frozen=True)
class Selector:
    """Selects the record that a figure is compared with: a kind, its points or its block, and fields."""

    kind: Kind
    metrics: tuple[str, ...]  # the figure is their sum
    points: tuple[str, ...]  # alternatives, in order of preference
    block: str
    fields: tuple[tuple[str, str], ...]

    @property
    def record(self) -> str:
        """The name of the kind."""
        return self.kind.name

    def get(self, field: str) -> str:
        """Return the required value of a field, "" for any value."""
        return dict(self.fields).get(field, "")

    def fits(self, record: Mapping[str, Any]) -> bool:
        """Return whether a record of its kind matches: its point and its fields."""
        if self.block and record.get("block") != self.block:
            return False
        if self.points and f"{record.get('core')}/{record.get('extensions')}" not in self.points:
            return False
        return all(self._has(record, name, value) for name, value in self.fields)

    def _has(self, record: Mapping[str, Any], name: str, value: str) -> bool:
        field = self.kind.selectable[name]
        actual = field.of(record)
        return actual == value or (len(field.path) > 1 and actual is None)  # a core without caches, software

    def figure(self, record: Mapping[str, Any]) -> float | None:
        """Return the figure of a matching record; None if the record lacks it."""
        values = [self.kind.metrics[metric].of(record) for metric in self.metrics]
        return None if None in values else sum(values)
