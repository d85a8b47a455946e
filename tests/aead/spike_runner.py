# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on Spike, with the library's backend for a set of extensions, of 32 or 64 bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.aead.protocol import Decoded
from vambrace import aead, config, spike
from vambrace.config import PORTABLE, PROFILES, Extensions
from vambrace.jobs import Job

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


@dataclass(frozen=True)
class SpikeRunner(Decoded):
    """A program for one build of the library, on a processor with another ISA than the build's where it is named."""

    build: Extensions
    isa: str | None = None

    @property
    def name(self) -> str:
        return f"{'spike' if self.build.xlen == 64 else 'spike32'}/{self.build.label}"

    @property
    def unit(self) -> int:
        return self.build.xlen // 8

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        """Executes all jobs in one run."""
        elf = aead.runner(config.algorithms()[algorithm], spike.extensions(self.build, self.build.xlen))
        memory = aead.memory_of_image(elf, image)
        outcome = spike.run(elf, self.isa or isa(self.build), memory=memory, kept=True)
        assert outcome.exit_code == 0
        return outcome.dumps["image"]
