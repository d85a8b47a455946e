# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_poly1305_core against integers: the default, the small one, and odd widths."""

from __future__ import annotations

import functools
import random

import pytest

from tests.rtl import tables
from tests.rtl.dut import Dut, build, words
from vambrace.base.paths import root
from vambrace.hardware import rtl

FOLDER = root() / "rtl" / "poly1305"
WIDTHS = (15, 4, 27, 2)  # digits of two bits and a single bit, single bits only, wide, fewer rows than terms
P = (1 << 130) - 5
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
ONE = 1 << 128  # added to a whole block

# RFC 8439, section 2.5.2, and A.3 from #7 on: one-time key, message, tag.
VECTORS = [
    (
        "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
        b"Cryptographic Forum Research Group".hex(),
        "a8061dc1305136c6c22b8baf0c0127a9",
    ),
    ("02" + "00" * 31, "ff" * 16, "03" + "00" * 15),
    ("02" + "00" * 15 + "ff" * 16, "02" + "00" * 15, "03" + "00" * 15),
    ("01" + "00" * 31, "ff" * 16 + "f0" + "ff" * 15 + "11" + "00" * 15, "05" + "00" * 15),
    ("01" + "00" * 31, "ff" * 16 + "fb" + "fe" * 15 + "01" * 16, "00" * 16),
    ("02" + "00" * 31, "fd" + "ff" * 15, "fa" + "ff" * 15),
    (
        "01" + "00" * 7 + "04" + "00" * 23,
        "e33594d7505e43b9" + "00" * 8 + "3394d7505e4379cd01" + "00" * 7 + "00" * 16 + "01" + "00" * 15,
        "14" + "00" * 7 + "55" + "00" * 7,
    ),
]


@functools.cache
def model(width: int):
    files = tuple(rtl.core_files(FOLDER / "vmb_poly1305.core"))
    return build("vmb_poly1305_core", files, BitsPerCycle=width)


class Poly:
    """The core, and its expected state."""

    def __init__(self, width: int, seed: int = 1) -> None:
        self.dut = Dut(model(width), seed)
        self.dut.reset()
        self.dut.cycle()
        self.rng = random.Random(seed)

    def give(self, block: int, **kind: int) -> int:
        """Present a block until it is taken; return the cycles that this took."""
        self.dut.drive(valid_i=1, block_i=block, **kind)
        waited = self.dut.wait("ready_o")
        self.dut.cycle()
        # Inputs without valid_i must not matter.
        noise = self.rng.getrandbits(3)
        self.dut.drive(
            valid_i=0, block_i=self.rng.getrandbits(130), multiply_i=noise & 1, key_i=noise >> 1 & 1, tag_i=noise >> 2
        )
        return waited + 1

    def wipe(self) -> None:
        self.dut.wipe_i = 1
        self.dut.cycle()
        self.dut.wipe_i = 0

    def key(self, r: int) -> int:
        return self.give(r, key_i=1, tag_i=0)

    def add(self, block: int, multiply: int = 1) -> int:
        return self.give(block, key_i=0, tag_i=0, multiply_i=multiply)

    def tag(self, s: int) -> int:
        self.give(s, key_i=0, tag_i=1)
        first = self.dut.h_o & (1 << 128) - 1
        self.dut.cycle(self.rng.randint(0, 20))
        assert self.dut.h_o == first, "a tag stays"
        return first

    def settled(self) -> int:
        self.dut.wait("settled_o")
        return self.dut.h_o


@pytest.mark.parametrize("width", WIDTHS)
def test_the_vectors_of_the_standard(width):
    poly = Poly(width)
    for one_time, message, tag in VECTORS:
        key, text = bytes.fromhex(one_time), bytes.fromhex(message)
        poly.wipe()
        poly.key(words(key[:16]))
        for i in range(0, len(text), 16):
            poly.add(words(text[i : i + 16]) | 1 << 8 * len(text[i : i + 16]))
        assert poly.tag(words(key[16:])) == words(bytes.fromhex(tag))


def edges(rng: random.Random) -> int:
    """Numbers below 2^130 with long carries, or close to p."""
    return rng.choice(
        (
            0,
            1,
            (1 << 130) - 1,
            P,
            P - 1,
            P + 1,
            P + 4,
            ONE,
            2 * ONE - 1,
            ONE - 1,
            rng.getrandbits(130),
            rng.getrandbits(130) | rng.getrandbits(130),
            1 << rng.randrange(130),
            (1 << 130) - 1 ^ 1 << rng.randrange(130),
        )
    )


@pytest.mark.parametrize("width", [15, 4, 27, 2])
def test_any_blocks_under_any_key(width):
    poly = Poly(width)
    rng = random.Random(width)
    for _ in range(150):
        r, s = rng.choice((edges(rng), (1 << 128) - 1)) % ONE, edges(rng) % ONE
        poly.wipe()
        poly.key(r)
        h = 0
        for _ in range(rng.randint(0, 12)):
            block, multiply = edges(rng), rng.random() < 0.7
            poly.add(block, int(multiply))
            h = (h + block) * (r & CLAMP if multiply else 1) % P
            poly.dut.cycle(rng.choice((0, 0, 1, 2, 5, 50)))
        if rng.random() < 0.5:
            assert poly.settled() % P == h
        assert poly.tag(s) == (h + s) % ONE


@pytest.mark.parametrize("width", WIDTHS)
def test_the_final_reduction_near_p(width):
    """With r = 1 and s = 0 the tag is the value of h."""
    poly = Poly(width)
    for k in [*range(-8, 16), (1 << 128) + 3, -(1 << 128)]:
        for multiply in (0, 1):
            poly.wipe()
            poly.key(1)
            poly.add((P + k) // 2, 0)
            poly.add((P + k) - (P + k) // 2, multiply)
            assert poly.tag(0) == (P + k) % P % ONE


@pytest.mark.parametrize("width", WIDTHS)
def test_a_key_with_a_restored_state(width):
    poly = Poly(width)
    rng = random.Random(5)
    for _ in range(20):
        h, r, block = rng.getrandbits(130) % P, rng.getrandbits(128), rng.getrandbits(128) | ONE
        poly.wipe()
        for place in range(0, 130, 32):
            poly.add(h & (1 << 32) - 1 << place & (1 << 130) - 1, 0)
        assert poly.settled() == h
        poly.key(r)
        poly.dut.cycle(rng.randint(0, 3))
        assert poly.settled() == h
        poly.add(block)
        assert poly.tag(0) == (h + block) * (r & CLAMP) % P % ONE


@pytest.mark.parametrize("width", WIDTHS)
def test_wipe_and_reset_in_the_middle(width):
    poly, rng = Poly(width), random.Random(6)
    dut = poly.dut
    for moment in range(140 // width + 6):
        for way, value in (("wipe_i", 1), ("rst_ni", 0)):
            poly.wipe()
            poly.key(rng.getrandbits(128))
            poly.add(rng.getrandbits(130))
            dut.cycle(moment)
            setattr(dut, way, value)
            dut.cycle()
            setattr(dut, way, 1 - value)
            dut.cycle()
            dut.drive(key_i=0, tag_i=0)
            assert dut.h_o == 0 and dut.ready_o
            # With r wiped too, a product is 0.
            poly.add(rng.getrandbits(130))
            assert poly.settled() == 0


@pytest.mark.parametrize("width", WIDTHS[:2])
def test_the_cycles_of_the_table(width):
    rows = tables.cycles(FOLDER / "README.md", "cycles, with `BitsPerCycle` =")
    promised = {name: row[WIDTHS.index(width)] for name, row in rows.items()}
    poly, rng = Poly(width), random.Random(7)
    for _ in range(30):
        poly.dut.cycle(rng.randint(0, 5))
        results = {"a key": poly.key(edges(rng) % ONE)}
        poly.add(edges(rng))
        results["a block"] = poly.add(edges(rng))
        poly.settled()
        before = poly.dut.cycles
        poly.add(edges(rng))
        poly.give(edges(rng) % ONE, key_i=0, tag_i=1)
        results["the last block and the tag"] = poly.dut.cycles - before
        assert results == promised
