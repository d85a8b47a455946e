# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Limits the size of the cache: above $VAMBRACE_CACHE_LIMIT the least recently used entries are removed.

Several processes use a cache at once, and keep the paths of entries until they end. So each registers itself
(`users/`), and records its first use of an entry as the entry's modification time. An entry last used before the oldest
running process started is unused: only such entries are removed. A process finds an entry and records its use under a
lock that excludes its removal.

Processes count the bytes that they write as the size of `written`, in blocks: the entries are listed only when that has
reached a share of the limit.
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

_BLOCK = 4096  # bytes of entries per byte of `written`
_SHARE = 16  # part of the limit that may be written before the entries are listed
_USERS, _LOCK, _WRITTEN = "users", "removing", "written"
_LOCKS = "locks"  # for entries (vambrace.base.store)

#: The name of an entry, which is a hash (vambrace.base.store.digest).
_KEY = re.compile(r"[0-9a-f]{32}")


def limit() -> int:
    """Return the limit for the entries of the cache, in bytes. VambraceError if the variable is not a size."""
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
    """Return the disk space of a file, or of a folder with its contents, in bytes."""
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
    """Return the non-empty folders of a cache by name, without those of locks and processes."""
    hidden = (_USERS, _LOCKS)
    return sorted(p for p in _children(cache) if p.is_dir() and p.name not in hidden and p.name[0] != ".")


def entries(cache: Path) -> Iterator[Entry]:
    """Yield all entries of a cache. A name that is not a hash is not an entry: the store did not create it."""
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


_noted: set[str] = set()  # entries whose use by this process is recorded


def use(cache: Path, place: str, own: bool = True) -> bool:
    """Return whether there is an entry at `place` of a cache, and record that this process uses it. `own`: the cache
    that this process writes to; another cache belongs to the parent process, which is registered there.
    """
    if place in _noted or not os.path.isdir(place):
        return os.path.isdir(place)
    try:
        if own:
            _register(cache)
        with _locked(cache, fcntl.LOCK_SH):
            note(place)
    except FileNotFoundError:  # removed in between
        return False
    except OSError:  # a read-only cache
        return os.path.isdir(place)
    _noted.add(place)
    return True


def note(place: str | Path) -> None:
    """Record that an entry is used now."""
    os.utime(place, ns=(now := time.time_ns(), now))


class _Registered:
    """The registration of this process as a user of a cache: a file that it keeps locked."""

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
    """Register this process as a user of a cache, once."""
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
    """Return the start time, in nanoseconds, of the oldest process that uses a cache. Remove the files of processes
    that ended without doing so themselves.
    """
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


_STARTING = 10_000_000_000  # maximum nanoseconds between creating a file and locking it


@contextlib.contextmanager
def _locked(cache: Path, how: int) -> Iterator[None]:
    """Hold the lock of a cache, which every registered process has created."""
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
    """Count an entry that this process has written, and remove others if there are too many."""
    with contextlib.suppress(OSError):  # a full disk: the entry exists anyway
        _register(cache)
        _noted.add(str(place))
        note(place)
        with (cache / _WRITTEN).open("ab") as file:
            file.write(b"." * -(-size(place) // _BLOCK))
            written = file.tell() * _BLOCK
        if written * _SHARE >= limit():
            shrink(cache, limit())


def shrink(cache: Path, most: int) -> None:
    """If the entries of a cache take more than `most` bytes, remove the least recently used entries without a user
    until they take three quarters of that.
    """
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
    """Remove an entry unless a process has begun to use it in the meantime; return whether it is gone."""
    with (
        contextlib.suppress(OSError),
        tempfile.TemporaryDirectory(prefix=".removed-", dir=cache) as work,
        _locked(cache, fcntl.LOCK_EX),
    ):
        if entry.path.lstat().st_mtime_ns == entry.used:
            os.rename(entry.path, Path(work, entry.path.name))  # disappears atomically
    return not entry.path.exists()


def clear(cache: Path, chosen: Iterable[str]) -> int:
    """Remove the entries of some kinds from a cache, and return their bytes. VambraceError if other
    processes use it.
    """
    with contextlib.suppress(OSError):
        _register(cache)
    others = [file for file in _children(cache / _USERS) if not file.name.startswith(f"{os.getpid()}-")]
    for file in others:
        with contextlib.suppress(FileNotFoundError), file.open("rb") as f:
            try:
                fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                process = file.name.partition("-")[0]
                raise VambraceError(
                    f"process {process} uses the cache {cache}: clear it after that process has ended"
                ) from None
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
