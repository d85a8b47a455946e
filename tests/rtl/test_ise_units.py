# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Results of the function units against the model, in every set of units that has them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.rtl import ise_pipe
from vambrace.hardware import reference_ise
from vambrace.hardware.reference_ise import BY_NAME, INSTRUCTIONS, UNITS, Instruction, Words

RANDOM_PER_UNIT, OF_THESE_ALWAYS = 1_000_000, 250_000

# Words on which carries, masks and indices tend to go wrong.
CORNERS = np.array(
    [0, 0xFFFFFFFF, 0x0000FFFF, 0xFFFF0000, 0x00FF00FF, 0xFF00FF00, 0x55555555, 0xAAAAAAAA, 0x01234567, 0x89ABCDEF]
    + [1 << i for i in range(32)]
    + [0xFFFFFFFF ^ 1 << i for i in range(32)],
    dtype=np.uint32,
)


def random_words(rng: np.random.Generator, count: int) -> Words:
    return rng.integers(0, 1 << 32, count, dtype=np.uint32)


def with_fields(instructions: list[Instruction], rng: np.random.Generator, count: int) -> Words:
    """Return the instructions in rotation, with random values of the free bits of their encodings."""
    mask = np.resize(np.array([i.mask for i in instructions], dtype=np.uint32), count)
    match = np.resize(np.array([i.match for i in instructions], dtype=np.uint32), count)
    return match | (random_words(rng, count) & ~mask)


def check(instr: Words, rs1: Words, rs2: Words) -> None:
    """Every set that has the unit accepts and returns the model's result; no other set accepts."""
    owner = reference_ise.owner(instr)
    assert owner.all(), "a test uses an instruction that no unit has"
    expected = reference_ise.execute(instr, rs1, rs2)
    accept, results = ise_pipe.answers(instr, rs1, rs2, expected)
    assert len(accept) == len(instr)
    for units in range(reference_ise.SETS):
        has = (owner & units) != 0
        np.testing.assert_array_equal((accept >> np.uint64(units) & np.uint64(1)).astype(bool), has)
        wrong = np.flatnonzero(has & (results[units] != expected))
        if len(wrong):
            i = wrong[0]
            pytest.fail(
                f"{len(wrong)} wrong results in set {units}; first: instr {instr[i]:08x} rs1 {rs1[i]:08x} "
                f"rs2 {rs2[i]:08x} gave {results[units][i]:08x}, not {expected[i]:08x}"
            )


@pytest.mark.parametrize("unit", UNITS)
def test_random_operands(unit: str, everything: bool) -> None:
    count = RANDOM_PER_UNIT if everything else OF_THESE_ALWAYS
    rng = np.random.default_rng(UNITS[unit])
    mine = [i for i in INSTRUCTIONS if i.unit == UNITS[unit]]
    instr = with_fields(mine, rng, count)
    check(instr, random_words(rng, count), random_words(rng, count))


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_corner_operands(instruction: Instruction) -> None:
    rs1, rs2 = (np.ascontiguousarray(a.ravel()) for a in np.meshgrid(CORNERS, CORNERS))
    check(with_fields([instruction], np.random.default_rng(0), len(rs1)), rs1, rs2)


@pytest.mark.parametrize("name", ["rol", "ror", "rori"])
def test_every_rotation_amount(name: str) -> None:
    rng = np.random.default_rng(3)
    per_amount = 2048
    amounts = np.repeat(np.arange(32, dtype=np.uint32), per_amount)
    rs1 = np.tile(np.concatenate([CORNERS, random_words(rng, per_amount - len(CORNERS))]), 32)
    # Bits of rs2 above the amount are random: they must not matter.
    rs2 = random_words(rng, len(rs1))
    if name == "rori":
        instr = np.uint32(BY_NAME[name].match) | amounts << np.uint32(20)
    else:
        instr = np.full(len(rs1), BY_NAME[name].match, dtype=np.uint32)
        rs2 = rs2 & ~np.uint32(31) | amounts
    check(instr, rs1, rs2)


def test_every_byte_through_aes() -> None:
    """Each value at each place, both directions, with and without mixing."""
    rng = np.random.default_rng(4)
    repeats = 16
    space: NDArray[np.uint32] = np.array(
        list(itertools.product((i.match for i in INSTRUCTIONS if i.name.startswith("aes32")), range(4), range(256))),
        dtype=np.uint32,
    )
    match, bs, byte = np.tile(space, (repeats, 1)).T
    place = bs * np.uint32(8)
    rs1 = random_words(rng, len(byte))
    rs1[: len(space)] = 0
    rs2 = random_words(rng, len(byte)) & ~(np.uint32(0xFF) << place) | byte << place
    check(match | bs << np.uint32(30), rs1, rs2)


@pytest.mark.parametrize(("name", "width"), [("xperm4", 4), ("xperm8", 8)])
def test_every_index_of_xperm(name: str, width: int) -> None:
    """Each value of an index at each place, with random other indices; tables are random or have one element."""
    rng = np.random.default_rng(5)
    repeats = 16
    space = np.array(list(itertools.product(range(0, 32, width), range(1 << width))), dtype=np.uint32)
    place, index = np.tile(space, (repeats * 32 // width, 1)).T
    rs2 = random_words(rng, len(place)) & ~(np.uint32((1 << width) - 1) << place) | index << place
    element = np.repeat(np.arange(32 // width, dtype=np.uint32), len(place) * width // 32)
    alone = np.uint32((1 << width) - 1) << element * np.uint32(width)
    rs1 = np.where(np.arange(len(place)) % (2 * len(space)) < len(space), alone, random_words(rng, len(place)))
    check(np.full(len(place), BY_NAME[name].match, dtype=np.uint32), rs1.astype(np.uint32), rs2)
