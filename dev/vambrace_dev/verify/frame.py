# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the checks of some parts, stores their outcomes, and shows them as a table."""

from __future__ import annotations

import importlib
import time
from collections.abc import Sequence

from vambrace.base import work
from vambrace.base.errors import VambraceError
from vambrace.base.grid import Grid
from vambrace.base.progress import Progress
from vambrace_dev.verify import PARTS, kept
from vambrace_dev.verify.check import Check
from vambrace_dev.verify.kept import Found, Task


def checks(part: str) -> list[Check]:
    """Return all checks of a part, quick ones and long ones."""
    module = importlib.import_module(f"vambrace_dev.verify.parts.{part.replace('-', '_')}")
    found: list[Check] = module.checks()
    names = [check.name for check in found]
    if not found or len(set(names)) != len(names):
        raise VambraceError(f"verify: {part}: no check, or two of one name: {names}")
    return found


def tasks(parts: Sequence[str], long: bool) -> list[Task]:
    """Return the checks of some parts (all, if none is named); long ones only on request."""
    return [(part, check) for part in parts or PARTS for check in checks(part) if long or not check.long]


def run(chosen: Sequence[Task], rerun: bool, found: dict[Task, Found]) -> list[str]:
    """Run checks whose outcome is unknown, as many at a time as there are processors. Fill `found` as they end, so that
    it has the finished ones after an interruption; return the errors of those that could not decide.
    """
    keys = kept.keys(chosen)  # before the run: files that change meanwhile were not checked
    if not rerun:
        found.update({task: known for task in chosen if (known := kept.recall(keys[task]))})
    with Progress("verify", len(chosen), is_outer=True) as progress:

        def one(task: Task) -> None:
            began = time.monotonic()
            outcome = task[1].run()
            found[task] = Found(outcome, time.monotonic() - began)
            kept.keep(keys[task], found[task])

        for task in found:
            progress.step(label(task))
        work.each([t for t in chosen if t not in found], one, label, progress.step, progress.failed)
    return progress.failures


def label(task: Task) -> str:
    return f"{task[0]}: {task[1].name}"


def grid(chosen: Sequence[Task], found: dict[Task, Found]) -> Grid:
    """Return the table of outcomes, in the order of the parts."""
    rows = [_row(task, found[task]) for task in chosen if task in found]
    left = len(chosen) - len(rows)
    before = sum(of.before for of in found.values())
    notes = [
        *([f"{left} not decided"] if left else []),
        *([f"{before} of an earlier run with the same sources: --rerun checks them again"] if before else []),
    ]
    head = ["part", "guarantee", "kind", "bound", "result", "seconds"]
    return Grid("What the project guarantees", head, rows, tuple(notes), names=5, wraps=True)


def _row(task: Task, of: Found) -> list[str]:
    part, check = task
    result = "holds" if of.outcome.holds else "FAILS"
    figure = f": {of.outcome.figure}" if of.outcome.figure else ""
    return [part, check.guarantee, check.kind, check.bound or "none", result + figure, f"{of.seconds:.1f}"]


def listing(chosen: Sequence[Task]) -> Grid:
    """Return the checks as a table, without running any."""
    rows = [
        [part, check.name, check.kind, check.bound or "none", check.guarantee + (" (--long)" if check.long else "")]
        for part, check in chosen
    ]
    return Grid("Checks", ["part", "check", "kind", "bound", "guarantee"], rows, names=5, wraps=True)
