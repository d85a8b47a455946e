# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The result store: keeps records while their inputs are unchanged, and returns them without any work.

The builds of a measurement are in the cache already (vambrace.base.store), but finding them there requires compiling
and hashing programs. Here whole records are stored by their inputs (vambrace.results.origin), so that a view over
hundreds of them takes a second. After a change of an input a record is not found; a new measurement then uses the
builds that are still in the cache. Nothing here measures.

    records/KIND/ORIGIN/inputs.json          the names of the inputs
    records/KIND/ORIGIN/STAMP/NAME.json      the records of a measurement, made when the inputs had this hash
"""

import json
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir
from vambrace.results import inputs, plugged
from vambrace.results.origin import Origin
from vambrace.results.schema import Json


@cache
def stamp(origin: Origin) -> str:
    """Return the hash of all inputs of an origin in their current state. KeyError or VambraceError if one no longer
    exists.
    """
    return store.digest([[*item, inputs.digest(item)] for item in origin.inputs])


def forget() -> None:
    """Look at all inputs again next time."""
    stamp.cache_clear()
    inputs.forget()


def _home(kind: str, origin: Origin) -> Path:
    return cache_dir() / "records" / kind / store.digest(origin.inputs)


def _file(kind: str, origin: Origin, name: tuple[str, ...]) -> Path:
    return _home(kind, origin) / stamp(origin) / f"{store.digest(name)}.json"


def keep(kind: str, origin: Origin, name: tuple[str, ...], records: list[Json]) -> list[Json]:
    """Store a measurement's records under a name unique within its kind, and return them as they will be found, with
    the versions of the plug-ins that they depend on. Files appear atomically.
    """
    if used := plugged.versions(origin):
        records = [{**record, "tools": {**record.get("tools", {}), **used}} for record in records]
    text = json.dumps({"name": name, "records": records})
    _write(_home(kind, origin) / "inputs.json", json.dumps(origin.inputs))
    _write(_file(kind, origin, name), text)
    stored: list[Json] = json.loads(text)["records"]
    return stored


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".part", delete=False) as f:
        f.write(text)
    os.replace(f.name, path)


def find(kind: str, origin: Origin, name: tuple[str, ...]) -> list[Json] | None:
    """Return the valid records stored under a name, or None."""
    return _records(_file(kind, origin, name))


def every(kind: str) -> Iterator[Json]:
    """Yield all valid stored records of a kind."""
    for home in sorted((cache_dir() / "records" / kind).glob("*")):
        origin = _origin(home)
        folder = home / _stamp_or_none(origin) if origin else home / "none"
        for path in sorted(folder.glob("*.json")):
            yield from _records(path) or ()


def _origin(home: Path) -> Origin | None:
    """Return the origin of a folder, or None if it is damaged."""
    stored = _read(home / "inputs.json")
    try:
        return Origin(tuple(tuple(map(str, item)) for item in stored))
    except TypeError:
        return None


def _stamp_or_none(origin: Origin) -> str:
    """Return its stamp, or a string that names no folder if an input no longer exists."""
    try:
        return stamp(origin)
    except (VambraceError, LookupError, OSError, TypeError):
        return "none"


def _records(path: Path) -> list[Json] | None:
    stored = _read(path)
    try:
        records: list[Json] = stored["records"]
    except (KeyError, TypeError):  # missing or damaged: it is measured again
        return None
    return records


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None
