# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_aes_core with every kind of parameters, against the official vectors and PyPI `cryptography`."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tests.rtl import tables
from tests.rtl.dut import Dut, build
from tests.rtl.model_aes import CORES, FILES, KEY_BITS, README, Bench, Core, every_core, expected, is_secret, secrets
from tests.vectors import official
from vambrace.base.errors import BuildError

MANY = pytest.mark.long("eighteen cores in one model; tests of the modes and of the unit always run some")


@pytest.fixture
def bench() -> Bench:
    dut = Dut(every_core())
    dut.reset()
    return Bench(dut)


def check(bench: Bench, key: bytes, block: bytes, decrypt: bool) -> None:
    """One block through all cores: those without decryption encrypt always."""
    right = {d: expected(key, block, d) for d in (False, True)}
    for i, got in bench.crypt(block).items():
        assert got == right[decrypt and CORES[i].decrypt], (CORES[i], key.hex(), block.hex(), decrypt)
        assert bench.block_cycles[i] == CORES[i].block_cycles(8 * len(key)), CORES[i]


@MANY
@pytest.mark.parametrize("bits", KEY_BITS)
def test_official_vectors(bench: Bench, bits: int) -> None:
    for decrypt in (False, True):
        key = b""
        for vector in (v for actual in official.vectors(f"aes-{bits}-ecb").values() for v in actual):
            if vector.key != key:
                key = vector.key
                bench.load(key, decrypt)
            data = vector.ciphertext if decrypt else vector.plaintext
            for place in range(0, len(data), 16):
                check(bench, key, data[place : place + 16], decrypt)


@MANY
@pytest.mark.parametrize("bits", KEY_BITS)
def test_directions_and_pauses_at_random(bench: Bench, bits: int) -> None:
    rng = random.Random(bits)
    for _ in range(40):
        key, decrypt = rng.randbytes(bits // 8), rng.random() < 0.5
        bench.load(key, decrypt)
        for _ in range(10):
            if rng.random() < 0.4:
                decrypt = not decrypt
                bench.turn(decrypt)
            bench.dut.cycle(rng.choice((0, 0, 1, rng.randrange(20))))
            check(bench, key, rng.randbytes(16), decrypt)


@MANY
@pytest.mark.parametrize("bits", KEY_BITS)
def test_every_byte_value_in_every_position(bench: Bench, bits: int) -> None:
    """Each value at each place of a block, into the first round's S-boxes."""
    key = bytes(range(bits // 8))
    for decrypt in (False, True):
        bench.load(key, decrypt)
        for value in range(256):
            check(bench, key, bytes((value + 17 * i) % 256 for i in range(16)), decrypt)


@MANY
def test_blocks_follow_each_other_without_a_pause(bench: Bench) -> None:
    """The next block is taken in the cycle that shows the last one's result."""
    rng = random.Random(1)
    for bits in KEY_BITS:
        key = rng.randbytes(bits // 8)
        bench.load(key)
        dut, blocks = bench.dut, [rng.randbytes(16) for _ in range(5)]
        for core in (i for i in range(len(CORES)) if bench.able >> i & 1):
            taken, results = [], []
            dut.valid_i = 1 << core
            while len(results) < len(blocks):
                dut.block_i = int.from_bytes(blocks[min(len(taken), 4)], "little")
                dut.valid_i = 1 << core if len(taken) < len(blocks) else 0
                if len(taken) > len(results) and dut.valid_o >> core & 1:
                    results.append((dut.block_o >> 128 * core & (1 << 128) - 1).to_bytes(16, "little"))
                if dut.ready_o >> core & 1 and len(taken) < len(blocks):
                    taken.append(dut.cycles)
                dut.cycle()
            assert results == [expected(key, b, False) for b in blocks], CORES[core]
            assert [b - a for a, b in pairwise(taken)] == [CORES[core].block_cycles(bits)] * 4


@MANY
def test_two_blocks_are_in_progress_with_two_stages(bench: Bench) -> None:
    """A second block one cycle after the first, in each direction; its result is shown one cycle after the first."""
    rng = random.Random(8)
    staged = {i: core for i, core in enumerate(CORES) if core.two_stages}
    for bits, decrypt in ((b, d) for b in KEY_BITS for d in (False, True)):
        key, blocks = rng.randbytes(bits // 8), [rng.randbytes(16) for _ in range(2)]
        bench.load(key, decrypt)
        dut = bench.dut
        mask = sum(1 << i for i in staged if bench.able >> i & 1)
        for again in range(3):
            assert dut.ready_o & mask == mask and dut.second_ready_o == 0
            dut.drive(valid_i=mask, block_i=int.from_bytes(blocks[0], "little"))
            dut.cycle()
            assert dut.second_ready_o == mask and dut.ready_o & mask == 0
            if again == 1:  # too late
                dut.drive(valid_i=0)
                dut.cycle()
            dut.drive(valid_i=0, second_i=mask, block_i=int.from_bytes(blocks[1], "little"))
            dut.cycle()
            dut.drive(second_i=0, block_i=rng.getrandbits(128))
            first, second = {}, {}
            for cycle in range(2, 40):
                for i in (i for i in staged if mask >> i & 1):
                    shown = (dut.block_o >> 128 * i & (1 << 128) - 1).to_bytes(16, "little")
                    if dut.first_valid_o >> i & 1:
                        assert not dut.valid_o >> i & 1
                        first[i] = (cycle, shown)
                    if dut.valid_o >> i & 1 and i not in second:
                        second[i] = (cycle + (again == 1), shown)
                dut.cycle()
            cycles = 2 * (bits // 32 + 6) + 1
            for i in (i for i in staged if mask >> i & 1):
                right = [expected(key, b, decrypt and staged[i].decrypt) for b in blocks]
                if again == 1:
                    assert i not in first and second[i] == (cycles, right[0])
                else:
                    assert (first[i], second[i]) == ((cycles, right[0]), (cycles + 1, right[1]))


@MANY
def test_a_result_stays_until_the_next_block(bench: Bench) -> None:
    key = bytes(16)
    bench.load(key)
    check(bench, key, bytes(16), False)
    shown = bench.dut.block_o
    bench.dut.cycle(30)
    assert bench.dut.valid_o & bench.able == bench.able
    assert bench.dut.block_o == shown
    # A change of direction does not affect it either.
    bench.turn(True)
    assert bench.dut.block_o == shown


@MANY
def test_a_key_comes_before_a_block(bench: Bench) -> None:
    """If both are offered, the key is taken, and the block waits for it."""
    old, new, block = bytes(16), bytes(range(16)), bytes(range(16, 32))
    bench.load(old)
    dut = bench.dut
    key = int.from_bytes(new, "little")
    dut.drive(
        key_valid_i=bench.able,
        valid_i=bench.able,
        key_i=key,
        held_key_i=key,
        key_len_i=0,
        block_i=int.from_bytes(block, "little"),
    )
    assert dut.ready_o == 0
    assert dut.key_ready_o == bench.able
    dut.cycle()
    dut.drive(key_valid_i=0, valid_i=0)
    dut.cycle(20)
    assert dut.valid_o == 0
    check(bench, new, block, False)


@MANY
def test_a_direction_that_comes_too_early_waits_for_the_block(bench: Bench) -> None:
    """decrypt_i changes in any cycle of a block: its result is of the old direction, the next of the new."""
    rng = random.Random(6)
    for bits in KEY_BITS:
        key = rng.randbytes(bits // 8)
        for decrypt in (False, True):
            for moment in range(32):
                bench.load(key, decrypt)
                block = rng.randbytes(16)
                bench.dut.drive(valid_i=bench.able, block_i=int.from_bytes(block, "little"))
                bench.dut.cycle()
                bench.dut.valid_i = 0
                bench.dut.cycle(moment)
                bench.turn(not decrypt)
                shown, valid = bench.dut.block_o, bench.dut.valid_o
                for i in (i for i in range(len(CORES)) if bench.able >> i & 1):
                    right = expected(key, block, decrypt and CORES[i].decrypt)
                    if valid >> i & 1:
                        assert (shown >> 128 * i & (1 << 128) - 1).to_bytes(16, "little") == right, CORES[i]
                    else:
                        assert not CORES[i].decrypt, CORES[i]
                bench.dut.cycle(30)
                check(bench, key, rng.randbytes(16), not decrypt)


@MANY
def test_the_secret_registers_are_known(bench: Bench) -> None:
    """The tests of wiping examine these registers: all others are a few bits of control."""
    for name, value in bench.dut.registers().items():
        assert is_secret(name) or value < 16, name
    assert sum(is_secret(name) for name in bench.dut.registers()) >= 3 * len(CORES) - 6


@MANY
@pytest.mark.parametrize("how", ["wipe", "reset"])
def test_wiping_at_any_time(bench: Bench, how: str) -> None:
    """A wipe in every cycle of a key's loading, of a block and of a change of direction: every register is 0 in the
    next cycle, and a new key works."""
    rng = random.Random(5)
    dut, key = bench.dut, rng.randbytes(16)
    staged = sum(1 << i for i, core in enumerate(CORES) if core.two_stages)
    for cycle in range(60):
        bench.load(key)
        dut.drive(valid_i=bench.able, block_i=rng.getrandbits(128), decrypt_i=1 if cycle >= 30 else 0, second_i=staged)
        dut.cycle(cycle % 30 + 1)
        assert secrets(dut)
        if how == "wipe":
            # A key that is offered in this cycle is not taken, and neither is a block.
            dut.drive(wipe_i=1, key_valid_i=bench.able if cycle % 2 else 0)
            dut.cycle()
            dut.drive(wipe_i=0, key_valid_i=0)
        else:
            dut.rst_ni = 0
            assert dut.valid_o == 0 and dut.ready_o == 0 and dut.block_o == 0  # in the same cycle
            dut.rst_ni = 1
            assert dut.valid_o == 0 and dut.ready_o == 0 and dut.key_ready_o == 0 and dut.block_o == 0
            dut.cycle()
        assert not secrets(dut)
        assert dut.valid_o == 0 and dut.ready_o == 0 and dut.block_o == 0
        dut.drive(valid_i=0, decrypt_i=0, second_i=0)
        dut.cycle(3)
        assert not secrets(dut)
        assert dut.valid_o == 0 and dut.ready_o == 0
    bench.load(key)
    check(bench, key, bytes(16), False)


@MANY
def test_no_result_is_output_before_it_is_valid(bench: Bench) -> None:
    """block_o is 0 while valid_o is."""
    bench.load(bytes(32)[:16])
    dut = bench.dut
    dut.drive(valid_i=bench.able, block_i=1)
    dut.cycle()
    dut.valid_i = 0
    for _ in range(24):
        for i in range(len(CORES)):
            assert dut.valid_o >> i & 1 or not dut.block_o >> 128 * i & (1 << 128) - 1
        dut.cycle()


@MANY
def test_a_key_length_beyond_the_maximum_is_the_maximum(bench: Bench) -> None:
    key = bytes(range(32))
    bench.load(key)
    dut = bench.dut
    every = (1 << len(CORES)) - 1
    for key_len in (1, 2, 3):
        dut.drive(wipe_i=1)
        dut.cycle()
        value = int.from_bytes(key, "little")
        dut.drive(wipe_i=0, key_valid_i=every, key_len_i=key_len, key_i=value, held_key_i=value)
        dut.cycle()
        dut.key_valid_i = 0
        dut.cycle(20)
        bench.able = every
        for i, got in bench.crypt(bytes(16)).items():
            bits = min(CORES[i].key_bits, 128 + 64 * min(key_len, 2))
            assert got == expected(key[: bits // 8], bytes(16), False), (CORES[i], key_len)


@pytest.mark.parametrize(
    "wrong",
    [
        {"KeyBits": 160},
        {"RoundsPerCycle": 3},
        {"KeyHeld": 1},
        {"TwoStages": 1, "RoundsPerCycle": 2},
        {"TwoStages": 1, "StoredKeys": 1},
    ],
)
def test_illegal_parameters_are_rejected(wrong: dict[str, int]) -> None:
    with pytest.raises(BuildError, match=r"must be|is for"):
        build("vmb_aes_core", FILES, **wrong)


def _rows(core: Core) -> tuple[str, str, str]:
    """The rows of the README's table that are about a core."""
    speed = ("all rounds in one cycle", "one round a cycle", "two rounds a cycle")[core.rounds_per_cycle]
    if core.two_stages:
        speed = "two stages"
    if core.stored:
        return f"block, {speed}", "key, stored", "direction, stored"
    key = "key, on the fly" + ("" if core.rounds_per_cycle else f", {speed}")
    return f"block, {speed}", key, f"direction, on the fly, {speed}"


@MANY
def test_the_cycles_in_the_readme(bench: Bench) -> None:
    stated, measured = tables.cycles(README, "cycles of the core"), {}
    for column, bits in enumerate(KEY_BITS):
        bench.load(bytes(bits // 8))
        bench.crypt(bytes(16))
        bench.turn(True)
        for i, core in enumerate(CORES):
            if bench.able >> i & 1:
                actual = (bench.block_cycles[i], bench.key_cycles[i], bench.turn_cycles[i])
                for row, cycles in zip(_rows(core), actual, strict=True):
                    if core.decrypt or not row.startswith("direction"):
                        assert stated[row][column] == cycles, (row, core, bits)
                        measured[row, bits] = cycles
    assert set(measured) == {(row, bits) for row in stated for bits in KEY_BITS}
