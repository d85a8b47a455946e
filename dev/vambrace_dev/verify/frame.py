# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the checks of some parts, stores their outcomes, and shows them as a table."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from vambrace.base import work
from vambrace.base.errors import VambraceError
from vambrace.base.grid import Grid
from vambrace.base.progress import Progress
from vambrace.measure.measured import Need
from vambrace_dev import away
from vambrace_dev.verify import PARTS, stored
from vambrace_dev.verify.check import Check, Outcome, Piece
from vambrace_dev.verify.stored import Decided, Task


def checks(part: str) -> list[Check]:
    """Return all checks of a part, quick ones and long ones."""
    module = importlib.import_module(f"vambrace_dev.verify.parts.{part.replace('-', '_')}")
    listed: list[Check] = module.checks()
    names = [check.name for check in listed]
    if not listed or len(set(names)) != len(names):
        raise VambraceError(f"verify: {part}: no check, or two of one name: {names}")
    return listed


def tasks(parts: Sequence[str], long: bool) -> list[Task]:
    """Return the checks of some parts (all, if none is named); long ones only on request."""
    return [(part, check) for part in parts or PARTS for check in checks(part) if long or not check.long]


@dataclass(frozen=True)
class Step:
    """A piece of a check, by its number."""

    task: Task
    number: int
    piece: Piece = field(compare=False)

    @property
    def label(self) -> str:
        return label(self.task) + (f", {self.piece.name}" if self.piece.name else "")


class _Run:
    """The checks that are decided, and the pieces of those that are not."""

    def __init__(self, keys: dict[Task, str], rerun: bool, results: dict[Task, Decided]) -> None:
        self._keys, self._rerun, self._results = keys, rerun, results
        self._pieces: dict[Task, list[Decided | None]] = {}
        self._lock = threading.Lock()

    def steps(self, task: Task) -> list[Step]:
        """Return the pieces of a check that are not decided yet."""
        every = [Step(task, number, piece) for number, piece in enumerate(task[1].pieces())]
        if not every:
            raise VambraceError("there is nothing to check")
        known = [None if self._rerun else stored.recall(self._key(step)) for step in every]
        self._pieces[task] = known
        left = [step for step, result in zip(every, known, strict=True) if result is None]
        if not left:
            self._join(task)
        return left

    def _key(self, step: Step) -> str:
        return stored.of_piece(self._keys[step.task], step.piece.name)

    def here(self, step: Step) -> None:
        """Decide a piece on this computer."""
        self.take(step, timed(step.piece.run))

    def away(self, step: Step) -> work.Away:
        """Return how a worker decides a piece."""
        part, check = step.task
        return away.job(partial(piece, part, check.name, step.number), check.inputs, partial(self.take, step))

    def take(self, step: Step, result: Decided) -> None:
        """Keep the outcome of a piece."""
        stored.keep(self._key(step), result)
        with self._lock:
            self._pieces[step.task][step.number] = result
            self._join(step.task)

    def _join(self, task: Task) -> None:
        """Decide a check if all of its pieces are."""
        pieces = [result for result in self._pieces[task] if result]
        if len(pieces) == len(self._pieces[task]):
            outcome = task[1].join([result.outcome for result in pieces])
            self._results[task] = Decided(outcome, sum(result.seconds for result in pieces))
            stored.keep(self._keys[task], self._results[task])


def run(chosen: Sequence[Task], rerun: bool, results: dict[Task, Decided]) -> list[str]:
    """Run checks whose outcome is unknown, as many pieces at a time as there are processors or workers. Fill `found` as
    they end, so that it has the finished ones after an interruption; return the errors of those that could not decide.
    """
    keys = stored.keys(chosen)  # before the run: files that change meanwhile were not checked
    if not rerun:
        results.update({task: known for task in chosen if (known := stored.recall(keys[task]))})
    before, errors = list(results), []
    state = _Run(keys, rerun, results)
    order: dict[Step | Need, None] = {}
    for task in chosen:
        if task in results:
            continue
        try:
            steps = state.steps(task)
        except VambraceError as error:
            errors.append(f"{label(task)}: {error}")
            continue
        order |= dict.fromkeys([*(need for step in steps for need in step.piece.needs), *steps])
    with Progress("verify", len(before) + len(order), is_outer=True) as progress:
        for task in before:
            progress.step(label(task))
        for line in errors:
            progress.failed(line)
        work.each(
            list(order),
            lambda item: state.here(item) if isinstance(item, Step) else item.build(),
            lambda item: item.label,
            progress.step,
            progress.failed,
            after=lambda item: item.piece.needs if isinstance(item, Step) else (),
            memory=lambda item: item.piece.memory if isinstance(item, Step) else item.memory,
            away=lambda item: state.away(item) if isinstance(item, Step) else away.build(item.build),
        )
    return progress.failures


def timed(call: Callable[[], Outcome]) -> Decided:
    """Return an outcome with the seconds that it took."""
    began = time.monotonic()
    outcome = call()
    return Decided(outcome, time.monotonic() - began)


def piece(part: str, name: str, number: int) -> Decided:
    """Decide a piece of a check, in a worker."""
    (check,) = (check for check in checks(part) if check.name == name)
    return timed(check.pieces()[number].run)


def label(task: Task) -> str:
    return f"{task[0]}: {task[1].name}"


def grid(chosen: Sequence[Task], results: dict[Task, Decided]) -> Grid:
    """Return the table of outcomes, in the order of the parts."""
    rows = [_row(task, results[task]) for task in chosen if task in results]
    left = len(chosen) - len(rows)
    before = sum(result.before for result in results.values())
    notes = [
        *([f"{left} not decided"] if left else []),
        *([f"{before} of an earlier run with the same sources: --rerun checks them again"] if before else []),
    ]
    head = ["part", "guarantee", "kind", "bound", "result", "seconds"]
    return Grid("What the project guarantees", head, rows, tuple(notes), names=5, wraps=True)


def _row(task: Task, outcome: Decided) -> list[str]:
    part, check = task
    result = "holds" if outcome.outcome.holds else "FAILS"
    figure = f": {outcome.outcome.figure}" if outcome.outcome.figure else ""
    return [part, check.guarantee, check.kind, check.bound or "none", result + figure, f"{outcome.seconds:.1f}"]


def listing(chosen: Sequence[Task]) -> Grid:
    """Return the checks as a table, without running any."""
    rows = [
        [part, check.name, check.kind, check.bound or "none", check.guarantee + (" (--long)" if check.long else "")]
        for part, check in chosen
    ]
    return Grid("Checks", ["part", "check", "kind", "bound", "guarantee"], rows, names=5, wraps=True)
