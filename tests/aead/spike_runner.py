# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on Spike, with the library's backend for a set of extensions, of 32 or 64 bits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vambrace import aead, config, spike
from vambrace.config import PORTABLE, PROFILES, Extensions
from vambrace.jobs import Job, Result, decode

_KNOWN = config.extension_sets()


def _with(name: str, added: str) -> Extensions:
    """Two sets together that are no set of configs/."""
    one, other = _KNOWN[name], _KNOWN[added]
    return Extensions(f"{name}+{added}", f"{one.title}; {other.title}", (*one.units, *other.units),
                      (*one.macros, *other.macros))  # fmt: skip


def _wide(build: Extensions) -> Extensions:
    return replace(build, xlen=64)


#: The builds that 64-bit backends differ by.
BUILDS = {
    **{name: _wide(_KNOWN[name]) for name in ("none", "zbkb", "zkn")},
    "zbkb+zkn": _wide(_with("zbkb", "zkn")),
    "zkn:size": _wide(_KNOWN["zkn"].with_profile("size")),
    "portable": _wide(PORTABLE),
}

#: Every build of the library for RV32 that is software alone, by its label.
BUILDS32 = {
    build.label: build
    for known in (*_KNOWN.values(), _with("zbkb", "xasconp"), PORTABLE)
    if not known.engine and not known.aes_unit
    for build in map(known.with_profile, PROFILES)
}

_BASES = {32: "rv32imc_zicsr", 64: "rv64imac_zicsr"}
_NAMES = {
    "VMB_ISE_ZBKB": "_zbkb", "VMB_ISE_ZBKC": "_zbkc", "VMB_ISE_ZKN": "_zkne_zknd",
    "VMB_ISE_XASCON": "_xascon", "VMB_ISE_XASCONP": "_xasconp",
}  # fmt: skip


def isa(build: Extensions) -> str:
    """The ISA of a build: a processor that has an instruction more would hide that the build uses it."""
    return _BASES[build.xlen] + "".join(name for macro, name in _NAMES.items() if macro in build.macros)


def spread(jobs: Sequence[Job]) -> list[Job]:
    """The same jobs on words of 8 bytes: where one asks for an alignment modulo 4, one of the two modulo 8."""
    r = random.Random(len(jobs))
    return [job.but(unit=8, align={name: a + 4 * r.randrange(2) for name, a in job.align.items()}) for job in jobs]


@dataclass(frozen=True)
class SpikeRunner:
    """A program for one build of the library, on a processor with another ISA than the build's where it is named."""

    build: Extensions
    budget: int | None
    flat: int | None = None
    isa: str | None = None

    @property
    def name(self) -> str:
        return f"{'spike' if self.build.xlen == 64 else 'spike32'}/{self.build.label}"

    def run(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        """Executes all jobs in one run."""
        elf = aead.runner(config.algorithms()[algorithm], spike.extensions(self.build, self.build.xlen))
        placed = spread(jobs) if self.build.xlen == 64 else list(jobs)
        memory = aead.memory_of_jobs(elf, placed)
        outcome = spike.run(elf, self.isa or isa(self.build), memory=memory)
        assert outcome.exit_code == 0
        return decode(outcome.dumps["image"], placed)
