# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_xchacha: half a quarter round on four registers, and the instruction words that it accepts."""

from __future__ import annotations

import functools
import itertools
import random
import struct

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from tests.rtl import model_xchacha as model
from tests.rtl.dut import Dut, build
from tests.rtl.test_ise_decoder import is_rv32imc
from vambrace.base.paths import root
from vambrace.hardware import reference_ise, rtl

CORNERS = (0, 1, model.MASK, 0x80000000, 0x7FFFFFFF, 0x55555555, 0xAAAAAAAA, 0xFFFF0000)

#: Every chacha.half: a, b, c, d, half.
EVERY = list(itertools.product(model.A, model.B, model.C, model.D, (0, 1)))


@functools.cache
def dut() -> Dut:
    files = rtl.core_files(root() / "rtl" / "ise" / "vmb_xchacha.core")
    return Dut(build("vmb_xchacha", (root() / "tests" / "rtl" / "ise.vlt", *files)))


def execute(registers: list[int], word: int, a: int, b: int, c: int, d: int) -> None:
    """Execute a half on the unit; write the results to the registers to which a core would write them."""
    dut().drive(
        instr_i=word,
        registers_i=sum(value << 32 * r for r, value in enumerate(registers)),
        rs1_i=registers[c],
        rs2_i=registers[d],
    )
    assert dut().accept_o and not dut().mac_o
    assert dut().changed_o == 1 << b | 1 << c | 1 << d
    words = dut().words_o
    registers[a] = dut().result_o
    for r in (b, c, d):
        registers[r] = words >> 32 * r & model.MASK


def test_every_half():
    """On random registers, and on corner cases."""
    rng = random.Random(1)
    for number, (a, b, c, d, second) in enumerate(EVERY * 4):
        registers = [rng.getrandbits(32) for _ in range(32)]
        if number % 2:
            for r in (a, b, c, d):
                registers[r] = rng.choice(CORNERS)
        want = [*registers]
        model.half(want, a, b, c, d, second)
        execute(registers, model.half_word(a, b, c, d, second), a, b, c, d)
        assert registers == want, (a, b, c, d, second)


def test_halves_form_a_block():
    """The model yields the blocks of another implementation, and the unit those of the model."""
    rng = random.Random(2)
    key, nonce = rng.randbytes(32), rng.randbytes(16)
    words = list(struct.unpack("<16I", b"expand 32-byte k" + key + nonce))
    stream = Cipher(algorithms.ChaCha20(key, nonce), mode=None).encryptor().update(bytes(64))
    assert model.block(words) == list(struct.unpack("<16I", stream))
    registers = [0] * 16 + words
    for number, second, i in itertools.product(range(20), (0, 1), range(4)):
        shift = number % 2
        used = (16 + i, 20 + (i + shift) % 4, 24 + (i + 2 * shift) % 4, 28 + (i + 3 * shift) % 4)
        execute(registers, model.half_word(*used, second), *used)
    results = [(x + y) & model.MASK for x, y in zip(words, registers[16:], strict=True)]
    assert results == list(struct.unpack("<16I", stream))


def test_mac_writes_the_lower_half_of_the_sum():
    rng = random.Random(3)
    for _ in range(64):
        low = rng.getrandbits(32)
        dut().drive(instr_i=model.mac_word(rng.randrange(32), rng.randrange(32)), low_i=low)
        assert dut().accept_o and dut().mac_o and dut().changed_o == 1 << model.LOW
        assert dut().words_o >> 32 * model.LOW & model.MASK == low


def accepted(word: int) -> bool:
    dut().instr_i = word
    return bool(dut().accept_o)


def legal() -> set[int]:
    """Every legal word."""
    return {model.half_word(*each) for each in EVERY} | {
        model.mac_word(rs1, rs2) for rs1 in range(32) for rs2 in range(32)
    }


def test_exactly_the_legal_encodings_are_accepted():
    """Every legal word; some with one or two other bits; and words with every value of opcode and funct3."""
    rng = random.Random(4)
    every = legal()
    assert len(every) == 512 + 1024
    near = [*rng.sample(sorted(every), 12), model.HALF, model.MAC]
    tried = {*every, *(word ^ (1 << a | 1 << b) for word in near for a in range(32) for b in range(a + 1))}
    tried |= {word ^ 1 << bit for word in near for bit in range(32)}
    tried |= {opcode | funct3 << 12 | c << 7 for opcode in range(128) for funct3 in range(8) for c in (0, 7, 0x23990)}
    tried |= {rng.getrandbits(32) for _ in range(10_000)}
    assert len(tried) > 15_000
    assert {word for word in tried if accepted(word)} == every


def test_no_other_instruction_has_such_an_encoding():
    """Not of RV32IMC, of no function unit, and of no instruction of the AES unit or of an engine behind custom-1: none
    of those has funct3 5."""
    words = np.array(sorted(legal()), dtype=np.uint32)
    assert not is_rv32imc(words).any()
    assert not reference_ise.owner(words).any()
    assert not (words & np.uint32(0xF00FFFFF) == np.uint32(0x0000502B)).any()  # ascon.round
    assert (words & np.uint32(0x707F) == np.uint32(0x502B)).all()


def test_a_pending_write_is_a_hazard_for_its_registers():
    rng = random.Random(5)
    for a, b, c, d, second in rng.sample(EVERY, 64):
        for register in range(32):
            dut().drive(instr_i=model.half_word(a, b, c, d, second), write_i=1, write_address_i=register)
            assert dut().hazard_o == (register in (a, b, c, d))
    for register in range(32):
        for write in (0, 1):
            dut().drive(instr_i=model.MAC, write_i=write, write_address_i=register)
            assert dut().hazard_o == (write and register == model.LOW)
    dut().write_i = 0
