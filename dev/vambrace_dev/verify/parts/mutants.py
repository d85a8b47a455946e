# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Seeded defects that the tests must find: docs/developer/mutants.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from vambrace_dev.testing import everything
from vambrace_dev.testing.mutants import command, copies, plan
from vambrace_dev.testing.mutants.judge import Verdict
from vambrace_dev.testing.mutants.plan import Mutant
from vambrace_dev.verify.check import TEST, Check, Divided, Outcome, Piece

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
            Divided(pieces, joined),
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


def pieces() -> list[Piece]:
    """Return a piece for each mutant. Verdicts are stored one by one."""
    state = everything.stamp()
    return [Piece(m.id, partial(judged, m, state), command.MEMORY) for m in plan.mutants().values()]


def judged(mutant: Mutant, state: str) -> Outcome:
    """Judge a mutant: it is found, or explained as a survivor."""
    verdict = copies.verdict(mutant, state)
    holds = command.is_found(verdict) or bool(mutant.survives)
    return Outcome(holds, verdict.result)


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of the list."""
    every = list(plan.mutants().values())
    verdicts = {m.id: Verdict(outcome.figure, "", 0) for m, outcome in zip(every, outcomes, strict=True)}
    details = complaints(every, verdicts)
    return Outcome(not details, _score(every, verdicts), tuple(details))


def complaints(every: Sequence[Mutant], verdicts: command.Verdicts) -> list[str]:
    """Return a text for each mutant that is neither found nor explained, or both; and one if too few are found."""
    texts = [f"{m.id}: {m.file}: {m.breaks}" for m in command.unexplained(every, verdicts)]
    texts += [
        f"{m.id}: found, but explained as a survivor" for m in every if m.survives and command.is_found(verdicts[m.id])
    ]
    enough = 100 * sum(map(command.is_found, verdicts.values())) >= SHARE * len(every)
    return texts if enough else [*texts, f"{_score(every, verdicts)}, and at least {SHARE} % must be"]


def _score(every: Sequence[Mutant], verdicts: command.Verdicts) -> str:
    return f"{sum(map(command.is_found, verdicts.values()))} of {len(every)} found"
