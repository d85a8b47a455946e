# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine during the release of withheld plaintext: after an abort or an error of the memory it writes no further
word, and the unverified plaintext buffer is 0.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import ABORTED, BUS, NONE, Engine
from tests.rtl.engine_cases import VARIANTS, Case, model, remains

# An engine, a message that it withholds, its address; the second message fills the whole buffer.
MESSAGES = (("default", 45, 1), ("fast", 32, 3), ("fast", 1, 2))
STALLS = ((0.0, 0.0), (0.5, 0.5))


class Release:
    """Run the same job repeatedly, until an event ends it."""

    def __init__(self, variant: str, length: int, place: int, stalls: tuple[float, float]) -> None:
        rng = random.Random(length)
        self.engine = Engine(model(variant), rng, stalls=stalls)
        self.case = Case.random(rng, "ascon-aead128", 5, length, length=16)
        self.place = place
        self.begin()
        result = self.engine.end()
        self.case.check(self.engine, result, 1)
        self.whole = result.writes
        requests = [cycle - self.engine._began for cycle, _, _ in self.engine.memory.requests]
        assert len(requests) > len(self.whole)
        # From the last word of the tag on, only the release remains.
        self.first, self.cycles = requests[-len(self.whole) - 1], result.cycles

    def begin(self) -> None:
        """Begin with a memory that stalls exactly as it did the last time."""
        self.engine.memory.rng = random.Random(1)
        self.engine.begin(**self.case.arguments(1), offsets=(0, 0, 0, self.place, 0))

    def check_end(self, error: int) -> int:
        """Check the written words: they are the first ones of the whole message, and no data is left in the engine."""
        result = self.engine.end()
        count = len(result.writes)
        assert result.writes == self.whole[:count]
        held = [value for name, value in self.engine.dut.registers().items() if name.endswith("u_memory.memory_q")]
        assert held == [0]
        assert remains(self.engine.dut, self.case.secrets()) == []
        assert result.error == error or (result.error == NONE and count == len(self.whole))
        return count


@pytest.mark.parametrize("stalls", STALLS)
@pytest.mark.parametrize(("variant", "length", "place"), MESSAGES)
def test_an_abort_in_each_cycle(variant, length, place, stalls):
    """No word follows, except one that is already on the bus."""
    release = Release(variant, length, place, stalls)
    engine = release.engine
    counts = set()
    for wait in range(release.first, release.cycles):
        release.begin()
        while engine.dut.cycles - engine._began < wait:
            engine.cycle()
        engine.control("abort")
        before, shown = len(engine.memory.written), engine.dut.mem_req_o
        count = release.check_end(ABORTED)
        assert count == before + shown
        counts.add(count)
    assert counts == {*range(len(release.whole) + 1)}
    engine.memory.rng = None
    release.case.run(engine, 1)


@pytest.mark.parametrize("stalls", STALLS)
@pytest.mark.parametrize(("variant", "length", "place"), MESSAGES)
def test_an_error_of_the_memory_in_each_word(variant, length, place, stalls):
    """Words are requested until the error's answer arrives: at most as many as can be outstanding."""
    release = Release(variant, length, place, stalls)
    engine = release.engine
    for number, (address, _, _) in enumerate(release.whole):
        release.begin()
        engine.memory.broken = {address}
        written = release.whole[:number] + release.whole[number + 1 :]
        result = engine.end()
        assert result.error == BUS
        assert result.writes == written[: len(result.writes)]
        assert number <= len(result.writes) <= number + VARIANTS[variant].get("Outstanding", 2)
        assert remains(engine.dut, release.case.secrets()) == []
        engine.memory.broken = set()
    engine.memory.rng = None
    release.case.run(engine, 1)
