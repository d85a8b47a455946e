# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Outcomes of checks, stored until one of their inputs changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from vambrace.base import store
from vambrace_dev.testing import everything
from vambrace_dev.verify.check import Check, Outcome

#: A part and one of its checks.
Task = tuple[str, Check]

_KIND = "verify"

#: Part of the keys; incremented when the entries change their format.
_VERSION = 1


@dataclass(frozen=True)
class Decided:
    """The outcome of a check and its wall time in seconds; `before`: it comes from an earlier run."""

    outcome: Outcome
    seconds: float
    before: bool = False


def keys(tasks: Sequence[Task]) -> dict[Task, str]:
    """Return the hashes of the current inputs of outcomes."""
    stamps = {inputs: everything.stamp(inputs) for inputs in {check.inputs for _, check in tasks}}
    return {
        (part, check): store.digest(_VERSION, part, check.name, check.kind, check.bound, stamps[check.inputs])
        for part, check in tasks
    }


def of_piece(key: str, name: str) -> str:
    """Return the key of a piece of a check; that of the check, if it is not divided."""
    return store.digest(key, name) if name else key


def recall(key: str) -> Decided | None:
    """Return the outcome of an earlier run with the same inputs, if there is one; failures are not stored."""
    data = store.get(_KIND, key)
    if data is None:
        return None
    entry = json.loads(data)
    return Decided(Outcome(True, entry["figure"]), entry["seconds"], before=True)


def keep(key: str, result: Decided) -> None:
    """Store an outcome; a failure is checked again."""
    if result.outcome.holds:
        entry = {"figure": result.outcome.figure, "seconds": result.seconds}
        store.put(_KIND, key, json.dumps(entry).encode())


def as_json(results: dict[Task, Decided]) -> str:
    """Return the outcomes as JSON."""
    rows = [
        {
            "part": part,
            "check": check.name,
            "guarantee": check.guarantee,
            "kind": check.kind,
            "bound": check.bound,
            "seconds": round(result.seconds, 2),
            **asdict(result.outcome),
        }
        for (part, check), result in results.items()
    ]
    return json.dumps(rows, indent=1) + "\n"
