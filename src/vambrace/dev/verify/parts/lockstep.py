# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with function units and Spike execute the same random programs: docs/developer/lockstep.md."""

from __future__ import annotations

from functools import partial

from vambrace.dev.testing.lockstep import campaign, command
from vambrace.dev.verify.check import TEST, Check, Outcome

#: Instructions for each core, quick and long.
QUICK, LONG = 50_000, 5_000_000

#: Cores, and whether their models take minutes to build.
CORES = {"ibex-ref": False, "ibex-fast": False, "cv32e40x": False, "rocket": True}

_SEEN = "tests/system/test_lockstep_power.py::test_a_defect_of_the_rtl"


def checks() -> list[Check]:
    return [_check(core, QUICK, slow) for core, slow in CORES.items()] + [_check(core, LONG, True) for core in CORES]


def _check(core: str, instructions: int, long: bool) -> Check:
    return Check(
        f"{core}-{instructions}",
        f"{core} with every unit retires what Spike does: registers, memory, traps, interrupts",
        TEST,
        partial(compare, core, instructions),
        bound=f"{instructions:,} random instructions",
        seen_failing=_SEEN,
        long=long,
        inputs=("rtl", "soc", "cores", "configs", "src/vambrace"),
    )


def compare(core: str, instructions: int) -> Outcome:
    """Compare so many instructions, or go on where an earlier comparison stopped."""
    try:
        (compared,) = campaign.run([campaign.of(core)], instructions, seed=1, jobs=1).values()
    except campaign.Different as different:
        return Outcome(False, "a difference", tuple(str(different).split("\n")))
    return Outcome(True, command.describe(compared).partition(" as on Spike")[0])
