# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_couple_obi and vmb_couple_tlul against the rules of their buses, over a register port that answers at any pace:
each access reaches it once, answers come in order, and a rejected access, or one outside of the registers, is an error
without effect."""

from __future__ import annotations

import functools
import random
from collections import deque

import pytest

from tests.rtl import registers_model as model
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.registers_model import Registers
from vambrace.base.paths import root

SEEDS = [None, *range(1, 7)]  # None: no waits


@functools.cache
def _model(name: str, **parameters: int):
    return build(f"vmb_couple_{name}", checked(root() / "rtl" / "couple" / f"vmb_couple_{name}.sv"), **parameters)


@pytest.mark.parametrize("seed", SEEDS)
def test_obi(seed):
    dut = Dut(_model("obi"), seed=seed or 1)
    dut.reset()
    rng, pace = random.Random(seed or 99), random.Random(seed) if seed else None
    registers = Registers(dut, pace)
    words = list(registers.words)
    expected: deque[tuple[int, int]] = deque()
    access = None
    granted = answered = cycles = 0
    while answered < 300:
        if access is None and granted < 300 and (pace is None or pace.random() < 0.7):
            access = model.random_access(rng)
        if access:
            write, enable, address, word = access
            dut.drive(req_i=1, we_i=write, be_i=enable, addr_i=address, wdata_i=word)
        else:
            dut.req_i = 0
        # An answer belongs to a request of an earlier cycle.
        if dut.rvalid_o:
            assert (dut.rdata_o, dut.err_o) == expected.popleft()
            answered += 1
        done = registers.answer()
        assert not done or not model.outside(access[1], access[2]), "an access outside reached a register"
        if dut.gnt_o:
            if done:
                registers.commit()
            expected.append(model.expected(words, access))
            granted += 1
            access = None
        dut.cycle()
        cycles += 1
        assert cycles < 3000
    assert registers.words == words and not expected
    if seed is None:
        assert cycles == 301  # an access a cycle


@pytest.mark.parametrize("seed", SEEDS)
def test_tlul(seed):
    dut = Dut(_model("tlul", SourceBits=3), seed=seed or 1)
    dut.reset()
    rng, pace = random.Random(seed or 98), random.Random(seed) if seed else None
    registers = Registers(dut, pace)
    words = list(registers.words)
    expected: deque[tuple[int, ...]] = deque()
    shown = None  # an answer that was not taken
    access = None
    granted = answered = cycles = 0
    while answered < 300:
        if access is None and granted < 300 and (pace is None or pace.random() < 0.7):
            write, enable, address, word = model.random_access(rng)
            opcode = rng.choice((0, 1)) if write else 4
            odd = rng.random()
            opcode = rng.choice((2, 3, 5)) if odd < 0.05 else opcode
            size = rng.choice((0, 1)) if 0.05 <= odd < 0.1 else 2
            param, corrupt = int(0.1 <= odd < 0.13), int(0.13 <= odd < 0.16)
            access = write, enable, address, word, opcode, size, param, corrupt, rng.randrange(8)
        dut.a_valid_i = int(access is not None)
        if access:
            write, enable, address, word, opcode, size, param, corrupt, source = access
            dut.drive(
                a_opcode_i=opcode,
                a_param_i=param,
                a_size_i=size,
                a_source_i=source,
                a_address_i=address,
                a_mask_i=enable,
                a_data_i=word,
                a_corrupt_i=corrupt,
            )
        dut.d_ready_i = int(pace is None or pace.random() < 0.6)
        done = registers.answer()
        if dut.d_valid_o:
            answer = (dut.d_opcode_o, dut.d_source_o, dut.d_size_o, dut.d_denied_o, dut.d_data_o)
            assert answer == (shown or answer), "an answer changed while it waited"
            assert dut.d_param_o == 0 and dut.d_corrupt_o == (dut.d_denied_o and dut.d_opcode_o)
            shown = answer
            if dut.d_ready_i:
                assert answer == expected.popleft()
                answered += 1
                shown = None
        else:
            assert shown is None
        if dut.a_ready_o:
            assert access
            refused = opcode not in (0, 1, 4) or size != 2 or param != 0 or corrupt != 0
            assert not done or not (refused or model.outside(enable, address)), "a wrong access reached a register"
            if done:
                registers.commit()
            data, denied = model.expected(words, (int(opcode in (0, 1)), enable, address, word), refused)
            expected.append((int(opcode not in (0, 1)), source, size, denied, data))
            granted += 1
            access = None
        dut.cycle()
        cycles += 1
        assert cycles < 4000
    assert registers.words == words and not expected
    if seed is None:
        assert cycles == 301


def _reset(dut: Dut) -> None:
    """And one cycle without a request."""
    dut.rst_ni = 0
    dut.cycle(1)
    dut.rst_ni = 1
    dut.cycle(1)


@pytest.mark.parametrize("reset", [False, True], ids=["taken", "reset"])
@pytest.mark.parametrize("name", ["obi", "tlul"])
def test_no_word_is_kept_after_its_answer(name, reset):
    """A read word is cleared when its answer is taken, and after a reset."""
    word = 0xA5C3_5A3C
    dut = Dut(_model(name, **({"SourceBits": 3} if name == "tlul" else {})))
    dut.reset()
    if name == "obi":
        dut.drive(req_i=1, be_i=15, addr_i=0x48)
    else:
        dut.drive(a_valid_i=1, a_opcode_i=4, a_size_i=2, a_mask_i=15, a_address_i=0x48)
    dut.drive(reg_ready_i=1, reg_rdata_i=word)
    dut.cycle()
    dut.drive(**{"req_i" if name == "obi" else "a_valid_i": 0})
    assert dut.rvalid_o if name == "obi" else dut.d_valid_o
    assert word in dut.registers().values()
    if name == "tlul":
        dut.cycle(3)
        assert dut.d_valid_o and dut.d_data_o == word
        dut.d_ready_i = int(not reset)
    if reset:
        _reset(dut)
    else:
        dut.cycle()
    assert word not in dut.registers().values()
