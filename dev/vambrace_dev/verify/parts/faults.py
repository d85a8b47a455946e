# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Faults in flip-flops of the hardened engine's netlist: docs/user/faults.md."""

from __future__ import annotations

from collections.abc import Callable

from vambrace.base.errors import VambraceError
from vambrace.measure import campaigns, faults, planner
from vambrace.measure.kinds.faults import EVERY, RANDOM, TAGS
from vambrace.silicon.openings import LIMIT
from vambrace_dev.verify.check import TEST, Check, Outcome

_GUARANTEE = "no flip of one flip-flop makes the hardened engine accept a wrong tag or release anything"
_ENDS = ", and every job ends"
_SEEN = "tests/silicon/test_faults.py::test_an_unhardened_engine_is_reported_as_unsafe"
_INPUTS = ("rtl", "soc/faults", "soc/gates", "lib/include/vambrace", "src/vambrace", "dev", "configs/blocks.toml")

#: Cycles: a job that a fault stops ends after 2,047 without progress.
_LIMIT = 3000


def checks() -> list[Check]:
    return [
        Check(
            "some",
            _GUARANTEE + _ENDS,
            TEST,
            safe("engine-ascon-hardened", RANDOM, limit=_LIMIT),
            bound="10,000 flips, one message of Ascon-AEAD128",
            seen_failing=_SEEN,
            inputs=_INPUTS,
        ),
        Check(
            "every",
            _GUARANTEE,
            TEST,
            safe("engine-hardened", EVERY, TAGS),
            bound="every flip-flop in every cycle of a message, three algorithms, two wrong tags",
            seen_failing=_SEEN,
            inputs=_INPUTS,
            long=True,
        ),
    ]


def safe(block: str, choice: str, tags: tuple[str, ...] = TAGS[:1], limit: int = LIMIT) -> Callable[[], Outcome]:
    """Return a function that runs a campaign with each tag; no flip may be unsafe or, with another limit, endless."""

    def decide() -> Outcome:
        subjects = campaigns.subjects([block])
        tasks = [t for tag in tags for t in faults.tasks(subjects, choice=choice, tag=tag, count=10_000, limit=limit)]
        records, failures = planner.measure("faults", tasks)
        if failures:
            raise VambraceError(failures[0])
        wrong = [
            f"{r['algorithm']}, tag {r['tag']}: {register}: {count} unsafe flips"
            for r in records
            for register, count in r["registers"].items()
        ]
        if limit != LIMIT:
            wrong += [f"{r['algorithm']}: {r['endless']} jobs without an end" for r in records if r["endless"]]
        return Outcome(not wrong, f"{sum(r['faults'] for r in records):,} flips", tuple(wrong))

    return decide
