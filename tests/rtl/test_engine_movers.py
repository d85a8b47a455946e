# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_reader, vmb_gather, vmb_scatter and vmb_port in a ring (engine_movers.sv), which copies, on a memory that
stalls and fails."""

from __future__ import annotations

import functools
import random
from itertools import pairwise

import pytest

from tests.rtl.dut import Dut, Model, build
from tests.rtl.obi import Bus
from vambrace.base.paths import root
from vambrace.hardware import rtl

FILES = (*rtl.core_files(root() / "rtl" / "engine" / "vmb_movers.core"), root() / "tests" / "rtl" / "engine_movers.sv")


@functools.cache
def model(depth: int) -> Model:
    return build("engine_movers", FILES, Depth=depth)


def new(depth: int, seed: int = 1) -> Dut:
    """After a reset, and the wipe that comes after it."""
    dut = Dut(model(depth), seed)
    dut.reset()
    dut.wipe_i = 1
    dut.cycle()
    dut.wipe_i = 0
    return dut


SIZE, HALF = 4096, 2048


class Ring:
    def __init__(
        self,
        rng: random.Random,
        depth: int = 2,
        pauses: float = 0,
        stall: float = 0,
        latency: tuple[int, int] = (1, 1),
        seed: int = 1,
    ) -> None:
        self.dut, self.rng, self.pauses = new(depth, seed), rng, pauses
        self.memory = bytearray(rng.randbytes(SIZE))
        self.bus = Bus(self.dut, self.memory, rng, stall, latency)
        self.errors = 0
        self.words = 0  # of the segment
        self.taken: list[int] = []  # cycle of each word from the reader

    def cycle(self, **ports: int) -> None:
        dut, rng = self.dut, self.rng
        dut.drive(hold_word_i=int(rng.random() < self.pauses), hold_piece_i=int(rng.random() < self.pauses), **ports)
        waits = self.bus.waits
        self.bus.settle()
        if dut.busy_o:
            left = self.words - sum(not request.write for _, request in self.bus.granted)
            assert dut.left_o == min(left, 31)
        if dut.req_o and not waits:
            assert dut.we_o == dut.write_o, "writes go first"
        self.errors += dut.error_o
        if dut.takes_word_o:
            self.taken.append(dut.cycles)
        self.bus.clock()
        dut.drive(**dict.fromkeys(ports, 0))

    def begin(self, source: int, length: int, target: int, place: int = 0, narrow: int = 0) -> None:
        self.bus.granted.clear()
        self.taken.clear()
        self.words = -(-(source % 4 + length) // 4) if length else 0
        self.dut.narrow_i = narrow
        self.cycle(start_i=1, address_i=source, bytes_i=length, to_we_i=1, to_i=target, place_we_i=1, place_i=place)
        self.dut.drive(address_i=self.rng.getrandbits(32), bytes_i=self.rng.getrandbits(32))

    def finish(self) -> None:
        for _ in range(20_000):
            if self.dut.done_o:
                return
            self.cycle()
        raise AssertionError("the ring is stuck")

    def copy(self, source: int, length: int, target: int, place: int = 0, narrow: int = 0) -> None:
        before = bytes(self.memory)
        self.begin(source, length, target, place, narrow)
        self.finish()
        after = before[:target] + before[source : source + length] + before[target + length :]
        assert self.memory == after
        reads = [request.address for _, request in self.bus.granted if not request.write]
        assert reads == (list(range(source & ~3, source + length, 4)) if length else [])

    def wipe(self) -> None:
        """Wipe after the port has stopped, however long that takes."""
        self.dut.stop_i = 1
        while not self.dut.stopped_o:
            self.cycle(stop_i=1)
        if self.rng.random() < 0.5:
            self.cycle(stop_i=1)
        self.cycle(wipe_i=1, stop_i=0)
        assert not self.dut.req_o


MEMORIES = {
    "at once": {},
    "that stalls": {"pauses": 0.3, "stall": 0.4, "latency": (1, 4)},
    "that is slow": {"stall": 0.1, "latency": (3, 3)},
    "deep and slow": {"depth": 5, "pauses": 0.1, "stall": 0.3, "latency": (2, 9)},
    "deep": {"depth": 3, "stall": 0.5},
}
memories = pytest.mark.parametrize("memory", MEMORIES)


@memories
def test_ring_every_length_between_any_alignments(memory: str) -> None:
    rng = random.Random(9)
    ring = Ring(rng, **MEMORIES[memory])
    for length in range(81):
        for offset in range(4):
            narrow = rng.getrandbits(1)
            place = rng.randrange(8 if narrow else 16)
            ring.copy(64 + offset, length, HALF + 60 + rng.randrange(8), place, narrow)
    ring.copy(3, 1500, HALF + 2)
    assert ring.errors == 0


@pytest.mark.parametrize(("depth", "latency"), [(2, 1), (3, 2), (5, 4)])
def test_ring_reads_a_word_a_cycle(depth: int, latency: int) -> None:
    """Depth is the cycles from grant to answer and one more."""
    ring = Ring(random.Random(10), depth, latency=(latency, latency))
    ring.dut.drop_piece_i = 1
    ring.begin(0, 400, HALF)
    ring.finish()
    assert [b - a for a, b in pairwise(c for c, _ in ring.bus.granted)] == [1] * 99
    assert [b - a for a, b in pairwise(ring.taken)] == [1] * 99
    # From start_i on: one cycle to the request, `latency` to the first word.
    assert ring.taken[0] - ring.bus.granted[0][0] == latency


def test_ring_keeps_the_port_busy() -> None:
    """4 words in and 4 out for each 16 bytes, whatever else waits."""
    ring = Ring(random.Random(11))
    ring.copy(0, 1600, HALF)
    cycles = [c for c, _ in ring.bus.granted]
    assert len(cycles) == 800
    # Nothing to write before the first piece, nothing to read together with the last.
    assert cycles[-1] - cycles[0] <= 800 + 8


def test_ring_takes_a_segment_of_4_gib() -> None:
    ring = Ring(random.Random(12))
    ring.dut.drop_piece_i = 1
    ring.begin(5, 0xFFFFFFFF, HALF)
    for _ in range(200):
        ring.cycle()
    assert ring.dut.busy_o and len(ring.bus.granted) > 150
    ring.wipe()
    ring.finish()


def test_ring_requests_all_words_of_a_short_segment_at_once() -> None:
    ring = Ring(random.Random(17), 5)
    ring.dut.drop_piece_i = 1
    for length in range(1, 20):
        for offset in range(4):
            ring.begin(64 + offset, length, HALF, place=offset)
            ring.finish()
            cycles = [c for c, _ in ring.bus.granted]
            assert [b - a for a, b in pairwise(cycles)] == [1] * ((offset + length - 1) // 4)


@memories
def test_ring_reports_errors(memory: str) -> None:
    """Errors of reads and of writes, each once; the other words are transferred."""
    rng = random.Random(13)
    ring = Ring(rng, **MEMORIES[memory])
    for _ in range(30):
        ring.bus.errors = {4 * rng.randrange(SIZE // 4) for _ in range(rng.randrange(100))}
        ring.begin(rng.randrange(500), rng.randint(1, 300), HALF + rng.randrange(500))
        ring.finish()
        assert ring.errors == ring.bus.failed
    assert ring.errors > 20


@memories
def test_ring_wiped_at_any_time(memory: str) -> None:
    """A request that the bus has seen continues, and no other follows; no data is left, answers are dropped, and the
    next transfer is right, even while they arrive."""
    rng = random.Random(14)
    ring = Ring(rng, **MEMORIES[memory])
    dut = ring.dut
    dropped = waited = 0
    for moment in range(300):
        source, target, length = rng.randrange(64), HALF + rng.randrange(64), rng.randint(1, 200)
        before = bytes(ring.memory)
        ring.begin(source, length, target)
        for _ in range(moment % 150):
            ring.cycle()
        waits, asked = ring.bus.waits, len(ring.bus.granted)
        ring.wipe()
        dropped += bool(ring.bus.unanswered)
        waited += waits is not None
        registers = dut.registers()
        assert not any(value for name, value in registers.items() if name.endswith(("held_q", "piece_q")))
        assert not dut.busy_o
        more = [request for _, request in ring.bus.granted[asked:]]
        assert more == [waits] * (waits is not None)
        written, wanted = ring.memory[target : target + length], before[source : source + length]
        edge = next((i for i in range(length) if written[i] != wanted[i]), length)
        assert written[edge:] == before[target + edge : target + length]
        assert ring.memory[:target] == before[:target]
        assert ring.memory[target + length :] == before[target + length :]
        if rng.random() < 0.5:
            while not dut.idle_o:
                ring.cycle()
        ring.copy(rng.randrange(64), rng.randint(1, 60), HALF + rng.randrange(64))
    assert dropped > 20 or ring.bus.latency == (1, 1)
    assert waited > 5 or not ring.bus.stall


def test_ring_drops_errors_of_accesses_before_a_wipe() -> None:
    rng = random.Random(16)
    ring = Ring(rng, 5, latency=(5, 9))
    for _ in range(20):
        ring.bus.errors = range(0, HALF, 4)
        ring.begin(0, 100, HALF)
        for _ in range(4):
            ring.cycle()
        assert len(ring.bus.unanswered) > 2
        ring.wipe()
        while not ring.dut.idle_o:
            ring.cycle()
        assert ring.errors == 0 and ring.bus.failed
        ring.bus.errors = ()
        ring.copy(1, 20, HALF)


def test_ring_after_a_reset() -> None:
    rng = random.Random(15)
    ring = Ring(rng, pauses=0.2, stall=0.2)
    dut = ring.dut
    for _ in range(50):
        ring.begin(0, 100, HALF)
        for _ in range(rng.randrange(60)):
            ring.cycle()
        dut.rst_ni = 0
        assert not dut.req_o and dut.done_o and not dut.error_o
        dut.cycle()
        dut.rst_ni = 1
        assert not dut.req_o and dut.done_o
        ring.bus.waits = None
        # The bus may not have been reset, and answer unknown requests.
        while ring.bus.unanswered:
            ring.cycle()
        ring.wipe()
        assert not any(value for name, value in dut.registers().items() if name.endswith(("held_q", "piece_q")))
        ring.copy(rng.randrange(64), rng.randint(1, 60), HALF + rng.randrange(64))
