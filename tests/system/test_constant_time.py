# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles, executed addresses and the addresses of loads and stores do not depend on any content,
secret or public: only on lengths, and on whether a tag is right.

Every build of every algorithm, in one shot and in pieces, over the same lengths with many contents.
All jobs run in one place, so that their buffers have the same addresses.
"""

import os
import random

import pytest

from tests.aead.conftest import REPRESENTATIVE, builds
from tests.aead.streams import streamed
from tests.system.programs import core_model
from vambrace import aead, bench, config
from vambrace.config import Algorithm, Extensions
from vambrace.jobs import ERR_TAG, OK, Job

pytestmark = pytest.mark.rtl

#: Bytes of associated data and of message.
SHAPES = [(0, 0), (1, 1), (15, 15), (16, 16), (17, 17), *((s.ad, s.message) for s in config.scenarios().values())]
LONG = 1000

#: How many keys, nonces and contents of each length. Algorithms and builds that share most of their
#: code with one that has all of them get fewer, for time. VAMBRACE_CONTENTS gives all of them that
#: many: with 64, this file takes an hour of a processor.
CONTENTS, FEWER, FEW = 64, 8, 4
EVERYWHERE = int(os.environ.get("VAMBRACE_CONTENTS", "0"))
SPECIAL = 16  # of forged messages, and of streams

CASES = [
    *(("ibex-ref", build, name) for name, known in config.algorithms().items() for build in builds(known)),
    *(
        ("ibex-fast", config.extension_sets()[extensions], name)
        for name, known in config.algorithms().items()
        for extensions in ("none", *known.uses)
        if known.default
    ),
]


def contents(rng: random.Random, known: Algorithm, ad: int, message: int, count: int):
    """Key, nonce, associated data and message: all zeros, all ones, then random ones. A counter does
    not wrap around: vambrace/aes.h says that this shows."""
    sizes = (known.key, known.nonce, ad, message)
    ones = [b"\xff" * n for n in sizes]
    if known.mode == "ctr":
        ones[1] = b"\xff" * 12 + bytes(4)
    yield tuple(bytes(n) for n in sizes)
    yield tuple(ones)
    for _ in range(count - 2):
        yield tuple(rng.randbytes(n) for n in sizes)


def forged(rng: random.Random, job: Job) -> Job:
    """Wrong in any one byte: an early exit of the comparison would show."""
    at = rng.randrange(len(job.tag))
    return job.but(tag=job.tag[:at] + bytes([job.tag[at] ^ 1 << rng.randrange(8)]) + job.tag[at + 1 :])


def in_pieces(algorithm: str, job: Job) -> Job:
    """The same job as a stream, cut at places that fit no block."""

    def cut(size: int) -> list[int]:
        return [min(5, size), 0, max(size - 5, 0)]

    return streamed(algorithm, job, cut(len(job.ad)), cut(len(job.data)), cut(job.tag_len))


def groups(known: Algorithm, core: str, build: Extensions) -> dict[str, list[tuple[Job, int]]]:
    """Jobs that must all take the same course, with the status that each must end in."""
    rng = random.Random(f"{core}{build.label}{known.name}")
    found: dict[str, list[tuple[Job, int]]] = {}
    speed = core == "ibex-ref" and not {"VMB_SIZE", "VMB_PORTABLE"} & set(build.macros)
    usual = CONTENTS if speed and known.name in REPRESENTATIVE else FEWER
    of_long = CONTENTS if speed and known.default else FEW
    for ad_len, length in dict.fromkeys((ad if known.has_ad else 0, known.whole(n)) for ad, n in SHAPES):
        shape = f"{ad_len}+{length}"
        count = EVERYWHERE or (usual if length < LONG else of_long)
        for number, content in enumerate(contents(rng, known, ad_len, length, count)):
            for job, _, _ in bench.calls(known, *content):
                found.setdefault(f"{job.op} {shape}", []).append((job, OK))
                if job.op == "open" and length < LONG and number < SPECIAL:
                    found.setdefault(f"forged {shape}", []).append((forged(rng, job), ERR_TAG))
                if "stream" in known.features and length < LONG and number < SPECIAL:
                    pieces = in_pieces(known.name, job)
                    found.setdefault(f"{job.op} in pieces {shape}", []).append((pieces, OK))
    return found


@pytest.mark.parametrize(
    ("core", "build", "algorithm"), CASES, ids=[f"{core}/{build.label}-{name}" for core, build, name in CASES]
)
def test_nothing_depends_on_content(core, build, algorithm):
    known = config.algorithms()[algorithm]
    every = groups(known, core, build)
    jobs = [job for group in every.values() for job, _ in group]
    run = aead.run_jobs(core_model(core), known, aead.runner(known, build), jobs, one_place=True)
    assert [r.status for r in run.results] == [status for group in every.values() for _, status in group]
    assert not any(r.violations for r in run.results)
    at = 0
    for name, group in every.items():
        calls = {run.call[i] for i in range(at, at + len(group))}
        assert len(calls) == 1, f"{name}: {list(calls)[:4]}"
        setups = set(run.init[at : at + len(group)])
        assert len(setups) == 1, f"{name}, key set-up: {list(setups)[:4]}"
        whole = set(run.job[at : at + len(group)])
        assert len(whole) == 1, f"{name}, with key set-up: {list(whole)[:4]}"
        at += len(group)
    assert all(counts.pc_hash and counts.data_hash for counts in run.job)
