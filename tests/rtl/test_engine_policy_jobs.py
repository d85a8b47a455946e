# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every bit of POLICY and REGWEN of vmb_engine with every kind of job: whole messages and each of their parts, of every
family, opened and sealed, with a memory port and without.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.rtl.engine import ARGUMENT, NONE, POLICY, Engine
from tests.rtl.engine_cases import AEADS, FAST_AEADS, HASHES, SHORT_TAGS, VARIANTS, Case, model
from tests.rtl.engine_pio import PioEngine
from tests.rtl.test_engine_locks import alerts, policy

BITS = ("two_passes", "early", "memory_keys", "short_tags")
FAMILIES = (*FAST_AEADS, "ascon-xof128", "aes-128-ctr", "aes-128-ecb")
SLOT = 1

# Each job of a message: bytes of associated data and of the message, and what the job does with them.
JOBS: dict[str, tuple[int, int, dict[str, int]]] = {
    "first": (5, 0, {"save": 1}),
    "resumed": (4, 16, {"resume": 1, "ad_end": 1, "save": 1}),
    "middle": (0, 16, {"resume": 1, "save": 1}),
    "last": (0, 16, {"resume": 1, "data_end": 1}),
    "whole": (9, 16, {"ad_end": 1, "data_end": 1}),
    "long": (9, 48, {"ad_end": 1, "data_end": 1}),  # more than small engines withhold
}


@dataclass(frozen=True)
class Job:
    """One job with the context that it resumes from, and the bytes that it writes if it is allowed."""

    kind: str
    arguments: dict[str, Any]
    out: bytes
    key: bytes

    @functools.cached_property
    def opens(self) -> bool:
        """Whether it decrypts bytes that a tag protects."""
        return bool(self.arguments["decrypt"] and self.arguments["data"] and self.arguments["algorithm"] in AEADS)

    def choices(self) -> Iterator[dict[str, Any]]:
        """Yield jobs with a key from memory or from a slot, with plaintext early, withheld or discarded, and with a
        tag of 16 bytes or a short one."""
        keys = [{}] if self.arguments["algorithm"] in HASHES else [{}, {"key": b"", "key_slot": SLOT}]
        ends = self.arguments.get("data_end") and self.opens
        releases = [{}, {"early": 1}, *([{"discard": 1}] if ends else [])]
        for key, release, tag in itertools.product(keys, releases, [{}, *self.short_tags()]):
            yield key | release | tag

    def short_tags(self) -> Iterator[dict[str, Any]]:
        """Yield a short tag, if the algorithm has one and the job makes or verifies a tag."""
        for length in SHORT_TAGS.get(self.arguments["algorithm"], ())[-1:]:
            if "tag" in self.arguments:
                yield {"tag": self.arguments["tag"][:length]}
            elif "tag_len" in self.arguments:
                yield {"tag_len": length}

    def needs(self, variant: str, choice: dict[str, Any]) -> set[str] | None:
        """The bits of POLICY without which README.md forbids it; None: this engine never does it."""
        has = {"Dma": 1, "TwoPasses": 0, "HoldWords": 321} | VARIANTS[variant]
        withheld = self.opens and not (choice.get("early") or choice.get("discard"))
        fits = len(self.arguments["data"]) <= 4 * (has["HoldWords"] - 1)
        twice = has["Dma"] and has["TwoPasses"] and not self.arguments.get("resume")
        if withheld and not (self.arguments.get("data_end") and (fits or twice)):
            return None
        from_memory = self.arguments["algorithm"] not in HASHES and "key_slot" not in choice
        needed = {
            "two_passes": withheld and not fits,
            "early": choice.get("early"),
            "memory_keys": from_memory,
            "short_tags": "tag" in choice or "tag_len" in choice,
        }
        return {bit for bit in BITS if needed[bit]}


def jobs(engine: Engine, algorithm: str, decrypt: int) -> Iterator[Job]:
    """Yield all kinds of jobs, under a policy that allows everything: each part resumes from the context of the
    previous part."""
    rng = random.Random(algorithm)
    for kinds in (["first", "resumed", "middle", "last"], ["whole"], ["long"]):
        sizes = [JOBS[kind] for kind in kinds]
        ad_len, data_len = sum(s[0] for s in sizes), sum(s[1] for s in sizes)
        case = Case.random(rng, algorithm, ad_len, data_len, length=16)
        source, result = (case.sealed[0], case.plaintext) if decrypt else (case.plaintext, case.sealed[0])
        context, at, data_at = b"", 0, 0
        for kind, (ad, data, fields) in zip(kinds, sizes, strict=True):
            arguments = {
                "algorithm": algorithm,
                "key": case.key,
                "nonce": case.nonce,
                "context": context,
                "decrypt": decrypt,
                "ad": case.ad[at : at + ad],
                "data": source[data_at : data_at + data],
                "totals": (len(case.ad), data_len),
                **fields,
            }
            if algorithm in HASHES:
                arguments |= {"out_len": 16} if fields.get("data_end") else {}
                out = case.sealed[0] if fields.get("data_end") else b""
            else:
                out = result[data_at : data_at + data]
            if algorithm in AEADS and fields.get("data_end"):
                arguments |= {"tag": case.sealed[1]} if decrypt else {"tag_len": 16}
            elif algorithm.endswith("ccm") and not fields.get("resume"):
                arguments["tag_len"] = 16
            job = Job(kind, arguments, out, case.key)
            yield job
            at, data_at = at + ad, data_at + data
            if fields.get("save"):
                assert engine.job(**arguments, early=int(job.opens)).error == NONE
                context = engine.context(algorithm)


def made(variant: str) -> Engine:
    return PioEngine(model(variant)) if variant == "pio" else Engine(model(variant))


def tried(engine: Engine, job: Job, choice: dict[str, Any], allowed: set[str], error: int) -> None:
    """Run a job with only these bits of POLICY: a job with an error transfers nothing, and an error of POLICY raises
    one alert."""
    what = (job.kind, choice, allowed)
    assert not engine.allow(**{bit: int(bit in allowed) for bit in BITS})
    result, alerted = alerts(engine, functools.partial(engine.job, **job.arguments | choice))
    assert (result.error, alerted) == (error, int(error == POLICY)), what
    if error:
        assert (result.writes, engine.memory.requests) == ([], []), what
    elif job.out and not choice.get("discard"):
        assert result.out == job.out, what


@pytest.mark.parametrize(
    ("algorithm", "decrypt"), [(a, d) for a in FAMILIES for d in (0, 1) if not (d and a in (*HASHES, "aes-128-ecb"))]
)
@pytest.mark.parametrize("variant", ["fast", "pio", "passes"])
def test_a_job_needs_exactly_its_bits_of_policy(variant, algorithm, decrypt):
    """A job runs with only the bits that it needs, and never without one of them."""
    engine = made(variant)
    engine.allow(**dict.fromkeys(BITS, 1))
    results = list(jobs(engine, algorithm, decrypt))
    assert [job.kind for job in results] == list(JOBS)
    for job in results:
        engine.load_slot(SLOT, job.key or bytes(16))
        for choice in job.choices():
            needed = job.needs(variant, choice)
            tried(engine, job, choice, needed or set(BITS), NONE if needed is not None else ARGUMENT)
            for bit in needed or ():
                tried(engine, job, choice, set(BITS) - {bit}, POLICY)


@pytest.mark.parametrize("algorithm", FAMILIES)
@pytest.mark.parametrize("variant", ["fast", "pio", "default"])
def test_no_job_unlocks_anything(variant, algorithm):
    """Each bit of REGWEN cleared alone: during a job and after it, of every kind, attempts are refused and reported."""
    engine = made(variant)
    slots = VARIANTS[variant].get("Slots", 2)
    results = []
    for job in jobs(engine, algorithm, decrypt=int(algorithm in AEADS)):
        choice = {"early": int(job.opens and not job.arguments.get("data_end"))}
        needed = job.needs(variant, choice)
        if needed is not None and "two_passes" not in needed:
            results.append((job, choice))
    assert len(results) >= len(JOBS) - 1
    for bit in range(slots + 1):
        engine.reset()
        regwen = (2 << slots) - 1 & ~(1 << bit)
        assert not engine.write("regwen", regwen)
        before = policy(engine)
        for job, choice in results:
            engine.begin(**job.arguments | choice)
            attempts(engine, slots, bit, idle=False)
            result, alerted = alerts(engine, engine.end)
            assert (result.error, alerted) == (NONE, 0)
            attempts(engine, slots, bit, idle=True)
            assert (policy(engine), engine.read("regwen")) == (before, (regwen, 0))


def attempts(engine: Engine, slots: int, locked: int, idle: bool) -> None:
    """To set REGWEN's bits, to write to POLICY, and to open each slot: refused if locked, or while a job runs."""
    before = policy(engine)
    assert not engine.write("regwen", 0xFFFFFFFF)
    for bit in range(slots + 1):
        refused = engine.slot(bit, open=1) if bit else engine.write("policy", 0)
        assert (refused, engine.dut.alert_o) == (int(bit == locked or not idle), int(bit == locked)), bit
        engine.cycle()
    if idle and locked:
        assert set(policy(engine).values()) == {0}
        engine.allow(**before)
