# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with function units and Spike execute the same random programs: docs/developer/lockstep.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from vambrace_dev.testing.lockstep import campaign, command
from vambrace_dev.testing.lockstep.mode import MODES, PLAIN
from vambrace_dev.verify.check import TEST, Check, Outcome

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
        partial(compare, cores, instructions, mode),
        bound=f"{instructions:,} random instructions",
        seen_failing=_SEEN,
        long=long,
        inputs=("rtl", "soc", "cores", "configs", "src/vambrace", "dev"),
    )


def compare(cores: tuple[str, ...], instructions: int, mode: str = PLAIN.name) -> Outcome:
    """Compare this many instructions, or resume an earlier comparison."""
    benches = [campaign.of(core, mode) for core in cores]
    try:
        found = campaign.run(benches, instructions, seed=1, jobs=1)
    except campaign.Different as different:
        return Outcome(False, "a difference", tuple(str(different).split("\n")))
    return Outcome(True, f"{sum(compared.retired for compared in found.values())} instructions")
