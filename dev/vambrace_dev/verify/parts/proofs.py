# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The proofs of formal/*.toml: docs/developer/proofs.md."""

from __future__ import annotations

from functools import partial

from vambrace.base import extras
from vambrace_dev.proofs import command, plan, prove
from vambrace_dev.proofs.plan import Proof
from vambrace_dev.verify.check import PROOF, Check, Outcome


def checks() -> list[Check]:
    return [
        Check(
            proof.name,
            proof.title,
            PROOF,
            partial(decide, proof),
            seen_failing="tests/proofs/test_proofs.py::test_a_defect_is_caught",
            long=bool(proof.long),
            inputs=("formal", "rtl", "dev/vambrace_dev/proofs", "src/vambrace/silicon", "configs", "cores", "soc"),
        )
        for proof in plan.proofs().values()
    ]


def decide(proof: Proof) -> Outcome:
    """Decide every property of a proof; all must be as required."""
    extras.need("silicon")
    found = [prove.decide(proof, name) for name in proof.properties]
    details = [line for finding in found if not finding.right for line in command.explain(proof, finding)]
    right = sum(finding.right for finding in found)
    figure = f"{right} properties" if not details else f"{len(found) - right} of {len(found)} properties"
    return Outcome(not details, figure, tuple(details))
