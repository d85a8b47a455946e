# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that are tests of tests/: the counts of a pytest run."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence

from vambrace.base import children, extras
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.verify.check import Outcome

_COUNT = re.compile(r"(\d+) (passed|failed|skipped|error)")

#: Seconds for pytest after Ctrl-C.
_GRACE = 10


def passing(*tests: str, select: str = "", long: bool = False) -> Callable[[], Outcome]:
    """Return a function that runs tests and counts them: files or node ids below the checkout, and pytest's -k
    expression; with `long` also long tests.
    """

    def run() -> Outcome:
        return outcome([*tests, *(["-k", select] if select else []), *(["--long"] if long else [])])

    return run


def outcome(options: Sequence[str]) -> Outcome:
    """Run pytest; a run without a passing test decides nothing."""
    extras.need("test")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    done = children.run(command, cwd=root(), env=dict(os.environ), capture_output=True, text=True, grace=_GRACE)
    lines = done.stdout.strip().split("\n")
    counts = {what: int(number) for number, what in _COUNT.findall(lines[-1])}
    if done.returncode == 0 and counts.get("passed"):
        skipped = f", {counts['skipped']} skipped" if counts.get("skipped") else ""
        return Outcome(True, f"{counts['passed']:,} tests{skipped}")
    if done.returncode == 1:
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        again = f"again: {os.path.basename(sys.executable)} -m pytest {' '.join(options)}"
        return Outcome(False, f"{counts.get('failed', 0) + counts.get('error', 0)} tests fail", (*failed[:8], again))
    raise VambraceError(f"pytest {' '.join(options)}: exit code {done.returncode}: {lines[-1]} {done.stderr[-300:]}")
