# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on a simulated core, with the library's backend for a set of extensions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vambrace import aead, bench, config, model
from vambrace.config import Extensions
from vambrace.jobs import Job, Result
from vambrace.simulate import RAM_BASE, Machine

#: Cycles of a short job on an engine or an AES unit, of which most are the runner's own.
ENGINE_JOB = 2000


@dataclass(frozen=True)
class RtlRunner:
    """A core of configs/ with the program for one build of the library."""

    core: str
    build: Extensions
    budget: int | None

    @property
    def name(self) -> str:
        return f"{self.core}/{self.build.label}"

    @property
    def flat(self) -> int | None:
        return ENGINE_JOB if self.build.engine or self.build.aes_unit else None

    def run(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        """Executes all jobs in one simulation."""
        known = config.algorithms()[algorithm]
        elf = aead.runner(known, self.build)
        path = model.build(bench.bench_model(config.cores()[self.core], self.build))
        # One test uses less than half of the budget: what takes four times as much hangs.
        cycles = 2_000_000_000 if self.budget is None else 4 * self.budget
        machine = Machine(ram_bytes=elf.symbol("__stack_top") - RAM_BASE, max_cycles=cycles)
        run = aead.run_jobs(path, known, elf, list(jobs), machine)
        print(f"{sum(c.cycles for c in [*run.init, *run.call] if c)} cycles in one-shot calls")
        return run.results
