# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with function units and Spike execute the same random programs: docs/developer/lockstep.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from vambrace.base.errors import VambraceError
from vambrace_dev.testing.lockstep import campaign, command, generate
from vambrace_dev.testing.lockstep.mode import MODES, PLAIN
from vambrace_dev.verify.check import TEST, Check, Divided, Outcome, Piece

#: Instructions for each core, quick and long.
QUICK, LONG = 50_000, 5_000_000

#: Cores, and whether their models take minutes to build.
CORES = {"ibex-ref": False, "ibex-fast": False, "cv32e40x": False, "rocket": True}

#: The same for the programs of a mode, for all its cores together. Mixed programs have all features except PMP, on the
#: models of plain ones.
QUICK_MIXED, LONG_OF_MODE = 60_000, 1_000_000


@dataclass(frozen=True)
class Mixture:
    """A mode, its events, and cores that are compared together."""

    mode: str
    words: str
    cores: tuple[str, ...] = command.DEFAULT


_ALL = "debug requests, many interrupts, NMIs, bus errors, slow memories"
MIXED = Mixture("mixed", _ALL)
MIXTURES = (
    Mixture("debug", MODES["debug"].words),
    Mixture("interrupts", MODES["interrupts"].words),
    Mixture("interrupts", MODES["interrupts"].words, ("rocket",)),
    Mixture("faults", MODES["faults"].words),
    MIXED,
    Mixture("pmp", f"{_ALL}, accesses that PMP refuses", ("ibex-ref", "ibex-fast")),
)

_SEEN = "tests/system/test_lockstep_power.py::test_a_defect_of_the_rtl_is_found"


def checks() -> list[Check]:
    return [
        *(_plain(core, QUICK, slow) for core, slow in CORES.items()),
        *(_plain(core, LONG, True) for core in CORES),
        _check(MIXED, QUICK_MIXED, False),
        *(_check(mixture, LONG_OF_MODE, True) for mixture in MIXTURES),
    ]


def _plain(core: str, instructions: int, long: bool) -> Check:
    words = f"{core} with every unit retires what Spike does: registers, memory, traps, interrupts"
    return _compared(f"{core}-{instructions}", words, (core,), instructions, long)


def _check(mixture: Mixture, instructions: int, long: bool) -> Check:
    which = "-".join(mixture.cores) + "-" if len(mixture.cores) == 1 else ""
    words = f"{', '.join(mixture.cores)}: the same in programs with {mixture.words}"
    return _compared(f"{which}{mixture.mode}-{instructions}", words, mixture.cores, instructions, long, mixture.mode)


def _compared(
    name: str, guarantee: str, cores: tuple[str, ...], instructions: int, long: bool, mode: str = PLAIN.name
) -> Check:
    return Check(
        name,
        guarantee,
        TEST,
        Divided(partial(pieces, cores, instructions, mode), partial(joined, instructions)),
        bound=f"{instructions:,} random instructions",
        seen_failing=_SEEN,
        long=long,
        inputs=campaign.INPUTS,
    )


def pieces(cores: tuple[str, ...], instructions: int, mode: str = PLAIN.name) -> list[Piece]:
    """Return a piece for each program: of each core as many as it needs for its share of the instructions, and another
    one, since they execute only about the same number.
    """
    count = 1 + -(-instructions // len(cores) // generate.INSTRUCTIONS)
    return [
        Piece(f"{core}-{seed}", partial(compare, core, seed, mode), campaign.MEMORY, campaign.of(core, mode).needs)
        for seed in range(1, 1 + count)
        for core in cores
    ]


def compare(core: str, seed: int, mode: str = PLAIN.name) -> Outcome:
    """Compare a program, or recall an earlier comparison."""
    try:
        results = campaign.program(campaign.of(core, mode), seed)
    except campaign.Different as different:
        return Outcome(False, "a difference", tuple(str(different).split("\n")))
    return Outcome(True, str(results.retired))


def joined(instructions: int, outcomes: Sequence[Outcome]) -> Outcome:
    """Return the sum of the instructions, or the first difference. VambraceError if they are too few."""
    if different := [outcome for outcome in outcomes if not outcome.holds]:
        return different[0]
    compared = sum(int(outcome.figure) for outcome in outcomes)
    if compared < instructions:
        raise VambraceError(f"{len(outcomes)} programs execute {compared:,} instructions only: pieces() must give more")
    return Outcome(True, f"{compared} instructions")
