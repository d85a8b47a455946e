# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays software towards an engine without a memory port: every word of a job through DIN and DOUT.

    engine = PioEngine(model("pio"))
    result = engine.seal("ascon-aead128", key, nonce, ad, message)

Software reads STATUS before each access. With `blind` it does not, and writes up to AHEAD words of a message before it
reads one.
"""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any

from tests.rtl.dut import Model
from tests.rtl.engine import FIELDS, TAG, Engine, Result

PATIENCE = 1023
AHEAD = 5


def words_of(data: bytes) -> list[int]:
    """The words of these bytes, with random bytes after the end."""
    return [int.from_bytes((data + b"\xaa" * 3)[i : i + 4], "little") for i in range(0, len(data), 4)]


def part_of(context: bytes) -> int:
    return context[0] >> 4 & 3


class PioEngine(Engine):
    def __init__(self, model: Model, blind: bool = False, seed: int = 1) -> None:
        self.blind = blind
        super().__init__(model, seed=seed)

    def cycle(self) -> None:
        assert not self.dut.mem_req_o
        self.dut.cycle()

    def begin(
        self,
        algorithm: str,
        key: bytes = b"",
        nonce: bytes = b"",
        ad: bytes = b"",
        data: bytes = b"",
        tag: bytes = b"",
        tag_len: int = 0,
        out_len: int = 0,
        context: bytes = b"",
        **more: Any,
    ) -> None:
        super().begin(algorithm, key, nonce, ad, data, tag, tag_len, out_len, context, **more)
        resumes, ends, decrypts = (more.get(n, 0) for n in ("resume", "data_end", "decrypt"))
        self.hashes = hashes = "hash" in algorithm or "xof" in algorithm
        goes_on = resumes and not more.get("ad_end") and part_of(context) == (2 if hashes else 1)
        self.skip = context[0] & 3 if goes_on else 0
        before = [] if hashes else words_of(key)
        before += words_of(nonce)
        if resumes:
            before += words_of(context[: 4 * self.context_words(algorithm)])
        self.before = before + words_of(ad)
        self.message = words_of(data)
        self.after = words_of(tag) if decrypts and ends else []
        discards = more.get("discard") or (hashes and not ends and part_of(context or b"\0") != 2)
        out = 0 if discards else out_len if hashes else len(data)
        self.withholds = decrypts and tag and not more.get("early")
        self.sizes = [
            -(-(self.skip + out) // 4) if out else 0,
            -(-self._tag[1] // 4),
            self.context_words(algorithm) if more.get("save") else 0,
        ]
        self.got: list[int] = []

    def take(self) -> None:
        word, fault = self.read("dout")
        assert not fault
        self.got.append(word)

    def serve(self) -> None:
        """Write every word that the job needs, and read every word of its output."""
        words = deque([*self.before, *self.message, *self.after])
        while self.status("busy"):
            status = self.read("status")[0]
            if status >> FIELDS["status"]["dout_valid"][0] & 1:
                self.take()
            elif status >> FIELDS["status"]["din_ready"][0] & 1 and self.write("din", words.popleft()):
                self.wait()  # it has ended meanwhile
                assert self.status("error")
        self.left = len(words)

    def serve_blindly(self) -> None:
        for word in self.before:
            assert not self.write("din", word)
        through = self.sizes[0] and not self.withholds and not self.hashes
        for number, word in enumerate(self.message):
            assert not self.write("din", word)
            if through and number >= AHEAD:
                self.take()
        for word in self.after:
            assert not self.write("din", word)
        while len(self.got) < sum(self.sizes):
            self.take()
        self.left = 0

    def end(self) -> Result:
        cycles = self.dut.cycles
        if self.blind and self.dut.busy_o:
            self.serve_blindly()
        else:
            self.serve()
        self.wait()
        error = self.status("error")
        data = b"".join(w.to_bytes(4, "little") for w in self.got)
        places = [4 * sum(self.sizes[:i]) for i in range(4)]
        out, tag, self.saved = (data[a:b] for a, b in itertools.pairwise(places))
        if len(self.got) == sum(self.sizes):
            self.memory.writable.clear()
        length = self._out[1] if out else 0
        assert error in (0, TAG) or not self.got
        return Result(
            error,
            out[self.skip : self.skip + length],
            tag[: self._tag[1]],
            self.dut.cycles - cycles,
            [(4 * i, 15, w) for i, w in enumerate(self.got)],
        )

    def context(self, algorithm: str) -> bytes:
        return self.saved
