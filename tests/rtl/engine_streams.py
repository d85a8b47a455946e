# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A message in parts, each a job of the engine: the output is the same for any division into parts.

    out, tag = Stream(engine, case, decrypt=0).run(rng, offsets)

The segments of each job are at other addresses than the previous one's, also its context.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.rtl.engine import NONE, Engine, Result
from tests.rtl.engine_cases import AEADS, HASHES, Case

Offsets = Callable[[random.Random], tuple[int, ...]]


def part(ad: int = 0, data: int = 0, **fields: int) -> dict[str, Any]:
    """Run a job with this many bytes of associated data and of the message."""
    return {"ad": ad, "data": data, **fields}


def pieces(rng: random.Random, length: int, block: int = 1) -> list[int]:
    """Return random lengths of several pieces of this many bytes, some empty, all of whole blocks."""
    blocks = length // block
    cuts = sorted(rng.choice((0, rng.randint(0, blocks), blocks)) for _ in range(rng.randrange(4)))
    return [block * (b - a) for a, b in zip([0, *cuts], [*cuts, blocks], strict=True)]


def parts(rng: random.Random, ad: int, data: int, block: int) -> list[dict[str, Any]]:
    """Return random parts of a message: ends come with the last bytes or without any."""
    steps = [part(ad=n) for n in pieces(rng, ad)]
    if rng.randrange(2):
        steps.append(part())
    steps[-1]["ad_end"] = 1
    lengths = pieces(rng, data, block)
    if rng.randrange(2):
        steps[-1]["data"] = lengths.pop(0)
    steps += [part(data=n) for n in lengths]
    if rng.randrange(2):
        steps.append(part())
    steps[-1]["data_end"] = 1
    return steps


class Stream:
    """One message; `forged` is added to the tag."""

    def __init__(self, engine: Engine, case: Case, decrypt: int = 0, slot: int = 0, forged: int = 0) -> None:
        self.engine = engine
        self.case = case
        self.decrypt = decrypt
        self.slot = slot
        self.forged = forged
        self.out = self.tag = self.context = b""
        self.at = (0, 0)  # bytes of associated data and of the message so far
        self.last: Result

    def run(
        self, rng: random.Random, offsets: Offsets, steps: list[dict[str, Any]] | None = None
    ) -> tuple[bytes, bytes]:
        """All of it, without an error."""
        for _ in self.steps(rng, offsets, steps):
            assert self.last.error == NONE, (self.last.error, self.case)
        return self.out, self.tag

    def steps(
        self, rng: random.Random, offsets: Offsets, steps: list[dict[str, Any]] | None = None
    ) -> Iterator[Result]:
        """Run it job by job; without `steps`, in random parts."""
        case = self.case
        if steps is None:
            block = 16 if case.algorithm[-3:] in ("ecb", "cbc") else 1
            steps = parts(rng, len(case.ad), len(case.plaintext), block)
        yield from self.jobs(rng, offsets, steps)

    def jobs(
        self, rng: random.Random, offsets: Offsets, steps: list[dict[str, Any]], resume: int = 0
    ) -> Iterator[Result]:
        case, engine = self.case, self.engine
        data = case.sealed[0] if self.decrypt and case.algorithm not in HASHES else case.plaintext
        aead = case.algorithm in AEADS
        for number, step in enumerate(steps):
            ad_at, data_at = self.at
            fields = {"resume": int(resume or number > 0), "save": int(not step.get("data_end")), **step}
            more: dict[str, Any] = {"nonce": case.nonce, "key": case.key}
            if self.slot:
                more |= {"key": b"", "key_slot": self.slot}
            if fields["resume"] and "chacha" not in case.algorithm and rng.randrange(2):
                more["nonce"] = b""  # in the context
            if aead and self.decrypt and step["data"] and "early" not in fields:
                fields["early"] = 1
            if fields.get("data_end") and aead:
                tag = int.from_bytes(case.sealed[1], "little") ^ self.forged
                more |= {"tag": tag.to_bytes(case.length, "little")} if self.decrypt else {"tag_len": case.length}
            elif case.algorithm.endswith("ccm") and not fields["resume"]:
                more["tag_len"] = case.length
            if case.algorithm in HASHES and fields.get("data_end"):
                more["out_len"] = case.length
            self.last = engine.job(
                case.algorithm,
                **{**fields, "ad": case.ad[ad_at : ad_at + step["ad"]], "data": data[data_at : data_at + step["data"]]},
                **more,
                decrypt=self.decrypt,
                context=self.context if fields["resume"] else b"",
                totals=(len(case.ad), len(data)),
                base=0x1_0000 + 0x1000 * rng.randrange(32),
                offsets=offsets(rng),
                ctx_offset=4 * rng.randrange(4),
            )
            self.at = ad_at + step["ad"], data_at + step["data"]
            if self.last.error == NONE:
                if case.algorithm not in HASHES or fields.get("data_end"):
                    self.out += self.last.out
                self.tag = self.last.tag
                assert not engine.memory.writable or fields.get("discard")
            self.context = engine.context(case.algorithm)
            yield self.last
