# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Copies of the source tree in which mutants are judged, as many as are judged at the same time."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from vambrace_dev.testing.mutants import judge, tree
from vambrace_dev.testing.mutants.judge import Verdict
from vambrace_dev.testing.mutants.plan import Mutant
from vambrace_dev.testing.mutants.tree import Tree

_lock = threading.Lock()


class Copies:
    """Copies in a temporary folder, which `close` removes; otherwise it is removed when Python ends."""

    def __init__(self) -> None:
        # Not in the cache: files there have other names in keys (vambrace.base.store).
        self._folder = tempfile.TemporaryDirectory(prefix="vambrace-mutants-")
        self._count = 0
        self._free: list[Tree] = []
        self._ended = False

    def __enter__(self) -> Copies:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self._folder.cleanup()

    @contextmanager
    def one(self) -> Iterator[Tree]:
        """Lend a copy that has no other user in the block. KeyboardInterrupt if there are none any more."""
        with _lock:
            if self._ended:
                raise KeyboardInterrupt
            copy = self._free.pop() if self._free else None
            self._count += copy is None
            number = self._count
        copy = copy or Tree(Path(self._folder.name, str(number)))
        try:
            yield copy
        finally:
            self._free.append(copy)

    def judge(self, mutant: Mutant) -> Verdict:
        """Judge a mutant."""
        with self.one() as copy:
            return judge.judge(mutant, copy)


def verdict(mutant: Mutant, state: str) -> Verdict:
    """Judge a mutant in copies that this process keeps until `state`, the hash of the files, changes."""
    if (known := judge.kept(mutant)) is not None:
        return known
    with _lock:
        copies = _copies(state)
    return copies.judge(mutant)


@lru_cache(maxsize=1)
def _copies(state: str) -> Copies:
    for known in (tree.files, tree._digest, tree.content, tree._imported, tree._known):
        known.cache_clear()
    return Copies()
