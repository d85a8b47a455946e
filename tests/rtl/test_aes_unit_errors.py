# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_aes_unit: wrong instructions, broken memory, wipes, interrupts, and cycles."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.rtl import tables
from tests.rtl.model_aes import README, SECRET, expected
from tests.rtl.model_aes_unit import (
    ADDRESS,
    BLOCKS,
    BUS,
    COUNT,
    KEY,
    LAST,
    LOAD,
    MISSING,
    NO_COUNT,
    NO_KEY,
    NONE,
    PAIR,
    READ,
    REFUSED,
    START,
    STORE,
    WAIT,
    WIPE,
    WRITE,
    Unit,
    full,
    model,
)

IN, OUT = 0x1000, 0x8000
NAMES = (*SECRET, "words_q")


def _secrets(unit: Unit) -> list[str]:
    """The registers of keys and blocks that are not zero."""
    results = {name: value for name, value in unit.dut.registers().items() if name.rpartition(".")[2] in NAMES}
    assert len(results) >= 3
    return [name for name, value in results.items() if value]


def _ready(built=None, rng: random.Random | None = None) -> tuple[Unit, bytes, bytes]:
    """A unit with a key and eight blocks in memory."""
    data = random.Random(1).randbytes(160)
    unit = Unit(built or full(), rng)
    unit.load_key(data[:16])
    unit.memory.place(IN, data[16:])
    unit.memory.place(IN + 0x100, data)
    unit.memory.room(OUT, 256)
    return unit, data[:16], data[16:]


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (ADDRESS, lambda u: u.do(LOAD, 2, IN + 1)),
        (ADDRESS, lambda u: u.do(KEY, 2, IN + 2)),
        (ADDRESS, lambda u: (u.write(bytes(16)), u.do(STORE, 2, OUT + 3))),
        (ADDRESS, lambda u: (u.do(COUNT, 2, 1), u.do(BLOCKS, 3, IN, OUT + 1))),
        (ADDRESS, lambda u: (u.do(COUNT, 2, 1), u.do(BLOCKS, 3, IN + 2, OUT))),
        (NO_COUNT, lambda u: u.do(BLOCKS, 3, IN, OUT)),
        (NO_COUNT, lambda u: u.do(COUNT, 2, 0)),
        (NO_COUNT, lambda u: u.do(COUNT, 2, 0x10000)),
        (REFUSED, lambda u: (u.do(WIPE, 0), u.load_key(bytes(16)), u.do(STORE, 2, OUT))),
        (REFUSED, lambda u: (u.do(COUNT, 2, 3), u.do(BLOCKS, 3, IN, OUT), u.do(LOAD, 2, IN))),
        (REFUSED, lambda u: (u.do(COUNT, 2, 3), u.do(BLOCKS, 3, IN, OUT), u.do(READ, 4))),
        (REFUSED, lambda u: (u.do(COUNT, 2, 3), u.do(BLOCKS, 3, IN, OUT), u.do(KEY, 2, IN))),
        (NO_KEY, lambda u: (u.do(WIPE, 0), u.do(LOAD, 2, IN))),
        (NO_KEY, lambda u: (u.do(WIPE, 0), u.do(WRITE, 3), u.do(START + 1, 3))),
        (NO_KEY, lambda u: (u.do(WIPE, 0), u.do(COUNT, 2, 1), u.do(BLOCKS, 3, IN, OUT))),
    ],
)
def test_errors(error: int, wrong: Callable[[Unit], object]) -> None:
    """An error stays until a status reports it; until then nothing starts and nothing can be read; then everything
    works."""
    unit, key, data = _ready()
    wrong(unit)
    written = len(unit.memory.written)
    if error != REFUSED:
        unit.write(data[:16])
        unit.do(STORE, 2, OUT)
        unit.do(COUNT, 2, 2)
        unit.do(LOAD, 2, IN)
        assert unit.read() == bytes(16)
        unit.cycle(50)
        assert len(unit.memory.written) == written
    assert unit.status() == error and unit.status() == NONE
    unit.load_key(key)
    unit.write(data[:16])
    assert unit.do(STORE, 6, OUT) == 0 and unit.memory.get(OUT, 16) == expected(key, data[:16], False)


def test_the_job_continues_after_a_rejected_instruction() -> None:
    unit, key, data = _ready()
    unit.do(COUNT, 2, 4)
    unit.do(BLOCKS + 1, 3, IN, OUT)
    unit.do(START, 3, 1, 2)
    assert unit.status() == REFUSED
    assert unit.memory.get(OUT, 64) == expected(key, data[:64], True)


def test_missing_features_are_rejected() -> None:
    """Decryption, and longer keys."""
    unit, key, data = _ready(model(KeyBits=128, Decrypt=0))
    for op, operands in (
        (LOAD + 1, (2, IN)),
        (START + 1, (3,)),
        (BLOCKS + 1, (3, IN, OUT)),
        (KEY + 1, (2, IN)),
        (KEY + 2, (2, IN)),
        (LAST + 2, (3,)),
        (LAST + 3, (3,)),
    ):
        unit.do(COUNT, 2, 1)
        unit.do(op, *operands)
        assert unit.status() == MISSING
    unit.do(LOAD, 2, IN)
    assert unit.read() == expected(key, data[:16], False)
    unit, _, _ = _ready(model(KeyBits=192, RoundsPerCycle=2, PortDepth=4, Chain=1))
    for op in (KEY + 1, LAST + 2):
        unit.do(op, 2 if op < LAST else 3, IN)
        assert unit.status() == NONE
    for op in (KEY + 2, LAST + 3):
        unit.do(op, 2 if op < LAST else 3, IN)
        assert unit.status() == MISSING


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_keys_of_only_one_length(bits: int) -> None:
    """Other key lengths are missing, and do not change the loaded key."""
    unit, key, data = _ready(model(KeyBits=bits, ShorterKeys=0))
    assert unit.status() == (NONE if bits == 128 else MISSING)
    key = (key + data)[: bits // 8]
    unit.load_key(key)
    unit.memory.place(IN + 0x200, bytes(32))
    for n in (n for n in range(3) if 128 + 64 * n != bits):
        for op in (KEY + n, LAST + 1 + n):
            unit.do(op, 2 if op < LAST else 3, IN + 0x200)
            assert unit.status() == MISSING
    for decrypt in (0, 1):
        unit.write(data[:16], decrypt)
        assert unit.read() == expected(key, data[:16], bool(decrypt))


@pytest.mark.parametrize("seed", [None, 3, 4])
def test_bus_errors(seed: int | None) -> None:
    """The memory fails at any word of a block, a result, a key or a job: there is no result, and a key only if it was
    loaded before."""
    rng = random.Random(seed)
    for word in range(32):
        for what in ("load", "store", "key", "blocks in", "blocks out"):
            if word >= {"key": 8, "load": 4, "store": 4}.get(what, 32):
                continue
            unit, key, data = _ready(rng=rng if seed else None)
            start = {"key": IN + 0x100, "store": OUT, "blocks out": OUT}.get(what, IN)
            unit.memory.broken.add(start + 4 * word)
            unit.do(COUNT, 2, 8)
            if what == "key":
                unit.do(KEY + 2, 2, IN + 0x100)
            elif what.startswith("blocks"):
                assert unit.do(BLOCKS, 7, IN, OUT) >> 1 == BUS
            else:
                unit.do(LOAD, 2, IN)
                unit.do(STORE, 2, OUT)
            if not what.startswith("blocks"):
                assert unit.status() == BUS
            right = expected(key, data[:128], False)
            written = unit.memory.get(OUT, 128)
            assert all(written[i : i + 4] in (right[i : i + 4], b"\xee" * 4) for i in range(0, 128, 4))
            assert unit.read() == bytes(16), (what, word)
            unit.memory.broken.clear()
            assert what != "key" or _secrets(unit) == []
            unit.write(data[:16])
            if what == "key":
                assert unit.status() == NO_KEY and unit.read() == bytes(16)
                continue
            assert unit.read() == right[:16] and unit.status() == NONE
            unit.do(COUNT, 2, 8)
            assert unit.do(BLOCKS, 7, IN, OUT) == 0 and unit.memory.get(OUT, 128) == right


@pytest.mark.parametrize("seed", [None, 5])
def test_wiping(seed: int | None) -> None:
    """A wipe at any time, in its one cycle: no data is left, and no earlier result appears."""
    rng = random.Random(seed)
    unit, key, data = _ready(rng=rng if seed else None)
    for cycle in range(70):
        for op, operands in ((BLOCKS, (3, IN, OUT)), (BLOCKS + 1, (3, IN, OUT)), (KEY + 2, (2, IN)), (START, (3,))):
            unit.load_key(key)
            unit.do(COUNT, 2, 4)
            unit.do(op, *operands)
            unit.cycle(cycle)
            unit.do(WIPE, 0)
            assert unit.took == 1 or seed
            assert _secrets(unit) == []
            written = len(unit.memory.written)
            assert unit.read() == bytes(16)
            unit.cycle(20)
            assert len(unit.memory.written) == written and _secrets(unit) == []
            assert unit.status() == NONE
            unit.do(LOAD, 2, IN)
            assert unit.status() == NO_KEY
            unit.do(COUNT, 2, 1)
    unit.load_key(key)
    unit.do(LOAD, 2, IN)
    assert unit.read() == expected(key, data[:16], False)


def test_reset() -> None:
    """A reset at any time has the effect of a power-up."""
    unit, key, _ = _ready()
    for cycle in range(40):
        unit.load_key(key)
        unit.do(COUNT, 2, 4)
        unit.do(BLOCKS, 3, IN, OUT)
        unit.cycle(cycle)
        unit.memory.forget()
        unit.dut.drive(mem_gnt_i=0, mem_rvalid_i=0)
        unit.dut.reset()
        unit.cycle()
        assert _secrets(unit) == [] and not unit.dut.busy_o
        unit.do(START, 3)
        assert unit.status() == NO_KEY
    unit.load_key(key)
    unit.do(START, 3)
    assert unit.read() == expected(key, bytes(16), False)


def test_an_interrupt_ends_a_wait() -> None:
    """The wait returns with busy = 1, while the work continues; another wait returns at its end."""
    unit, key, data = _ready()
    unit.do(COUNT, 2, 8)
    unit.dut.irq_pending_i = 1
    assert unit.do(BLOCKS, 7, IN, OUT) == 1 and unit.took == 2
    assert unit.dut.busy_o and unit.do(WAIT, 4) == 1 and unit.took == 1
    unit.dut.irq_pending_i = 0
    assert unit.status() == NONE and not unit.dut.busy_o
    assert unit.memory.get(OUT, 128) == expected(key, data[:128], False)
    unit.do(LOAD, 2, IN)
    unit.dut.irq_pending_i = 1
    assert unit.do(STORE, 6, OUT) == 1
    unit.dut.irq_pending_i = 0
    assert unit.status() == NONE and unit.memory.get(OUT, 16) == expected(key, data[:16], False)
    # Instructions that do not wait for a status are bounded, and complete.
    unit.dut.irq_pending_i = 1
    unit.do(LOAD + 1, 2, IN)
    assert unit.read() == expected(key, data[:16], True)


def _taken(unit: Unit, *instructions: tuple[int, ...]) -> int:
    began = unit.dut.cycles
    for item in instructions:
        unit.do(*item)
    return unit.dut.cycles - began


def _measured(bits: int, decrypt: int) -> dict[str, int]:
    """Cycles with a memory that answers in the next cycle. The direction is that of the previous block."""
    unit, key, _ = _ready()
    key = (key + key)[: bits // 8]
    unit.memory.place(IN + 0x200, key)
    pairs = bits // 64
    from_registers = [((LAST if n == pairs - 1 else PAIR) + n, 3) for n in range(pairs)]
    results = {
        "key from memory": _taken(unit, (KEY + pairs - 2, 2, IN + 0x200), (WAIT, 4)),
        "key from registers": _taken(unit, *from_registers, (WAIT, 4)),
    }
    unit.do(LOAD + decrypt, 2, IN)
    unit.status()
    unit.cycle(20)
    results["memory to memory"] = _taken(unit, (LOAD + decrypt, 2, IN), (STORE, 6, OUT))
    results["registers to registers"] = _taken(
        unit, (WRITE, 3), (START + decrypt, 3), *((READ + n, 4) for n in range(4))
    )
    for count in (1, 2, 3, 4, 5, 40):
        unit.memory.place(IN, bytes(16 * count))
        unit.memory.room(OUT, 16 * count)
        unit.do(COUNT, 2, count)
        results[f"blocks {count}"] = _taken(unit, (BLOCKS + decrypt, 7, IN, OUT))
    return results


def test_the_cycles_in_the_readme() -> None:
    """The cycles are those of the README, for any key and data."""
    measured = {bits: _measured(bits, 0) for bits in (128, 192, 256)}
    for bits in measured:
        assert measured[bits] == _measured(bits, 1), "decryption takes as long"
        assert measured[bits]["memory to memory"] <= 30 + bits // 32 - 4
        assert measured[bits]["blocks 40"] - measured[bits]["blocks 5"] == 35 * (bits // 32 + 6)
    rows = {name: [measured[bits][name] for bits in measured] for name in measured[128]}
    print(rows)
    assert tables.cycles(README, "cycles of the AES unit") == rows


def test_cycles_do_not_depend_on_key_or_data() -> None:
    seen = set()
    for seed in range(30):
        rng = random.Random(seed)
        unit = Unit(full(), seed=seed + 1)
        unit.load_key(rng.choice((bytes(16), b"\xff" * 16, rng.randbytes(16))))
        unit.memory.place(IN, rng.choice((bytes(64), b"\xff" * 64, rng.randbytes(64))))
        unit.memory.room(OUT, 64)
        unit.do(COUNT, 2, 4)
        unit.memory.requests.clear()
        began = unit.dut.cycles
        unit.do(BLOCKS, 7, IN, OUT)
        unit.do(LOAD + 1, 2, IN)
        unit.do(STORE, 6, OUT)
        seen.add((unit.dut.cycles - began, tuple((c - began, *rest) for c, *rest in unit.memory.requests)))
    assert len(seen) == 1
