# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bounds the cache: where its entries take more than $VAMBRACE_CACHE_LIMIT, the least recently used are removed.

Several processes use a cache at once, and keep the paths of entries for as long as they live. So each registers itself
(`users/`), and notes the time of its first use of each entry, as the entry's time of modification. An entry that was
last used before the oldest running process began is used by none of them: only such entries are removed. A process
finds an entry and notes its use under a lock that excludes its removal.

Processes count what they write in `written`, whose size is the count in blocks: only where that has become a share of
the limit are all entries looked at.
"""

import atexit
import contextlib
import fcntl
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from vambrace.base.errors import VambraceError

LIMIT = "VAMBRACE_CACHE_LIMIT"
DEFAULT = 5 << 30
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

_BLOCK = 4096  # bytes that one byte of `written` stands for
_SHARE = 16  # of the limit, written before all entries are looked at
_USERS, _LOCK, _WRITTEN = "users", "removing", "written"
_LOCKS = "locks"  # of entries (vambrace.base.store)

#: The name of an entry, which is a hash (vambrace.base.store.digest).
_KEY = re.compile(r"[0-9a-f]{32}")


def limit() -> int:
    """Return the bytes that the entries of the cache may take. VambraceError where the variable is no size."""
    text = os.environ.get(LIMIT) or str(DEFAULT)
    match = re.fullmatch(r"(\d+)([KMGT]?)", text.strip().upper())
    if not match or int(match[1]) == 0:
        raise VambraceError(f"{LIMIT}: '{text}' is not a size; write for example 500M, 5G or 20G")
    return int(match[1]) * _UNITS[match[2]]


@dataclass(frozen=True)
class Entry:
    """An entry: a folder, or a file of `store.put`."""

    kind: str
    path: Path
    size: int
    used: int  # nanoseconds


def size(path: Path) -> int:
    """Return the bytes that a file, or a folder with all that it holds, takes on the disk."""
    total = _taken(path)
    for folder, _, files in os.walk(path):
        total += sum(_taken(Path(folder, name)) for name in files)
        total += _taken(Path(folder)) if folder != str(path) else 0
    return total


def _taken(path: Path) -> int:
    with contextlib.suppress(OSError):  # another process removed it
        return path.lstat().st_blocks * 512
    return 0


def kinds(cache: Path) -> list[Path]:
    """Return the folders of a cache that hold something, by name; not those of locks and processes."""
    hidden = (_USERS, _LOCKS)
    return sorted(p for p in _children(cache) if p.is_dir() and p.name not in hidden and p.name[0] != ".")


def entries(cache: Path) -> Iterator[Entry]:
    """Yield all entries of a cache. What has no hash as its name is not an entry: it was not put there by the store."""
    for kind in kinds(cache):
        if kind.is_symlink():  # it belongs to another cache
            continue
        for path in _keyed(kind):
            with contextlib.suppress(OSError):
                yield Entry(kind.name, path, size(path), path.lstat().st_mtime_ns)


def _keyed(kind: Path) -> Iterator[Path]:
    for path in _children(kind):
        if _KEY.fullmatch(path.name):
            yield path
        elif re.fullmatch(r"[0-9a-f]{2}", path.name):
            yield from (file for file in _children(path) if _KEY.fullmatch(file.name))


def _children(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


_noted: set[str] = set()  # entries whose use by this process is noted


def use(cache: Path, place: str, own: bool = True) -> bool:
    """Return whether there is an entry at `place` of a cache, and note that this process uses it. `own`: the cache that
    this process writes to; another one is its parent's, which is registered there."""
    if place in _noted or not os.path.isdir(place):
        return os.path.isdir(place)
    try:
        if own:
            _register(cache)
        with _locked(cache, fcntl.LOCK_SH):
            note(place)
    except FileNotFoundError:  # removed in between
        return False
    except OSError:  # a cache that is only read
        return os.path.isdir(place)
    _noted.add(place)
    return True


def note(place: str | Path) -> None:
    """Note that an entry is used now."""
    os.utime(place, ns=(now := time.time_ns(), now))


class _Registered:
    """This process among those that use a cache: a file that it holds locked."""

    def __init__(self, cache: Path) -> None:
        self.cache, self.process = cache, os.getpid()
        folder = cache / _USERS
        folder.mkdir(exist_ok=True)
        os.close(os.open(cache / _LOCK, os.O_RDWR | os.O_CREAT, 0o666))
        self._handle, self._name = tempfile.mkstemp(prefix=f"{self.process}-", dir=folder)
        fcntl.flock(self._handle, fcntl.LOCK_SH)
        os.utime(self._name, ns=(now := time.time_ns(), now))

    def leave(self) -> None:
        os.close(self._handle)
        if os.getpid() == self.process:
            Path(self._name).unlink(missing_ok=True)


_registered: _Registered | None = None
_registering = threading.Lock()


def _register(cache: Path) -> None:
    """Register this process, once, among those that use a cache."""
    global _registered
    with _registering:
        before = _registered
        if before and (before.cache, before.process) == (cache, os.getpid()) and (cache / _USERS).is_dir():
            return
        _registered = _Registered(cache)
        if before:
            before.leave()  # it used another cache, or its parent did


@atexit.register
def _leave() -> None:
    if _registered:
        _registered.leave()


def _oldest(cache: Path) -> int:
    """Return when the oldest process began that uses a cache, in nanoseconds. Files of processes that ended without a
    word are removed."""
    began = [time.time_ns()]
    for file in _children(cache / _USERS):
        with contextlib.suppress(OSError), file.open("rb") as f:
            time_of = os.fstat(f.fileno()).st_mtime_ns
            try:
                fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                began.append(time_of)
                continue
            if time.time_ns() - time_of > _STARTING:
                file.unlink()
            else:
                began.append(time_of)  # it may be about to lock its file
    return min(began)


_STARTING = 10_000_000_000  # nanoseconds between the making of a file and its lock, at the most


@contextlib.contextmanager
def _locked(cache: Path, how: int) -> Iterator[None]:
    """Hold the lock of a cache, which every registered process has made."""
    try:
        handle = os.open(cache / _LOCK, os.O_RDWR)
    except OSError:
        yield  # nothing was ever removed there
        return
    try:
        fcntl.flock(handle, how)
        yield
    finally:
        os.close(handle)


def wrote(cache: Path, place: Path) -> None:
    """Count an entry that this process has made, and remove others where there are too many."""
    with contextlib.suppress(OSError):  # a full disk: the entry is there all the same
        _register(cache)
        _noted.add(str(place))
        note(place)
        with (cache / _WRITTEN).open("ab") as file:
            file.write(b"." * -(-size(place) // _BLOCK))
            written = file.tell() * _BLOCK
        if written * _SHARE >= limit():
            shrink(cache, limit())


def shrink(cache: Path, most: int) -> None:
    """Where the entries of a cache take more than `most` bytes, remove the least recently used that no process uses,
    until they take three quarters of that."""
    (cache / _WRITTEN).write_bytes(b"")
    began = _oldest(cache)
    every = sorted(entries(cache), key=lambda entry: entry.used)
    left = sum(entry.size for entry in every)
    if left <= most:
        return
    for entry in every:
        if entry.used >= began or left <= most * 3 // 4:
            return
        if _removed(cache, entry):
            left -= entry.size


def _removed(cache: Path, entry: Entry) -> bool:
    """Remove an entry, unless a process has begun to use it since it was looked at; return whether it is gone."""
    with (
        contextlib.suppress(OSError),
        tempfile.TemporaryDirectory(prefix=".removed-", dir=cache) as work,
        _locked(cache, fcntl.LOCK_EX),
    ):
        if entry.path.lstat().st_mtime_ns == entry.used:
            os.rename(entry.path, Path(work, entry.path.name))  # it disappears whole
    return not entry.path.exists()


def clear(cache: Path, chosen: Iterable[str]) -> int:
    """Remove what a cache holds of some kinds, and return its bytes. VambraceError where other processes use it."""
    with contextlib.suppress(OSError):
        _register(cache)
    others = [file for file in _children(cache / _USERS) if not file.name.startswith(f"{os.getpid()}-")]
    for file in others:
        with contextlib.suppress(FileNotFoundError), file.open("rb") as f:
            try:
                fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                process = file.name.partition("-")[0]
                raise VambraceError(f"process {process} uses the cache {cache}: clear it when that has ended") from None
    removed = 0
    for kind in chosen:
        for lock in _children(cache / _LOCKS):
            if lock.name.rpartition("-")[0] == kind:
                lock.unlink(missing_ok=True)
        removed += size(cache / kind)
        if (cache / kind).is_symlink():
            (cache / kind).unlink()
        else:
            shutil.rmtree(cache / kind, ignore_errors=True)
    return removed
