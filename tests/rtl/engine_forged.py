# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Contexts made up word by word, jobs that resume from them, and the behaviour of vmb_engine that model_context.py and
model_resume.py require.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from tests.rtl.engine import ABORTED, ARGUMENT, NONE, Engine
from tests.rtl.engine_cases import MODES, remains
from tests.rtl.model_context import AD, DATA, ONES, SQUEEZE, WORDS, Kind, fits, left, legal
from tests.rtl.model_resume import P1305, Part, resumed
from vambrace.software.oracles import oracle

TAGS = range(4, 17, 2)  # of CCM
KINDS = [Kind(a, d) for a in MODES for d in (0, 1) if not (d and Kind(a).hashes)]


def name(kind: Kind) -> str:
    return kind.algorithm + "-decrypt" * kind.decrypt


def any_left(rng: random.Random, kind: Kind, part: int) -> list[int]:
    """A legal context: any progress of this part, any state."""
    nonce_len, prefix = 12, 0
    if kind.mode == "ccm":
        nonce_len, prefix = rng.randrange(7, 14), rng.choice((2, 6))
    count = 0
    if part == AD and kind.has_ad:
        count = rng.choice((0, rng.randrange(40)))
    elif part == DATA:
        longest = kind.longest(nonce_len) - 64
        count = rng.choice((rng.randrange(40), rng.randrange(longest))) if kind.block == 16 else rng.randrange(40)
        if kind.mode in ("ecb", "cbc"):
            count -= count % 16
    elif part == SQUEEZE:
        count = 32 if kind.algorithm == "ascon-hash256" else rng.randrange(40)
    words = left(kind, part, count, nonce_len, prefix)
    return [value | rng.choice((0, ONES, *[rng.getrandbits(32)] * 4)) & free for value, free in words]


def kind_of(kind: Kind, words: list[int]) -> Kind:
    """Return the kind with the tag length that the context gives, if it is one of CCM."""
    length = 2 * (words[0] >> 17 & 15)
    return replace(kind, tag_len=length) if kind.mode == "ccm" and length in TAGS else kind


def any_part(rng: random.Random, kind: Kind, part: int, ends: bool) -> Part:
    """A job that fits a context in this part, and that ends the message or saves."""
    if part == SQUEEZE:
        return Part(out_len=0 if kind.algorithm == "ascon-hash256" else rng.randrange(1, 30))
    ad = rng.randbytes(rng.choice((0, rng.randrange(40)))) if part == AD and kind.has_ad else b""
    ad_end = int(part == AD and (ends or rng.randrange(2)))
    data = b""
    if part == DATA or ad_end:
        data = rng.randbytes(16 * rng.randrange(3) if kind.mode in ("ecb", "cbc") else rng.randrange(60))
    data_end = int(ends or (kind.hashes and (part == DATA or ad_end) and rng.randrange(2)))
    out_len = 0
    if data_end and kind.hashes:
        out_len = 32 if kind.algorithm == "ascon-hash256" else rng.randrange(1, 30)
    return Part(ad, data, ad_end, data_end, out_len, (rng.getrandbits(32), rng.getrandbits(32)))


class Forger:
    """Runs jobs from contexts on one engine; the key and the nonce are one message's."""

    def __init__(self, engine: Engine, rng: random.Random, kind: Kind) -> None:
        self.engine, self.rng, self.kind = engine, rng, kind
        self.key = rng.randbytes(oracle.LENGTHS[kind.algorithm].key) if not kind.hashes else b""
        self.nonce = rng.randbytes(12) if kind.family == "chacha20" else b""
        self.seen: list[bool] = []  # whether each context was accepted

    def arguments(self, kind: Kind, words: list[int], part: Part, ends: bool, tag: bytes) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "algorithm": kind.algorithm, "key": self.key, "nonce": self.nonce, "ad": part.ad, "data": part.data,
            "decrypt": kind.decrypt, "ad_end": part.ad_end, "data_end": part.data_end, "out_len": part.out_len,
            "totals": part.totals, "resume": 1, "save": int(not ends),
            "context": b"".join(w.to_bytes(4, "little") for w in words),
            "offsets": tuple(self.rng.randrange(4) for _ in range(5)),
        }  # fmt: skip
        if kind.aead and part.data_end:
            fields |= {"tag": tag} if kind.decrypt else {"tag_len": kind.tag_len}
        elif kind.aead and kind.decrypt and part.data:
            fields["early"] = 1
        return fields

    def attempt(self, words: list[int], goes_on: int, ends: bool, part: Part | None = None) -> None:
        """A job of the part `goes_on`, in which the context may or may not be."""
        if self.kind.algorithm == "ascon-hash256" and goes_on == SQUEEZE:
            ends = False  # no output is left
        kind = kind_of(self.kind, words)
        part = part or any_part(self.rng, kind, goes_on, ends)
        right = legal(kind, tuple(words)) and part.fits(words[0] >> 4 & 3) and fits(kind, words, len(part.data))
        self.seen.append(right)
        if right:
            out, tag, after = resumed(kind, words, part, self.key, self.nonce)
            result = self.engine.job(**self.arguments(kind, words, part, ends, tag))
            described = self.describe(words, part, ends)
            assert (result.error, result.out) == (NONE, out), described
            assert kind.decrypt or not (kind.aead and part.data_end) or result.tag == tag, described
            assert not self.engine.memory.writable, described  # every byte is written
            if not ends:
                assert self.saved() == self.canonical(after), described
        else:
            result = self.engine.job(**self.arguments(kind, words, part, ends, self.rng.randbytes(kind.tag_len)))
            assert (result.error, result.writes) == (ARGUMENT, []), self.describe(words, part, ends)
            assert remains(self.engine.dut, [self.key]) == []

    def describe(self, words: list[int], part: Part, ends: bool) -> str:
        return f"{name(self.kind)} {'ends' * ends} {part} {' '.join(f'{w:08x}' for w in words)}"

    def saved(self) -> list[int]:
        data = self.engine.context(self.kind.algorithm)
        return self.canonical([int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)])

    def begins(self, words: list[int], data_len: int, **fields: int) -> bool:
        """Return whether the engine accepts a part with this many bytes."""
        part = Part(data=bytes(16), **fields)
        return begins_again(self.engine, self.arguments(self.kind, words, part, False, b""), "data_len", data_len)

    def canonical(self, words: list[int]) -> list[int]:
        """Return the words with the accumulator reduced, which is allowed but not required."""
        assert len(words) == WORDS[self.kind.family]
        if self.kind.family != "chacha20":
            return words
        h = sum(w << 32 * i for i, w in enumerate(words[2:]))
        assert h < 1 << 130
        return [*words[:2], *(h % P1305 >> 32 * i & ONES for i in range(5))]


def begins_again(engine: Engine, arguments: dict[str, Any], register: str, length: int) -> bool:
    """Return whether a job begins to read its message with another length in this register; it is then aborted, as its
    message is not that long. A job that does not begin is rejected, and writes nothing."""
    memory = engine.memory
    engine.job(**arguments)
    memory.place(engine.at["in"], bytes(64))
    memory.place(engine.at["ctx"], arguments.get("context", b""))
    memory.room(engine.at["out"], 64)
    memory.requests.clear()
    memory.written.clear()
    memory.rewritable = True
    assert not engine.write(register, length)
    assert not engine.write("job", engine.word)
    message = range(engine.at["in"] & ~3, engine.at["in"] + 64)
    while engine.dut.busy_o and not (memory.requests and memory.requests[-1][1] in message):
        engine.cycle()
    begins = bool(engine.dut.busy_o)
    if begins:
        engine.control("abort")
    result = engine.end()
    memory.rewritable = False
    assert result.error == (ABORTED if begins else ARGUMENT), (register, length)
    assert begins or not result.writes, (register, length)
    return begins
