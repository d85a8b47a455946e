# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_chacha20_core against PyPI cryptography, at 1, 2, 4 and 8 quarter-rounds a cycle."""

from __future__ import annotations

import functools
import itertools
import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from tests.rtl import tables
from tests.rtl.dut import Dut, build, words
from vambrace.base.paths import root
from vambrace.hardware import rtl

FOLDER = root() / "rtl" / "chacha"
WIDTHS = (1, 2, 4, 8)

# RFC 8439, section 2.3.2.
RFC_KEY = bytes(range(32))
RFC_NONCE = bytes.fromhex("000000090000004a00000000")
RFC_BLOCK = bytes.fromhex(
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)


@functools.cache
def model(width: int, gate: int = 1):
    files = tuple(rtl.core_files(FOLDER / "vmb_chacha.core"))
    return build("vmb_chacha20_core", files, QuarterRounds=width, GateOutput=gate)


def fresh(width: int, gate: int = 1, seed: int = 1) -> Dut:
    dut = Dut(model(width, gate), seed)
    dut.reset()
    dut.cycle()
    return dut


def block(key: bytes, nonce: bytes, counter: int) -> bytes:
    cipher = Cipher(algorithms.ChaCha20(key, counter.to_bytes(4, "little") + nonce), None)
    return cipher.encryptor().update(bytes(64))


def begin(dut: Dut, key: bytes, nonce: bytes, counter: int) -> None:
    """Drive the cycle of the start: the core works from the next one on."""
    dut.drive(key_i=words(key), nonce_i=words(nonce), counter_i=counter, start_i=1)
    dut.cycle()
    dut.start_i = 0


def take(dut: Dut, counter: int, following: int, rng: random.Random | None = None) -> bytes:
    """Take one whole block, with the next block's counter at the port while it is output."""
    got = b""
    dut.drive(counter_i=counter, next_counter_i=following)
    while len(got) < 64:
        dut.ready_i = int(rng is None or rng.random() < 0.3)
        if dut.valid_o and dut.ready_i:
            assert dut.quarter_o == len(got) // 16
            got += dut.block_o.to_bytes(16, "little")
        dut.cycle()
    dut.ready_i = 0
    return got


@pytest.mark.parametrize("width", WIDTHS)
def test_the_block_of_the_standard(width):
    assert block(RFC_KEY, RFC_NONCE, 1) == RFC_BLOCK
    dut = fresh(width)
    begin(dut, RFC_KEY, RFC_NONCE, 1)
    assert take(dut, 1, 2) == RFC_BLOCK


@pytest.mark.parametrize("width", WIDTHS)
def test_blocks_in_any_order_at_any_time(width):
    rng = random.Random(width)
    dut = fresh(width)
    for case in range(12):
        key, nonce = rng.randbytes(32), rng.randbytes(12)
        counters = [rng.choice((0, 1, rng.getrandbits(32), 0xFFFFFFFF)) for _ in range(5)]
        if case % 2:
            counters = [counters[1] & 0xFFFF0000 | i for i in range(5)]
        begin(dut, key, nonce, counters[0])
        for counter, following in itertools.pairwise(counters):
            assert take(dut, counter, following, rng if case % 3 else None) == block(key, nonce, counter)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_start_at_any_moment_drops_the_current_block(width):
    rng = random.Random(width)
    dut = fresh(width)
    for moment in range(0, 300 // width + 40, 3 if width == 1 else 1):
        key, nonce = rng.randbytes(32), rng.randbytes(12)
        begin(dut, rng.randbytes(32), nonce, 7)
        dut.next_counter_i = 8
        for _ in range(moment):
            dut.ready_i = int(rng.random() < 0.7)
            dut.cycle()
        begin(dut, key, nonce, moment)
        assert take(dut, moment, 0) == block(key, nonce, moment)


@pytest.mark.parametrize("width", WIDTHS)
def test_wipe_and_reset_leave_no_data(width):
    """Without gates, the output shows the register itself."""
    rng = random.Random(width)
    gated, bare = fresh(width), fresh(width, 0)
    for moment in [*range(1, 12), *range(70 // width, 90 // width + 12)]:
        for dut in (gated, bare):
            begin(dut, rng.randbytes(32), rng.randbytes(12), 1)
            dut.cycle(moment)
            dut.wipe_i = 1
            dut.cycle()
            dut.wipe_i = 0
            assert not dut.valid_o and not dut.block_o
            dut.cycle(120)
            assert not dut.valid_o and not dut.block_o
        begin(gated, rng.randbytes(32), rng.randbytes(12), 1)
        gated.cycle(moment)
        gated.rst_ni = 0
        assert not gated.valid_o and not gated.block_o
        gated.cycle()
        gated.rst_ni = 1
        gated.cycle(120)
        assert not gated.valid_o and not gated.block_o
    bare.cycle()
    begin(bare, RFC_KEY, RFC_NONCE, 1)
    bare.wait("valid_o")
    bare.rst_ni = 0
    bare.cycle()
    bare.rst_ni = 1
    bare.cycle()
    assert not bare.block_o, "the first cycle after a reset wipes"


def in_steps_of(pause: int, dut: Dut) -> int:
    """Take a block, each quarter ``pause`` cycles after the last one or later; return its cycles."""
    first = dut.cycles
    for quarter in range(4):
        dut.wait("valid_o")
        assert dut.quarter_o == quarter
        dut.ready_i = 1
        dut.cycle()
        dut.ready_i = 0
        dut.cycle(pause - 1)
    return dut.cycles - first


@pytest.mark.parametrize("width", WIDTHS)
def test_the_cycles_of_the_table(width):
    table = tables.table(FOLDER / "README.md", "`QuarterRounds`")
    promised = {name: int(row[WIDTHS.index(width)]) for name, row in table.items()}
    assert promised.pop("`QuarterRounds`") == width
    dut = fresh(width)
    results = {}
    begin(dut, RFC_KEY, RFC_NONCE, 1)
    results["`start_i` to the first quarter"] = 1 + dut.wait("valid_o")

    dut.ready_i = 1
    while dut.quarter_o != 2 or not dut.valid_o:
        dut.cycle()
    first = dut.cycles
    dut.cycle()
    dut.ready_i = 0
    dut.wait("valid_o")
    dut.ready_i = 1
    dut.cycle()
    dut.wait("valid_o")
    assert dut.quarter_o == 0
    results["quarter 2 taken to quarter 0 of the next block"] = dut.cycles - first

    first = dut.cycles
    while dut.quarter_o != 3 or not dut.valid_o:
        dut.cycle()
    dut.cycle()
    dut.wait("valid_o")
    results["a block, all quarters taken at once"] = dut.cycles - first
    results["a block, a quarter taken every 5 cycles at most"] = [in_steps_of(5, dut) for _ in range(3)][-1]
    assert results == promised
