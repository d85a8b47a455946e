# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The lists of cases with the library as few files (`vambrace amalgamate`): here and, with assembly, on Spike."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

import pytest

from tests.aead import batch, targets
from tests.aead.catalogue import lists_for
from tests.aead.protocol import Decoded
from tests.aead.spike_runner import MOST, isa
from tests.host import amalgamated
from vambrace import config
from vambrace.base.paths import root
from vambrace.software.running import aead, spike
from vambrace.software.toolchain import program

LOOP = root() / "tests" / "aead" / "generic.c"
SAME = pytest.mark.long("sources that are always run, in one file")
SHORT = ("ascon-hash256",)

#: The backend on Spike, with algorithms that have assembly there.
BACKEND = "rv32-all"
SPIKE = (
    "aes-128-ccm",
    "aes-256-gcm",
    "aes-192-cbc",
    "aes-128-ctr",
    "ascon-128",
    "ascon-aead128",
    "ascon-cxof128",
    "chacha20-poly1305",
)


def cases(algorithm: str, budget: float | None, everything: bool) -> batch.Batch:
    names = tuple(item.name for item in lists_for(algorithm))
    return batch.within_budget(algorithm, names, budget, None, budget is None, short=not everything)


@pytest.mark.parametrize(
    "algorithm",
    [pytest.param(n, id=f"amalgamated-{n}", marks=() if n in SHORT else (SAME,)) for n in config.algorithms()],
)
def test_every_list(algorithm, everything):
    batch.run(amalgamated.RUNNER, algorithm, cases(algorithm, None, everything))


def test_all_objects_on_the_host():
    program_file = amalgamated.program_of("loop", [], [LOOP])
    assert subprocess.run([program_file]).returncode == 0


@pytest.mark.long("six seconds: the library of its objects is always built")
def test_all_objects_with_assembly():
    build, library = amalgamated.archive(BACKEND)
    elf = program.link([LOOP], build.on_spike(32), 4 << 20, other=library)
    assert spike.run(elf, isa(build), cached=True).exit_code == 0
    assert elf.symbol("vmb_chacha20_raw") and elf.symbol("vmb_ascon_aead128_run")


@dataclass(frozen=True)
class OnSpike(Decoded):
    """Runs jobs on Spike, with the assembly of one file."""

    name: str = f"amalgamated/{BACKEND}"
    word_bytes: int = 4

    def execute(self, algorithm, image, jobs):
        build, library = amalgamated.archive(BACKEND)
        elf = aead.runner(config.algorithms()[algorithm], build.on_spike(32), other=library)
        outcome = spike.run(elf, isa(build), memory=aead.memory_of_image(elf, image), most=MOST, cached=True)
        assert outcome.exit_code == 0
        return outcome.dumps["image"]


@SAME
@pytest.mark.parametrize("algorithm", SPIKE)
def test_lists_with_assembly(algorithm):
    batch.run(OnSpike(), algorithm, cases(algorithm, targets.SPIKE_BUDGET, True))
