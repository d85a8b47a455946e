# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Interrupts, NMIs and requests to debug while the processor waits for an engine: taken within cycles, not at the end
of the job, and no result changes, at whatever place of a call they come."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.rtl.engine import job_word
from vambrace import bench, config, model, program
from vambrace.simulate import Machine, simulate

pytestmark = pytest.mark.rtl

SOURCE = Path(__file__).parent / "engine_requests.c"
SETS = config.extension_sets()
LOCKED = replace(SETS["engine"], macros=(*SETS["engine"].macros, "VMB_ENGINE_LOCK"))
PIO = replace(SETS["engine-port-pio"], cores=(), macros=(*SETS["engine-port-pio"].macros, "VMB_ENGINE_LOCK"))
TIMER, NMI, DEBUG, BUS = range(4)
JOB = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)

# From the request to a C function: the handler saves 16 registers first. A division takes 37 cycles.
BOUND = 60


def longest(core: str, build: config.Extensions, what: int, turns: int, step: int) -> int:
    """Run the program; return the most cycles that a request waited."""
    flags = [f"-DWHAT={what}", f"-DTURNS={turns}", f"-DSTEP={step}", f"-DJOB_WORD={JOB:#x}u"]
    elf = program.link([SOURCE], build, 1 << 20, flags)
    path = model.build(bench.bench_model(config.cores()[core], build))
    outcome = simulate(path, elf, Machine(max_cycles=5_000_000))
    assert outcome.end == "exit", outcome.describe(elf)
    assert outcome.exit_code & 0xFF == 0, f"engine_requests.c ended with {outcome.exit_code & 0xFF}"
    return outcome.exit_code >> 8


@pytest.mark.parametrize("what", [TIMER, NMI, DEBUG], ids=["timer", "nmi", "debug"])
@pytest.mark.parametrize("coupling", ["dma", "pio"])
@pytest.mark.parametrize("core", ["ibex-ref", "ibex-fast"])
def test_ibex(core, coupling, what):
    turns, step = (30, 37) if coupling == "dma" else (60, 11)
    assert longest(core, LOCKED if coupling == "dma" else PIO, what, turns, step) <= BOUND


@pytest.mark.parametrize("what", [TIMER, DEBUG, BUS], ids=["timer", "debug", "bus"])
def test_cv32e40x(what):
    assert longest("cv32e40x", LOCKED, what, 30, 37) <= BOUND
