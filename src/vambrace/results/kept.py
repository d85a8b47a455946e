# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The result store: records found again without any work for as long as what they were made from is the same.

What a measurement builds is in the cache already (vambrace.base.store), but to find it there programs are compiled and
hashed. Here whole records are kept by the inputs that they came from (vambrace.results.origin), so that a view over
hundreds of them is there in a second. An input that changed makes none of them wrong, only not found; measuring again
then takes what is still in the cache. Nothing here measures.

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
from vambrace.results import inputs
from vambrace.results.origin import Origin
from vambrace.results.schema import Json


@cache
def stamp(origin: Origin) -> str:
    """Return the hash of all inputs of an origin, as they are now. KeyError, or a VambraceError, where there is no such
    thing any more."""
    return store.digest([[*given, inputs.digest(given)] for given in origin.inputs])


def forget() -> None:
    """Look at all inputs again the next time."""
    stamp.cache_clear()
    inputs.forget()


def _home(kind: str, origin: Origin) -> Path:
    return cache_dir() / "records" / kind / store.digest(origin.inputs)


def _file(kind: str, origin: Origin, name: tuple[str, ...]) -> Path:
    return _home(kind, origin) / stamp(origin) / f"{store.digest(name)}.json"


def keep(kind: str, origin: Origin, name: tuple[str, ...], records: list[Json]) -> list[Json]:
    """Keep what was measured under a name that no other of its kind has, and return it as it is found
    again. Files appear whole."""
    text = json.dumps({"name": name, "records": records})
    _write(_home(kind, origin) / "inputs.json", json.dumps(origin.inputs))
    _write(_file(kind, origin, name), text)
    found: list[Json] = json.loads(text)["records"]
    return found


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".part", delete=False) as f:
        f.write(text)
    os.replace(f.name, path)


def find(kind: str, origin: Origin, name: tuple[str, ...]) -> list[Json] | None:
    """Return what was kept under a name and is still valid, or None."""
    return _records(_file(kind, origin, name))


def every(kind: str) -> Iterator[Json]:
    """Yield all records of a kind that are kept and still valid."""
    for home in sorted((cache_dir() / "records" / kind).glob("*")):
        origin = _origin(home)
        folder = home / _stamp_or_none(origin) if origin else home / "none"
        for path in sorted(folder.glob("*.json")):
            yield from _records(path) or ()


def _origin(home: Path) -> Origin | None:
    """The origin of a folder, or None where it is damaged."""
    found = _read(home / "inputs.json")
    try:
        return Origin(tuple(tuple(map(str, given)) for given in found))
    except TypeError:
        return None


def _stamp_or_none(origin: Origin) -> str:
    """Its stamp, or what no folder is called where one of its inputs is no more."""
    try:
        return stamp(origin)
    except (VambraceError, LookupError, OSError, TypeError):
        return "none"


def _records(path: Path) -> list[Json] | None:
    found = _read(path)
    try:
        records: list[Json] = found["records"]
    except (KeyError, TypeError):  # not there, or damaged: it is measured again
        return None
    return records


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None
