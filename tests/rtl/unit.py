# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays the engine for a unit (vmb_aes_modes, vmb_ascon, vmb_chacha20_poly1305).

    unit = Unit(Dut(build(...)))
    unit.start(algorithm_i=..., key_i=lanes.., ad_len_i=.., data_len_i=..)
    result = unit.message(ad, data)
    assert (result.out, result.tag) == ...

Pieces never cross the end of a block, as from the engine's aligner; a Cut determines their lengths. With a random
generator the pieces come with pauses and the answers are not always taken. The rules of every unit are checked on the
way: an answer has exactly the lanes of its piece, the answers come in order, and an answer that waits does not change.
A message ends with its tag, or with squeezed output.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.rtl.dut import Dut

AD, AD_END, DATA, DATA_END, SQUEEZE = range(5)  # vmb_unit_pkg

# From the place in the block and the bytes left in it and in the message: the length of the next piece.
Cut = Callable[[int, int], int]


def blocks(place: int, left: int) -> int:
    """The longest possible pieces."""
    return left


def words(place: int, left: int) -> int:
    """Pieces from a stream of aligned 32-bit words."""
    return min(left, 4 - place % 4)


def cuts(rng: random.Random) -> Cut:
    """Pieces of any length, single bytes and whole blocks more often than others."""
    return lambda place, left: rng.choice((1, left, rng.randint(1, left)))


@dataclass
class Result:
    out: bytes = b""
    squeezed: bytes = b""
    tag: bytes = b""
    cycles: int = 0  # from the cycle of the start to the first one with the tag, or after the last squeezed piece
    taken: list[int] = field(default_factory=list)  # the cycle of each piece that was taken, after the start
    answered: list[int] = field(default_factory=list)


@dataclass
class _Piece:
    kind: int
    place: int
    data: bytes
    whole: bool = False  # an answer is for the whole block that the piece completes

    @property
    def lanes(self) -> int:
        return ((1 << max(len(self.data), 1)) - 1) << self.place


class Unit:
    def __init__(self, dut: Dut, rng: random.Random | None = None) -> None:
        self.dut = dut
        self.rng = rng
        self.hashes = False  # DATA is not answered, and there is no tag
        self.result = Result()
        self.position: tuple[int, int] = (AD, -1)  # the next part, and its position in the block; -1: not started
        self._started = 0

    def start(self, **ports: int) -> None:
        """Run the unit's start with these ports; others are 0, and afterwards all are."""
        dut = self.dut
        names = (
            "algorithm_i",
            "decrypt_i",
            "key_i",
            "key_len_i",
            "nonce_i",
            "nonce_len_i",
            "ad_len_i",
            "data_len_i",
            "tag_len_i",
            "resume_i",
        )
        assert set(ports) <= set(names), ports
        dut.drive(**{name: ports.get(name, 0) for name in names if name in dut}, start_valid_i=1)
        dut.wait("start_ready_o")
        self._started = dut.cycles
        self.result = Result()
        self.position = (AD, -1)
        dut.cycle()
        dut.drive(**{name: 0 for name in names if name in dut}, start_valid_i=0)

    def message(
        self, ad: bytes = b"", data: bytes = b"", cut: Cut = blocks, squeeze: int = 0, whole_blocks: bool = False
    ) -> Result:
        """A whole message after its start. `squeeze`: bytes to ask for in the end. `whole_blocks`: answers
        come a block at a time (ECB, CBC)."""
        limit = self.dut.cycles + 10_000 + 100 * (len(ad) + len(data) + squeeze)
        for _ in self.play(ad, data, cut, squeeze, whole_blocks):
            assert self.dut.cycles < limit, "the unit is stuck"
        return self.result

    def play(
        self,
        ad: bytes = b"",
        data: bytes = b"",
        cut: Cut = blocks,
        squeeze: int = 0,
        whole_blocks: bool = False,
        end_ad: bool = True,
        end: bool = True,
    ) -> Iterator[None]:
        """Play the same, one cycle at a time, so that a test can stop or look. Without the end of the AD or of the
        data, or after squeezing, a further play() continues from there, or, after another unit.start(), from a
        `position`.
        """
        dut, rng, result = self.dut, self.rng, self.result
        pieces = self._pieces(ad, data, cut, squeeze, whole_blocks, end_ad, end)
        piece: _Piece | None = None
        waiting: deque[_Piece] = deque()
        held: int | None = None  # an answer that was not taken
        more = True
        while more or piece or waiting:
            if piece is None and more and not (rng and rng.random() < 0.4):
                piece = next(pieces, None)
                more = piece is not None
                if piece:
                    dut.drive(
                        valid_i=1,
                        kind_i=piece.kind,
                        lanes_i=piece.lanes,
                        data_i=int.from_bytes(piece.data, "little") << 8 * piece.place,
                    )
            if piece is None:
                dut.valid_i = 0
            dut.out_ready_i = takes = int(rng is None or rng.random() < 0.6)
            now = dut.cycles - self._started
            if piece and dut.ready_o:
                answered = piece.kind == SQUEEZE or (piece.kind == DATA and not self.hashes)
                if answered and (not whole_blocks or piece.whole):
                    waiting.append(piece)
                result.taken.append(now)
                piece = None
            if dut.out_valid_o:
                answer = dut.out_o
                assert held in (None, answer), "an answer changed while it waited"
                held = answer
                if takes:
                    held = None
                    assert waiting, "an answer without a piece"
                    self._take(waiting.popleft(), answer, whole_blocks)
                    result.answered.append(now)
            else:
                assert held is None, "an answer was withdrawn while it waited"
            dut.cycle()
            yield
        dut.valid_i = 0
        if end and not self.hashes:
            while not dut.tag_valid_o:
                dut.cycle()
                yield
            result.tag = dut.tag_o.to_bytes(16, "little")
        result.cycles = dut.cycles - self._started

    def _take(self, piece: _Piece, answer: int, whole_blocks: bool) -> None:
        place, length = (0, piece.place + len(piece.data)) if whole_blocks else (piece.place, len(piece.data))
        assert not answer & ((1 << 8 * place) - 1) and not answer >> 8 * (place + length), "an answer in other lanes"
        got = (answer >> 8 * place).to_bytes(length, "little")
        if piece.kind == DATA:
            self.result.out += got
        else:
            self.result.squeezed += got

    def _pieces(
        self, ad: bytes, data: bytes, cut: Cut, squeeze: int, whole_blocks: bool, end_ad: bool, end: bool
    ) -> Iterator[_Piece]:
        if self.position[0] == AD:
            if ad and self.position[1] < 0:
                self.position = (AD, self.dut.ad_offset_o if "ad_offset_o" in self.dut else 0)
            yield from self._cut(AD, ad, cut)
            if not end_ad:
                return
            yield _Piece(AD_END, max(self.position[1], 0), b"")
            self.position = (DATA, 0)
        if self.position[0] == DATA:
            yield from self._cut(DATA, data, cut, whole_blocks)
            if not end:
                return
            yield _Piece(DATA_END, self.position[1], b"")
            self.position = (SQUEEZE, 0)
        yield from self._cut(SQUEEZE, bytes(squeeze), cut)

    def _cut(self, kind: int, data: bytes, cut: Cut, whole_blocks: bool = False) -> Iterator[_Piece]:
        while data:
            rate, place = self.dut.rate_o, self.position[1]
            length = cut(place, min(rate - place, len(data)))
            yield _Piece(kind, place, data[:length], whole_blocks and place + length == rate)
            data = data[length:]
            self.position = (kind, (place + length) % rate)


def save(dut: Dut) -> list[int]:
    """Return the words of the context after the end of the message."""
    dut.wait("start_ready_o")
    context = []
    for address in range(dut.ctx_words_o):
        dut.ctx_addr_i = address
        context.append(dut.ctx_rdata_o)
        dut.cycle()
    return context


def restore(dut: Dut, context: list[int], rng: random.Random, in_order: bool = True) -> None:
    """With pauses between the words."""
    dut.wait("start_ready_o")
    numbered = list(enumerate(context))
    for address, word in numbered if in_order else rng.sample(numbered, len(numbered)):
        dut.drive(ctx_we_i=1, ctx_addr_i=address, ctx_wdata_i=word)
        dut.cycle()
        dut.ctx_we_i = 0
        dut.cycle(rng.choice((0, 0, 1, 5)))
