# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays the user of vmb_ascon_small: holds the key, cuts a message into words, pads it.

    unit = Small(dut)
    result = unit.message(key, nonce, ad, plaintext)           # seals
    result = unit.message(key, nonce, ad, ciphertext, tag)     # opens
    assert (result.out, result.tag) == ...

With a random generator words come late and results are not always taken. The rules of the ports are checked on the way:
a result comes only with a word of data or of the tag, and has no bytes but those of the lanes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.rtl.dut import Dut

AD, DATA, LAST = 0, 2, 3  # kind_i


@dataclass
class Result:
    out: bytes = b""
    tag: bytes = b""
    ok: int = 0
    cycles: int = 0  # from the cycle of the start to the first one with done_o
    taken: list[int] = field(default_factory=list)  # the cycle of each word that was taken, after the start


@dataclass(frozen=True)
class Word:
    data: int
    kind: int = 0
    lanes: int = 15
    is_data: bool = False


def _words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def _padded(data: bytes) -> bytes:
    return data + b"\x01" + bytes(15 - len(data) % 16)


def words(nonce: bytes, ad: bytes, data: bytes, tag: bytes | None) -> Iterator[Word]:
    """All words of a message in their order."""
    for word in _words(nonce):
        yield Word(word)
    for word in _words(_padded(ad)) if ad else ():
        yield Word(word, AD)
    for n, word in enumerate(_words(_padded(data))):
        kind = LAST if n // 4 == len(data) // 16 else DATA
        yield Word(word, kind, (1 << max(0, min(4, len(data) - 4 * n))) - 1, True)
    for word in _words(tag or b""):
        yield Word(word)


class Small:
    def __init__(self, dut: Dut, rng: random.Random | None = None) -> None:
        self.dut = dut
        self.rng = rng
        self.result = Result()

    def message(self, *arguments: bytes) -> Result:
        """Key, nonce, AD and data; with a tag it opens, else it seals."""
        for _ in self.play(*arguments):
            pass
        return self.result

    def play(self, key: bytes, nonce: bytes, ad: bytes, data: bytes, tag: bytes | None = None) -> Iterator[None]:
        """Play the same message, one cycle at a time, so that a test can stop or examine the unit."""
        dut, rng, result = self.dut, self.rng, Result()
        self.result = result
        keys = _words(key)
        dut.drive(start_valid_i=1, decrypt_i=int(tag is not None), valid_i=0, out_ready_i=0)
        while not dut.start_ready_o:
            dut.cycle()
            yield
        start = dut.cycles
        limit = start + 2000 + 100 * (len(ad) + len(data))
        dut.cycle()
        dut.start_valid_i = 0
        waiting = words(nonce, ad, data, tag)
        word = next(waiting)
        offered: Word | None = None
        while not dut.done_o:
            assert dut.cycles < limit, "the unit is stuck"
            dut.key_i = keys[dut.key_index_o]
            if offered is None and word is not None and not (rng and rng.random() < 0.3):
                offered = word
                dut.drive(valid_i=1, data_i=word.data, kind_i=word.kind, lanes_i=word.lanes)
            dut.out_ready_i = takes = int(rng is None or rng.random() < 0.7)
            taken = offered is not None and dut.ready_o
            if dut.out_valid_o:
                self._take(offered if taken else None, takes)
            else:
                assert not dut.out_o and not (taken and offered.is_data)
            if taken:
                result.taken.append(dut.cycles - start)
                word, offered = next(waiting, None), None
            dut.cycle()
            if taken:
                dut.drive(valid_i=0, **({} if rng is None else {"data_i": rng.getrandbits(32)}))
            yield
        assert word is None, "the message ended early"
        dut.valid_i = 0
        result.ok, result.cycles = dut.ok_o, dut.cycles - start

    def _take(self, word: Word | None, takes: int) -> None:
        """Collect a result: that of a data word in the cycle of its handshake, or a word of the tag."""
        out = self.dut.out_o.to_bytes(4, "little")
        if word is not None:
            assert word.is_data and takes, "a result without an input word"
            length = word.lanes.bit_count()
            assert not any(out[length:]), "a result in other lanes"
            self.result.out += out[:length]
        elif takes:
            assert not self.dut.decrypt_i, "a tag when opening"
            self.result.tag += out
