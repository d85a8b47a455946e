# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a mutant's tests and caches the verdict."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from vambrace.base import children, store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir
from vambrace_dev.testing.mutants import tree
from vambrace_dev.testing.mutants.plan import Mutant, Suite
from vambrace_dev.testing.mutants.tree import Tree

#: Part of the keys; incremented when the same tests are judged differently.
_VERSION = 2

#: The verdicts. Only the first two count as found.
KILLED, HANGS, SURVIVED, NOT_BUILT = "killed", "hangs", "survived", "does not build"

#: A suite hangs if it takes this many times as long as without a defect, plus its `seconds`.
TIMES = 10
#: The time limit without a defect, including model builds, in multiples of its own `seconds`.
_FIRST = 10

_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)

#: Errors of the machine rather than of the tested code, in pytest's report: no space, no memory, no tool, killed.
_MACHINE = re.compile(
    r"^E +(?:(?:\S*\.)?MissingTool: |MemoryError\b|\w*Error: \[Errno (?:11|12|23|24|28|122)\]"
    r"|.*(?:No space left on device|Cannot allocate memory|Killed signal terminated|out of memory"
    r"|exit code -(?:9|15)\b)).*$",
    re.MULTILINE,
)
#: Free bytes above which an error about space counts as one of the tested code.
_ROOM = 256 << 20


@dataclass(frozen=True)
class Verdict:
    """`by`: the first failing test; `seconds` of wall time."""

    result: str
    by: str
    seconds: float


def key(mutant: Mutant) -> str:
    """Return the hash of the inputs of a verdict."""
    return store.digest((mutant.file, mutant.find, mutant.put, mutant.fresh), suite_key(mutant.part, mutant.suite))


def suite_key(part: str, suite: Suite) -> str:
    """Return the hash of the inputs of a suite's run: sources, tools, environment variables."""
    variables = {name: value for name, value in os.environ.items() if _is_given(name)}
    return store.digest(
        _VERSION,
        suite.options,
        suite.seconds,
        tree.content(part, suite),
        tree.versions(part),
        sorted(variables.items()),
    )


def _is_given(name: str) -> bool:
    """Return whether an environment variable may change results; those that only choose folders may not."""
    kept_in = ("VAMBRACE_CACHE", "VAMBRACE_CACHE_BELOW", "VAMBRACE_MEMO")
    return name == "PYTEST_ADDOPTS" or (name.startswith("VAMBRACE_") and name not in kept_in)


def kept(mutant: Mutant) -> Verdict | None:
    """Return the cached verdict, if there is one."""
    if not store.has("mutant", key(mutant)):
        return None
    return Verdict(**json.loads((store.entry("mutant", key(mutant), _never) / "verdict.json").read_text()))


def keep(mutant: Mutant, verdict: Verdict) -> None:
    """Keep the verdict of a worker."""

    def build(folder: Path) -> None:
        (folder / "verdict.json").write_text(json.dumps(asdict(verdict)))

    store.entry("mutant", key(mutant), build)


def _never(_folder: Path) -> None:
    raise AssertionError


def forget(mutants: Sequence[Mutant]) -> None:
    """Remove the cached verdicts of mutants, and the runs of their suites without a defect."""
    for mutant in mutants:
        store.drop("mutant", key(mutant))
        store.drop("mutant-suite", suite_key(mutant.part, mutant.suite))


def judge(mutant: Mutant, copy: Tree) -> Verdict:
    """Seed the defect in a copy and run its tests, which must pass without it. VambraceError if the machine fails:
    nothing is cached then.
    """

    def attempt(defect: Mutant | None = mutant) -> _Done:
        with copy.seeded(defect), tree.cache_of(mutant) as environment:
            return _pytest(mutant.suite, copy, environment, limit)

    def build(folder: Path) -> None:
        done = attempt()
        if done.hangs or done.machine:
            done = attempt()  # retries after a temporary machine failure
        # A defect in Python may raise the same errors as a machine: then the tests pass without it, and there is space.
        if done.machine and (mutant.part != "python" or _scarce() or not attempt(None).passes):
            raise VambraceError(f"the machine failed: {done.machine}")
        (folder / "log").write_text(done.output)
        (folder / "verdict.json").write_text(json.dumps(asdict(_verdict(mutant, done))))

    limit = _limit(mutant.suite, _without_defects(mutant.part, mutant.suite, copy))
    store.entry("mutant", key(mutant), build)
    verdict = kept(mutant)
    assert verdict is not None
    return verdict


def _limit(suite: Suite, seconds: float) -> float:
    """Return the time limit of a suite in seconds, from its time without a defect."""
    return max(suite.seconds, TIMES * seconds)


def _scarce() -> bool:
    return min(shutil.disk_usage(folder).free for folder in (tree.scratch(), tempfile.gettempdir())) < _ROOM


@dataclass(frozen=True)
class _Done:
    code: int
    hangs: bool
    output: str
    seconds: float

    @property
    def passes(self) -> bool:
        return not self.code and not self.hangs

    @property
    def machine(self) -> str:
        """Return the first machine error in pytest's output, "" if there is none."""
        match = None if self.passes else _MACHINE.search(self.output)
        return match[0].removeprefix("E").strip() if match else ""


def _verdict(mutant: Mutant, done: _Done) -> Verdict:
    by = _FAILED.search(done.output)
    if done.hangs:
        result = HANGS
    elif done.code == 0:
        result = SURVIVED
    elif done.code in (1, 2) or done.code < 0:  # a failure, a module that cannot be imported, a crash
        result = NOT_BUILT if mutant.part != "python" and "BuildError" in done.output else KILLED
    else:
        raise VambraceError(f"{mutant.id}: pytest ends with {done.code}:\n{done.output[-2000:]}")
    return Verdict(result, by[1] if by else "", done.seconds)


def _without_defects(part: str, suite: Suite, copy: Tree) -> float:
    """Run the tests on the unmodified sources, and return their seconds; VambraceError if they fail. This also fills
    the cache.
    """

    def build(folder: Path) -> None:
        done = _pytest(suite, copy, {"VAMBRACE_CACHE": str(cache_dir())}, _FIRST * suite.seconds)
        if not done.passes:
            raise VambraceError(f"suite {suite.name} fails without a defect:\n{done.output[-3000:]}")
        (folder / "log").write_text(done.output)
        (folder / "seconds").write_text(str(done.seconds))

    return float((store.entry("mutant-suite", suite_key(part, suite), build) / "seconds").read_text())


def _pytest(suite: Suite, copy: Tree, environment: dict[str, str], limit: float) -> _Done:
    """Run a suite for at most `limit` seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=short", "-p", "no:cacheprovider"]
    # No byte code: Python identifies it by a file's size and modification second, which two defects may share.
    environment = {
        **os.environ,
        **environment,
        "PYTHONPATH": os.pathsep.join(str(copy.folder / name) for name in ("src", "dev")),
        "PYTHONDONTWRITEBYTECODE": "1",
        "VAMBRACE_EVERY_PARAMETER": "1",
    }
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        # A process group of its own: children of a hanging test end with it.
        with children.started(
            [*command, *suite.options],
            cwd=copy.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                code, hangs = process.wait(limit), False
            except subprocess.TimeoutExpired:
                code, hangs = 0, True
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        log.seek(0)
        output = log.read()
    if not hangs and code in (-signal.SIGTERM, -signal.SIGINT, -signal.SIGKILL, -signal.SIGHUP):
        raise VambraceError(f"the tests of {suite.name} were ended by signal {-code}")
    return _Done(code, hangs, output, round(time.monotonic() - began, 1))
