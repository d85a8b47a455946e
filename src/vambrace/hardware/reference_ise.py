# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reference model of the extension instructions, on numpy arrays of uint32.

The results are written from the pseudocode of the RISC-V Cryptography Extensions Volume I (version 1.0, section 3),
from FIPS 197 and from docs/reference/ise.md, independently of rtl/: only the standard is common to both. Encodings come
from configs/instructions.toml; tests/unit/test_encodings.py compares them with the GNU assembler and Spike.

An instruction has a mask and a match: it is the one for which `word & mask == match`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vambrace.config import instructions

Words = NDArray[np.uint32]

# One bit for each function unit, as in FunctionUnits.
UNITS = {name: 1 << bit for bit, name in enumerate(instructions.behind_port())}
ZBKB, ZBKC, ZBKX, ZKNED, XASCON, ZKNH = (UNITS[name] for name in ("Zbkb", "Zbkc", "Zbkx", "Zkned", "Xascon", "Zknh"))
SETS = 1 << len(UNITS)

Execute = Callable[[Words, Words, Words], Words]


class Instruction(NamedTuple):
    """An instruction; `execute(rs1, rs2, word)` returns rd."""

    name: str
    unit: int
    mask: int
    match: int
    execute: Execute

    def encode(self, rd: int = 0, rs1: int = 0, rs2: int = 0, variable: int = 0) -> int:
        """Return the instruction word; `variable` goes into bits 31:25 (bs or index) or 24:20 (shamt) unshifted."""
        word = self.match | rd << 7 | rs1 << 15 | rs2 << 20 | variable
        assert word & self.mask == self.match, self.name
        return word


def _unit(key: str, unit: int, execute: Callable[[str], Execute]) -> list[Instruction]:
    """Return the instructions of an extension; `execute` has the function of each by name."""
    every = instructions.extensions()[key].instructions.values()
    variants = (variant for instruction in every if 32 in instruction.encodings for variant in instruction.variants())
    return [Instruction(name, unit, mask, match, execute(name)) for name, mask, match in variants]


# ---- Zbkb ----


def _rol(x: Words, amount: Words) -> Words:
    # A shift by 32 is undefined in Python and numpy, so an amount of 0 is handled separately.
    n = amount & np.uint32(31)
    return np.where(n == 0, x, (x << n) | (x >> ((np.uint32(32) - n) & np.uint32(31)))).astype(np.uint32)


def _ror(x: Words, amount: Words) -> Words:
    return _rol(x, np.uint32(32) - (amount & np.uint32(31)))


def _bit(x: Words, i: int) -> Words:
    return (x >> np.uint32(i)) & np.uint32(1)


def _permute(x: Words, source: Callable[[int], int]) -> Words:
    """Return a word whose bit i is bit source(i) of x."""
    result = np.zeros_like(x)
    for i in range(32):
        result |= _bit(x, source(i)) << np.uint32(i)
    return result


def _brev8(x: Words) -> Words:
    return _permute(x, lambda i: i // 8 * 8 + 7 - i % 8)


def _rev8(x: Words) -> Words:
    return _permute(x, lambda i: (3 - i // 8) * 8 + i % 8)


def _zip(x: Words) -> Words:
    return _permute(x, lambda i: i // 2 + 16 * (i % 2))


def _unzip(x: Words) -> Words:
    return _permute(x, lambda i: 2 * (i % 16) + i // 16)


def _shamt(word: Words) -> Words:
    return (word >> np.uint32(20)) & np.uint32(31)


_HALF, _BYTE = np.uint32(0xFFFF), np.uint32(0xFF)

_ZBKB: dict[str, Execute] = {
    "rol": lambda a, b, w: _rol(a, b),
    "ror": lambda a, b, w: _ror(a, b),
    "rori": lambda a, b, w: _ror(a, _shamt(w)),
    "andn": lambda a, b, w: a & ~b,
    "orn": lambda a, b, w: a | ~b,
    "xnor": lambda a, b, w: ~(a ^ b),
    "pack": lambda a, b, w: (b & _HALF) << np.uint32(16) | (a & _HALF),
    "packh": lambda a, b, w: (b & _BYTE) << np.uint32(8) | (a & _BYTE),
    "brev8": lambda a, b, w: _brev8(a),
    "rev8": lambda a, b, w: _rev8(a),
    "zip": lambda a, b, w: _zip(a),
    "unzip": lambda a, b, w: _unzip(a),
}


# ---- Zbkc ----


def _clmul(a: Words, b: Words) -> NDArray[np.uint64]:
    product = np.zeros(a.shape, dtype=np.uint64)
    for i in range(32):
        product ^= np.where(_bit(b, i) == 1, a.astype(np.uint64) << np.uint64(i), np.uint64(0))
    return product


_ZBKC: dict[str, Execute] = {
    "clmul": lambda a, b, w: _clmul(a, b).astype(np.uint32),
    "clmulh": lambda a, b, w: (_clmul(a, b) >> np.uint64(32)).astype(np.uint32),
}


# ---- Zbkx ----


def _xperm(a: Words, b: Words, width: int) -> Words:
    """Replace each element of `width` bits of b by the element of a with that number, or 0 if there is none."""
    result = np.zeros_like(a)
    for place in range(0, 32, width):
        wanted = b >> np.uint32(place) & np.uint32((1 << width) - 1)
        for number in range(32 // width):
            element = a >> np.uint32(width * number) & np.uint32((1 << width) - 1)
            result |= np.where(wanted == number, element, 0).astype(np.uint32) << np.uint32(place)
    return result


_ZBKX: dict[str, Execute] = {
    "xperm4": lambda a, b, w: _xperm(a, b, 4),
    "xperm8": lambda a, b, w: _xperm(a, b, 8),
}


# ---- Zkne, Zknd ----


def _gfmul(a: int, b: int) -> int:
    """Return the product in GF(2^8) of FIPS 197, section 4.2."""
    product = 0
    for i in range(8):
        if b >> i & 1:
            product ^= a << i
    for i in reversed(range(8, 15)):
        if product >> i & 1:
            product ^= 0x11B << (i - 8)
    return product


def _sbox_byte(x: int) -> int:
    """FIPS 197, section 5.1.1: the inverse, then the affine map."""
    inverse = next((y for y in range(256) if _gfmul(x, y) == 1), 0)
    result = 0
    for i in range(8):
        bit = 0x63 >> i & 1
        for k in (0, 4, 5, 6, 7):
            bit ^= inverse >> (i + k) % 8 & 1
        result |= bit << i
    return result


SBOX = np.array([_sbox_byte(x) for x in range(256)], dtype=np.uint32)
INVERSE_SBOX = np.argsort(SBOX).astype(np.uint32)


def _column(byte: int, coefficients: tuple[int, int, int, int]) -> int:
    """Return the byte times each coefficient, row 0 in the lowest byte."""
    return sum(_gfmul(byte, c) << 8 * row for row, c in enumerate(coefficients))


# FIPS 197, sections 5.1.3 and 5.3.3: column 0 of the two matrices.
_MIXED = np.array([_column(x, (2, 1, 1, 3)) for x in range(256)], dtype=np.uint32)
_UNMIXED = np.array([_column(x, (14, 9, 13, 11)) for x in range(256)], dtype=np.uint32)
_ALONE = np.arange(256, dtype=np.uint32)


def _aes32(box: Words, spread: Words) -> Execute:
    def execute(rs1: Words, rs2: Words, word: Words) -> Words:
        shift = (word >> np.uint32(30)) * np.uint32(8)
        return rs1 ^ _rol(spread[box[(rs2 >> shift) & _BYTE]], shift)

    return execute


_ZKNED: dict[str, Execute] = {
    "aes32esi": _aes32(SBOX, _ALONE),
    "aes32esmi": _aes32(SBOX, _MIXED),
    "aes32dsi": _aes32(INVERSE_SBOX, _ALONE),
    "aes32dsmi": _aes32(INVERSE_SBOX, _UNMIXED),
}


# ---- Xascon ----

# NIST SP 800-232, section 3.4: the rotations of each state word's linear layer.
SIGMA = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))


def _sigma(i: int, half: int) -> Execute:
    def execute(rs1: Words, rs2: Words, word: Words) -> Words:
        x = rs2.astype(np.uint64) << np.uint64(32) | rs1.astype(np.uint64)
        y = x.copy()
        for r in SIGMA[i]:
            y ^= x >> np.uint64(r) | x << np.uint64(64 - r)
        return (y >> np.uint64(32 * half)).astype(np.uint32)

    return execute


_XASCON = {f"ascon.sigma.{name}.{i}": _sigma(i, half) for half, name in enumerate(("lo", "hi")) for i in range(5)}


# ---- Zknh ----


def _sha256(rotations: tuple[int, ...], shift: int) -> Execute:
    """Return the sum of rotations to the right, and of a shift unless it is 0: FIPS 180-4, section 4.1.2."""

    def execute(rs1: Words, rs2: Words, word: Words) -> Words:
        y = rs1 >> np.uint32(shift) if shift else np.zeros_like(rs1)
        for r in rotations:
            y = y ^ _ror(rs1, np.full_like(rs1, r))
        return y

    return execute


def _sha512(rotations: tuple[int, ...], shift: int, *, other: bool = True) -> Execute:
    """Return the low half of the same of x = rs2 : rs1, section 4.1.3; without `other`, the shift has no bits of rs2.

    The high half is the low half of x with its halves exchanged, of which only the shift's upper bits differ.
    """

    def execute(rs1: Words, rs2: Words, word: Words) -> Words:
        low, high = rs1.astype(np.uint64), rs2.astype(np.uint64) << np.uint64(32)
        x = low | high
        y = (x if other else low) >> np.uint64(shift) if shift else np.zeros_like(x)
        for r in rotations:
            y = y ^ (x >> np.uint64(r) | x << np.uint64(64 - r))
        return y.astype(np.uint32)

    return execute


_ZKNH: dict[str, Execute] = {
    "sha256sum0": _sha256((2, 13, 22), 0),
    "sha256sum1": _sha256((6, 11, 25), 0),
    "sha256sig0": _sha256((7, 18), 3),
    "sha256sig1": _sha256((17, 19), 10),
    "sha512sum0r": _sha512((28, 34, 39), 0),
    "sha512sum1r": _sha512((14, 18, 41), 0),
    "sha512sig0l": _sha512((1, 8), 7),
    "sha512sig1l": _sha512((19, 61), 6),
    "sha512sig0h": _sha512((1, 8), 7, other=False),
    "sha512sig1h": _sha512((19, 61), 6, other=False),
}

INSTRUCTIONS = (
    *_unit("zbkb", ZBKB, _ZBKB.__getitem__),
    *_unit("zbkc", ZBKC, _ZBKC.__getitem__),
    *_unit("zbkx", ZBKX, _ZBKX.__getitem__),
    *_unit("zkned", ZKNED, _ZKNED.__getitem__),
    *_unit("xascon", XASCON, _XASCON.__getitem__),
    *_unit("zknh", ZKNH, _ZKNH.__getitem__),
)
BY_NAME = {instruction.name: instruction for instruction in INSTRUCTIONS}


def owner(word: Words) -> NDArray[np.uint8]:
    """Return the unit (its bit, else 0) of each instruction word."""
    units = np.zeros(word.shape, dtype=np.uint8)
    for instruction in INSTRUCTIONS:
        units |= np.where(word & np.uint32(instruction.mask) == instruction.match, instruction.unit, 0).astype(np.uint8)
    return units


def execute(word: Words, rs1: Words, rs2: Words) -> Words:
    """Return the result of each instruction; 0 for words that are not extension instructions."""
    result = np.zeros_like(rs1)
    for instruction in INSTRUCTIONS:
        here = word & np.uint32(instruction.mask) == instruction.match
        result[here] = instruction.execute(rs1[here], rs2[here], word[here])
    return result
