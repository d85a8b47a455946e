# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on Spike, with the library's 64-bit backend for a set of extensions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from vambrace import aead, config, spike
from vambrace.config import Extensions
from vambrace.jobs import Job, Result, decode

_KNOWN = config.extension_sets()

#: The builds that 64-bit backends differ by.
BUILDS = {
    **{name: _KNOWN[name] for name in ("none", "zbkb", "zkn")},
    "zbkb+zkn": Extensions("zbkb+zkn", "Zbkb, Zkne and Zknd", (), (*_KNOWN["zbkb"].macros, *_KNOWN["zkn"].macros)),
    "zkn:size": _KNOWN["zkn"].with_profile("size"),
    "portable": config.PORTABLE,
}
_ISAS = {"zbkb": "rv64gc_zbkb", "zkn": "rv64gc_zkne_zknd", "zbkb+zkn": "rv64gc_zbkb_zkne_zknd"}


def isa(build: Extensions) -> str:
    """The ISA of a build: a processor that has an instruction more would hide that the build uses it."""
    return _ISAS.get(build.name, "rv64gc")


def spread(jobs: Sequence[Job]) -> list[Job]:
    """The same jobs on words of 8 bytes: where one asks for an alignment modulo 4, one of the two modulo 8."""
    r = random.Random(len(jobs))
    return [job.but(unit=8, align={name: a + 4 * r.randrange(2) for name, a in job.align.items()}) for job in jobs]


@dataclass(frozen=True)
class SpikeRunner:
    """A program for one build of the library."""

    build: Extensions
    budget: int | None
    flat: int | None = None

    @property
    def name(self) -> str:
        return f"spike/{self.build.label}"

    def run(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        """Executes all jobs in one run."""
        elf = aead.runner(config.algorithms()[algorithm], spike.extensions(self.build))
        placed = spread(jobs)
        memory = aead.memory_of_jobs(elf, placed)
        outcome = spike.run(elf, isa(self.build), memory=memory)
        assert outcome.exit_code == 0
        return decode(outcome.dumps["image"], placed)
