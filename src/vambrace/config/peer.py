# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Peers: third-party programs for comparison. Libraries come inside packages (configs/peers.toml), the programs that
papers measured from the user's checkouts (configs/programs.toml), the user's own from folders (vambrace.config.own).
"""

import dataclasses
import fnmatch
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from vambrace.base.errors import VambraceError, unknown
from vambrace.config.algorithm import algorithms
from vambrace.config.extensions import extension_sets
from vambrace.config.load import entries

#: Where sources come from: a Python source distribution, a Rust crate, a repository checkout, or the user's folder.
SDIST, CRATE, CHECKOUT, OWN = "sdist", "crate", "checkout", "own"
_NEEDED = {SDIST: ("sha256", "folder", "keep"), CRATE: ("sha256", "folder", "keep"), CHECKOUT: ("files",)}


@dataclass(frozen=True)
class Variant:
    """What a peer adds to its build on a core with an extension set."""

    includes: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edit:
    """A line of a peer's file that is replaced when it is copied into the cache. It must occur once."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Peer:
    """A third-party program. The comments at the top of configs/peers.toml and configs/programs.toml explain the
    fields.
    """

    name: str
    title: str
    version: str
    kind: str
    package: str
    package_version: str
    algorithms: dict[str, str] = field(hash=False)
    sha256: str = ""
    folder: str = ""
    keep: tuple[str, ...] = ()
    files: dict[str, str] = field(hash=False, default_factory=dict)
    edits: tuple[Edit, ...] = ()
    includes: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    header: str = ""
    variants: dict[str, Variant] = field(hash=False, default_factory=lambda: {"none": Variant()})
    compiled: tuple[str, ...] = ()
    memory: str = "words"
    windows: dict[str, str] = field(hash=False, default_factory=dict)
    not_constant_time: tuple[str, ...] = ()
    replaced: dict[str, str] = field(hash=False, default_factory=dict)
    like: str = ""
    adaptor: str = ""
    xlen: int = 0  # register width of the cores that it is for; 0: any
    file: str = "peers.toml"  # the file in configs/ with its entry
    flags: tuple[str, ...] = ()  # additional compiler flags from the command line

    def constant_time(self, algorithm: str) -> bool:
        """Return whether the peer computes an algorithm without secret-dependent table lookups."""
        return not any(fnmatch.fnmatchcase(algorithm, p) for p in self.not_constant_time)

    @property
    def profile(self) -> str:
        """Return the profile that corresponds to its authors' flags; "" if it is compiled for each profile."""
        return "" if not self.compiled else "size" if "-Os" in self.compiled else "speed"

    @property
    def origin(self) -> str:
        """Return the origin of its sources for records."""
        return f"{self.package}@{self.package_version}" if self.kind == CHECKOUT else self.version


def read(file: str, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Peer]:
    """Return the peers in the tables of a file; VambraceError names the wrong entry and the defect."""
    return {name: _peer(name, file, table) for name, table in tables.items()}


def _peer(name: str, file: str, table: Mapping[str, Any]) -> Peer:
    where = f"{file}: [{name}]"
    entry = {**_checked(Peer, table, where), "name": name, "file": file}
    if "like" in entry:
        like = entries("peers.toml")[_one_of(where, "peer", entry["like"], peers())]
        entry = {**_checked(Peer, like, where), "adaptor": entry["like"], **entry}
    needed = [key for key in ("title", "version", "package", "package_version", "algorithms") if not entry.get(key)]
    kind = _one_of(where, "kind", entry.get("kind", ""), _NEEDED)
    for key in (*needed, *(key for key in _NEEDED[kind] if not entry.get(key))):
        raise VambraceError(f"{where}: no '{key}'")
    if "variants" in entry:
        for extensions in entry["variants"]:
            _one_of(where, "extension set", extensions, extension_sets())
        entry["variants"] = {e: Variant(**_checked(Variant, v, where)) for e, v in entry["variants"].items()}
    if "edits" in entry:
        entry["edits"] = tuple(Edit(**_checked(Edit, e, where)) for e in entry["edits"])
    for algorithm in entry["algorithms"]:
        _one_of(where, "algorithm", algorithm, algorithms())
    peer = Peer(**{"adaptor": name.replace("-", "_"), **entry})
    for edit in peer.edits:
        _one_of(where, "file of an edit", edit.file, peer.files)
    _one_of(where, "memory", peer.memory, ("words", "libc"))
    return peer


def _checked(kind: type, table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the fields of a dataclass, with arrays as tuples."""
    hints = {f.name: typing.get_type_hints(kind)[f.name] for f in dataclasses.fields(kind)}
    fields = {}
    for key, value in table.items():
        _one_of(where, "key", key, hints)
        fields[key] = tuple(value) if isinstance(value, list) else value
        wanted = typing.get_origin(hints[key]) or hints[key]
        if not isinstance(fields[key], wanted):
            raise VambraceError(f"{where}: '{key}' is no {_WORDS[wanted]}")
    return fields


_WORDS = {str: "text", tuple: "list", dict: "table", int: "number"}


def _one_of(where: str, what: str, name: str, valid: Any) -> str:
    if name not in valid:
        raise VambraceError(f"{where}: {unknown(what, name, list(valid))}")
    return name


@cache
def peers() -> dict[str, Peer]:
    """Return the libraries that `vambrace bench --peers` measures."""
    return read("peers.toml", entries("peers.toml"))


@cache
def programs() -> dict[str, Peer]:
    """Return the programs that papers measured, which need a checkout."""
    return read("programs.toml", entries("programs.toml"))


def foreign() -> dict[str, Peer]:
    """Return both by name: the values of the field `library` of records, except `vambrace`."""
    return {**peers(), **programs()}
