# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The proofs of formal/*.toml: docs/developer/proofs.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from vambrace.base import extras
from vambrace_dev.proofs import command, plan, prove
from vambrace_dev.proofs.plan import Proof
from vambrace_dev.verify.check import PROOF, Check, Divided, Outcome, Piece


def checks() -> list[Check]:
    return [
        Check(
            proof.name,
            proof.title,
            PROOF,
            Divided(partial(pieces, proof), joined),
            seen_failing="tests/proofs/test_proofs.py::test_a_defect_is_caught",
            long=bool(proof.long),
            inputs=command.INPUTS,
        )
        for proof in plan.proofs().values()
    ]


def pieces(proof: Proof) -> list[Piece]:
    """Return a piece for each property."""
    needs = (command.circuit_of(proof),)
    return [Piece(name, partial(decide, proof, name), command.MEMORY, needs) for name in proof.properties]


def decide(proof: Proof, name: str) -> Outcome:
    """Decide a property, which must be as required."""
    extras.need("silicon")
    finding = prove.decide(proof, name)
    return Outcome(finding.right, "", () if finding.right else tuple(command.explain(proof, finding)))


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a proof: that of all properties."""
    details = [line for outcome in outcomes for line in outcome.details]
    right = sum(outcome.holds for outcome in outcomes)
    figure = f"{right} properties" if not details else f"{len(outcomes) - right} of {len(outcomes)} properties"
    return Outcome(not details, figure, tuple(details))
