# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What runs left, found again without running: by everything that a run reads, in the cache.

What is kept is what a simulator wrote, as it wrote it: whoever reads that reads it again each time. Of Spike it is also
what our Python made of its log and its histogram: its code is part of the key (vambrace.software.spike). A run that
fails is not kept, and one that cannot be, as on a full disk, is as good as one that is. Kept runs take at most
MOST_BYTES, the least recently used go first. VAMBRACE_MEMO=0 lets every run happen.
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
_SHARE = 8  # of MOST_BYTES, written by a process before it looks again how much there is

Files = dict[str, bytes]

_written = MOST_BYTES  # by this process since it looked


def wanted() -> bool:
    """Whether runs are kept at all."""
    return os.environ.get("VAMBRACE_MEMO", "1") != "0"


def recall(key: str, run: Callable[[], Files], like: Mapping[str, bytes] | None = None) -> Files:
    """Return what `run` returns, or what it returned for the same key. `like` are bytes that its files resemble, which
    are part of the key: kept are the differences, which are short."""
    if not wanted():
        return run()
    packed = store.get(_KIND, key)
    if packed is not None:
        return _unpack(packed, like or {})
    files = run()
    _keep(key, _pack(files, like or {}))
    return files


def _keep(key: str, packed: bytes) -> None:
    """Keep a run where there is room for it."""
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
    """Return the hash of a file, read once for as long as it stays the same."""
    now = path.stat()
    return _content(path, now.st_size, now.st_mtime_ns)
