# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a mutant's tests and keeps what came of it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from vambrace import children, store
from vambrace.errors import VambraceError
from vambrace.paths import cache_dir
from vambrace.testing.mutants import tree
from vambrace.testing.mutants.plan import Mutant, Suite
from vambrace.testing.mutants.tree import Tree

#: Grows when the same tests are judged in another way.
_VERSION = 1

#: What comes of a mutant. Only the first two count as found.
KILLED, HANGS, SURVIVED, NOT_BUILT = "killed", "hangs", "survived", "does not build"

_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Verdict:
    """`by`: the test that failed first; `seconds` of wall time."""

    result: str
    by: str
    seconds: float


def key(mutant: Mutant) -> str:
    """The hash of all that a verdict depends on."""
    what = (mutant.file, mutant.find, mutant.put, mutant.fresh)
    return store.digest(
        _VERSION, what, mutant.suite.options, mutant.suite.seconds, tree.content(mutant.part, mutant.suite)
    )


def kept(mutant: Mutant) -> Verdict | None:
    """The verdict, where it is known already."""
    if not store.has("mutant", key(mutant)):
        return None
    return Verdict(**json.loads((store.entry("mutant", key(mutant), _never) / "verdict.json").read_text()))


def _never(_folder: Path) -> None:
    raise AssertionError


def judge(mutant: Mutant, copy: Tree) -> Verdict:
    """Seed the defect in a copy and run its tests, which have to pass without it."""

    def build(folder: Path) -> None:
        with copy.seeded(mutant), tree.cache_of(mutant) as environment:
            done = _pytest(mutant.suite, copy, environment)
        (folder / "log").write_text(done.output)
        (folder / "verdict.json").write_text(json.dumps(asdict(_verdict(mutant, done))))

    _without_defects(mutant.part, mutant.suite, copy)
    store.entry("mutant", key(mutant), build)
    found = kept(mutant)
    assert found is not None
    return found


@dataclass(frozen=True)
class _Done:
    code: int
    hangs: bool
    output: str
    seconds: float


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


def _without_defects(part: str, suite: Suite, copy: Tree) -> None:
    """Run the tests on the sources as they are; VambraceError where they do not pass. Fills the cache, too."""

    def build(folder: Path) -> None:
        done = _pytest(suite, copy, {"VAMBRACE_CACHE": str(cache_dir())})
        if done.code or done.hangs:
            raise VambraceError(f"suite {suite.name} fails without a defect:\n{done.output[-3000:]}")
        (folder / "log").write_text(done.output)

    store.entry("mutant-suite", store.digest(_VERSION, suite.options, tree.content(part, suite)), build)


def _pytest(suite: Suite, copy: Tree, environment: dict[str, str]) -> _Done:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=short", "-p", "no:cacheprovider"]
    # No byte code: it is found again by a file's size and seconds, which two defects may share.
    environment = {
        **os.environ, **environment, "PYTHONPATH": str(copy.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        # A group of its own: what a hanging test has started ends with it.
        with children.started(
            [*command, *suite.options], cwd=copy.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, start_new_session=True,
        ) as process:  # fmt: skip
            try:
                code, hangs = process.wait(suite.seconds), False
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
