# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The encodings of the extension instructions (configs/instructions.toml), for programs that have all of them and
their neighbours."""

from collections.abc import Iterator
from typing import NamedTuple

from vambrace.config import instructions


class Encoding(NamedTuple):
    """An instruction is this one when `word & mask == match`. Of the bits outside of the mask, rs2's are an operand
    where `reads` is 2, and else a number; of aes32 the upper two are a number too."""

    unit: str
    mask: int
    match: int
    reads: int = 2

    def word(self, number: int, rd: int, rs1: int, rs2: int) -> int:
        """A word of this instruction: registers where it reads any, and a number for all other bits."""
        word = number
        if self.reads:
            word = word & ~(31 << 15 | 31 << 7) | rs1 << 15 | rd << 7
        if self.reads == 2:
            word = word & ~(31 << 20) | rs2 << 20
        return word & ~self.mask | self.match


#: The registers that ascon.round works on.
ROUND_REGISTERS = (12, 13, 14, 15, 16, 17, 28, 29, 30, 31)

#: Those that chacha.half and poly1305.mac work on.
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
    """Return what an ISA string has for some units: names behind underscores."""
    return "".join(f"_{extension.isa}" for extension in instructions.units().values() if extension.name in units)
