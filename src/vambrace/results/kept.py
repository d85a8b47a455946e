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
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vambrace.base import code, store, tools
from vambrace.base.errors import MissingTool
from vambrace.base.paths import cache_dir, root
from vambrace.hardware import rtl

#: Of every record: cores, buses, and the named configurations.
HARDWARE = ("rtl/**/*", "cores/**/*", "soc/**/*", "configs/*.toml")
#: Of a record that a program on a core makes.
FIRMWARE = ("lib/**/*", "firmware/**/*")

_UPSTREAMS = ("ibex", "cv32e40x", "rocket")
COMPILERS = ("riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++", *_UPSTREAMS)
SYNTHESIS = ("pyosys", "osu018", *_UPSTREAMS)


@dataclass(frozen=True)
class Origin:
    """What records of a kind are made from."""

    module: str  # which makes them: its code and that of all it imports from this package
    files: tuple[str, ...] = (*HARDWARE, *FIRMWARE)  # patterns, from the project's folder
    tools: tuple[str, ...] = COMPILERS  # of vambrace.base.tools, or a core's upstream


@cache
def stamp(origin: Origin) -> str:
    """Return the hash of everything that an origin names, as it is now."""
    files = sorted({f for pattern in origin.files for f in root().glob(pattern) if f.is_file() and f.suffix != ".md"})
    named = [(str(f.relative_to(root())), store.digest(f.read_bytes())) for f in files]
    return store.digest(named, code.digest(origin.module), [(name, _version(name)) for name in origin.tools])


@cache
def _version(name: str) -> str:
    try:
        return rtl.version(name) if name in _UPSTREAMS else tools.version(name)
    except MissingTool:
        return "missing"


def _folder(kind: str, origin: Origin) -> Path:
    return cache_dir() / "records" / kind / stamp(origin)


def keep(kind: str, origin: Origin, name: tuple[str, ...], records: list[dict]) -> None:
    """Keep what was measured under a name that tells it from all others of its kind. The file appears whole."""
    folder = _folder(kind, origin)
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"name": name, "records": records})
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".part", delete=False) as f:
        f.write(text)
    os.replace(f.name, folder / f"{store.digest(name)}.json")


def find(kind: str, origin: Origin, name: tuple[str, ...]) -> list[dict] | None:
    """Return what was kept under a name and is still valid, or None."""
    return _read(_folder(kind, origin) / f"{store.digest(name)}.json")


def every(kind: str, origin: Origin) -> Iterator[dict]:
    """Yield all records of a kind that are kept and still valid."""
    for path in sorted(_folder(kind, origin).glob("*.json")):
        yield from _read(path) or ()


def _read(path: Path) -> list[dict] | None:
    try:
        return json.loads(path.read_text())["records"]
    except (OSError, ValueError, KeyError, TypeError):  # not there, or damaged: it is measured again
        return None
