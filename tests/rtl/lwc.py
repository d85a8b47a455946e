# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Hardware API for Lightweight Cryptography, version 1.1, from outside: words of instructions and segments, and a
driver of the three streams with pauses on each.

Headers: type in bits 31:28; partial, end of input, end of type, last in 27:24; bytes in 15:0.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.rtl.dut import Dut

ENCRYPT, DECRYPT, LOAD_KEY, ACTIVATE_KEY, HASH = (code << 28 for code in (2, 3, 4, 7, 8))
SUCCESS, FAILURE = 0xE0000000, 0xF0000000
AD, PLAINTEXT, CIPHERTEXT, MESSAGE, TAG, DIGEST, KEY, NONCE = 1, 4, 5, 7, 8, 9, 12, 13


def header(kind: int, length: int, eoi: bool = False, eot: bool = True, last: bool = False) -> int:
    return kind << 28 | eoi << 26 | eot << 25 | last << 24 | length


def data_words(content: bytes) -> list[int]:
    """Big-endian words; the last one filled up with zeros."""
    padded = content + bytes(-len(content) % 4)
    return [int.from_bytes(padded[i : i + 4], "big") for i in range(0, len(padded), 4)]


def segments(kind: int, content: bytes, cuts: tuple[int, ...] = (), **flags: bool) -> list[int]:
    """A type in one segment, or in several whose ends `cuts` are; the flags are those of the last one."""
    words: list[int] = []
    bounds = (0, *cuts, len(content))
    for number, begin in enumerate(bounds[:-1]):
        end, final = bounds[number + 1], number == len(cuts)
        words += [header(kind, end - begin, eot=final, **(flags if final else {})), *data_words(content[begin:end])]
    return words


@dataclass
class Streams:
    """Words for both inputs, and the output so far; a word with do_last ends a message."""

    dut: Dut
    rng: random.Random | None = None
    cycles: int = 0

    def _waits(self) -> bool:
        return self.rng is not None and self.rng.random() < 0.4

    def run(self, public: list[int], secret: list[int], limit: int = 20000) -> list[int]:
        """Send these words; return the words of the output up to the status, with do_last."""
        left = {"pdi": iter(public), "sdi": iter(secret)}
        offered: dict[str, int | None] = {"pdi": None, "sdi": None}
        out: list[int] = []
        for _ in range(limit):
            self._offer(left, offered)
            ready = not self._waits()
            self.dut.do_ready_i = int(ready)
            valid = self.dut.do_valid_o
            word = self.dut.do_data_o
            last = self.dut.do_last_o and valid
            assert valid or word == 0, "data without valid"
            for name in offered:
                if offered[name] is not None and getattr(self.dut, f"{name}_ready_o"):
                    offered[name] = None
            if valid and ready:
                out.append(word)
            self.dut.cycle()
            self.cycles += 1
            if last and ready:
                return out
        raise AssertionError(f"no status after {limit} cycles; {len(out)} words came")

    def _offer(self, left: dict[str, Iterator[int]], offered: dict[str, int | None]) -> None:
        """An offered word stays until it is taken."""
        for name, words in left.items():
            if offered[name] is None and not self._waits():
                offered[name] = next(words, None)
            setattr(self.dut, f"{name}_valid_i", int(offered[name] is not None))
            setattr(self.dut, f"{name}_data_i", offered[name] or 0)
