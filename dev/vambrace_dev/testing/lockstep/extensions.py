# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The encodings of the extension instructions (configs/instructions.toml), for programs that use all of them and near
misses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from vambrace.config import instructions


class Encoding(NamedTuple):
    """An instruction is this one if `word & mask == match`. Of the bits outside the mask, rs2's are an operand if
    `reads` is 2, otherwise a number; the upper two bits of aes32 are a number too.
    """

    unit: str
    mask: int
    match: int
    reads: int = 2

    def word(self, number: int, rd: int, rs1: int, rs2: int) -> int:
        """Return a word of this instruction: registers if it reads any, and a number for all other bits."""
        word = number
        if self.reads:
            word = word & ~(31 << 15 | 31 << 7) | rs1 << 15 | rd << 7
        if self.reads == 2:
            word = word & ~(31 << 20) | rs2 << 20
        return word & ~self.mask | self.match


#: The registers that ascon.round uses.
ROUND_REGISTERS = (12, 13, 14, 15, 16, 17, 28, 29, 30, 31)

#: The registers that chacha.half and poly1305.mac use.
CHACHA_REGISTERS = (6, 7, *range(16, 32))


def encodings(units: frozenset[str]) -> list[Encoding]:
    """Return the instructions of some units."""
    return [encoding for encoding in _every() if encoding.unit in units]


def _every() -> Iterator[Encoding]:
    for extension in instructions.units().values():
        for instruction in extension.instructions.values():
            if 32 in instruction.encodings:
                reads = len({"rs1", "rs2"} & {*instruction.encodings[32].operands})
                for _, mask, match in instruction.variants():
                    yield Encoding(extension.name, mask, match, reads)


def isa(units: frozenset[str]) -> str:
    """Return the names of some units in an ISA string, each after an underscore."""
    return "".join(f"_{extension.isa}" for extension in instructions.units().values() if extension.name in units)
