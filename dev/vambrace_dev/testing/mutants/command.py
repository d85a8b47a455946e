# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test mutants`: runs mutants without a cached verdict, prints the score and the mutants that survive."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial

from vambrace.base import work
from vambrace.base.errors import VambraceError
from vambrace.base.grid import Grid
from vambrace.base.output import Output
from vambrace.base.progress import Progress
from vambrace.cli.options import console, say, stdout_is_taken
from vambrace.view.table import print_grids
from vambrace_dev import away
from vambrace_dev.testing import everything
from vambrace_dev.testing.mutants import judge, plan, tree
from vambrace_dev.testing.mutants.copies import Copies, verdict
from vambrace_dev.testing.mutants.judge import HANGS, KILLED, Verdict
from vambrace_dev.testing.mutants.plan import Mutant

Verdicts = dict[str, Verdict]

#: What the tests of a mutant need, in MiB: a compiler, a simulator.
MEMORY = 1500


def show_list(chosen: Sequence[Mutant]) -> None:
    for m in chosen:
        print(f"{m.id:<34} {m.part:<9} {m.file}: {m.breaks}")


def run(chosen: Sequence[Mutant], jobs: int = 1, json_file: Output | None = None, rerun: bool = False) -> Verdicts:
    """Judge these mutants and print the score; return the verdicts. Cached ones are not run again, unless `rerun` is
    set.
    """
    if wrong := plan.stale(chosen):
        raise VambraceError("\n".join(wrong))
    tree.sweep()
    if rerun:
        judge.forget(chosen)
    verdicts: Verdicts = {}
    try:
        judge_all(chosen, jobs, verdicts)
    finally:
        _report(chosen, verdicts, json_file)
    return verdicts


def judge_all(chosen: Sequence[Mutant], jobs: int = 1, results: Verdicts | None = None) -> Verdicts:
    """Judge these mutants, except known ones, without printing; return the verdicts. `results` is filled meanwhile.
    VambraceError if one could not be judged.
    """
    results = {} if results is None else results
    results.update({m.id: v for m in chosen if (v := judge.kept(m)) is not None})
    failures: list[str] = []
    _run([m for m in chosen if m.id not in results], jobs, results, failures)
    if failures:
        raise VambraceError("\n".join(failures))
    return results


def _run(todo: Sequence[Mutant], jobs: int, verdicts: Verdicts, failures: list[str]) -> None:
    """Judge `todo`, each in a copy of the tree that is not shared at that time."""
    if not todo:
        return
    # Mutants of a suite one after the other: its tests run once without a defect, before them.
    todo = sorted(todo, key=lambda m: (list(plan.PARTS).index(m.part), m.suite.name))
    began = time.monotonic()

    def said(label: str) -> None:
        count = len(verdicts) - before + len(failures)
        left = (time.monotonic() - began) / count * (len(todo) - count)
        progress.step(f"{label} {verdicts[label].result}; about {left / 60:.0f} min left")

    def take(mutant: Mutant, verdict: Verdict) -> None:
        judge.keep(mutant, verdict)
        verdicts[mutant.id] = verdict

    def failed(message: str) -> None:
        failures.append(message)
        progress.failed(message)

    before, state = len(verdicts), everything.stamp()
    with Copies() as copies, Progress("mutants", len(todo)) as progress:
        work.each(
            todo,
            lambda mutant: take(mutant, copies.judge(mutant)),
            lambda mutant: mutant.id,
            said,
            failed,
            memory=lambda mutant: MEMORY,
            away=lambda mutant: away.job(partial(verdict, mutant, state), (), partial(take, mutant)),
            where=work.Here(jobs) if jobs and work.executor() is work.HERE else None,
        )


def _report(chosen: Sequence[Mutant], verdicts: Verdicts, json_file: Output | None) -> None:
    if json_file:
        json_file.write(as_json(chosen, verdicts))
    if chosen and not stdout_is_taken():
        print_grids([score(chosen, verdicts)], console())
    for mutant in chosen:
        if mutant.id in verdicts and not is_found(verdicts[mutant.id]):
            why = f" ({mutant.survives})" if mutant.survives else ""
            say(f"{mutant.id} {verdicts[mutant.id].result}: {mutant.file}: {mutant.breaks}{why}")


def is_found(verdict: Verdict) -> bool:
    return verdict.result in (KILLED, HANGS)


def unexplained(chosen: Sequence[Mutant], verdicts: Verdicts) -> list[Mutant]:
    """Return the mutants that no test finds, and that have no reason in the list."""
    return [m for m in chosen if m.id in verdicts and not is_found(verdicts[m.id]) and not m.survives]


def score(chosen: Sequence[Mutant], verdicts: Verdicts) -> Grid:
    """Return the table of judged mutants, by part."""
    head = ["part", "mutants", "killed", "of these hang", "survived", "does not build", "per cent"]
    rows = [
        _row(part, [m for m in chosen if m.part == part], verdicts) for part in dict.fromkeys(m.part for m in chosen)
    ]
    if len(rows) > 1:
        rows.append(_row("all", chosen, verdicts))
    missing = len(chosen) - len([m for m in chosen if m.id in verdicts])
    notes = (f"{missing} not judged yet: run the same command to continue",) if missing else ()
    return Grid("Mutants that the tests find", head, rows, notes, names=1)


def _row(name: str, chosen: Sequence[Mutant], verdicts: Verdicts) -> list[str]:
    results = [verdicts[m.id].result for m in chosen if m.id in verdicts]
    killed = results.count(KILLED) + results.count(HANGS)
    counts = [len(results), killed, *(results.count(r) for r in (HANGS, judge.SURVIVED, judge.NOT_BUILT))]
    return [name, *map(str, counts), f"{100 * killed / len(results):.1f}" if results else ""]


def as_json(chosen: Sequence[Mutant], verdicts: Verdicts) -> str:
    """Return the verdict of each mutant."""
    entries = [
        {
            "id": m.id,
            "part": m.part,
            "file": m.file,
            "breaks": m.breaks,
            "suite": m.suite.name,
            "result": verdicts[m.id].result,
            "by": verdicts[m.id].by,
            "seconds": verdicts[m.id].seconds,
            "survives": m.survives,
        }
        for m in chosen
        if m.id in verdicts
    ]
    return json.dumps(entries, indent=1) + "\n"
