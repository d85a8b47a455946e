# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Finds the files that C, C++ and assembly sources include, for the cache keys of objects.

Conditions are ignored: every file in an include line counts. So does a file that a macro names, `#define X "file"` or
the compiler's `-DX="file"`, because `#include X` may refer to it. The toolchain's own headers do not count: the tool
versions cover them.
"""

import os
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from vambrace.base import store
from vambrace.config.macros import PREFIX

# Both begin with constant text, which `re` finds many times faster than the beginning of a line or of a word. A file
# begins after a newline that is added.
_LINE = re.compile(
    rb"""\n[ \t]*(?:\#[ \t]*(?:include|include_next|define[ \t]+\w+)|\.(?:include|incbin))[ \t]*["<]([^">\n]+)[">]"""
)

_OURS = re.compile(rf"{PREFIX}(?<!\w{'.' * len(PREFIX)})\w+".encode())


@lru_cache(maxsize=4096)
def _named(path: str, _size: int, _modified: int) -> tuple[str, ...]:
    return tuple(name.decode(errors="replace") for name in _LINE.findall(b"\n" + Path(path).read_bytes()))


@lru_cache(maxsize=4096)
def _words(path: str, _size: int, _modified: int) -> frozenset[str]:
    return frozenset(word.decode() for word in _OURS.findall(Path(path).read_bytes()))


def named(path: Path | str) -> tuple[str, ...]:
    """Return the includes of a file, which is read again only after a change."""
    return _named(str(path), *_stamp(str(path)))


class _Way(NamedTuple):
    """The files that a source includes, directly or indirectly, and their state when they were read."""

    files: list[str]
    stamp: list[tuple[int, int]]
    digest: str
    macros: frozenset[str]


_ways: dict[tuple[object, ...], _Way] = {}

#: `looks` and `resolved`: file states seen within `looked_at_once`.
_thread = threading.local()


def _stamp(file: str) -> tuple[int, int]:
    looks: dict[str, tuple[int, int]] | None = getattr(_thread, "looks", None)
    if looks is not None and file in looks:
        return looks[file]
    status = os.stat(file)
    stamp = status.st_size, status.st_mtime_ns
    if looks is not None:
        looks[file] = stamp
    return stamp


def _as_before(way: _Way) -> bool:
    try:
        return [_stamp(file) for file in way.files] == way.stamp
    except OSError:
        return False


@contextmanager
def looked_at_once() -> Iterator[None]:
    """Within this context, files are assumed not to change: each is checked once for all sources."""
    _thread.looks, _thread.resolved = {}, {}
    try:
        yield
    finally:
        _thread.looks = _thread.resolved = None


@lru_cache(maxsize=4096)
def _where(flags: tuple[str, ...], _here: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the include folders of a command, and the files that it includes first."""
    return tuple(map(str, _folders(flags))), tuple(_forced(flags))


def _way(source: Path, flags: Sequence[str]) -> _Way:
    """Follow the includes of a source, once per process while none of the files changes."""
    here = os.getcwd()
    key = (str(source), here, *_where(tuple(flags), here))
    way = _ways.get(key)
    if way is not None and _as_before(way):
        return way
    names = _closure([source], flags)
    stamp = list(map(_stamp, names))
    words = frozenset().union(*(_words(name, *file_words) for name, file_words in zip(names, stamp, strict=True)))
    _ways[key] = _Way(names, stamp, store.digest_files(names, comments=False), words)
    return _ways[key]


def digest(source: Path, flags: Sequence[str]) -> str:
    """Return the hash of a source and its includes, by names and contents."""
    return _way(source, flags).digest


def names_ours(source: Path, flags: Sequence[str]) -> bool:
    """Return whether a source or its includes name any of our macros."""
    return bool(_way(source, flags).macros)


def looked_at(source: Path, flags: Sequence[str], macros: Iterable[str]) -> set[str]:
    """Return those of our macros (VMB_...) that can change the compiled code: the source, its includes or the value of
    a macro among the flags contains the name, or its beginning up to an underscore, to which `##` may append the rest.
    """
    values = (flag.partition("=")[2] for flag in flags if flag.startswith("-D"))
    words = _way(source, flags).macros.union(*(re.findall(rf"\b{PREFIX}\w*", value) for value in values))
    open_ended = tuple(word for word in words if word.endswith("_"))
    return {macro for macro in macros if macro in words or macro.startswith(open_ended)}


def closure(sources: Iterable[Path], flags: Sequence[str]) -> list[Path]:
    """Return these files and their includes, each once, sources first. `flags` are the compiler's: its folders (-I,
    -iquote, -isystem), files (-include, -imacros) and macros. Relative names are relative to the current folder.
    """
    return list(map(Path, _closure(sources, flags)))


def within(source: Path, flags: Sequence[str], tops: Sequence[Path]) -> bool:
    """Return whether a source and all its includes are below these folders, and so would be every file that one of
    their include lines could refer to if it existed.
    """
    below = tuple(f"{top}{os.sep}" for top in tops)
    folders, forced = _where(tuple(flags), os.getcwd())
    if forced or not all(f"{folder}{os.sep}".startswith(below) for folder in folders):
        return False
    for file in _way(source, flags).files:
        places = (os.path.dirname(file), *folders)
        could = (os.path.normpath(os.path.join(place, name)) for name in named(file) for place in places)
        if not file.startswith(below) or not all(path.startswith(below) for path in could):
            return False
    return True


def _closure(sources: Iterable[Path], flags: Sequence[str]) -> list[str]:
    """Return the same as names: a library includes thousands of files, and paths would dominate the time."""
    folders, forced = _where(tuple(flags), os.getcwd())
    waiting = [str(_absolute(source)) for source in sources]
    for name in forced:
        waiting += _resolved(name, os.getcwd(), folders)
    paths: dict[str, None] = {}
    for path in waiting:  # which grows
        if path not in paths:
            paths[path] = None
            for name in named(path):
                waiting += _resolved(name, os.path.dirname(path), folders)
    return list(paths)


def _absolute(path: Path) -> Path:
    return Path(path).absolute()


def _folders(flags: Sequence[str]) -> list[Path]:
    folders = []
    for number, flag in enumerate(flags):
        for option in ("-I", "-iquote", "-isystem"):
            if flag == option and number + 1 < len(flags):
                folders.append(_absolute(Path(flags[number + 1])))
            elif flag.startswith(option) and flag != option:
                folders.append(_absolute(Path(flag.removeprefix(option))))
    return folders


def _forced(flags: Sequence[str]) -> list[str]:
    """Return the files that a command includes first, or that its macros name."""
    names = [after for flag, after in pairwise(flags) if flag in ("-include", "-imacros")]
    macros = (re.fullmatch(r'-D\w+=["<]([^">]+)[">]', flag) for flag in flags)
    return [*names, *(m[1] for m in macros if m)]


def _resolved(name: str, including: str, folders: tuple[str, ...]) -> list[str]:
    """Return the file that a name means in the including folder, and the first match in the other folders: which one
    applies depends on the form of the include line, and may change with a new file. Nothing for the toolchain's own
    headers.
    """
    seen: dict[tuple[object, ...], list[str]] | None = getattr(_thread, "resolved", None)
    key = (name, including, folders)
    if seen is not None and key in seen:
        return seen[key]
    own = os.path.join(including, name)
    elsewhere = next((path for folder in folders if os.path.isfile(path := os.path.join(folder, name))), None)
    paths = [str(Path(p)) for p in dict.fromkeys((own, elsewhere)) if p is not None and os.path.isfile(p)]
    if seen is not None:
        seen[key] = paths
    return paths
