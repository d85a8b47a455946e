# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_ascon and its key: it is in the state before that is visible, and a restored context never needs it."""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import words
from tests.rtl.model_ascon import INITIAL, initialized
from tests.rtl.test_ascon import AEADS, ALGORITHMS, VARIANTS, Case, Runner, restore, save
from tests.rtl.unit import DATA

SAVING = [variant for variant in VARIANTS if variant != "bare"]


def state(runner: Runner) -> list[int]:
    (actual,) = (value for name, value in runner.dut.registers().items() if name.endswith("state_q"))
    return [actual >> 64 * i & (1 << 64) - 1 for i in range(5)]


@pytest.mark.parametrize("variant", SAVING)
@pytest.mark.parametrize("algorithm", INITIAL)
def test_no_context_is_output_before_the_key_is_added(variant, algorithm):
    """From the start on, for any request in any cycle; and the key cannot be overwritten either."""
    rng = random.Random(1)
    runner = Runner(variant)
    dut = runner.dut
    for writes in (0, 1):
        case = Case.random(rng, algorithm, 0, 0)
        wanted = initialized(algorithm, case.key, case.nonce)
        runner.start(case)
        seen = unready = 0
        for _ in range(20):
            dut.drive(ctx_we_i=int(writes and not dut.start_ready_o), ctx_wdata_i=rng.getrandbits(32))
            for address in range(11):
                dut.ctx_addr_i = address
                word = dut.ctx_rdata_o
                assert word == 0 or word == wanted[address // 2] >> 32 * (address % 2) & 0xFFFFFFFF
                assert word == 0 or dut.start_ready_o
                seen += bool(word)
            dut.ctx_addr_i = rng.randrange(11)
            unready += not dut.start_ready_o
            dut.cycle()
        dut.ctx_we_i = 0
        assert seen and unready
        assert state(runner) == wanted


@pytest.mark.parametrize("variant", SAVING)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_restored_context_needs_no_key(variant, algorithm):
    """The last word of the context has one bit, whether there was AD; with a state of ones, a piece of data is output
    as without a key."""
    rng = random.Random(2)
    runner = Runner(variant)
    case = Case.random(rng, algorithm, 0, 20)
    runner.start(case)
    assert save(runner.dut)[10] == 0
    for last in (0, 2, 0xFFFFFFFE):
        seen = set()
        for key in (0, (1 << 128) - 1, rng.getrandbits(128)):
            runner.dut.wipe_i = 1
            runner.dut.cycle()
            runner.dut.wipe_i = 0
            restore(runner.dut, [*range(10), last], rng)
            assert save(runner.dut) == [*range(10), 0]
            runner.dut.key_i = key
            runner.unit.start(algorithm_i=ALGORITHMS.index(algorithm), key_i=key, resume_i=1)
            runner.dut.drive(
                algorithm_i=ALGORITHMS.index(algorithm),
                key_i=key,
                valid_i=1,
                kind_i=DATA,
                lanes_i=1,
                data_i=0x55,
                out_ready_i=1,
            )
            assert runner.dut.ready_o
            out = runner.dut.out_o
            runner.dut.cycle()
            runner.dut.valid_i = 0
            seen.add((out, *state(runner)))
        assert len(seen) == 1


def test_a_missing_algorithm_never_starts():
    """A unit that does not start is better than one that runs another cipher."""
    rng = random.Random(3)
    runner = Runner("bare")
    dut = runner.dut
    dut.cycle()
    for number, algorithm in enumerate((*ALGORITHMS, None, None)):
        dut.drive(algorithm_i=number, key_i=words(rng.randbytes(16)), start_valid_i=1)
        assert dut.start_ready_o == (algorithm == "ascon-aead128")
        if algorithm != "ascon-aead128":
            dut.cycle(20)
            dut.start_valid_i = 0
            dut.drive(valid_i=1, kind_i=DATA, lanes_i=1, out_ready_i=1)
            assert not dut.ready_o and state(runner) == [0] * 5
        dut.drive(valid_i=0, start_valid_i=0)
    full = Runner("one")
    for number in (6, 7):
        full.dut.drive(algorithm_i=number, start_valid_i=1)
        assert not full.dut.start_ready_o
    full.dut.start_valid_i = 0
    for algorithm in AEADS:
        full.run(Case.random(rng, algorithm, 5, 20))
