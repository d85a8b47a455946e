# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_gather and vmb_scatter: between words of any alignment and the pieces of a unit."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.rtl.dut import Dut, Model, build, words
from vambrace.base.paths import root
from vambrace.hardware import rtl

FILES = tuple(rtl.core_files(root() / "rtl" / "engine" / "vmb_movers.core"))


@functools.cache
def model(top: str) -> Model:
    return build(top, FILES)


def new(top: str, seed: int = 1) -> Dut:
    """After a reset, and the wipe that comes after it."""
    dut = Dut(model(top), seed)
    dut.reset()
    dut.wipe_i = 1
    dut.cycle()
    dut.wipe_i = 0
    return dut


def lane_mask(lanes: int, count: int = 16) -> int:
    return sum(255 << 8 * i for i in range(count) if lanes >> i & 1)


def segment_words(data: bytes, offset: int, rng: random.Random) -> Iterator[tuple[int, int, int, int]]:
    """Yield a segment at an address as vmb_reader outputs it: word, first byte, bytes, whether it is the last."""
    at = 0
    while at < len(data):
        count = min(4 - offset, len(data) - at)
        word = rng.getrandbits(32) & ~(lane_mask((1 << count) - 1, 4) << 8 * offset)
        word |= words(data[at : at + count]) << 8 * offset
        at += count
        yield word, offset, count, int(at == len(data))
        offset = 0


def split(data: bytes, place: int, rate: int) -> Iterator[tuple[int, bytes]]:
    """A segment as pieces, the first at `place` in its block."""
    while data:
        here = data[: rate - place]
        yield place, here
        data, place = data[len(here) :], (place + len(here)) % rate


# ---- Gather ----


class Gather:
    def __init__(self, rng: random.Random, pauses: float = 0) -> None:
        self.dut, self.rng, self.pauses = new("vmb_gather"), rng, pauses
        self.pieces: list[tuple[int, int, int]] = []  # lanes, data, whether it is the last of its segment
        self.taken: list[int] = []  # cycle of each word
        self.given: list[int] = []  # cycle of each piece
        self.left: list[tuple[int, int, int, int]] = []
        self._held: tuple[int, int, int] | None = None
        self._offered = False

    def cycle(self) -> None:
        dut, rng = self.dut, self.rng
        if self.left and (self._offered or rng.random() >= self.pauses):
            word, first, count, last = self.left[0]
            dut.drive(word_valid_i=1, word_i=word, first_i=first, count_i=count, last_i=last)
            self._offered = True
        else:
            dut.drive(word_valid_i=0, word_i=rng.getrandbits(32), last_i=rng.getrandbits(1))
        dut.piece_ready_i = int(rng.random() >= self.pauses)
        if dut.piece_valid_o:
            piece = (dut.lanes_o, dut.piece_o, dut.piece_last_o)
            assert self._held in (None, piece), "a piece changed while it waited"
            self._held = None if dut.piece_ready_i else piece
            if dut.piece_ready_i:
                self.pieces.append(piece)
                self.given.append(dut.cycles)
        else:
            assert self._held is None
        if self._offered and dut.word_ready_o:
            self.taken.append(dut.cycles)
            self.left.pop(0)
            self._offered = False
        dut.cycle()

    def segment(self, data: bytes, offset: int) -> None:
        self.left = list(segment_words(data, offset, self.rng))
        while self.left:
            self.cycle()

    def drain(self) -> list[tuple[int, int, int]]:
        while self.dut.piece_valid_o:
            self.cycle()
        pieces, self.pieces = self.pieces, []
        return pieces

    def at(self, place: int) -> None:
        self.dut.drive(place_we_i=1, place_i=place, word_valid_i=0, piece_ready_i=0)
        self.dut.cycle()
        self.dut.place_we_i = 0
        assert self.dut.place_o == place

    def wipe(self) -> None:
        self.left, self._held, self._offered = [], None, False
        self.dut.drive(wipe_i=1, word_valid_i=self.rng.getrandbits(1))
        self.dut.cycle()
        self.dut.drive(wipe_i=0, word_valid_i=0)


def pieces_of(data: bytes, place: int, rate: int) -> list[tuple[int, int]]:
    return [(((1 << len(d)) - 1) << p, words(d) << 8 * p) for p, d in split(data, place, rate)]


def marked(pieces: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    return [(lanes, data, int(i == len(pieces) - 1)) for i, (lanes, data) in enumerate(pieces)]


@pytest.mark.parametrize("pauses", (0, 0.4))
@pytest.mark.parametrize("rate", (8, 16))
def test_gather_every_length_from_every_alignment(rate: int, pauses: float) -> None:
    rng = random.Random(1)
    gather = Gather(rng, pauses)
    gather.dut.narrow_i = int(rate == 8)
    for length in range(1, 81):
        for offset in range(4):
            place, data = rng.randrange(rate), rng.randbytes(length)
            gather.at(place)
            gather.segment(data, offset)
            assert gather.drain() == marked(pieces_of(data, place, rate))
            assert gather.dut.place_o == (place + length) % rate


@pytest.mark.parametrize("rate", (8, 16))
def test_gather_continues_the_block_with_the_next_segment(rate: int) -> None:
    rng = random.Random(2)
    gather = Gather(rng, 0.3)
    gather.dut.narrow_i = int(rate == 8)
    for _ in range(100):
        place = rng.randrange(rate)
        gather.at(place)
        expected = []
        for _ in range(rng.randint(1, 8)):
            data = rng.randbytes(rng.choice((1, 2, 3, 4, 16, rng.randint(1, 40))))
            expected += marked(pieces_of(data, place, rate))
            place = (place + len(data)) % rate
            gather.segment(data, rng.randrange(4))
        assert gather.drain() == expected


@pytest.mark.parametrize("rate", (8, 16))
def test_gather_takes_a_word_a_cycle(rate: int) -> None:
    """If each piece is taken at once. A word across the end of a block takes one cycle more."""
    rng = random.Random(3)
    for offset in range(4):
        gather = Gather(rng)
        gather.dut.narrow_i = int(rate == 8)
        gather.segment(rng.randbytes(160 - offset), offset)
        gather.drain()
        if offset == 0:
            assert [b - a for a, b in pairwise(gather.taken)] == [1] * 39
            assert [b - a for a, b in pairwise(gather.given)] == [rate // 4] * (160 // rate - 1)
            assert gather.given[0] - gather.taken[0] == rate // 4
        # The words across the end of a block: one for each block that ends inside the segment.
        across = sum(end % rate == 0 and (offset + end) % 4 != 0 for end in range(1, 160 - offset))
        assert len(gather.taken) == 40
        assert gather.taken[-1] - gather.taken[0] == 39 + across


def test_gather_wiped_at_any_time() -> None:
    rng = random.Random(4)
    gather = Gather(rng, 0.3)
    dut = gather.dut
    for _ in range(200):
        gather.left = list(segment_words(rng.randbytes(50), rng.randrange(4), rng))
        for _ in range(rng.randrange(40)):
            gather.cycle()
        gather.wipe()
        assert not any(dut.registers().values())
        assert not dut.piece_valid_o and not dut.piece_o and not dut.lanes_o and not dut.place_o
        gather.pieces.clear()
        data = rng.randbytes(rng.randint(1, 40))
        gather.segment(data, rng.randrange(4))
        assert gather.drain() == marked(pieces_of(data, 0, 16))
        gather.wipe()


# ---- Scatter ----


class Scatter:
    def __init__(self, rng: random.Random, pauses: float = 0) -> None:
        self.dut, self.rng, self.pauses = new("vmb_scatter"), rng, pauses
        self.written: dict[int, int] = {}
        self.sent: list[int] = []  # cycle of each word
        self._offered: tuple[int, int] | None = None
        self._held: tuple[int, int, int] | None = None

    def at(self, address: int) -> None:
        self.dut.drive(address_we_i=1, address_i=address)
        self.dut.cycle()
        self.dut.address_we_i = 0
        self.written.clear()
        self.sent.clear()

    def cycle(self, pieces: list[tuple[int, int]]) -> None:
        dut, rng = self.dut, self.rng
        if pieces and (self._offered or rng.random() >= self.pauses):
            lanes, data = self._offered = pieces[0]
            dut.drive(piece_valid_i=1, lanes_i=lanes, piece_i=data | rng.getrandbits(128) & ~lane_mask(lanes))
        else:
            dut.drive(piece_valid_i=0, lanes_i=rng.getrandbits(16), piece_i=rng.getrandbits(128))
        dut.word_ready_i = int(rng.random() >= self.pauses)
        self._look()
        if self._offered and dut.piece_ready_o:
            pieces.pop(0)
            self._offered = None
        dut.cycle()

    def _look(self) -> None:
        dut = self.dut
        assert bool(dut.word_valid_o) != bool(dut.idle_o)
        if not dut.word_valid_o:
            assert self._held is None, "a word was withdrawn"
            assert not dut.enable_o and not dut.word_o
            return
        word = (dut.address_o, dut.word_o, dut.enable_o)
        assert self._held in (None, word), "a word changed while it waited"
        self._held = None if dut.word_ready_i else word
        if dut.word_ready_i:
            self.take(*word)
            self.sent.append(dut.cycles)

    def take(self, address: int, word: int, enable: int) -> None:
        assert address % 4 == 0 and enable and not word & ~lane_mask(enable, 4)
        for i in range(4):
            if enable >> i & 1:
                assert address + i not in self.written, "a byte was written twice"
                self.written[address + i] = word >> 8 * i & 255

    def drain(self) -> None:
        while not self.dut.idle_o:
            self.cycle([])

    def wipe(self) -> None:
        self._offered = self._held = None
        self.dut.drive(wipe_i=1, word_ready_i=0, piece_valid_i=self.rng.getrandbits(1))
        self.dut.cycle()
        self.dut.drive(wipe_i=0, piece_valid_i=0)


def placed(data: bytes, address: int) -> dict[int, int]:
    return {address + i: byte for i, byte in enumerate(data)}


@pytest.mark.parametrize("pauses", (0, 0.4))
@pytest.mark.parametrize("rate", (8, 16))
def test_scatter_every_length_to_every_alignment(rate: int, pauses: float) -> None:
    rng = random.Random(5)
    scatter = Scatter(rng, pauses)
    for length in range(1, 81):
        for offset in range(4):
            place, data, address = rng.randrange(rate), rng.randbytes(length), 4 * rng.randrange(1 << 29) + offset
            scatter.at(address)
            pieces = pieces_of(data, place, rate)
            least, at = 0, offset
            for _, part in split(data, place, rate):
                least += (at % 4 + len(part) + 3) // 4
                at += len(part)
            while pieces:
                scatter.cycle(pieces)
            scatter.drain()
            assert scatter.written == placed(data, address)
            assert len(scatter.sent) == least
            if not pauses:  # without a pause in between
                assert scatter.sent[-1] - scatter.sent[0] == least - 1


def test_scatter_takes_any_lanes() -> None:
    """Pieces of 1 to 16 bytes, at any lane."""
    rng = random.Random(6)
    scatter = Scatter(rng, 0.2)
    for length in range(1, 17):
        for place in range(17 - length):
            for offset in range(4):
                data = rng.randbytes(length)
                scatter.at(64 + offset)
                pieces = [(((1 << length) - 1) << place, words(data) << 8 * place)]
                while pieces:
                    scatter.cycle(pieces)
                scatter.drain()
                assert scatter.written == placed(data, 64 + offset)


def test_scatter_writes_4_words_of_a_piece_back_to_back() -> None:
    rng = random.Random(7)
    for offset, cycles in ((0, 4), (1, 5), (2, 5), (3, 5)):
        scatter = Scatter(rng)
        scatter.at(offset)
        pieces = pieces_of(rng.randbytes(160), 0, 16)
        while pieces:
            scatter.cycle(pieces)
        scatter.drain()
        assert [b - a for a, b in pairwise(scatter.sent)] == [1] * (10 * cycles - 1)


def test_scatter_wiped_at_any_time() -> None:
    rng = random.Random(8)
    scatter = Scatter(rng, 0.3)
    dut = scatter.dut
    for _ in range(300):
        address, data = 4 * rng.randrange(100) + rng.randrange(4), rng.randbytes(48)
        scatter.at(address)
        pieces = pieces_of(data, rng.randrange(16), 16)
        for _ in range(rng.randrange(30)):
            scatter.cycle(pieces)
        scatter.wipe()
        assert dut.idle_o and not dut.word_valid_o and not dut.word_o
        assert scatter.written.items() <= placed(data, address).items()
        assert not dut.registers()["piece_q"] and not dut.registers()["lanes_q"]
        scatter.at(address + 1)
        pieces = pieces_of(data[:20], 3, 16)
        while pieces:
            scatter.cycle(pieces)
        scatter.drain()
        assert scatter.written == placed(data[:20], address + 1)
