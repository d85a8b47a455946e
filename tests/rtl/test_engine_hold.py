# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_hold, the unverified plaintext buffer: its output, that all of it is 0 whenever it reports that it is idle, and
that it becomes idle after every wipe.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import Dut, build
from tests.rtl.engine_cases import FOLDER

WORDS = 8

#: 64 bytes to 16 KiB, and sizes of one and of an odd number of words above whole rows.
SIZES = (2, 3, 8, 9, 16, 17, 321, 4096)
#: A model for each.
SIZE = pytest.mark.long("a model for each size, seconds of compiling; the least and the default always run")

FILES = tuple(FOLDER / f"vmb_{name}.sv" for name in ("shadow", "hold_memory", "hold"))


class Hold:
    def __init__(self, hardened: int = 0, words: int = WORDS) -> None:
        self.words = words
        self.dut = Dut(build("vmb_hold", FILES, Words=words, Hardened=hardened))
        self.dut.reset()
        self.wait()

    def cycle(self, **inputs: int) -> None:
        """Run one cycle with these inputs, the others 0; check that an idle buffer is 0."""
        self.dut.drive(**{"wipe_i": 0, "put_i": 0, "release_i": 0, "word_ready_i": 0, **inputs})
        self.dut.cycle()
        if self.dut.idle_o:
            words = {n: value for n, value in self.dut.registers().items() if n.endswith(("memory_q", ".words_q"))}
            assert len(words) > 1 and not any(words.values()), words

    def wait(self) -> None:
        for _ in range(self.words // 2 + 5):
            if self.dut.idle_o:
                return
            self.cycle()
        raise AssertionError("the buffer never becomes idle")

    def put(self, index: int, word: int, **inputs: int) -> None:
        self.cycle(put_i=1, index_i=index, word_i=word, enable_i=15, **inputs)


@pytest.mark.parametrize("hardened", [0, 1])
def test_released_words_are_overwritten(hardened):
    rng = random.Random(hardened)
    hold = Hold(hardened)
    for _ in range(60):
        words = [rng.getrandbits(32) | 1 for _ in range(rng.randrange(1, WORDS + 1))]
        for i, word in enumerate(words):
            hold.put(i, word)
        hold.cycle(release_i=1, address_i=0x100, bytes_i=4 * len(words))
        inputs = []
        while hold.dut.word_valid_o:
            ready = rng.randrange(2)
            if ready:
                inputs.append((hold.dut.address_o, hold.dut.enable_o, hold.dut.word_o))
            hold.cycle(word_ready_i=ready)
        assert inputs == [(0x100 + 4 * i, 15, word) for i, word in enumerate(words)]
        hold.wait()


@pytest.mark.parametrize("words", [pytest.param(n, marks=SIZE if n not in (2, 321) else []) for n in SIZES])
def test_every_size(words):
    """Any bytes of the buffer, from any byte of its first word on, leave it in one cycle a word."""
    rng = random.Random(words)
    hold = Hold(words=words)
    for first in (0, 1, 2, 3):
        for count in {1, 2, 4 * words - first - 1, 4 * words - first, rng.randrange(1, 4 * words - first + 1)}:
            data = bytes(rng.getrandbits(8) | 1 for _ in range(count))
            memory = bytes(first) + data + bytes(-(first + count) % 4)
            for i in range(len(memory) // 4):
                enable = sum(1 << k for k in range(4) if first <= 4 * i + k < first + count)
                word = int.from_bytes(memory[4 * i : 4 * i + 4], "little")
                hold.cycle(put_i=1, index_i=i, word_i=word, enable_i=enable)
            hold.cycle(release_i=1, address_i=0x1000 + first, bytes_i=count)
            released = b""
            for i in range(len(memory) // 4):
                assert hold.dut.word_valid_o and hold.dut.address_o == 0x1000 + 4 * i
                word = hold.dut.word_o.to_bytes(4, "little")
                released += bytes(word[k] for k in range(4) if hold.dut.enable_o >> k & 1)
                hold.cycle(word_ready_i=1)
            assert released == data and not hold.dut.word_valid_o
            hold.wait()


def test_the_memory_has_one_port():
    """A macro with one port for reads and writes can replace it: one address, and no read while it writes."""
    memory = Dut(build("vmb_hold_memory", FILES[1:2], Rows=8))
    memory.drive(enable_i=1, write_enable_i=255, row_i=3, write_words_i=0x0123456789ABCDEF)
    memory.cycle()
    memory.drive(write_enable_i=0)
    memory.cycle()
    assert memory.read_words_o == 0x0123456789ABCDEF
    for inputs in ({"write_enable_i": 0x0F, "row_i": 3, "write_words_i": 0}, {"enable_i": 0, "row_i": 5}):
        memory.drive(**inputs)
        memory.cycle()
        assert memory.read_words_o == 0x0123456789ABCDEF
    memory.drive(enable_i=1, write_enable_i=0, row_i=3)
    memory.cycle()
    assert memory.read_words_o == 0x0123456700000000


@pytest.mark.parametrize("hardened", [0, 1])
def test_a_wipe_at_any_time(hardened):
    """A wipe also works in the cycle of a word or of the release, or while words are output, with more words arriving
    until it is idle."""
    rng = random.Random(hardened)
    hold = Hold(hardened)
    for number in range(200):
        count = rng.randrange(WORDS + 1)
        for i in range(count):
            hold.put(i, rng.getrandbits(32) | 1)
        if count and number % 2:
            hold.cycle(release_i=1, bytes_i=4 * count)
            for _ in range(rng.randrange(count)):
                hold.cycle(word_ready_i=1)
        late = {"put_i": 1, "index_i": rng.randrange(WORDS), "word_i": rng.getrandbits(32) | 1, "enable_i": 15}
        hold.cycle(wipe_i=1, **(late if number % 4 < 2 else {}))
        for _ in range(WORDS // 2 + 5):  # words still in transit
            if number % 4 == 0 and not hold.dut.idle_o:
                hold.cycle(**late)
        hold.wait()
