# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_aes_unit: every instruction, and sequences of them at random against a model, with a memory of any pace."""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import Dut, build
from tests.rtl.model_aes import expected
from tests.rtl.model_aes_unit import (
    ADDRESS,
    BLOCKS,
    CHAINED,
    COUNT,
    FEATURES,
    FEW,
    FILES,
    KEY,
    LAST,
    LOAD,
    LOAD_CHAINED,
    MEMORY,
    NONE,
    PAIR,
    READ,
    SHAPES,
    START,
    START_CHAINED,
    STORE,
    WAIT,
    WIPE,
    WRITE,
    Model,
    Unit,
    full,
    instruction,
    model,
    shaped,
)

IN, OUT = 0x1000, 0x8000


@pytest.mark.parametrize(("user_mode", "memory_port", "chain"), [(0, 1, 1), (1, 1, 0), (0, 0, 1)])
def test_accepts_only_its_own_instructions(user_mode, memory_port, chain):
    """Of machine mode, or of every mode; instructions of other modes have no effect. Without a memory port or chaining
    there are fewer."""
    decode = tuple(path for path in FILES if path.stem == "vmb_aes_unit_decode")
    dut = Dut(build("vmb_aes_unit_decode", decode, UserMode=user_mode, MemoryPort=memory_port, Chain=chain))
    rng = random.Random(1)
    accepted = 0
    for _ in range(12_000):
        opcode = rng.choice((0x2B, 0x2B, 0x2B, 0x0B, 0x5B, 0x33, 0x2A))
        funct7, funct3 = rng.randrange(0x22) if rng.random() < 0.9 else rng.randrange(128), rng.randrange(8)
        there = [bool(funct3 & bit) for bit in (4, 2, 1)]
        fields = [rng.choice((0, rng.randrange(32))) if rng.random() < 0.5 or have else 0 for have in there]
        legal = (
            opcode == 0x2B
            and funct3 in SHAPES.get(funct7, ())
            and (memory_port or funct7 not in MEMORY)
            and (chain or funct7 not in CHAINED)
            and all(have or not value for have, value in zip(there, fields, strict=True))
        )
        dut.drive(instr_i=instruction(funct7, funct3, *fields, opcode=opcode), privileged_i=1)
        assert dut.accept_o == legal, (hex(funct7), funct3, fields)
        accepted += legal
        dut.drive(privileged_i=0)
        assert dut.accept_o == (legal and user_mode)
    assert accepted > (300 if memory_port else 150)


def test_xascon_uses_other_words_of_the_same_opcode():
    sigma = {(7, half << 5 | word) for half in (0, 1) for word in range(5)}
    assert not sigma & {(funct3, funct7) for funct7, shapes in SHAPES.items() for funct3 in shapes}


def test_instructions_of_another_mode_are_not_executed():
    unit = Unit(full())
    unit.dut.drive(instr_i=shaped(COUNT, 2), rs1_i=0, valid_i=1, privileged_i=0)
    unit.cycle()
    unit.dut.privileged_i = 1
    assert unit.status() == NONE


@pytest.mark.parametrize("decrypt", [0, 1])
@pytest.mark.parametrize("bits", [128, 192, 256])
def test_a_block(bits, decrypt):
    """Key and block from memory or registers, the result to both."""
    rng = random.Random(bits + decrypt)
    unit = Unit(full())
    for from_memory in (False, True):
        key, block = rng.randbytes(bits // 8), rng.randbytes(16)
        right = expected(key, block, bool(decrypt))
        unit.memory.place(IN, block)
        unit.memory.place(IN + 64, key)
        unit.memory.room(OUT, 16)
        if from_memory:
            unit.do(KEY + bits // 64 - 2, 2, IN + 64)
            unit.do(LOAD + decrypt, 2, IN)
        else:
            unit.load_key(key)
            unit.write(block, decrypt)
        assert unit.read() == right
        assert unit.do(STORE, 6, OUT) == 0 and unit.memory.get(OUT, 16) == right
        unit.memory.place(IN, right)
        unit.do(LOAD + 1 - decrypt, 2, IN)
        unit.do(STORE, 2, OUT)
        assert unit.status() == NONE and unit.memory.get(OUT, 16) == block
        assert unit.read() == block and unit.read() == block


PARAMETERS = [
    {"KeyBits": 256, "Chain": 1},
    {"KeyBits": 128, "Decrypt": 0},
    {"KeyBits": 192, "RoundsPerCycle": 2, "PortDepth": 4, "Chain": 1},
    {"KeyBits": 128, "RoundsPerCycle": 0, "Sbox": 1, "Chain": 1},
    {"KeyBits": 128, "MemoryPort": 0, "ShorterKeys": 0, "Chain": 1},
    *(
        pytest.param(
            inputs, marks=pytest.mark.long("models of more parameters of the unit, each of which the others have")
        )
        for inputs in (
            {"KeyBits": 256, "ShorterKeys": 0},
            {"KeyBits": 192, "ShorterKeys": 0, "RoundsPerCycle": 0, "Sbox": 1},
            {"KeyBits": 256, "MemoryPort": 0, "RoundsPerCycle": 2},
        )
    ),
]


def model_of(parameters, memory=None) -> Model:
    """Return the model of a unit with these parameters."""
    shorter, port = (bool(parameters.get(name, 1)) for name in ("ShorterKeys", "MemoryPort"))
    decrypts, chain = bool(parameters.get("Decrypt", 1)), bool(parameters.get("Chain", 0))
    return Model(parameters["KeyBits"], decrypts, memory or {}, shorter=shorter, port=port, chain=chain)


def any_operands(rng: random.Random, op: int) -> tuple[int, int]:
    """Return an operand, mostly a sensible number of blocks or address."""
    rs1, rs2 = rng.getrandbits(32), rng.getrandbits(32)
    if op == COUNT:
        return rng.choice((1, 2, 3, 5, 9, *((0, 1 << 16) if rng.random() < 0.1 else ()))), rs2
    if op in (LOAD, LOAD + 1, LOAD_CHAINED, KEY, KEY + 1, KEY + 2, BLOCKS, BLOCKS + 1) or op > FEW:
        rs1 = IN + 4 * rng.randrange(900)
    elif op == STORE:
        rs1 = OUT + 4 * rng.randrange(900)
    if op in (BLOCKS, BLOCKS + 1) or op > FEW:
        rs2 = OUT + 4 * rng.randrange(900)
    return rs1, rs2


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("parameters", PARAMETERS, ids=lambda p: "-".join(map(str, p.values())))
def test_sequences(parameters, seed):
    """All instructions, including wrong ones, on a memory that answers at once or at any pace, and a processor that
    cancels waiting instructions.
    """
    rng = random.Random(f"{parameters}{seed}")
    unit = Unit(model(**parameters), rng if seed % 3 else None, seed + 1)
    unit.takes_back = random.Random(seed) if seed % 2 else None
    unit.memory.place(IN, rng.randbytes(4096))
    unit.memory.room(OUT, 4096)
    right = model_of(parameters, dict(unit.memory.bytes))
    able = [op for op in SHAPES if (right.port or op not in MEMORY) and (right.chain or op not in CHAINED)]
    ops = [op for op in able if op not in (WIPE, COUNT, KEY, KEY + 1, KEY + 2) and not (PAIR <= op < LAST + 4)]
    ops = [op for op in ops if op < FEW]
    done = {error: 0 for error in range(7)}
    for _ in range(700):
        # Mostly sensible instructions in a sensible order.
        kind = rng.random()
        if right.key is None and kind < 0.7:
            lengths = [n for n in range(3) if right.has_key(128 + 64 * n)]
            op = rng.choice((KEY, LAST) if right.port else (LAST,)) + rng.choice(lengths)
            if op >= LAST:  # from registers: all pairs in a row
                op += 1
                for n in range(op - LAST):
                    pair = PAIR + n, 3, rng.getrandbits(32), rng.getrandbits(32)
                    assert unit.do(*pair) == right.do(*pair)
        elif kind < 0.3:
            few = FEW + 2 * rng.choice((1, 1, 2, 5, 31))
            likely = (
                LOAD,
                LOAD,
                LOAD_CHAINED,
                STORE,
                WRITE,
                START,
                START_CHAINED,
                COUNT,
                BLOCKS,
                few,
                FEW + 2,
                FEW + 2,
            )
            op = rng.choice([op for op in likely if op in able])
        elif kind < 0.32:
            op = rng.choice([op for op in (WIPE, COUNT, KEY, KEY + 1, KEY + 2, LAST + 1) if op in able])
        else:
            op = rng.choice(ops)
        op += rng.getrandbits(1) if op in (LOAD, START, BLOCKS) or op > FEW else 0
        funct3 = rng.choice(sorted(SHAPES[op]))
        rs1, rs2 = any_operands(rng, op)
        if rng.random() < 0.01:
            rs1 |= 1 + rng.randrange(3) if op != COUNT else 0
        unit.cycle(rng.choice((0, 0, 0, 1, rng.randrange(30))))
        if op == WIPE:  # work in progress would be lost
            assert unit.do(WAIT, 4) == right.do(WAIT, 4)
        got = unit.do(op, funct3, rs1, rs2)
        wanted = right.do(op, funct3, rs1, rs2)
        assert got == wanted, (hex(op), funct3)
        many = op in (BLOCKS, BLOCKS + 1) or op > FEW + 3
        done[got >> 1 if (many or op > FEW or op in (WAIT, STORE)) and funct3 & 4 else 0] += 1
        if many and not funct3 & 4:
            assert unit.do(WAIT, 4) == right.do(WAIT, 4)
        if funct3 & 4 and op != FEATURES and not READ <= op < READ + 4:
            assert unit.memory.bytes == right.memory
    assert unit.do(WAIT, 4) == right.do(WAIT, 4) and unit.memory.bytes == right.memory
    assert done[NONE] > 400


@pytest.mark.parametrize("seed", [None, 1, 2])
@pytest.mark.parametrize("decrypt", [0, 1])
def test_blocks(decrypt, seed):
    """Any number of them, to another place and in place."""
    rng = random.Random(seed)
    unit = Unit(full(), rng if seed else None)
    key = rng.randbytes(32)
    unit.load_key(key)
    for count in (*range(1, 8), 33):
        for to in (OUT, IN):
            data = rng.randbytes(16 * count)
            unit.memory.place(IN, data)
            unit.memory.writable.clear()
            unit.memory.room(to, len(data))
            unit.do(COUNT, 2, count)
            assert unit.do(BLOCKS + decrypt, 7, IN, to) == 0
            right = expected(key, data, bool(decrypt))
            assert unit.memory.get(to, len(data)) == right
            if count < 32:
                unit.memory.place(IN, data)
                unit.do(COUNT, 2, 1 + count % 7)
                assert unit.do(FEW + 2 * count + decrypt, 7, IN, to) == 0
                assert unit.memory.get(to, len(data)) == right


def test_loads_and_stores_overlap_with_the_core():
    """`store`, `load`, `store`, `load` keeps the core busy, and each result goes to its own place."""
    rng = random.Random(7)
    unit = Unit(full())
    key, data = rng.randbytes(16), rng.randbytes(16 * 50)
    unit.load_key(key)
    unit.memory.place(IN, data)
    unit.memory.room(OUT, len(data))
    began = unit.dut.cycles
    for i in range(0, len(data), 16):
        unit.do(LOAD, 2, IN + i)
        unit.do(STORE, 2, OUT + i)
    assert unit.status() == NONE
    assert unit.memory.get(OUT, len(data)) == expected(key, data, False)
    assert unit.dut.cycles - began <= 10 * 50 + 15


def test_a_result_belongs_to_the_last_block():
    """Blocks without a request for their result are dropped."""
    rng = random.Random(8)
    for seed in range(20):
        unit = Unit(full(), random.Random(seed) if seed else None)
        key, blocks = rng.randbytes(24), [rng.randbytes(16) for _ in range(3)]
        unit.load_key(key)
        unit.memory.room(OUT, 64)
        for block in blocks:
            unit.write(block)
            unit.cycle(seed % 7)
        unit.do(STORE, 2, OUT)
        unit.write(blocks[0], 1)
        assert unit.read() == expected(key, blocks[0], True)
        assert unit.memory.get(OUT, 16) == expected(key, blocks[2], False)


def test_unwritten_halves_are_zero():
    unit = Unit(full(), seed=5)
    unit.load_key(bytes(16))
    for _ in range(2):
        unit.do(START, 3, 1, 2)
        assert unit.read() == expected(bytes(16), bytes(8) + b"\1\0\0\0\2\0\0\0", False)
    assert (PAIR, LAST) == (0x10, 0x18)


@pytest.mark.parametrize("parameters", PARAMETERS, ids=lambda p: "-".join(map(str, p.values())))
def test_features_at_any_time(parameters):
    """It answers in one cycle, even while blocks are in progress, and keeps an error."""
    unit = Unit(model(**parameters))
    right = model_of(parameters)
    has = right.do(FEATURES, 4)
    assert has & 0x1FF == parameters["KeyBits"] and has >> 9 in range(2048)
    if not right.port or not right.shorter:
        unit.load_key(bytes(right.key_bits // 8))
        unit.write(bytes(16))
        while unit.dut.busy_o:
            assert unit.do(FEATURES, 4) == has and unit.took == 1
        assert unit.read() == expected(bytes(right.key_bits // 8), bytes(16), False)
        return
    unit.memory.place(IN, bytes(128))
    unit.memory.room(OUT, 128)
    unit.load_key(bytes(16))
    unit.do(COUNT, 2, 8)
    unit.do(BLOCKS, 3, IN, OUT)
    while unit.dut.busy_o:
        assert unit.do(FEATURES, 4) == has and unit.took == 1
    assert unit.status() == NONE
    assert unit.memory.get(OUT, 128) == expected(bytes(16), bytes(128), False)
    unit.do(LOAD, 2, IN + 1)
    assert unit.do(FEATURES, 4) == has and unit.status() == ADDRESS
