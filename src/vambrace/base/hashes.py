# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Hashes of files, and other short texts that are made from files, kept in the cache by the names and states of the
files: a command whose sources are unchanged does not read them again.

A state is what git's index trusts: inode, size, and the times of the last change of contents and attributes. A file
that changed less than a second before is always read, because clocks of file systems are coarse.
"""

import contextlib
import functools
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from vambrace.base.paths import cache_dir

#: The environment variable that, if 0, has all files read again.
OFF = "VAMBRACE_HASHES"

State = tuple[int, int, int, int]

#: Nanoseconds after which a change of a file is certain to have changed its state.
_SETTLED = 1_000_000_000


def state(file: str) -> State | None:
    """Return the state of a file: size in bytes, modification and change times in nanoseconds, inode; None if it does
    not exist.
    """
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def stored(files: Sequence[str], states: Sequence[State | None], inputs: object, compute: Callable[[], str]) -> str:
    """Return what `compute` returns, which depends on files and other inputs: a hash, or another text. It is called
    only if the cache does not have its result for files in these states. An empty result is not kept. The audit event
    `vambrace.hashed` has the name of each file that is not read.
    """
    if None in states or os.environ.get(OFF) == "0":
        return compute()
    key = _checksum(json.dumps([_version(), inputs, files, states]))
    place = cache_dir() / "hashes" / key[:2] / key
    with contextlib.suppress(OSError, UnicodeDecodeError):
        kept = place.read_text()
        if len(kept) > _CHECKSUM and kept[:_CHECKSUM] == _checksum(kept[_CHECKSUM:]):
            with contextlib.suppress(OSError):  # a cache that is only read
                os.utime(place)  # vambrace.base.cache_limit removes the least recently used
            for file in files:
                sys.audit("vambrace.hashed", file)
            return kept[_CHECKSUM:]
    settled = time.time_ns() - _SETTLED
    result = compute()
    unchanged = all(s and max(s[1], s[2]) < settled for s in states) and list(states) == [state(f) for f in files]
    if result and unchanged:
        _write(place, _checksum(result) + result)
    return result


_CHECKSUM = 32  # characters


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_CHECKSUM]


def _write(place: Path, text: str) -> None:
    """Write a file atomically. A cache that cannot be written costs only time."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, suffix=".part")
        try:
            with os.fdopen(handle, "w") as stream:
                stream.write(text)
            os.replace(name, place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


@functools.cache
def _version() -> str:
    """Return the hash of the code that computes the hashes."""
    own = [Path(__file__).with_name(name) for name in ("hashes.py", "sources.py", "store.py")]
    return hashlib.sha256(b"\0".join([sys.version.encode(), *(path.read_bytes() for path in own)])).hexdigest()
