# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on Spike, with the library's backend for a set of extensions, of 32 or 64 bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.aead.protocol import Decoded
from tests.builds import BUILDS
from vambrace import config
from vambrace.config import PORTABLE, PROFILES, Build, Extensions, instructions
from vambrace.software.running import aead, spike
from vambrace.software.running.jobs import Job

#: Instructions that an image of jobs may take: the longest lists take about a tenth of it.
MOST = 10_000_000_000


def both(*instructions: str) -> Extensions:
    """Combinations of instructions that are not an extension set of configs/."""
    return Extensions("+".join(instructions), " and ".join(instructions), instructions)


def _wide(build: Build) -> Build:
    return replace(build, xlen=64)


#: The builds that distinguish the 64-bit backends.
BUILDS64 = {
    **{
        name: _wide(BUILDS[name]) for name in ("none", "zbkb", "zkned", "zkned:size", "zkned+zbkc", "zknh", "zbkb+zknh")
    },
    "zbkb+zkned": _wide(Build(both("zbkb", "zkned"))),
    "zbkb+zbkc+zkned": _wide(Build(both("zbkb", "zbkc", "zkned"))),
    "portable": _wide(PORTABLE),
}

#: Every build of the library for RV32 that uses no accelerator, by its label.
BUILDS32 = {
    build.label: build
    for build in (
        *(build for build in BUILDS.values() if not build.extensions.accelerator),
        *(Build(both("zbkb", "xasconp"), profile) for profile in PROFILES),
        *(replace(PORTABLE, profile=profile) for profile in PROFILES),
        *(replace(BUILDS[name], misaligned=True) for name in ("none", "zkned", "zbkb", "zbkb+xascon")),
        *(replace(BUILDS[name], misaligned=True) for name in ("xasconp", "xchacha")),
        *(replace(BUILDS[name], misaligned=True) for name in ("none:size", "zbkb:size")),
    )
}

_BASES = {32: "rv32imc_zicsr", 64: "rv64imac_zicsr"}


def isa(build: Build) -> str:
    """The ISA of a build: a processor with additional instructions would hide that the build uses them."""
    named = (e.isa for key, e in instructions.units().items() if key in build.extensions.instructions)
    return "_".join([_BASES[build.xlen], *(["zicclsm"] if build.misaligned else []), *named])


@dataclass(frozen=True)
class SpikeRunner(Decoded):
    """A program for one build of the library, on a processor with the build's ISA or with the given one."""

    build: Build
    isa: str | None = None

    @property
    def name(self) -> str:
        return f"{'spike' if self.build.xlen == 64 else 'spike32'}/{self.build.label}"

    @property
    def word_bytes(self) -> int:
        return self.build.xlen // 8

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        """Executes all jobs in one run."""
        elf = aead.runner(config.algorithms()[algorithm], self.build.on_spike(self.build.xlen))
        memory = aead.memory_of_image(elf, image)
        outcome = spike.run(elf, self.isa or isa(self.build), memory=memory, most=MOST, cached=True)
        assert outcome.exit_code == 0
        return outcome.dumps["image"]
