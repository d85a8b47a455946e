# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`few` of one block on vmb_aes_unit: several without a status between them, with a memory of any pace."""

from __future__ import annotations

import random

import pytest

from tests.rtl.model_aes import SECRET, expected
from tests.rtl.model_aes_unit import (
    ADDRESS,
    BLOCKS,
    BUS,
    COUNT,
    FEW,
    KEY,
    LOAD,
    NO_KEY,
    NONE,
    REFUSED,
    STORE,
    WAIT,
    WIPE,
    Unit,
    full,
    model,
)

IN, OUT = 0x1000, 0x8000
ONE = FEW + 2


def _ready(rng: random.Random | None = None, blocks: int = 8, bits: int = 128, built=None) -> tuple[Unit, bytes, bytes]:
    """A unit with a key, blocks in memory, and room for their results."""
    data = random.Random(blocks + bits).randbytes(bits // 8 + 16 * blocks)
    key, text = data[: bits // 8], data[bits // 8 :]
    unit = Unit(built or full(), rng)
    unit.load_key(key)
    unit.memory.place(IN, text)
    unit.memory.room(OUT, len(text))
    return unit, key, text


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
@pytest.mark.parametrize("decrypt", [0, 1])
def test_each_result_goes_to_its_own_place(decrypt, seed):
    """Also in reverse order, and in place."""
    rng = random.Random(seed)
    for pause in (0, 1, 5, 12):
        unit, key, text = _ready(rng if seed else None)
        right = expected(key, text, bool(decrypt))
        for i in range(0, len(text), 16):
            unit.do(ONE + decrypt, 3, IN + i, OUT + len(text) - 16 - i)
            unit.cycle(pause)
        assert unit.status() == NONE
        assert unit.memory.get(OUT, len(text)) == b"".join(right[i : i + 16] for i in range(112, -16, -16))
        assert unit.read() == right[-16:]
        unit.memory.room(IN, len(text))
        unit.memory.place(IN, text)
        for i in range(0, len(text), 16):
            unit.do(ONE + decrypt, 3, IN + i, IN + i)
        assert unit.status() == NONE and unit.memory.get(IN, len(text)) == right


@pytest.mark.parametrize(("bits", "rounds", "cycles"), [(128, 1, 10), (256, 1, 14), (128, 0, 8)])
def test_consecutive_blocks_keep_the_core_or_the_port_busy(bits, rounds, cycles):
    """50 of them take as many cycles as 50 blocks of one job."""
    built = full() if rounds else model(KeyBits=bits, RoundsPerCycle=rounds, Sbox=1, Chain=1)
    unit, key, text = _ready(blocks=50, bits=bits, built=built)
    began = unit.dut.cycles
    for i in range(0, len(text), 16):
        unit.do(ONE, 3, IN + i, OUT + i)
    assert unit.status() == NONE
    assert unit.memory.get(OUT, len(text)) == expected(key, text, False)
    assert unit.dut.cycles - began <= cycles * 50 + 20


def test_a_wait_is_at_most_two_blocks_long():
    """Any instruction may come after them; the memory answers at once."""
    most = {}
    for op, operands in (
        (ONE, (3, IN, OUT)),
        (ONE + 1, (3, IN, OUT)),
        (FEW + 8, (3, IN, OUT)),
        (LOAD, (2, IN)),
        (STORE, (2, OUT)),
        (KEY, (2, IN)),
    ):
        for pause in range(30):
            unit, _, _ = _ready()
            for i in range(3):
                unit.do(ONE, 3, IN + 16 * i, OUT + 16 * i)
            unit.cycle(pause)
            unit.do(op, *operands)
            most[op] = max(most.get(op, 0), unit.took)
            unit.status()
    assert max(most.values()) <= 2 * (4 + 10 + 4 + 2), most


def test_no_instruction_is_rejected_while_a_block_is_in_progress():
    """This does not hold after several blocks in one instruction."""
    unit, key, text = _ready()
    unit.do(ONE, 3, IN, OUT)
    unit.do(STORE, 2, OUT + 16)
    unit.do(COUNT, 2, 2)
    unit.do(BLOCKS, 3, IN + 16, OUT + 32)
    assert unit.status() == NONE
    right = expected(key, text, False)
    assert unit.memory.get(OUT, 64) == right[:16] + right[:48]
    for op in (FEW + 4, BLOCKS):
        unit.do(op, 3, IN, OUT)
        unit.do(ONE, 3, IN + 64, OUT)
        assert unit.status() == REFUSED and unit.memory.get(OUT, 32) == right[:32]


@pytest.mark.parametrize("seed", [None, 4])
def test_a_wrong_instruction_has_no_effect(seed):
    """It has no effect, nor do those after it until a status; those before it finish."""
    rng = random.Random(seed)
    for pause in range(0, 40, 3):
        unit, key, text = _ready(rng if seed else None)
        unit.do(ONE, 3, IN, OUT)
        unit.do(ONE, 3, IN + 16, OUT + 16)
        unit.cycle(pause)
        unit.do(ONE, 3, IN + 32, OUT + 34)
        unit.do(ONE, 3, IN + 48, OUT + 48)
        assert unit.status() == ADDRESS
        assert unit.memory.get(OUT, 64) == expected(key, text[:32], False) + b"\xee" * 32
        unit.do(ONE, 3, IN + 48, OUT + 48)
        assert unit.status() == NONE and unit.memory.get(OUT + 48, 16) == expected(key, text[48:64], False)


@pytest.mark.parametrize("seed", [None, 5, 6])
def test_bus_errors(seed):
    """The memory fails at any word of any of them: all of them end, no result is available, and the key stays."""
    rng = random.Random(seed)
    for start in (IN, OUT):
        for word in range(16):
            unit, key, text = _ready(rng if seed else None)
            unit.memory.broken.add(start + 4 * word)
            for i in range(0, 64, 16):
                unit.do(ONE, 3, IN + i, OUT + i)
            assert unit.status() == BUS
            right, written = expected(key, text, False), unit.memory.get(OUT, 64)
            assert all(written[i : i + 4] in (right[i : i + 4], b"\xee" * 4) for i in range(0, 64, 4))
            assert b"\xee" in written and unit.read() == bytes(16)
            unit.memory.broken.clear()
            for i in range(0, 64, 16):
                unit.do(ONE, 3, IN + i, OUT + i)
            assert unit.status() == NONE and unit.memory.get(OUT, 64) == right[:64]


@pytest.mark.parametrize("seed", [None, 7])
def test_wiping(seed):
    """At any time: no data of them is left, and nothing more is written."""
    rng = random.Random(seed)
    unit, key, _ = _ready(rng if seed else None)
    for cycle in range(60):
        unit.load_key(key)
        for i in range(3):
            unit.do(ONE + (i & 1), 3, IN + 16 * i, OUT + 16 * i)
        unit.cycle(cycle)
        unit.do(WIPE, 0)
        actual = unit.dut.registers()
        secrets = [n for n in actual if n.rpartition(".")[2] in (*SECRET, "words_q")]
        assert len(secrets) >= 3 and not any(actual[n] for n in secrets)
        written = len(unit.memory.written)
        assert unit.read() == bytes(16)
        unit.cycle(20)
        assert len(unit.memory.written) == written and unit.status() == NONE
        unit.do(ONE, 3, IN, OUT)
        assert unit.status() == NO_KEY


def test_a_status_waits_for_all_blocks():
    """While an interrupt is pending the status is busy, and they continue."""
    unit, key, text = _ready()
    unit.dut.irq_pending_i = 1
    for i in range(0, 64, 16):
        status = unit.do(ONE, 7 if i == 48 else 3, IN + i, OUT + i)
    assert status == 1 and unit.do(WAIT, 4) == 1
    unit.dut.irq_pending_i = 0
    assert unit.status() == NONE and unit.memory.get(OUT, 64) == expected(key, text[:64], False)
