# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of configs/."""

import tomllib
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from vambrace.base import plugins
from vambrace.base.errors import UsageError
from vambrace.base.paths import root

T = TypeVar("T")


def load(name: str) -> dict[str, Any]:
    """Return the contents of a file of configs/."""
    return tomllib.loads((root() / "configs" / name).read_text())


def entries(name: str) -> dict[str, dict[str, Any]]:
    """Return the tables of a file of configs/ by name, with arrays as tuples."""
    return {
        key: {field: tuple(value) if isinstance(value, list) else value for field, value in table.items()}
        for key, table in load(name).items()
    }


def construct(kind: type[T], file: str, name: str, entry: dict[str, Any], **more: Any) -> T:
    """Return an object of a dataclass from an entry of a file of configs/; `more` has fields that the entry does not
    give. UsageError, with the file of the plug-in if it is from one, for an unknown or missing field.
    """
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    for field in entry:
        if field not in known or field in ("name", *more):
            allowed = ", ".join(word for word in known if word not in ("name", *more))
            raise UsageError(f"{place(file, name)}: unknown field '{field}'; allowed: {allowed}")
    values = {**({"name": name} if "name" in known else {}), **entry, **more}
    needed = (f.name for f in known.values() if f.default is MISSING and f.default_factory is MISSING)
    if missing := [word for word in needed if word not in values]:
        raise UsageError(f"{place(file, name)} lacks: {', '.join(missing)}")
    for field, value in entry.items():
        expected = known[field].type
        if expected in _TYPES and type(value) is not expected:
            raise UsageError(f"{place(file, name)}: {field} must be {_TYPES[expected]}")
    return kind(**values)


_TYPES = {int: "a whole number", str: "a string", bool: "true or false"}


def place(file: str, name: str) -> str:
    """Return where an entry of configs/ is, for messages."""
    owner = next((plugin for plugin in plugins.selected() if name in plugin.entries(file)), None)
    folder = owner.folder / "configs" if owner else "configs"
    return f"{folder}/{file}: [{name}]"
