# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Seeded defects that the tests must find: docs/developer/mutants.md."""

from __future__ import annotations

from vambrace.dev.testing.mutants import command, plan
from vambrace.dev.verify.check import TEST, Check, Outcome


def checks() -> list[Check]:
    count = len(plan.mutants())
    return [
        Check(
            "list",
            "every defect of the list can be seeded in the sources as they are",
            TEST,
            fitting,
            bound=f"{count} defects",
            seen_failing="tests/suite/test_mutants.py::test_stale_entries_are_named",
        ),
        Check(
            "all",
            "the tests find every defect of the list but those that it explains",
            TEST,
            judged,
            bound=f"{count} defects",
            seen_failing="tests/suite/test_mutants.py::test_a_defect_is_killed_survives_or_hangs",
            long=True,
        ),
    ]


def fitting() -> Outcome:
    """Seed every defect in the text of its source."""
    every = list(plan.mutants().values())
    wrong = plan.stale(every)
    return Outcome(not wrong, f"{len(every)} defects", tuple(wrong))


def judged() -> Outcome:
    """Judge what is not judged yet; verdicts are kept one by one."""
    every = list(plan.mutants().values())
    found = command.judge_all(every)
    left = command.unexplained(every, found)
    score = f"{sum(map(command.is_found, found.values()))} of {len(every)} found"
    return Outcome(not left, score, tuple(f"{m.id}: {m.file}: {m.breaks}" for m in left))
