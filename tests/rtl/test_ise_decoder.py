# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The accepted instruction words of the function units: all words are tried, except for rd and rs1."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rtl import ise_pipe
from vambrace.hardware import reference_ise
from vambrace.hardware.reference_ise import Words

# rd and rs1 are registers in every encoding: they are random.
_REGISTERS = 0x000F8F80
_FREE = 32 - 10


def every_word(opcode_low: int, rng: np.random.Generator) -> Words:
    """All words whose opcode ends in these four bits."""
    n = np.arange(1 << (_FREE - 4), dtype=np.uint32)
    fields = (
        np.uint32(opcode_low)
        | (n & np.uint32(7)) << np.uint32(4)  # the rest of the opcode
        | (n >> np.uint32(3) & np.uint32(7)) << np.uint32(12)  # funct3
        | (n >> np.uint32(6)) << np.uint32(20)  # rs2 and funct7
    )
    return fields | rng.integers(0, 1 << 32, len(n), dtype=np.uint32) & np.uint32(_REGISTERS)


def is_rv32imc(word: Words) -> Words:
    """Return whether the base instruction set has this encoding (RV32I and M; C is every word that does not end in 11).

    RISC-V Unprivileged ISA, chapters 2 and 13. Major opcodes count as used completely, even if some of their encodings
    are reserved.
    """
    opcode = word & np.uint32(0x7F)
    funct3 = word >> np.uint32(12) & np.uint32(7)
    funct7 = word >> np.uint32(25)
    taken = np.isin(opcode, [0x03, 0x0F, 0x17, 0x23, 0x37, 0x63, 0x67, 0x6F, 0x73])
    shift = (funct3 & np.uint32(3)) == 1
    op_imm = (opcode == 0x13) & (~shift | (funct7 == 0) | ((funct7 == 0x20) & (funct3 == 5)))
    op = (opcode == 0x33) & ((funct7 <= 1) | ((funct7 == 0x20) & np.isin(funct3, [0, 5])))
    return taken | op_imm | op | ((word & np.uint32(3)) != 3)


PROVED = pytest.mark.long("seventeen seconds: the proof `ise`, which always runs, has every word")


@PROVED
@pytest.mark.parametrize("opcode_low", range(16))
def test_exactly_the_legal_encodings_are_accepted(opcode_low: int) -> None:
    rng = np.random.default_rng(opcode_low)
    instr = every_word(opcode_low, rng)
    rs1, rs2 = (rng.integers(0, 1 << 32, len(instr), dtype=np.uint32) for _ in range(2))
    owner = reference_ise.owner(instr)
    assert not (is_rv32imc(instr) & (owner != 0)).any(), "the model itself takes a base instruction"
    accept = ise_pipe.accepted(instr, rs1, rs2)
    assert len(accept) == len(instr)
    for units in range(reference_ise.SETS):
        wrong = np.flatnonzero((accept >> np.uint64(units) & np.uint64(1)).astype(bool) != ((owner & units) != 0))
        assert not len(wrong), f"{len(wrong)} words decoded wrongly in set {units}, first {instr[wrong[0]]:08x}"


def test_the_sweep_is_complete() -> None:
    """All 2^22 combinations of the other bits; the count of each instruction follows from its free bits."""
    rng = np.random.default_rng(0)
    words = np.concatenate([every_word(low, rng) for low in range(16)]) & ~np.uint32(_REGISTERS)
    seen = np.zeros(1 << _FREE, dtype=bool)
    seen[words & 0x7F | (words >> 12 & 7) << 7 | words >> 20 << 10] = True
    assert seen.all()
    for instruction in reference_ise.INSTRUCTIONS:
        free = 32 - (instruction.mask | _REGISTERS).bit_count()
        assert np.count_nonzero(words & np.uint32(instruction.mask) == instruction.match) == 1 << free
