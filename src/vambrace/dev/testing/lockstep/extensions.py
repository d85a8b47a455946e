# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The encodings of the extension instructions (docs/reference/ise.md), for programs that have all of them and
their neighbours."""

from typing import NamedTuple


class Encoding(NamedTuple):
    """An instruction is this one when `word & mask == match`. Of the bits outside of the mask, rs2's are an operand
    where `reads` is 2, and else a number; of aes32 the upper two are a number too."""

    unit: str
    mask: int
    match: int
    reads: int = 2


_R, _I = 0xFE00707F, 0xFFF0707F

_TABLE = {
    "rol": Encoding("Zbkb", _R, 0x60001033),
    "ror": Encoding("Zbkb", _R, 0x60005033),
    "rori": Encoding("Zbkb", _R, 0x60005013, 1),
    "andn": Encoding("Zbkb", _R, 0x40007033),
    "orn": Encoding("Zbkb", _R, 0x40006033),
    "xnor": Encoding("Zbkb", _R, 0x40004033),
    "pack": Encoding("Zbkb", _R, 0x08004033),
    "packh": Encoding("Zbkb", _R, 0x08007033),
    "brev8": Encoding("Zbkb", _I, 0x68705013, 1),
    "rev8": Encoding("Zbkb", _I, 0x69805013, 1),
    "zip": Encoding("Zbkb", _I, 0x08F01013, 1),
    "unzip": Encoding("Zbkb", _I, 0x08F05013, 1),
    "clmul": Encoding("Zbkc", _R, 0x0A001033),
    "clmulh": Encoding("Zbkc", _R, 0x0A003033),
    "aes32esi": Encoding("Zkn", 0x3E00707F, 0x22000033),
    "aes32esmi": Encoding("Zkn", 0x3E00707F, 0x26000033),
    "aes32dsi": Encoding("Zkn", 0x3E00707F, 0x2A000033),
    "aes32dsmi": Encoding("Zkn", 0x3E00707F, 0x2E000033),
    **{
        f"ascon.sigma.{name}.{i}": Encoding("Xascon", _R, half << 30 | i << 25 | 0x702B)
        for half, name in enumerate(("lo", "hi"))
        for i in range(5)
    },
    "ascon.round": Encoding("Xasconp", 0xF00FFFFF, 0x0000502B, 0),
}

#: What an ISA string calls each unit.
_ISA = {"Zbkb": "zbkb", "Zbkc": "zbkc", "Zkn": "zkne_zknd", "Xascon": "xascon", "Xasconp": "xasconp"}

#: The registers that ascon.round works on.
ROUND_REGISTERS = (12, 13, 14, 15, 16, 17, 28, 29, 30, 31)


def encodings(units: frozenset[str]) -> list[Encoding]:
    """Return the instructions of some units."""
    return [encoding for encoding in _TABLE.values() if encoding.unit in units]


def isa(units: frozenset[str]) -> str:
    """Return what an ISA string has for some units: names behind underscores."""
    return "".join(f"_{name}" for unit, name in _ISA.items() if unit in units)
