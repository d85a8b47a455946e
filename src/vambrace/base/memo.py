# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A cache of run results, by the hash of all inputs of a run.

The cache contains the unmodified output of a simulator; callers parse it again each time. For Spike it also contains
the results that our Python derived from its log and its histogram; that code (running.spike) is part of the key. A
failed run is not cached. Failing to store a run, as on a full disk, is not an error. The cache takes at most
MOST_BYTES; the least recently used runs are dropped first. VAMBRACE_MEMO=0 disables it.
"""

import json
import os
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from vambrace.base import store

MOST_BYTES = 512 << 20
_KIND = "run"
_SHARE = 8  # part of MOST_BYTES that a process may write before it checks the total

Files = dict[str, bytes]

_written = MOST_BYTES  # by this process since its last check


def wanted() -> bool:
    """Return whether runs are cached."""
    return os.environ.get("VAMBRACE_MEMO", "1") != "0"


def recall(key: str, run: Callable[[], Files], like: Mapping[str, bytes] | None = None) -> Files:
    """Return the result of `run`, or its earlier result for the same key. `like` is similar to its files and part of
    the key: only the short differences are stored.
    """
    if not wanted():
        return run()
    packed = store.get(_KIND, key)
    if packed is not None:
        return _unpack(packed, like or {})
    store.require_built(_KIND, key)
    files = run()
    _keep(key, _pack(files, like or {}))
    return files


def _keep(key: str, packed: bytes) -> None:
    """Store a run if there is space for it."""
    global _written
    with suppress(OSError):
        _written += store.put(_KIND, key, packed)
        if _written >= MOST_BYTES // _SHARE:
            store.prune(_KIND, MOST_BYTES)
            _written = 0


def _pack(files: Files, like: Mapping[str, bytes]) -> bytes:
    index = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    return struct.pack("<I", len(index)) + index + b"".join(_xor(data, like.get(name)) for name, data in files.items())


def _unpack(packed: bytes, like: Mapping[str, bytes]) -> Files:
    (size,) = struct.unpack_from("<I", packed)
    files, at = {}, 4 + size
    for name, length in json.loads(packed[4:at]):
        files[name] = _xor(packed[at : at + length], like.get(name))
        at += length
    return files


def _xor(data: bytes, other: bytes | None) -> bytes:
    if other is None or len(other) != len(data):
        return data
    return (int.from_bytes(data, "little") ^ int.from_bytes(other, "little")).to_bytes(len(data), "little")


@lru_cache(maxsize=256)
def _content(path: Path, _size: int, _modified: int) -> str:
    return store.digest(path.read_bytes())


def content(path: Path) -> str:
    """Return the hash of a file, which is read again only after a change."""
    now = path.stat()
    return _content(path, now.st_size, now.st_mtime_ns)
