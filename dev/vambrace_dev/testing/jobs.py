# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""All tests on the workers of a cluster: test files are jobs, the most expensive ones alone, the others in groups."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from vambrace.base import children, work
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.base.progress import Progress
from vambrace_dev import away, testing
from vambrace_dev.testing import everything, shards

#: A group of files has about this many processor seconds: pytest's start takes a few.
SECONDS = 60

#: What the tests of a file need, in MiB: several compilers of a model, or Rocket's generator.
MEMORY = 3000

#: The outcome, in the ledger, of a test file of which no test failed.
COMPLETE = "complete"

#: pytest's exit codes: all passed, some failed, none ran.
_PASSED, _FAILED, _NONE = 0, 1, 5

Files = tuple[str, ...]


@dataclass(frozen=True)
class Ran:
    """The run of some test files: pytest's exit code, an entry of the ledger for each test, and the output if the code
    is not 0.
    """

    code: int
    entries: tuple[dict[str, Any], ...]
    output: str


def grouped(files: Sequence[str], known: Mapping[str, float], seconds: float = SECONDS) -> list[Files]:
    """Return files in groups of about this cost, the most expensive group first. A file without a known cost counts as
    the median one.
    """
    usual = median(known.values()) if known else 1.0
    groups: list[tuple[float, list[str]]] = []
    for file in sorted(files, key=lambda file: (-known.get(file, usual), file)):
        cost = known.get(file, usual)
        if groups and groups[-1][0] + cost <= seconds:
            groups[-1] = groups[-1][0] + cost, [*groups[-1][1], file]
        else:
            groups.append((cost, [file]))
    return [tuple(files) for _, files in groups]


def ran(files: Files) -> Ran:
    """Run all tests of some files with pytest, one after the other, and return the outcomes."""
    with tempfile.TemporaryDirectory(prefix="vambrace-tests-") as folder:
        ledger = Path(folder, "ledger.jsonl")
        options = ["-n0", "--long", "--tb=short", "-p", "no:cacheprovider", "-p", "tests.ledger", f"--ledger={ledger}"]
        done = children.run(
            [sys.executable, "-m", "pytest", *options, *(str(root() / file) for file in files)],
            cwd=root(),
            env=testing.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            grace=testing.GRACE,
        )
        return Ran(done.returncode, tuple(everything.entries(ledger)), done.stdout if done.returncode else "")


class _Tests:
    """The test files, and the ledger of what passed."""

    def __init__(self, ledger: Path, show: Callable[[str], None]) -> None:
        self._ledger, self._show = ledger, show
        self.failed = False

    def take(self, files: Files, ran: Ran) -> None:
        """Write the outcomes of some files to the ledger. VambraceError if pytest could not run them."""
        lines = [dict(entry) for entry in ran.entries]
        bad = {entry["test"].partition("::")[0] for entry in lines if entry["outcome"] == "failed"}
        if ran.code in (_PASSED, _FAILED, _NONE):
            lines += [
                {"test": file, "part": testing.part_of(file), "outcome": COMPLETE} for file in files if file not in bad
            ]
        with self._ledger.open("a") as f:
            f.writelines(json.dumps(line) + "\n" for line in lines)
        if ran.code not in (_PASSED, _NONE):
            self.failed = True
            self._show(ran.output)
        if ran.code not in (_PASSED, _FAILED, _NONE):
            raise VambraceError(f"pytest ended with exit code {ran.code}")


def run(parts: Sequence[str], ledger: Path, shard: str | None, show: Callable[[str], None]) -> int:
    """Run the test files of some parts, or of a shard of them, that are not complete according to the ledger, and add
    to it; return 1 if a test failed. `show` gets pytest's output of failures.
    """
    known = shards.costs(shards.table().read_text())
    files = shards.files_of(root())
    if shard:
        number, count = shards.parsed(shard)
        numbers = shards.divided(files, known, count)
        files = [file for file in files if numbers[file] == number]
    files = [file for file in files if testing.part_of(file) in parts]
    complete = {entry["test"] for entry in everything.entries(ledger) if entry["outcome"] == COMPLETE}
    groups = grouped([file for file in files if file not in complete], known)
    tests = _Tests(ledger, show)
    with Progress("test files", len(files)) as progress:
        progress.step("complete before", len(files) - sum(map(len, groups)))
        sizes = {_label(files): len(files) for files in groups}
        work.each(
            groups,
            lambda files: tests.take(files, ran(files)),
            _label,
            lambda label: progress.step(label, sizes[label]),
            progress.failed,
            memory=lambda files: MEMORY,
            away=lambda files: away.job(partial(ran, files), (), partial(tests.take, files)),
        )
    if progress.failures:
        raise VambraceError("\n".join(progress.failures))
    return int(tests.failed)


def _label(files: Files) -> str:
    return files[0] if len(files) == 1 else f"{files[0]} and {len(files) - 1} more"
