# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""An engine whose two passes are bound, next to another bus manager that changes the message while it is opened."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.rtl.engine import Engine, Memory
from tests.rtl.engine_cases import VARIANTS, Case

#: Bytes of a section of the engine "bound", and of the longest message that it opens.
SECTION = 4 * (VARIANTS["bound"]["HoldWords"] - 1) // 16 * 16
LONGEST = SECTION * (VARIANTS["bound"]["Bindings"] + 1)
#: Bytes that fit in its unverified plaintext buffer.
HELD = 4 * (VARIANTS["bound"]["HoldWords"] - 1)


def written(memory: Memory) -> list[tuple[int, int]]:
    """Return address and value of every byte of the memory log, in order."""
    return [
        (address + i, word >> 8 * i & 0xFF)
        for address, enable, word in memory.written
        for i in range(memory.width)
        if enable >> i & 1
    ]


def unverified(engine: Engine, case: Case) -> list[tuple[int, int]]:
    """Return the written bytes that are not of the plaintext: addresses and values. A job that fails writes zeros
    after all of its plaintext."""
    log = written(engine.memory)
    start, length = engine.at["out"], len(case.plaintext)
    zeros = next((i for i in range(len(log)) if [at for at, _ in log[i:]] == list(range(start, start + length))), None)
    ends = not engine.dut.busy_o and engine.status("error") != 0
    if ends and zeros is not None and not any(byte for _, byte in log[zeros:]):
        log = log[:zeros]
    right = dict(enumerate(case.plaintext, start))
    return [(at, byte) for at, byte in log if right.get(at) != byte]


def at_request(engine: Engine, number: int, action: Callable[[], None]) -> None:
    """Call a function after this many granted requests of the job."""

    def touch(address: int, write: int) -> None:
        nonlocal number
        number -= 1
        if number == 0:
            action()

    engine.memory.touch = touch


def requests(engine: Engine, case: Case, **more) -> list[tuple[int, int, int]]:
    """Open a message, and return its requests. In the next job, bytes may be written again."""
    engine.memory.rewritable = False
    case.run(engine, 1, **more)
    engine.memory.rewritable = True
    return list(engine.memory.requests)


def second(engine: Engine, made: list[tuple[int, int, int]]) -> int:
    """Return the number of requests of the first pass, which ends with the tag."""
    tag = [i for i, (_, address, _) in enumerate(made) if address >> 18 == engine.at["tag"] >> 18]
    return tag[len(tag) // 2 - 1] + 1


class Changes:
    """Flips bits of the message, the associated data and the tag at times of a job."""

    def __init__(self, engine: Engine, rng: random.Random, places: tuple[str, ...] = ("in", "ad", "tag")) -> None:
        self.engine, self.rng, self.places = engine, rng, places
        self.count = 0

    def flip(self, case: Case, place: str, at: int | None = None) -> int:
        """Flip a bit of this byte, or of any one; return its address."""
        size = {"in": len(case.plaintext), "ad": len(case.ad), "tag": case.length}[place]
        address = self.engine.at[place] + (self.rng.randrange(size) if at is None else at)
        self.engine.memory.bytes[address] ^= 1 << self.rng.randrange(8)
        self.count += 1
        return address

    def any(self, case: Case) -> None:
        self.flip(case, self.rng.choice([p for p in self.places if p != "ad" or case.ad]))
