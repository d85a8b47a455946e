# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A content-addressed cache: what was built is found again by the hash of what it was built from.

An entry appears whole or not at all, so an interrupted build leaves nothing behind
that a later run could mistake for a finished one.
"""

import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from vambrace.paths import cache_dir

_locks: dict[Path, threading.Lock] = {}
_locks_guard = threading.Lock()


def digest(*parts: object) -> str:
    """Return a hash of JSON-able values and of bytes, in order."""
    h = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode()
        h.update(len(data).to_bytes(8, "little") + data)
    return h.hexdigest()[:32]


def digest_files(files: Iterable[Path]) -> str:
    """Return a hash of files' names (without folders) and contents."""
    return digest(*(part for f in files for part in (f.name, f.read_bytes())))


def entry(kind: str, key: str, build: Callable[[Path], None]) -> Path:
    """Return the folder of entry `key` of this kind. If it is not there yet,
    `build(folder)` fills a new folder first; when it raises, nothing is kept."""
    final = cache_dir() / kind / key
    with _lock(final):
        if final.is_dir():
            return final
        final.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{key}-", dir=final.parent))
        try:
            build(work)
            try:
                os.rename(work, final)
            except OSError:
                if not final.is_dir():  # else another process was first: the content is the same
                    raise
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return final


def has(kind: str, key: str) -> bool:
    """Return whether the entry is there already."""
    return (cache_dir() / kind / key).is_dir()


def _lock(path: Path) -> threading.Lock:
    with _locks_guard:
        return _locks.setdefault(path, threading.Lock())
