# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Seeded defects that the tests must find: docs/developer/mutants.md."""

from __future__ import annotations

from collections.abc import Sequence

from vambrace_dev.testing.mutants import command, plan
from vambrace_dev.testing.mutants.plan import Mutant
from vambrace_dev.verify.check import TEST, Check, Outcome

#: Percentage of the list that the tests must find.
SHARE = 95


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
            "the tests find every defect of the list except a few that it explains",
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
    """Judge the remaining mutants; verdicts are stored one by one."""
    every = list(plan.mutants().values())
    found = command.judge_all(every)
    details = complaints(every, found)
    return Outcome(not details, _score(every, found), tuple(details))


def complaints(every: Sequence[Mutant], found: command.Found) -> list[str]:
    """Return a text for each mutant that is neither found nor explained, or both; and one if too few are found."""
    texts = [f"{m.id}: {m.file}: {m.breaks}" for m in command.unexplained(every, found)]
    texts += [
        f"{m.id}: found, but explained as a survivor" for m in every if m.survives and command.is_found(found[m.id])
    ]
    enough = 100 * sum(map(command.is_found, found.values())) >= SHARE * len(every)
    return texts if enough else [*texts, f"{_score(every, found)}, and at least {SHARE} % must be"]


def _score(every: Sequence[Mutant], found: command.Found) -> str:
    return f"{sum(map(command.is_found, found.values()))} of {len(every)} found"
