# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_aes_unit_regs: the AES unit through its registers, against the model of its instructions."""

from __future__ import annotations

import random
import re

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

from tests.rtl.dut import Dut, build
from tests.rtl.model_aes import SECRET, expected
from tests.rtl.model_aes_unit import (
    FEATURES,
    FILES,
    LAST,
    MISSING,
    NO_KEY,
    NONE,
    PAIR,
    READ,
    START,
    START_CHAINED,
    WAIT,
    WIPE,
    WRITE,
    Model,
)
from tests.rtl.test_aes_unit import model_of
from vambrace.base.paths import root

DOCUMENT = root() / "docs" / "reference" / "aes-unit.md"

BLOCK, ENCRYPT, DECRYPT, CHAINED, KEY, LAST_KEY = 0x00, 0x0C, 0x10, 0x14, 0x20, 0x40
STATUS, FEATURES_AT, WIPE_AT = 0x60, 0x64, 0x68

FULL = {"KeyBits": 256, "Chain": 1}
NO_CHAIN = {"KeyBits": 128, "Decrypt": 0}
PARAMETERS = [
    FULL,
    *(
        pytest.param(
            inputs, marks=pytest.mark.long("models of other units; test_aes_unit.py always runs one key length")
        )
        for inputs in (
            {"KeyBits": 128, "ShorterKeys": 0},
            {"KeyBits": 256, "ShorterKeys": 0, "RoundsPerCycle": 2, "Chain": 1},
            {"KeyBits": 192, "Decrypt": 0, "RoundsPerCycle": 0, "Sbox": 1},
        )
    ),
]
each = pytest.mark.parametrize("parameters", PARAMETERS, ids=lambda p: "-".join(map(str, p.values())))

#: A wait that no access exceeds: for a change of direction and two blocks of 14 rounds, or a key.
LONGEST = 50


class Registers:
    """A bus coupling's side of a unit. With `rng`, waiting accesses are sometimes cancelled."""

    def __init__(self, parameters: dict[str, int], rng: random.Random | None = None, seed: int = 1) -> None:
        self.dut = Dut(build("vmb_aes_unit_regs", FILES, **parameters), seed)
        self.rng = rng
        self.dut.reset()
        self.dut.cycle()

    def access(self, offset: int, word: int | None = None) -> int | None:
        """Write a word, or read and return one; return None if the access is rejected. self.took is its number of
        cycles."""
        dut = self.dut
        dut.drive(reg_req_i=1, reg_we_i=int(word is not None), reg_index_i=offset // 4, reg_wdata_i=word or 0)
        for self.took in range(1, LONGEST):
            ready, fault, data = dut.reg_ready_o, dut.reg_fault_o, dut.reg_rdata_o
            dut.cycle()
            if ready:
                dut.drive(reg_req_i=0, reg_we_i=0, reg_index_i=0, reg_wdata_i=0)
                assert not fault or data == 0
                return None if fault else data
            if self.rng and self.rng.random() < 0.2:
                dut.reg_req_i = 0
                dut.cycle(self.rng.randrange(1, 9))
                dut.reg_req_i = 1
        raise AssertionError("the access does not end")

    def write(self, offset: int, word: int) -> None:
        assert self.access(offset, word) is not None

    def read(self, offset: int) -> int:
        actual = self.access(offset)
        assert actual is not None
        return actual

    def load_key(self, key: bytes) -> None:
        for i in range(0, len(key), 4):
            last = i == len(key) - 4
            self.write((LAST_KEY if last else KEY) + i, int.from_bytes(key[i : i + 4], "little"))

    def start(self, block: bytes, decrypt: int = 0, chained: bool = False) -> None:
        for i in range(0, 16, 4):
            at = (CHAINED if chained else DECRYPT if decrypt else ENCRYPT) if i == 12 else BLOCK + i
            self.write(at, int.from_bytes(block[i : i + 4], "little"))

    def result(self) -> bytes:
        return b"".join(self.read(4 * n).to_bytes(4, "little") for n in range(4))

    def status(self) -> int:
        """Wait until no operation is in progress; return the error."""
        for _ in range(LONGEST):
            actual = self.read(STATUS)
            assert self.took == 1 and actual < 16
            if not actual & 1:
                return actual >> 1
        raise AssertionError("busy forever")


@each
def test_blocks(parameters):
    """Every key length that the unit has, in both directions; others are missing."""
    rng = random.Random(1)
    unit, right = Registers(parameters), model_of(parameters)
    for bits in (128, 192, 256):
        key, block = rng.randbytes(bits // 8), rng.randbytes(16)
        unit.write(WIPE_AT, rng.getrandbits(32))
        unit.load_key(key)
        unit.start(block)
        if not right.has_key(bits):
            assert unit.result() == bytes(16) and unit.status() == MISSING
            continue
        assert unit.result() == expected(key, block, False) and unit.status() == NONE
        unit.start(block, 1)
        if right.decrypts:
            assert unit.result() == expected(key, block, True) and unit.status() == NONE
        else:
            assert unit.result() == bytes(16) and unit.status() == MISSING


def instruction(offset: int) -> tuple[int, int | None]:
    """Return the even word of an odd one, and funct7 of the pair; None if there is no such word."""
    starts = {ENCRYPT: START, DECRYPT: START + 1, CHAINED: START_CHAINED}
    if offset == 4:
        return 0, WRITE
    if offset in starts:
        return 8, starts[offset]
    n = offset % 32 // 8
    if KEY <= offset < LAST_KEY and offset % 8 == 4:
        return KEY + 8 * n, PAIR + n
    if LAST_KEY < offset < STATUS and offset % 8 == 4 and n:
        return KEY + 8 * n, LAST + n
    return 0, None


class Compared:
    """A unit compared with the model of its instructions: an odd word that follows its even one is an instruction."""

    def __init__(self, unit: Registers, right: Model) -> None:
        self.unit, self.right = unit, right
        self.held: tuple[int, int] | None = None  # which even word, and the word
        self.refused = self.results = 0

    def write(self, offset: int, word: int) -> None:
        wanted = True
        if offset in (0, 8) or (KEY <= offset < LAST_KEY and offset % 8 == 0):
            self.held = offset, word
        elif offset == WIPE_AT:
            self.held = None
            self.right.do(WIPE, 0)
        else:
            before, op = instruction(offset)
            wanted = op is not None and self.held is not None and self.held[0] == before
            wanted = wanted and (op != START_CHAINED or self.right.chain)
            if wanted:
                self.right.do(op, 3, self.held[1], word)
                self.held = None
        assert (self.unit.access(offset, word) is not None) == wanted, hex(offset)
        self.refused += not wanted

    def read(self, offset: int) -> None:
        if offset == STATUS:  # no busy one, which the model does not have
            for _ in range(2):
                assert self.unit.status() == self.right.do(WAIT, 4) >> 1
            return
        wanted = None
        if offset < 16:
            wanted = self.right.do(READ + offset // 4, 4)
        elif offset == FEATURES_AT:
            wanted = self.right.do(FEATURES, 4)
        assert self.unit.access(offset) == wanted, hex(offset)
        self.results += bool(wanted) and offset < 16
        self.refused += wanted is None


@each
@pytest.mark.parametrize("seed", range(4))
def test_sequences(parameters, seed):
    """Accesses of all kinds, also wrong ones."""
    rng = random.Random(f"{parameters}{seed}")
    unit, right = Registers(parameters, rng if seed % 2 else None, seed + 1), model_of({**parameters, "MemoryPort": 0})
    both = Compared(unit, right)
    for _ in range(500):
        kind = rng.random()
        if right.key is None and kind < 0.5:
            bits = rng.choice([bits for bits in (128, 192, 256) if right.has_key(bits)])
            for i in range(0, bits // 8, 4):
                both.write((LAST_KEY if i == bits // 8 - 4 else KEY) + i, rng.getrandbits(32))
        elif kind < 0.5:
            ends = (ENCRYPT, *([DECRYPT] if right.decrypts else []), *([CHAINED] if right.chain else []))
            for offset in (0, 4, 8, rng.choice(ends)):
                both.write(offset, rng.getrandbits(32))
        elif kind < 0.6:
            places = [o for o in range(0, 128, 4) if o != WIPE_AT or rng.random() < 0.3]
            both.write(rng.choice(places), rng.getrandbits(32))
        else:
            both.read(rng.choice((0, 4, 8, 12, STATUS, FEATURES_AT, 4 * rng.randrange(32))))
        unit.dut.cycle(rng.choice((0, 0, 1, rng.randrange(30))))
    assert both.results > 40 and both.refused > 20


def secrets(unit: Registers) -> list[str]:
    """The registers of keys and blocks that are not zero."""
    names = (*SECRET, "words_q", "held_q")
    results = {name: value for name, value in unit.dut.registers().items() if name.rpartition(".")[2] in names}
    assert len(results) >= 4 and any(name.endswith("held_q") for name in results)
    return [name for name, value in results.items() if value]


def test_wiping():
    """At any time, in one cycle, an even word too; and after a reset."""
    data = random.Random(2).randbytes(48)
    unit = Registers(FULL)
    assert secrets(unit) == []
    for cycle in range(40):
        unit.load_key(data[:32])
        unit.start(data[32:], cycle % 2)
        unit.write(KEY, 1 + cycle)
        unit.dut.cycle(cycle)
        assert len(secrets(unit)) >= 2
        if cycle % 4 < 3:
            unit.write(WIPE_AT, 0)
            assert unit.took == 1
        else:
            unit.dut.reset()
            unit.dut.cycle()
        assert secrets(unit) == [] and not unit.dut.busy_o
        assert unit.access(KEY + 4, 5) is None, "the even word is gone"
        assert unit.result() == bytes(16)
        unit.start(data[:16])
        assert unit.status() == NO_KEY


def test_a_chain():
    """CBC: consecutive chained blocks, each result left or read in between."""
    rng = random.Random(3)
    unit = Registers(FULL)
    for bits in (128, 192, 256):
        key, data = rng.randbytes(bits // 8), rng.randbytes(16 * 12)
        unit.load_key(key)
        right = Cipher(AES(key), CBC(bytes(16))).encryptor().update(data)
        for i in range(0, len(data), 16):
            unit.start(data[i : i + 16], chained=True)
            if i % 48 == 0:
                assert unit.result() == right[i : i + 16]
        assert unit.result() == right[-16:] and unit.status() == NONE


def test_a_unit_without_chaining_rejects_a_chained_block():
    unit = Registers(NO_CHAIN)
    unit.load_key(bytes(16))
    for offset in (0, 4, 8):
        unit.write(offset, 1)
    assert unit.access(CHAINED, 1) is None
    unit.write(ENCRYPT, 1)
    assert unit.result() == expected(bytes(16), b"\1\0\0\0" * 4, False)


def test_a_rejected_access_keeps_the_even_word():
    unit = Registers(FULL)
    unit.load_key(bytes(16))
    unit.write(0x00, 1)
    for offset in (0x0C, 0x10, 0x14, 0x18, 0x24, 0x40, 0x44, 0x48, 0x5C, 0x60, 0x64, 0x6C, 0x7C):
        assert unit.access(offset, 9) is None
    for offset in (0x10, 0x20, 0x4C, 0x68, 0x7C):
        assert unit.access(offset) is None
    unit.write(0x04, 2)
    unit.write(0x08, 3)
    unit.write(ENCRYPT, 4)
    block = b"".join(n.to_bytes(4, "little") for n in (1, 2, 3, 4))
    assert unit.result() == expected(bytes(16), block, False) and unit.status() == NONE


def test_an_odd_word_needs_its_own_even_word_first():
    unit = Registers(FULL)
    odd_words = [offset for offset in range(0, 128, 4) if instruction(offset)[1] is not None]
    assert len(odd_words) == 11
    for even in (0, 8, *range(KEY, LAST_KEY, 8)):
        for odd in odd_words:
            unit.write(even, 1)
            assert (unit.access(odd, 2) is not None) == (instruction(odd)[0] == even), (hex(even), hex(odd))


def test_cycles_do_not_depend_on_key_or_data():
    seen = set()
    for seed in range(20):
        rng = random.Random(seed)
        unit = Registers(FULL, seed=seed + 1)
        took = []
        unit.load_key(rng.choice((bytes(32), b"\xff" * 32, rng.randbytes(32))))
        for decrypt in (0, 1, 1, 0):
            unit.start(rng.choice((bytes(16), rng.randbytes(16))), decrypt, chained=not decrypt)
            for n in range(4):
                unit.read(4 * n)
                took.append(unit.took)
        seen.add(tuple(took))
    assert len(seen) == 1


def test_the_document_has_the_registers():
    """Each row of its table: the offset, and whether it can be written and read."""
    rows = re.findall(r"^\| (0x\w\w)(?: to (0x\w\w))? \|(.*?)\|(.*?)\|$", DOCUMENT.read_text(), re.MULTILINE)
    written, readable = set(), set()
    for first, last, write, read in rows:
        offsets = range(int(first, 16), int(last or first, 16) + 4, 4)
        written |= set(offsets) if write.strip() else set()
        readable |= set(offsets) if read.strip() else set()
    assert written == {*range(0, 0x18, 4), *range(0x20, 0x40, 4), 0x4C, 0x54, 0x5C, WIPE_AT}
    assert readable == {0, 4, 8, 12, STATUS, FEATURES_AT}
