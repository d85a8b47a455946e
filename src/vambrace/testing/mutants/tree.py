# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Copies of the source tree, in which defects are seeded; the user's files stay as they are."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from vambrace import store, tools
from vambrace.paths import cache_dir, root
from vambrace.testing.mutants.plan import PARTS, Mutant, Suite

#: What is never part of a verdict: documents, and what runs mutants.
_NEVER = ("docs/", "tests/mutants/", "src/vambrace/testing/", ".ci/", "examples/")
#: Kinds of the cache that tools alone make of sources: a defect in Python does not change them, or it names them
#: (Mutant.fresh). What our own code computes is not among them: its key does not hold that code.
BUILT = (
    "object", "library", "program", "host", "model", "verilator-runtime", "spike-extensions", "spike-machine",
    "test-dut", "test-dut-runtime", "test-cocotb", "test-ise", "vectors", "peer", "rocket", "rocket-classes",
    "fuzz-object", "fuzz-target", "report-library",
)  # fmt: skip


@cache
def files() -> tuple[str, ...]:
    """The files that git tracks or would track, below the checkout."""
    names = tools.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root()).split("\n")
    return tuple(sorted(n for n in set(names) if n and (root() / n).is_file()))


@cache
def _digest(name: str) -> str:
    return store.digest((root() / name).read_bytes())


@cache
def content(part: str, suite: Suite) -> str:
    """The hash of what a verdict depends on. Of the tests: those of the suite, and what is no test."""
    named = tuple(test.partition("::")[0] for test in suite.tests)

    def counts(name: str) -> bool:
        if name.startswith(_NEVER) or name.endswith(".md"):
            return False
        if name.startswith("tests/"):
            return name.startswith(named) or not Path(name).name.startswith("test_")
        return name.startswith(PARTS[part])

    return store.digest([(n, _digest(n)) for n in files() if counts(n)])


class Tree:
    """A copy of the tree below `folder`, with one defect at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self._count = 0
        for name in files():
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root() / name, target, follow_symlinks=False)

    @contextmanager
    def seeded(self, mutant: Mutant | None) -> Iterator[None]:
        """Have the defect in the tree for a block."""
        if mutant is None:
            yield
            return
        text, path = mutant.seeded(self.folder), self.folder / mutant.file
        old, time = path.read_bytes(), path.stat().st_mtime_ns
        self._count += 1
        path.write_text(text)
        # Compiled Python is found again by the second of the change and the size.
        os.utime(path, (self._count, self._count))
        try:
            yield
        finally:
            path.write_bytes(old)
            os.utime(path, ns=(time, time))


@contextmanager
def cache_of(mutant: Mutant) -> Iterator[dict[str, str]]:
    """Variables of the environment for a cache of its own above ours, of which it sees what is right in spite of the
    defect and writes nothing."""
    ours = cache_dir()
    hidden = set(mutant.fresh)
    with tempfile.TemporaryDirectory(prefix="cache-", dir=scratch()) as name:
        own = Path(name)
        (own / "above").mkdir()
        (own / "below").mkdir()
        for kind in ours.iterdir():
            if kind.is_dir() and kind.name not in hidden and (mutant.part != "python" or kind.name in BUILT):
                (own / "below" / kind.name).symlink_to(kind)
        yield {"VAMBRACE_CACHE": str(own / "above"), "VAMBRACE_CACHE_BELOW": str(own / "below")}


def scratch() -> Path:
    """The folder for caches of mutants."""
    folder = cache_dir() / "mutants"
    folder.mkdir(exist_ok=True)
    return folder
