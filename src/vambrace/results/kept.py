# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records that are kept: found again without any work for as long as what they were made from is the same.

What a measurement builds is in the cache already (vambrace.base.store), but to find it there programs are compiled and
hashed. Here whole records are kept by the files and tools that they came from (Origin), so that a view over hundreds
of them is there in a second. An origin that changed makes none of them wrong, only not found; measuring again then
takes what is still in the cache. Nothing here measures.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from vambrace.base import code, store, tools
from vambrace.base.errors import MissingTool
from vambrace.base.paths import cache_dir, root
from vambrace.hardware import rtl
from vambrace.results.origin import UPSTREAMS, Origin
from vambrace.results.schema import Json


@cache
def stamp(origin: Origin) -> str:
    """Return the hash of everything that an origin names, as it is now."""
    files = sorted({f for pattern in origin.files for f in root().glob(pattern) if f.is_file() and f.suffix != ".md"})
    named = [(str(f.relative_to(root())), store.digest(f.read_bytes())) for f in files]
    return store.digest(named, code.digest(origin.module), [(name, _version(name)) for name in origin.tools])


@cache
def _version(name: str) -> str:
    try:
        return rtl.version(name) if name in UPSTREAMS else tools.version(name)
    except MissingTool:
        return "missing"


def _folder(kind: str, origin: Origin) -> Path:
    return cache_dir() / "records" / kind / stamp(origin)


def keep(kind: str, origin: Origin, name: tuple[str, ...], records: list[Json]) -> list[Json]:
    """Keep what was measured under a name that tells it from all others of its kind, and return it as it is found
    again. The file appears whole."""
    folder = _folder(kind, origin)
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"name": name, "records": records})
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".part", delete=False) as f:
        f.write(text)
    os.replace(f.name, folder / f"{store.digest(name)}.json")
    found: list[Json] = json.loads(text)["records"]
    return found


def find(kind: str, origin: Origin, name: tuple[str, ...]) -> list[Json] | None:
    """Return what was kept under a name and is still valid, or None."""
    return _read(_folder(kind, origin) / f"{store.digest(name)}.json")


def every(kind: str, origin: Origin) -> Iterator[Json]:
    """Yield all records of a kind that are kept and still valid."""
    for path in sorted(_folder(kind, origin).glob("*.json")):
        yield from _read(path) or ()


def _read(path: Path) -> list[Json] | None:
    try:
        found: list[Json] = json.loads(path.read_text())["records"]
        return found
    except (OSError, ValueError, KeyError, TypeError):  # not there, or damaged: it is measured again
        return None
