# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Chained blocks of vmb_aes_unit: CBC against another implementation, and chaining without a result."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

from tests.rtl.model_aes import expected
from tests.rtl.model_aes_unit import (
    BUS,
    KEY,
    LOAD,
    LOAD_CHAINED,
    NO_KEY,
    NONE,
    READ,
    STORE,
    WAIT,
    WIPE,
    Unit,
    full,
    xor,
)

IN, OUT = 0x1000, 0x8000


def cbc(key: bytes, data: bytes, iv: bytes = bytes(16)) -> bytes:
    return Cipher(AES(key), CBC(iv)).encryptor().update(data)


def blocks_of(data: bytes) -> list[bytes]:
    return [data[i : i + 16] for i in range(0, len(data), 16)]


@pytest.mark.parametrize("seed", [None, 1, 2])
@pytest.mark.parametrize("bits", [128, 192, 256])
def test_cbc(bits: int, seed: int | None) -> None:
    """From registers, each result read, stored or left, after any number of cycles; and from memory."""
    rng = random.Random(f"{bits}{seed}")
    unit = Unit(full(), rng if seed else None)
    unit.takes_back = random.Random(seed) if seed else None
    key, iv, data = rng.randbytes(bits // 8), rng.randbytes(16), rng.randbytes(16 * 24)
    right = blocks_of(cbc(key, data, iv))
    unit.load_key(key)
    unit.memory.room(OUT, len(data))
    unit.write(xor(data[:16], iv))
    for i, block in enumerate(blocks_of(data)[1:], 1):
        what = rng.choice(("read", "store", "nothing", "nothing"))
        if what == "read":
            assert unit.read() == right[i - 1]
        elif what == "store":
            assert unit.do(STORE, 6, OUT) == 0 and unit.memory.get(OUT, 16) == right[i - 1]
        unit.cycle(rng.choice((0, 0, rng.randrange(30))))
        unit.write(block, chained=True)
    assert unit.read() == right[-1] and unit.status() == NONE
    unit.memory.place(IN, xor(data[:16], iv) + data[16:])
    for i in range(0, len(data), 16):
        unit.do(LOAD_CHAINED if i else LOAD, 2, IN + i)
        unit.do(STORE, 2, OUT + i)
    assert unit.status() == NONE and blocks_of(unit.memory.get(OUT, len(data))) == right


def test_chaining_after_a_decrypted_block() -> None:
    """The chained value is the decrypted block, kept while the key schedule changes direction."""
    rng = random.Random(4)
    unit = Unit(full())
    for bits in (128, 192, 256):
        key, first, second = rng.randbytes(bits // 8), rng.randbytes(16), rng.randbytes(16)
        unit.load_key(key)
        for waits in (0, 1, 11, 40):
            unit.write(first, 1)
            unit.cycle(waits)
            unit.write(second, chained=True)
            assert unit.read() == expected(key, xor(second, expected(key, first, True)), False)


def test_an_unchained_block_begins_a_new_chain() -> None:
    rng = random.Random(5)
    unit = Unit(full())
    key, data = rng.randbytes(16), rng.randbytes(48)
    unit.load_key(key)
    for block in blocks_of(data):
        unit.write(block)
        assert unit.read() == expected(key, block, False)
        unit.write(block, chained=True)
        assert unit.read() == expected(key, xor(block, expected(key, block, False)), False)


def wiped(unit: Unit, key: bytes) -> None:
    unit.do(WIPE, 0)
    unit.load_key(key)


def reset(unit: Unit, key: bytes) -> None:
    unit.do(WAIT, 4)
    unit.dut.reset()
    unit.cycle()
    unit.load_key(key)


def key_from_memory(unit: Unit, key: bytes) -> None:
    unit.memory.place(IN + 64, key)
    unit.do(KEY + len(key) // 8 - 2, 2, IN + 64)


@pytest.mark.parametrize("bits", [128, 192, 256])
@pytest.mark.parametrize("begin", [Unit.load_key, wiped, reset, key_from_memory], ids=lambda f: f.__name__)
def test_without_a_result_the_chain_begins_with_zero(begin: Callable[[Unit, bytes], None], bits: int) -> None:
    """After a key, a wipe or a reset: no result of an earlier key is chained, whether it was ready or in progress."""
    rng = random.Random(6)
    unit = Unit(full(), seed=7)
    unit.load_key(rng.randbytes(32))
    for waits in range(0, 40, 3):
        unit.write(rng.randbytes(16), waits % 2)
        unit.cycle(waits)
        key, block = rng.randbytes(bits // 8), rng.randbytes(16)
        begin(unit, key)
        if waits % 4 < 2:
            unit.write(block, chained=True)
        else:
            unit.memory.place(IN, block)
            unit.do(LOAD_CHAINED, 2, IN)
        assert unit.read() == expected(key, block, False) and unit.status() == NONE


def test_chaining_after_a_bus_error() -> None:
    """The key stays, and an earlier result does not."""
    rng = random.Random(8)
    unit = Unit(full())
    key = rng.randbytes(24)
    unit.load_key(key)
    unit.memory.place(IN, bytes(16))
    unit.memory.broken.add(IN + 8)
    for waits in (0, 5, 30):
        block = rng.randbytes(16)
        unit.write(block)
        unit.cycle(waits)
        unit.do(LOAD_CHAINED, 2, IN)
        assert unit.status() == BUS
        unit.write(block, chained=True)
        assert unit.read() == expected(key, block, False) and unit.status() == NONE


def test_without_a_key_nothing_starts() -> None:
    unit = Unit(full())
    unit.load_key(bytes(16))
    unit.write(bytes(16))
    unit.do(WIPE, 0)
    unit.write(bytes(16), chained=True)
    assert unit.read() == bytes(16) and unit.status() == NO_KEY


def test_cycles_equal_those_of_other_blocks() -> None:
    """They equal those of any other block, for any key, block and result."""
    seen = set()
    for seed in range(12):
        rng = random.Random(seed)
        for chained in (False, True):
            unit = Unit(full(), seed=seed + 1)
            unit.load_key(rng.choice((bytes(16), b"\xff" * 16, rng.randbytes(16))))
            unit.memory.place(IN, rng.choice((bytes(64), b"\xff" * 64, rng.randbytes(64))))
            unit.memory.room(OUT, 64)
            began, took = unit.dut.cycles, []
            for i in range(0, 64, 16):
                unit.do(LOAD_CHAINED if chained else LOAD, 2, IN + i)
                unit.do(STORE, 2, OUT + i)
            unit.status()
            took.append(unit.dut.cycles - began)
            for _ in range(3):
                unit.write(rng.randbytes(16), chained=chained)
                unit.do(READ, 4)
                took.append(unit.took)
            seen.add(tuple(took))
    assert len(seen) == 1
