# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as types: the meaning and unit of each field, and whether it identifies the measurement or is a result.

A record is a frozen dataclass whose fields are declared by `identity`, `figure` and `detail`. In files and in the
result store it is the JSON that `Record.json` returns; `check` rejects invalid records.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from math import isfinite
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar

#: Incremented when a field of records changes its meaning or its name.
SCHEMA = 3

Role = Literal["identity", "figure", "detail"]

#: A record as JSON.
Json = dict[str, Any]

T = TypeVar("T")


class Fields(Protocol):
    """What a record has by the names of its fields: JSON, or a Record that was read from it."""

    def __getitem__(self, name: str, /) -> Any: ...

    def get(self, name: str, default: Any = None, /) -> Any: ...


_META = "vambrace"


@dataclass(frozen=True)
class About:
    """The properties of a field besides its name and type."""

    role: Role
    meaning: str
    unit: str = ""
    #: For a figure: 1 if more is better, -1 if less is, 0 if neither.
    better: int = -1
    #: For an identity: its name in selectors (vambrace.results.kind); "": not selectable.
    selector: str = ""
    #: The default in a selector; None: it is required.
    default: str | None = None
    #: The values that a selector may give; none: all that the kind accepts.
    values: tuple[str, ...] = ()
    #: Of a field that is joined when a record is shown: the kind and the metric of the published figure.
    joined: tuple[str, str] | None = None


def identity(
    meaning: str, *, selector: str = "", default: str | None = None, values: tuple[str, ...] = (), unit: str = ""
) -> Any:
    """Declare a field that distinguishes a record from others of its kind."""
    return _declared(About("identity", meaning, unit, selector=selector, default=default, values=values))


def figure(unit: str, meaning: str, *, better: int = -1) -> Any:
    """Declare a measured field: a number, or null if unknown."""
    return _declared(About("figure", meaning, unit, better))


def joined(meaning: str, unit: str = "", source: tuple[str, str] | None = None) -> Any:
    """Declare a field that measuring leaves null: vambrace.papers.published gives it the published figure of a kind
    and one of its metrics, or a target, when the record is shown."""
    return dataclasses.field(default=None, metadata={_META: About("detail", meaning, unit, joined=source)})


def detail(meaning: str, unit: str = "") -> Any:
    """Declare a field that explains a figure or adds details."""
    return _declared(About("detail", meaning, unit))


def _declared(about: About) -> Any:
    return dataclasses.field(metadata={_META: about})


@dataclass(frozen=True)
class Field:
    """A field of a record, or of an object in it: then `path` has several names."""

    path: tuple[str, ...]
    about: About
    type: Any

    @property
    def name(self) -> str:
        return ".".join(self.path)

    def of(self, record: Mapping[str, Any]) -> Any:
        """Return its value in a record; None if the record lacks it."""
        value: Any = record
        for name in self.path:
            value = value.get(name) if isinstance(value, Mapping) else None
        return value


@cache
def fields(record: type) -> tuple[Field, ...]:
    """Return the fields of a dataclass in order; an object is followed by its own fields."""
    return tuple(_fields(record, ()))


def _fields(record: type, before: tuple[str, ...]) -> Iterator[Field]:
    hints = typing.get_type_hints(record)
    for field in dataclasses.fields(record):
        about = field.metadata.get(_META)
        if not isinstance(about, About):
            raise TypeError(f"{record.__name__}.{field.name} must be declared by identity, figure or detail")
        path = (*before, field.name)
        yield Field(path, about, hints[field.name])
        if isinstance(hints[field.name], type) and is_dataclass(hints[field.name]):
            yield from _fields(hints[field.name], path)


@dataclass(frozen=True, kw_only=True)
class Record:
    """The common part of all kinds of records: a subclass for each kind, named `record`."""

    record: ClassVar[str]

    @classmethod
    def of(cls, content: Json) -> Self:
        """Return the record that JSON is, unchecked: fields that it lacks are missing here, too."""
        record = read(cls, content)
        vars(record)["_json"] = content
        return record

    def __getitem__(self, name: str) -> Any:
        """Return a field of the JSON that the record was read from."""
        return vars(self)["_json"][name]

    def get(self, name: str, default: Any = None) -> Any:
        return vars(self)["_json"].get(name, default)

    def changed(self, **fields: Any) -> Self:
        """Return a record that was read, with other fields."""
        return type(self).of({**vars(self)["_json"], **fields})

    def json(self) -> Json:
        """Return the record as JSON for files and the result store; one that was read, as it was."""
        return vars(self).get("_json") or {"schema": SCHEMA, "record": type(self).record, **asdict(self)}


def read(kind: type[T], content: Mapping[str, Any]) -> T:
    """Return JSON as a dataclass, the objects in it likewise."""
    record, inner = object.__new__(kind), _inner(kind)  # type: ignore[arg-type]
    vars(record).update(content)
    for name in inner.keys() & content.keys():
        many, inner_kind = inner[name]
        if many:
            vars(record)[name] = {key: read(inner_kind, entry) for key, entry in content[name].items()}
        elif content[name] is not None:
            vars(record)[name] = read(inner_kind, content[name])
    return record


@cache
def _inner(kind: type) -> dict[str, tuple[bool, type]]:
    """The fields that are dataclasses, or have some by name."""
    inner_kinds = {}
    for name, hint in typing.get_type_hints(kind).items():
        inner_kind = typing.get_args(hint)[-1] if typing.get_origin(hint) is dict else hint
        if isinstance(inner_kind, type) and is_dataclass(inner_kind):
            inner_kinds[name] = inner_kind is not hint, inner_kind
    return inner_kinds


def check(record: type, content: Mapping[str, Any]) -> None:
    """Raise ValueError if JSON lacks a field of a dataclass, or has a wrong value in it."""
    _object(record, content, "")


def _object(kind: type, content: Mapping[str, Any], before: str) -> None:
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        name = f"{before}{field.name}"
        if field.name not in content:
            raise ValueError(f"no field '{name}'")
        _value(hints[field.name], content[field.name], name)


def _value(hint: Any, value: Any, name: str) -> None:
    if hint is Any:
        return
    if hint is type(None):
        return _need(value is None, name, "null")
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in inner:
            return
        (hint, *others) = [member for member in inner if member is not type(None)]
        assert not others, f"{name}: only unions with None are supported"
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is list or origin is tuple:
        _need(isinstance(value, list | tuple), name, "a list")
        for number, entry in enumerate(value):
            _value(inner[0], entry, f"{name}[{number}]")
    elif origin is dict:
        _need(isinstance(value, dict), name, "an object")
        for key, entry in value.items():
            _value(inner[1], entry, f"{name}.{key}")
    elif is_dataclass(hint):
        _need(isinstance(value, dict), name, "an object")
        _object(typing.cast(type, hint), value, f"{name}.")
    else:
        words, fits = _PLAIN[hint]
        _need(fits(value), name, words)


def _need(fits: bool, name: str, words: str) -> None:
    if not fits:
        raise ValueError(f"'{name}' is not {words}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


_PLAIN: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    str: ("text", lambda v: isinstance(v, str)),
    bool: ("true or false", lambda v: isinstance(v, bool)),
    int: ("a whole number", lambda v: isinstance(v, int) and not isinstance(v, bool)),
    float: ("a number", _is_number),
}
