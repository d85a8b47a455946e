# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The AES unit (vmb_aes_unit): its instructions, a memory behind it, and a model of both.

    unit = Unit(model(KeyBits=256))
    unit.do(KEY + 1, 2, rs1=address)     # funct7, funct3, operands

A `Model` computes the expected results of a sequence of instructions, which do not depend on the memory's pace.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, field

from tests.rtl import dut as duts
from tests.rtl.dut import Dut
from tests.rtl.engine import Memory
from tests.rtl.model_aes import expected
from vambrace.base.paths import root
from vambrace.hardware import rtl

LOAD, WRITE, START, STORE, READ, WAIT, FEATURES, WIPE = 0x00, 0x02, 0x04, 0x06, 0x08, 0x0C, 0x0D, 0x0E
PAIR, KEY, LAST, COUNT, BLOCKS, FEW = 0x10, 0x14, 0x18, 0x1C, 0x1E, 0x40
LOAD_CHAINED, START_CHAINED = 0x03, 0x07
NONE, NO_KEY, BUS, MISSING, REFUSED, ADDRESS, NO_COUNT = range(7)  # error_e

#: The shapes (funct3) of each funct7.
SHAPES = {
    LOAD: {2}, LOAD + 1: {2}, LOAD_CHAINED: {2}, WRITE: {3}, START: {3}, START + 1: {3}, START_CHAINED: {3},
    STORE: {2, 6},
    **{READ + n: {4} for n in range(4)}, WAIT: {4}, FEATURES: {4}, WIPE: {0}, **{PAIR + n: {3} for n in range(4)},
    **{KEY + n: {2} for n in range(3)}, **{LAST + n: {3} for n in (1, 2, 3)}, COUNT: {2},
    BLOCKS: {3, 7}, BLOCKS + 1: {3, 7}, **{FEW + n: {3, 7} for n in range(2, 64)},
}  # fmt: skip

#: The instructions that only a unit with a memory port has.
MEMORY = {
    LOAD,
    LOAD + 1,
    LOAD_CHAINED,
    STORE,
    KEY,
    KEY + 1,
    KEY + 2,
    COUNT,
    BLOCKS,
    BLOCKS + 1,
    *range(FEW + 2, 2 * FEW),
}

#: The instructions that only a unit with chaining has.
CHAINED = {LOAD_CHAINED, START_CHAINED}

CORE = root() / "rtl" / "aes" / "vmb_aes_unit.core"
FILES = tuple(rtl.core_files(CORE))


def model(**parameters: int | str) -> duts.Model:
    return duts.build("vmb_aes_unit", FILES, **parameters)


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def instruction(funct7: int, funct3: int, rd: int = 0, rs1: int = 0, rs2: int = 0, opcode: int = 0x2B) -> int:
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def shaped(funct7: int, funct3: int) -> int:
    """Return the instruction word, with registers if it has any."""
    return instruction(funct7, funct3, *(number if funct3 & bit else 0 for number, bit in ((5, 4), (6, 2), (7, 1))))


class Unit:
    """The processor's side of one unit, and its memory."""

    def __init__(self, built: duts.Model, rng: random.Random | None = None, seed: int = 1) -> None:
        self.dut = Dut(built, seed)
        self.takes_back: random.Random | None = None  # cancels waiting instructions at random, to execute them again
        self.memory = Memory(rng)
        self.memory.rewritable = True
        self.dut.privileged_i = 1
        self.dut.reset()

    def cycle(self, count: int = 1) -> None:
        for _ in range(count):
            self.memory.step(self.dut)
            self.dut.cycle()

    def do(self, funct7: int, funct3: int, rs1: int = 0, rs2: int = 0, limit: int = 4000) -> int:
        """Execute one instruction and return its result; self.took is its number of cycles."""
        self.dut.drive(valid_i=1, instr_i=shaped(funct7, funct3), rs1_i=rs1, rs2_i=rs2)
        for taken in range(1, limit):
            self.memory.step(self.dut)
            assert self.dut.accept_o
            ready, result = self.dut.ready_o, self.dut.result_o
            assert not (ready and self.dut.retry_o)
            takes_back = self.takes_back and self.dut.retry_o and self.takes_back.random() < 0.2
            self.dut.cycle()
            if takes_back:
                self.dut.valid_i = 0
                self.cycle(self.takes_back.randrange(1, 9))
                self.dut.valid_i = 1
            if ready:
                self.dut.drive(valid_i=0, instr_i=0, rs1_i=0, rs2_i=0)
                self.took = taken
                return result
        raise AssertionError("the instruction does not end")

    def status(self) -> int:
        """Wait, and return the error."""
        value = self.do(WAIT, 4)
        assert value & 1 == 0 and value >> 4 == 0
        return value >> 1

    def load_key(self, key: bytes) -> None:
        """From registers."""
        pairs = len(key) // 8
        for n in range(pairs):
            even, odd = (int.from_bytes(key[8 * n + i : 8 * n + i + 4], "little") for i in (0, 4))
            self.do((LAST if n == pairs - 1 else PAIR) + n, 3, even, odd)

    def write(self, block: bytes, decrypt: int = 0, chained: bool = False) -> None:
        words = [int.from_bytes(block[i : i + 4], "little") for i in range(0, 16, 4)]
        self.do(WRITE, 3, *words[:2])
        self.do(START_CHAINED if chained else START + decrypt, 3, *words[2:])

    def read(self) -> bytes:
        return b"".join(self.do(READ + n, 4).to_bytes(4, "little") for n in range(4))


@dataclass
class Model:
    """The effects of consecutive instructions. Addresses are those of a memory without errors."""

    key_bits: int
    decrypts: bool
    memory: dict[int, int]
    key: bytes | None = None
    words: bytearray = field(default_factory=lambda: bytearray(32))  # keys in memory; the first is also a block
    result: bytes | None = None
    count: int = 0
    error: int = NONE
    shorter: bool = True  # keys than the longest
    port: bool = True  # to memory
    chain: bool = False

    def has_key(self, bits: int) -> bool:
        return bits == self.key_bits or (self.shorter and bits < self.key_bits)

    def get(self, address: int, length: int) -> bytes:
        return bytes(self.memory.get(address + i, 0xEE) for i in range(length))

    def put(self, address: int, data: bytes) -> None:
        self.memory.update({address + i: byte for i, byte in enumerate(data)})

    def _wrong(self, op: int, decrypt: int, rs1: int, rs2: int) -> int:
        starts = op in (LOAD, START, BLOCKS)
        if starts and decrypt and not self.decrypts:
            return MISSING
        if (KEY <= op < KEY + 3 and not self.has_key(128 + 64 * (op - KEY))) or (
            LAST < op < LAST + 4 and not self.has_key(64 * (op - LAST + 1))
        ):
            return MISSING
        if starts and self.key is None:
            return NO_KEY
        if (op in (LOAD, STORE, KEY, KEY + 1, KEY + 2, BLOCKS) and rs1 % 4) or (op == BLOCKS and rs2 % 4):
            return ADDRESS
        if op == STORE and self.result is None:
            return REFUSED
        if (op == BLOCKS and not self.count) or (op == COUNT and not 0 < rs1 < 1 << 16):
            return NO_COUNT
        return NONE

    def do(self, funct7: int, funct3: int, rs1: int = 0, rs2: int = 0) -> int:
        decrypt = funct7 & 1 if funct7 in (LOAD + 1, START + 1, BLOCKS + 1) or funct7 > FEW else 0
        op = funct7 - decrypt
        chained = op in CHAINED
        if chained:
            op = LOAD if op == LOAD_CHAINED else START
        if op > FEW:  # `blocks` with another count, which does not persist
            saved, self.count = self.count, (op - FEW) // 2
            status = self.do(BLOCKS + decrypt, funct3, rs1, rs2)
            self.count = saved
            return status
        status = 0
        if op == WIPE:
            saved = {"shorter": self.shorter, "port": self.port, "chain": self.chain}
            self.__init__(self.key_bits, self.decrypts, self.memory, **saved)  # type: ignore[misc]
            return 0
        if op == FEATURES:
            return self.key_bits | self.decrypts << 16 | self.shorter << 17 | self.port << 18 | self.chain << 19
        if op != WAIT:
            wrong = self._wrong(op, decrypt, rs1, rs2)
            if op == COUNT:  # always has an effect
                self.count = 0 if wrong else rs1
            if self.error == NONE and not wrong:
                if READ <= op < READ + 4:
                    return int.from_bytes((self.result or bytes(16))[4 * (op - READ) :][:4], "little")
                before = self.result if chained else None
                self._effect(op, decrypt, rs1, rs2, before or bytes(16))
            self.error = self.error or wrong
        if funct3 & 4 and not READ <= op < READ + 4:
            status, self.error = self.error << 1, NONE
        return status

    def _effect(self, op: int, decrypt: int, rs1: int, rs2: int, chain: bytes) -> None:
        words = rs1.to_bytes(4, "little") + rs2.to_bytes(4, "little")
        if op == WRITE:
            self.words[:8] = words
        elif op == START:
            self.result = self._crypt(xor(bytes(self.words[:8]) + words, chain), decrypt)
        elif op == LOAD:
            self.result = self._crypt(xor(self.get(rs1, 16), chain), decrypt)
        elif op == STORE:
            assert self.result is not None
            self.put(rs1, self.result)
        elif op == BLOCKS:
            for i in range(0, 16 * self.count, 16):
                self.result = self._crypt(self.get(rs1 + i, 16), decrypt)
                self.put(rs2 + i, self.result)
        elif KEY <= op < KEY + 3:
            self.take(self.get(rs1, 16 + 8 * (op - KEY)))
        elif PAIR <= op < PAIR + 4 or LAST < op < LAST + 4:
            n = op % 4
            self.words[8 * n : 8 * n + 8] = words
            if op > LAST:
                self.take(bytes(self.words[: 8 * n + 8]))
        if op in (START, LOAD, BLOCKS):
            self.words[:16] = bytes(16)

    def take(self, key: bytes) -> None:
        self.key, self.words, self.result = key, bytearray(32), None

    def _crypt(self, block: bytes, decrypt: int) -> bytes:
        assert self.key is not None
        return expected(self.key, block, bool(decrypt))


@functools.cache
def full() -> duts.Model:
    return model(KeyBits=256, Chain=1)
