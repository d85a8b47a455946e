# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_xasconp: its results for ten registers, and the instruction words that it accepts."""

from __future__ import annotations

import functools
import itertools
import random

import ascon._ascon
import numpy as np

from tests.rtl import model_ascon
from tests.rtl.dut import Dut, build
from tests.rtl.test_ise_decoder import is_rv32imc
from vambrace.base.paths import root
from vambrace.hardware import reference_ise, rtl

#: ascon.round with a constant of 0: custom-1, funct3 5.
ROUND = 0x0000502B


#: Low and high half of each word of the state: a2 to a7, t3 to t6.
PAIRS = ((12, 13), (14, 15), (16, 17), (28, 29), (30, 31))
OTHERS = sorted(set(range(32)) - {r for pair in PAIRS for r in pair})


@functools.cache
def dut() -> Dut:
    files = rtl.core_files(root() / "rtl" / "ise" / "vmb_xasconp.core")
    return Dut(build("vmb_xasconp", (root() / "tests" / "rtl" / "ise.vlt", *files)))


def answer(state: list[int], constant: int, others: int = 0) -> list[int]:
    """Return the unit's result, with `others` in the registers that hold no state; their outputs must be 0."""
    registers = {r: others for r in OTHERS}
    for word, (low, high) in zip(state, PAIRS, strict=True):
        registers |= {low: word & 0xFFFFFFFF, high: word >> 32}
    dut().registers_i = sum(value << 32 * r for r, value in registers.items())
    dut().instr_i = ROUND | constant << 20
    assert dut().accept_o
    together = dut().rounded_o
    results = [together >> 32 * r & 0xFFFFFFFF for r in range(32)]
    assert not any(results[r] for r in OTHERS)
    return [results[low] | results[high] << 32 for low, high in PAIRS]


def random_state(rng: random.Random) -> list[int]:
    return [rng.getrandbits(64) for _ in range(5)]


def test_every_constant():
    rng = random.Random(1)
    for constant in range(256):
        for state in (random_state(rng) for _ in range(8)):
            assert answer(state, constant, rng.getrandbits(32)) == model_ascon.rounded(state, constant), hex(constant)


def test_every_bit_of_the_state():
    """Each bit of the state alone, set and cleared, in states of all zeros, all ones and random words."""
    rng = random.Random(2)
    bases = [[0] * 5, [model_ascon.MASK] * 5, random_state(rng)]
    for base, word, bit in itertools.product(bases, range(5), range(64)):
        state = [*base]
        state[word] ^= 1 << bit
        assert answer(state, 0x5A) == model_ascon.rounded(state, 0x5A), (word, bit)


def test_rounds_form_the_permutation():
    """Permutations of another implementation; 12, 8 and 6 rounds."""
    rng = random.Random(3)
    for count in (12, 8, 6):
        state = random_state(rng)
        want = [*state]
        ascon._ascon.ascon_permutation(want, count)
        for i in range(12 - count, 12):
            state = answer(state, 0xF0 - 15 * i)
        assert state == want


def accepted(word: int) -> bool:
    dut().instr_i = word
    return bool(dut().accept_o)


def test_exactly_the_legal_encodings_are_accepted():
    """Every constant; every legal word with one bit or two others; and words with every value of opcode and funct3."""
    rng = random.Random(4)
    legal = {ROUND | constant << 20 for constant in range(256)}
    near = {ROUND | rng.randrange(256) << 20 for _ in range(16)}
    flips = [1 << a | 1 << b for a in range(32) for b in range(a + 1)]
    tried = {*legal, *(word ^ flip for word in near for flip in (*flips, *(1 << b for b in range(32))))}
    tried |= {opcode | funct3 << 12 | c << 20 for opcode in range(128) for funct3 in range(8) for c in (0, 0x4B, 0xFFF)}
    tried |= {rng.getrandbits(32) for _ in range(20_000)}
    assert len(tried) > 25_000 and legal < tried
    assert {word for word in tried if accepted(word)} == legal


def test_no_other_instruction_has_such_an_encoding():
    """Not of RV32IMC, of no function unit, and of no instruction of the AES unit or of an engine behind custom-1:
    none of those uses rd and rs2 without rs1, which is the meaning of funct3 5 in RoCC's format."""
    words = np.array([ROUND | constant << 20 for constant in range(256)], dtype=np.uint32)
    assert not is_rv32imc(words).any()
    assert not reference_ise.owner(words).any()
    for name, folder in (("vmb_aes_unit_decode", "aes/vmb_aes_unit"), ("vmb_couple_decode", "couple/vmb_couple")):
        files = rtl.core_files(root() / "rtl" / f"{folder}.core")
        other = Dut(build(name, tuple(f for f in files if f.stem == name), Opcode="7'h2b"))
        other.privileged_i = 1
        count = 0
        for funct7, funct3 in itertools.product(range(128), range(8)):
            other.instr_i = funct7 << 25 | funct3 << 12 | 0x2B
            count += other.accept_o
            assert not (funct3 == 5 and other.accept_o)
        assert count > 5


def test_a_pending_write_is_a_hazard_for_ten_registers():
    for register in range(32):
        for write in (0, 1):
            dut().drive(write_i=write, write_address_i=register)
            assert dut().hazard_o == (write and register not in OTHERS)
    dut().write_i = 0
