# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plug-ins: folders with additions to the project (docs/user/plugins.md).

A plug-in has a file vambrace.toml and any of FOLDERS, with the layout of the project. It is selected by the environment
variable VAMBRACE_PLUGINS, which `vambrace --plugin` extends, or installed as a Python package with an entry point.
vambrace.base.merged adds the files of the selected plug-ins to those of the project.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from vambrace.base.errors import UsageError

#: The file that describes a plug-in, and the version of its format.
FILE, SCHEMA = "vambrace.toml", 1

#: The environment variable with the folders of plug-ins, separated like those of PATH; NONE: no plug-in, not even an
#: installed one.
VARIABLE, NONE = "VAMBRACE_PLUGINS", "none"

#: The entry points of installed plug-ins: their values are packages whose folders are plug-ins.
GROUP = "vambrace.plugins"

#: The folders of a plug-in whose files are added to the project's.
FOLDERS = ("configs", "cores", "firmware", "lib", "oracles", "rtl", "soc", "studies")

_FIELDS = {"schema": int, "name": str, "version": str, "licence": str}
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True)
class Plugin:
    """A plug-in; `folder` is absolute."""

    name: str
    version: str
    licence: str
    folder: Path

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Return the names of the files of FOLDERS, relative to the plug-in's folder, in order."""
        return tuple(sorted(name for folder in FOLDERS for name in listed(self.folder, folder)))

    @cached_property
    def digest(self) -> str:
        """Return the hash of the names and contents of its files."""
        hashed = hashlib.sha256()
        for name in self.files:
            content = (self.folder / name).read_bytes()
            hashed.update(f"{name}\0{len(content)}\0".encode() + content)
        return hashed.hexdigest()

    @property
    def label(self) -> str:
        """Return the version for records, with the first digits of the hash of its files."""
        return f"{self.version} ({self.digest[:12]})"

    def entries(self, file: str) -> dict[str, Any]:
        """Return its entries of a file of configs/, without any if it lacks the file. UsageError if it is not TOML."""
        path = self.folder / "configs" / file
        return read_toml(path) if path.is_file() else {}


def listed(folder: Path, below: str) -> Iterator[str]:
    """Yield the names of all files in a subfolder, relative to the folder. Hidden files, Python's caches and backups
    do not count.
    """
    for place, folders, files in os.walk(folder / below):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in files:
            if not name.startswith(".") and not name.endswith(("~", ".orig", ".pyc")):
                yield os.path.relpath(os.path.join(place, name), folder)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file. UsageError if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def read(folder: Path) -> Plugin:
    """Return the plug-in in a folder. UsageError, in one line, if the folder is not a plug-in."""
    folder = Path(os.path.abspath(folder))
    if not folder.is_dir():
        raise UsageError(f"no folder {folder}; `vambrace new extension NAME --in DIR` makes a plug-in")
    path = folder / FILE
    if not path.is_file():
        raise UsageError(f"{folder} is no plug-in: it has no {FILE}")
    table = read_toml(path)
    if table.get("schema", SCHEMA) != SCHEMA:
        raise UsageError(f"{path}: schema {table['schema']} is unknown; this version of vambrace reads {SCHEMA}")
    for name, value in table.items():
        if name not in _FIELDS:
            raise UsageError(f"{path}: unknown field '{name}'; allowed: {', '.join(_FIELDS)}")
        if not isinstance(value, _FIELDS[name]):
            raise UsageError(f"{path}: {name} must be {'a string' if _FIELDS[name] is str else 'a number'}")
    for name in _FIELDS:
        if name not in table:
            raise UsageError(f"{path} lacks: {name}")
    if not _NAME.fullmatch(table["name"]):
        raise UsageError(f"{path}: invalid name '{table['name']}': use lower-case letters, digits and hyphens")
    return Plugin(table["name"], table["version"], table["licence"], folder)


@cache
def selected() -> tuple[Plugin, ...]:
    """Return the selected plug-ins: those of VARIABLE in order, then the installed ones by name; each folder once.
    UsageError if one cannot be read, or two have the same name.
    """
    variable = os.environ.get(VARIABLE, "")
    if variable == NONE:
        return ()
    folders = [Path(part) for part in variable.split(os.pathsep) if part]
    by_name: dict[str, Plugin] = {}
    for folder in [*folders, *_installed()]:
        plugin = read(folder)
        other = by_name.setdefault(plugin.name, plugin)
        if other.folder.resolve() != plugin.folder.resolve():
            raise UsageError(f"two plug-ins have the name {plugin.name}: {other.folder} and {plugin.folder}")
    return tuple(by_name.values())


def _installed() -> list[Path]:
    """Return the folders of the packages that the entry points of GROUP name."""
    if not any(_has_entry_points(place) for place in sys.path):
        return []
    import importlib.metadata  # which takes longer to import than the search before
    import importlib.util

    folders = []
    for point in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: point.name):
        package = importlib.util.find_spec(point.value)
        if package is None or not package.submodule_search_locations:
            raise UsageError(f"the installed plug-in {point.name} names {point.value}, which is no package")
        folders.append(Path(package.submodule_search_locations[0]))
    return folders


def _has_entry_points(place: str) -> bool:
    """Return whether a package in a folder of Python's path has entry points of GROUP."""
    try:
        names = [name for name in os.listdir(place or ".") if name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    for name in names:
        try:
            with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                if f"[{GROUP}]".encode() in file.read():
                    return True
        except OSError:
            continue
    return False


def add(folders: tuple[str, ...]) -> None:
    """Select plug-ins for this process and its children, besides those already selected. UsageError if one cannot be
    read.
    """
    for folder in folders:
        if os.pathsep in os.path.abspath(folder):
            raise UsageError(f"{folder}: the path of a plug-in may not contain '{os.pathsep}'")
        read(Path(folder))
    before = os.environ.get(VARIABLE, "")
    parts = [part for part in before.split(os.pathsep) if part and before != NONE]
    os.environ[VARIABLE] = os.pathsep.join([*parts, *map(os.path.abspath, folders)])
    selected.cache_clear()
