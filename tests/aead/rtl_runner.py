# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on a simulated core, with the library's backend for a set of extensions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.aead.protocol import Decoded
from vambrace import config
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software.running import aead
from vambrace.software.running.jobs import Job
from vambrace.software.running.simulate import RAM_BASE, Machine, simulate


@dataclass(frozen=True)
class RtlRunner(Decoded):
    """A core of configs/ with the program for one build of the library."""

    core: str
    build: Build
    max_cycles: int = 200_000_000  # a longer run counts as hanging
    word_bytes: int = 4
    system: Build | None = None  # the core's extensions, if it has more than the library uses

    @property
    def name(self) -> str:
        return f"{self.core}/{self.build.label}"

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        """Executes all jobs in one simulation."""
        elf = aead.runner(config.algorithms()[algorithm], self.build)
        path = model.build(model.shared(config.cores()[self.core], (self.system or self.build).extensions))
        machine = Machine(ram_bytes=elf.symbol("__stack_top") - RAM_BASE, max_cycles=self.max_cycles)
        outcome = simulate(path, elf, machine, memory=aead.memory_of_image(elf, image), cached=True)
        assert (outcome.end, outcome.exit_code) == ("exit", 0), f"{self.name}: {outcome.describe(elf)}"
        return outcome.dumps["image"]
