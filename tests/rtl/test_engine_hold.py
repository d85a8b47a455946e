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
FILES = tuple(FOLDER / f"vmb_{name}.sv" for name in ("shadow", "hold_memory", "hold"))


class Hold:
    def __init__(self, hardened: int) -> None:
        self.dut = Dut(build("vmb_hold", FILES, Words=WORDS, Hardened=hardened))
        self.dut.reset()
        self.wait()

    def cycle(self, **inputs: int) -> None:
        """Run one cycle with these inputs, the others 0; check that an idle buffer is 0."""
        self.dut.drive(**{"wipe_i": 0, "put_i": 0, "release_i": 0, "word_ready_i": 0, **inputs})
        self.dut.cycle()
        if self.dut.idle_o:
            left = [
                name for name, value in self.dut.registers().items() if name.endswith(("memory_q", ".word_q")) and value
            ]
            assert left == []

    def wait(self) -> None:
        for _ in range(WORDS + 4):
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
        for _ in range(WORDS + 4):  # words still in transit
            if number % 4 == 0 and not hold.dut.idle_o:
                hold.cycle(**late)
        hold.wait()
