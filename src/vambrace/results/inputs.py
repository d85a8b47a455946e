# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of records (vambrace.results.origin) in their current state: a hash for each. Each is read once per
process.
"""

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base import code, sources, store, tools
from vambrace.base.errors import MissingTool
from vambrace.base.paths import root
from vambrace.config import own, parameters
from vambrace.config.load import load
from vambrace.hardware import model, rtl
from vambrace.results.origin import Input
from vambrace.silicon import parts as silicon
from vambrace.silicon.parts import Part
from vambrace.software.toolchain import includes, program


@cache
def digest(item: Input) -> str:
    """Return the hash of an input. KeyError or VambraceError if it no longer exists."""
    kind, *names = item
    return store.digest(kind, names, _KINDS[kind](*names))


def forget() -> None:
    """Read everything again next time."""
    for cached in (digest, content, _hashed, _matching, _library_files, _entries, _core_files):
        cached.cache_clear()


def of_files(item: Input) -> set[Path]:
    """Return our own files among an input."""
    kind, *names = item
    return set(_FILES[kind](*names)) if kind in _FILES else set()


@cache
def content(path: Path) -> str:
    """Return the hash of a file; comments of C and SystemVerilog do not count."""
    return store.digest(sources.without_comments(str(path), path.read_bytes()))


def _contents(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Return names and hashes of files, in order."""
    return [(_name(path), content(path)) for path in paths]


@cache
def _name(path: Path) -> str:
    return str(path.relative_to(root()))


@cache
def _matching(*patterns: str) -> list[Path]:
    files = {f for pattern in patterns for f in root().glob(pattern) if f.is_file() and f.suffix != ".md"}
    return sorted(files)


@cache
def _entries(file: str) -> dict[str, Any]:
    return load(file)


def _entry(file: str, name: str) -> Any:
    return _entries(file)[name]


def tool(name: str) -> str:
    """Return the version of a tool, or "missing"."""
    try:
        return tools.version(name)
    except MissingTool:
        return "missing"


def _upstream(name: str) -> str:
    try:
        return rtl.version(name)
    except MissingTool:
        return "missing"


@cache
def _library_files(algorithm: str) -> list[Path]:
    """Return the folders of lib/src that an algorithm uses, and the files of other folders that these include."""
    folders = program.folders(algorithm)
    by_name = {str(path): path for path in _matching("lib/src/**/*")}
    paths = {path for path in by_name.values() if program.primitive(path) in folders}
    paths.update(_matching("lib/include/**/*"))
    waiting = list(paths)
    while waiting:
        here = waiting.pop()
        for name in includes.named(here):
            for place in (here.parent, root() / "lib" / "src"):
                path = by_name.get(os.path.normpath(f"{place}/{name}"))
                if path is not None and path not in paths:
                    paths.add(path)
                    waiting.append(path)
    return sorted(paths)


def _library(algorithm: str) -> Any:
    return _contents(_library_files(algorithm))


@cache
def _core_files(core_file: Path, flags: frozenset[str]) -> list[Path]:
    return rtl.core_files(core_file, flags)


def _system_files(upstream: str, units: Collection[str]) -> list[Path]:
    """Return our own files of a system: its list in soc/rtl, in order, and the core's folder."""
    flags = frozenset(flag for unit, flag in rtl.FLAGS.items() if unit in units)
    system = _core_files(root() / "soc" / "rtl" / f"vmb_soc_{upstream}.core", flags)
    return [*system, *_matching(f"cores/{upstream}/**/*")]


def _spec(point: str) -> model.ModelSpec:
    at = config.point(point)
    return model.shared(at.core, at.extensions)


def _model_files(point: str) -> list[Path]:
    spec = _spec(point)
    return [*_system_files(spec.core.upstream, spec.units), *_matching("soc/sim/**/*")]


def _model(point: str) -> Any:
    spec = _spec(point)
    parameters_given = sorted(parameters.of(spec.units, spec.core.units).items())
    return [asdict(spec.core), sorted(spec.units), parameters_given, _upstream(spec.core.upstream), _system(point)]


@cache
def _hashed(paths: tuple[Path, ...]) -> str:
    return store.digest(_contents(paths))


def _system(point: str) -> str:
    return _hashed(tuple(_model_files(point)))


def _subject(name: str) -> silicon.Subject:
    return silicon.blocks()[name] if name in silicon.blocks() else silicon.of_point(config.point(name))


def _part_files(part: Part) -> list[Path]:
    if part.source.endswith(".core"):
        return _core_files(root() / part.source, frozenset())
    if part.generated:
        return _matching(f"cores/{part.source}/**/*")
    return _system_files(part.source, part.units)


def _part(part: Part) -> Any:
    generator = asdict(part.generated) if part.generated else None
    version = "" if part.source.endswith(".core") else _upstream(part.source)
    identity = [part.name, part.label, part.source, sorted(part.units), list(part.left_out), generator, version]
    return [identity, _contents(_part_files(part))]


def _parts(name: str) -> Any:
    return [_part(part) for part in _subject(name).parts]


def _netlist_part(point: str, algorithm: str, every_unit: str) -> Part:
    return silicon.to_simulate(config.point(point), config.algorithms()[algorithm], every_unit == "1")


_KINDS: dict[str, Callable[..., Any]] = {
    "code": code.digest,
    "tool": tool,
    "files": lambda *patterns: _contents(_matching(*patterns)),
    "entry": _entry,
    "own": own.state,
    "library": _library,
    "model": _model,
    "parts": _parts,
    "netlist": lambda *names: _part(_netlist_part(*names)),
}

_FILES: dict[str, Callable[..., Iterable[Path]]] = {
    "files": _matching,
    "library": _library_files,
    "model": _model_files,
    "parts": lambda name: [file for part in _subject(name).parts for file in _part_files(part)],
    "netlist": lambda *names: _part_files(_netlist_part(*names)),
}
