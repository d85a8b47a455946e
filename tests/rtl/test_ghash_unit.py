# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_ghash against a model of GHASH, and against the tags of official vectors of GCM."""

from __future__ import annotations

import functools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rtl import tables
from tests.rtl.dut import Dut, Model, build, lanes, words
from tests.rtl.model_aes import expected
from tests.vectors import official
from vambrace.base.paths import root
from vambrace.hardware import rtl

FOLDER = root() / "rtl" / "ghash"
TABLE = "bits a cycle"

# One bit, divisors of 128, digits whose last one is padded, two digits that fill more than half, and all bits.
DIGITS = (1, 4, 13, 32, 100, 128)
MODELS = pytest.mark.long("models of more digits; proofs of the multiplier have them too")
digits = pytest.mark.parametrize("digit", [pytest.param(n, marks=() if n in (1, 13, 128) else MODELS) for n in DIGITS])
blocks_of = st.binary(min_size=16, max_size=16)


def product(x: bytes, y: bytes) -> bytes:
    """SP 800-38D, algorithm 1, with the leftmost bit of a block as the coefficient of x^0."""
    z, v = 0, int.from_bytes(y, "big")
    for i in range(128):
        if x[i // 8] >> (7 - i % 8) & 1:
            z ^= v
        v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
    return z.to_bytes(16, "big")


def plus(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


@functools.cache
def model(digit: int) -> Model:
    files = tuple(rtl.core_files(FOLDER / "vmb_ghash.core"))
    return build("vmb_ghash", files, GhashBitsPerCycle=digit)


class Hash:
    """The unit, and noise at its inputs between two steps."""

    def __init__(self, digit: int, seed: int = 1) -> None:
        self.dut = Dut(model(digit), seed)
        self.dut.reset()
        self.dut.cycle()
        self.rng = random.Random(seed)

    def give(self, block: bytes, **kind: int) -> int:
        """Offer a block until it is taken; return the cycles that this took."""
        self.dut.drive(valid_i=1, block_i=words(block), **kind)
        waited = self.dut.wait("ready_o")
        self.dut.cycle()
        noise = self.rng.getrandbits(2)
        self.dut.drive(valid_i=0, block_i=self.rng.getrandbits(128), multiply_i=noise & 1, key_i=noise >> 1)
        return waited + 1

    def wipe(self) -> None:
        self.dut.wipe_i = 1
        self.dut.cycle()
        self.dut.wipe_i = 0

    def key(self, h: bytes) -> int:
        return self.give(h, key_i=1, multiply_i=0)

    def add(self, block: bytes, multiply: int = 1) -> int:
        return self.give(block, key_i=0, multiply_i=multiply)

    def result(self) -> bytes:
        self.dut.wait("settled_o")
        return lanes(self.dut.y_o)


@functools.cache
def shared(digit: int) -> Hash:
    return Hash(digit)


@digits
@settings(max_examples=60, deadline=None)
@given(h=blocks_of, steps=st.lists(st.tuples(blocks_of, st.booleans(), st.integers(0, 3)), max_size=8))
def test_any_blocks_under_any_key(digit: int, h: bytes, steps: list[tuple[bytes, bool, int]]) -> None:
    unit = shared(digit)
    unit.wipe()
    unit.key(h)
    y = bytes(16)
    for block, multiply, pause in steps:
        unit.add(block, int(multiply))
        y = product(plus(y, block), h) if multiply else plus(y, block)
        unit.dut.cycle(pause)
    assert unit.result() == y


@digits
def test_every_bit_of_both_factors(digit: int) -> None:
    """Products of x^i and x^j, and of numbers with one zero."""
    unit = shared(digit)
    rng = random.Random(digit)
    ones = (1 << 128) - 1
    for i in range(128):
        for flip in (0, ones):
            h, block = (lanes((1 << place) ^ flip) for place in (i, rng.randrange(128)))
            for left, right in ((h, block), (block, h)):
                unit.wipe()
                unit.key(left)
                unit.add(right)
                assert unit.result() == product(right, left)


@digits
def test_official_vectors_of_gcm(digit: int) -> None:
    """The tag is GHASH of AD and ciphertext, masked by a block of the cipher: SP 800-38D, 7.1."""
    unit = shared(digit)
    rng = random.Random(2)
    for bits in (128, 192, 256):
        for actual in official.vectors(f"aes-{bits}-gcm").values():
            valid = [v for v in actual if v.valid and v.plaintext is not None and len(v.ad + v.ciphertext) < 200]
            for v in rng.sample(valid, min(25, len(valid))):
                unit.wipe()
                h = expected(v.key, bytes(16), False)
                unit.key(h)
                first = v.nonce + bytes([0, 0, 0, 1]) if len(v.nonce) == 12 else _ghash(unit, [b"", v.nonce])
                tag = plus(_ghash(unit, [v.ad, v.ciphertext]), expected(v.key, first, False))
                assert tag[: len(v.tag)] == v.tag


def _ghash(unit: Hash, parts: list[bytes]) -> bytes:
    """GHASH of these parts, each padded, and of their lengths; the accumulator is 0 again afterwards."""
    for part in parts:
        for i in range(0, len(part), 16):
            unit.add(part[i : i + 16].ljust(16, b"\0"))
    unit.add(b"".join((8 * len(part)).to_bytes(8, "big") for part in parts))
    result = unit.result()
    unit.add(result, 0)
    return result


@digits
def test_a_block_in_parts(digit: int) -> None:
    unit = Hash(digit)
    rng = random.Random(3)
    h, block = rng.randbytes(16), rng.randbytes(16)
    for place in range(17):
        unit.wipe()
        unit.key(h)
        unit.add(bytes(16))  # in progress when the next step is offered
        unit.add(block[:place].ljust(16, b"\0"), 0)
        unit.add(block[place:].rjust(16, b"\0"))
        assert unit.result() == product(block, h)


@digits
def test_a_key_keeps_the_accumulator(digit: int) -> None:
    """So a saved accumulator can be restored first; and a key that is offered during a product waits for it."""
    unit = Hash(digit)
    rng = random.Random(4)
    y, h, block, other = (rng.randbytes(16) for _ in range(4))
    unit.wipe()
    unit.add(y, 0)
    unit.key(h)
    assert unit.result() == y
    unit.add(block)
    unit.key(other)
    assert unit.result() == product(plus(y, block), h)
    unit.add(bytes(16))
    assert unit.result() == product(product(plus(y, block), h), other)


@digits
def test_wipe_and_reset_in_every_cycle(digit: int) -> None:
    unit, rng = Hash(digit), random.Random(6)
    dut = unit.dut
    for moment in range(-(-128 // digit) + 3):
        for way, value in (("wipe_i", 1), ("rst_ni", 0)):
            unit.wipe()
            unit.key(rng.randbytes(16))
            unit.add(rng.randbytes(16))
            dut.cycle(moment)
            dut.drive(valid_i=1, key_i=moment & 1, multiply_i=1)  # has no effect
            setattr(dut, way, value)
            dut.cycle()
            setattr(dut, way, 1 - value)
            dut.valid_i = 0
            dut.cycle()
            assert not any(dut.registers().values())
            assert dut.y_o == 0 and dut.ready_o and dut.settled_o
            # H is 0 too, so a product is.
            unit.add(rng.randbytes(16))
            assert unit.result() == bytes(16)


@digits
def test_the_accumulator_is_not_shown_during_a_product(digit: int) -> None:
    unit, rng = Hash(digit), random.Random(7)
    unit.wipe()
    unit.key(rng.randbytes(16))
    unit.add(rng.randbytes(16))
    while not unit.dut.settled_o:
        assert unit.dut.y_o == 0
        unit.dut.cycle()


def test_the_cycles_of_the_table() -> None:
    """A block after a block, whatever key and data are."""
    stated = {
        int(name): int(row[0]) for name, row in tables.table(FOLDER / "README.md", TABLE).items() if name != TABLE
    }
    assert set(DIGITS) - {100} <= set(stated)
    for digit, cycles in stated.items():
        assert cycles == -(-128 // digit)
        if digit not in DIGITS:
            continue
        unit, rng = Hash(digit), random.Random(8)
        for block in (bytes(16), b"\xff" * 16, rng.randbytes(16)):
            assert unit.key(block) == 1
            assert unit.add(block) == 1
            assert unit.add(block) == cycles
            before = unit.dut.cycles
            unit.result()
            assert unit.dut.cycles - before == cycles
