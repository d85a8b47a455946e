# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles, executed addresses and the addresses of loads and stores do not depend on any content, secret or public: only
on lengths, on alignment, and on whether a tag is right. (The cycles may also show where in a call the lower 32 bits of
a CTR counter overflow, see vambrace/aes.h.)

Every build of every algorithm, in one shot and in pieces, over the same lengths with many contents.
All jobs run in one place, so that their buffers have the same addresses.
"""

import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.aead.ghash import nonce_for
from tests.aead.streams import streamed
from tests.aead.targets import COUPLINGS, ENGINE, REPRESENTATIVE, builds, is_fast, software_builds
from tests.builds import BUILDS
from vambrace import config
from vambrace.config import Algorithm, Build
from vambrace.hardware import model
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, OK, Job

#: Bytes of associated data and of message.
SHAPES = [(0, 0), (1, 1), (15, 15), (16, 16), (17, 17), *((s.ad, s.message) for s in config.packets().values())]
FEW_SHAPES = [(17, 17), (25, 86)]
LONG = 1000

#: How many keys, nonces and contents of each length, of a long one, and of messages that are forged,
#: unaligned or in pieces: where everything is measured, where a build or an algorithm has code of its
#: own, and where it shares all but a size with another one. VAMBRACE_CONTENTS measures everything
#: everywhere, with this number of contents of each length: 64 need about three processor hours.
FULL, OWN, SHARED = (16, 2, 3), (4, 1, 2), (3, 0, 2)
EVERYWHERE = int(os.environ.get("VAMBRACE_CONTENTS", "0"))


def with_misaligned_accesses(build: Build) -> Build:
    """The build that Ibex and CV32E40X are measured with; the others are for cores that trap."""
    return replace(build, misaligned=True)


CASES = [
    *(("ibex-ref", build, name) for name, known in config.algorithms().items() for build in builds(known)),
    *(
        ("ibex-ref", with_misaligned_accesses(build), name)
        for name, known in config.algorithms().items()
        for build in software_builds(known)
    ),
    *(
        ("ibex-fast", with_misaligned_accesses(BUILDS[extensions]), name)
        for name, known in config.algorithms().items()
        for extensions in ("none", *known.uses)
        if known.default
    ),
    # The same programs on another core; here of each kernel the build with the most multiplications,
    # loads or offloaded instructions.
    *(
        ("cv32e40x", with_misaligned_accesses(BUILDS[extensions]), name)
        for name, extensions in (
            ("aes-128-ccm", "zkned"),
            ("ascon-aead128", "zbkb+xascon"),
            ("chacha20-poly1305", "zbkb"),
        )
    ),
    # Every other coupling of the engine, with one algorithm; and the engine on the other cores.
    *(("ibex-ref", BUILDS[coupling], name) for coupling, name in COUPLINGS.items()),
    ("ibex-fast", BUILDS[ENGINE], "chacha20-poly1305"),
    ("cv32e40x", BUILDS[ENGINE], "ascon-aead128"),
]
ODD = {"key": 1, "nonce": 3, "ad": 3, "in": 1, "out": 2, "tag": 1}


def test_every_coupling_is_tested():
    """Each engine of the reference core, and one on each core; cores with caches, whose counts depend on earlier code,
    are in test_rocket.py."""
    engines = {(core, build.extensions.name) for core, build, _ in CASES if build.extensions.engine}
    reference = config.cores()["ibex-ref"]
    assert {name for core, name in engines if core == "ibex-ref"} >= {
        name for name, e in config.extension_sets().items() if e.plain_engine and reference.can_have(e)
    }
    assert {core for core, _ in engines} == {name for name, core in config.cores().items() if not core.caches}


def contents(rng: random.Random, known: Algorithm, ad: int, message: int, count: int) -> Iterator[tuple[bytes, ...]]:
    """Key, nonce, associated data and message: all zeros, all ones, then random ones."""
    sizes = (known.key, known.nonce, ad, message)
    yield tuple(bytes(n) for n in sizes)
    key, nonce, *texts = (b"\xff" * n for n in sizes)
    yield key, nonce[:12] + b"\xfe\xff\xff\xff" if known.mode == "ctr" else nonce, *texts
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


def plan(
    known: Algorithm, core: str, build: Build, everything: bool
) -> tuple[list[tuple[int, int]], tuple[int, int, int]]:
    """Return the lengths, and the number of contents."""
    if EVERYWHERE:
        return SHAPES, (EVERYWHERE, EVERYWHERE, 16)
    if core == "spike":  # test_rv64.py: a log of all instructions takes long
        return FEW_SHAPES[1:], SHARED
    speed = is_fast(build)
    if build.extensions.engine:  # its units have tests of their own; here the drivers count
        own = known.default and build.label == ENGINE and core == "ibex-ref"
        return FEW_SHAPES, OWN if own else SHARED
    if core == "cv32e40x":
        return FEW_SHAPES, OWN
    if build.misaligned and not everything:  # code of its own for unaligned buffers alone
        return FEW_SHAPES[1:], SHARED
    if known.default and speed and core == "ibex-ref":
        return (SHAPES, FULL) if everything else (FEW_SHAPES, OWN)
    if known.default or (speed and known.name in REPRESENTATIVE):
        return SHAPES, OWN
    # In the size profile and portable C, variants that differ from another algorithm only in a size have one length.
    return (FEW_SHAPES if speed else FEW_SHAPES[1:]), SHARED


def groups(known: Algorithm, core: str, build: Build, everything: bool = True) -> dict[str, list[tuple[Job, int]]]:
    """Return jobs that must all execute the same path, with the status of each."""
    rng = random.Random(f"{core}{build.label}{known.name}")
    results: dict[str, list[tuple[Job, int]]] = {}
    shapes, (usual, of_long, special) = plan(known, core, build, everything)
    for ad_len, length in dict.fromkeys((ad if known.has_ad else 0, known.longest(n)) for ad, n in shapes):
        shape = f"{ad_len}+{length}"
        count = usual if length < LONG else of_long
        for number, content in enumerate(contents(rng, known, ad_len, length, count)):
            for job, _, _ in messages.calls(known, *content):
                results.setdefault(f"{job.op} {shape}", []).append((job, OK))
                if length >= LONG or number >= special:
                    continue
                results.setdefault(f"{job.op} unaligned {shape}", []).append((job.but(align=ODD), OK))
                if job.op == "open":
                    results.setdefault(f"forged {shape}", []).append((forged(rng, job), ERR_TAG))
                if "stream" in known.features:
                    pieces = in_pieces(known.name, job)
                    results.setdefault(f"{job.op} in pieces {shape}", []).append((pieces, OK))
    if known.name.endswith("gcm"):
        for number in range(special):
            for job in hashed_nonce(rng, known, number):
                results.setdefault(f"{job.op} with a nonce of 16", []).append((job, OK))
    return results


def hashed_nonce(rng: random.Random, known: Algorithm, number: int) -> Iterator[Job]:
    """GCM's first counter block is a secret then; in every second one the counter overflows."""
    key = rng.randbytes(known.key)
    j0 = rng.getrandbits(96) << 32 | ((1 << 32) - 1 - number % 6 if number % 2 else rng.getrandbits(31))
    for job, _, _ in messages.calls(known, key, nonce_for(key, j0), rng.randbytes(25), rng.randbytes(100)):
        yield job


def case(core: str, build: Build, name: str) -> object:
    """Parameters of a test. Always run: on the reference core, of what is measured by default, each fast build."""
    known = config.algorithms()[name]
    short = (
        core == "ibex-ref"
        and known.default
        and is_fast(build)
        and (build.label == ENGINE or not build.extensions.engine)
    )
    marks = () if short else (pytest.mark.long("builds and algorithms that share code with what is always run"),)
    return pytest.param(core, build, name, id=f"{core}/{build.label}-{name}", marks=marks)


@pytest.mark.parametrize(("core", "build", "algorithm"), [case(*item) for item in CASES])
def test_nothing_depends_on_contents(core, build, algorithm, everything):
    known = config.algorithms()[algorithm]
    every = groups(known, core, build, everything)
    jobs = [job for group in every.values() for job, _ in group]
    path = model.build(model.shared(config.cores()[core], build.extensions))
    run = aead.run_jobs(path, known, aead.runner(known, build), jobs, one_place=True)
    assert [r.status for r in run.results] == [status for group in every.values() for _, status in group]
    assert not any(r.violations for r in run.results)
    at = 0
    for name, group in every.items():
        calls = {run.call[i] for i in range(at, at + len(group))}
        assert len(calls) == 1, f"{name}: {list(calls)[:4]}"
        setups = set(run.init[at : at + len(group)])
        assert len(setups) == 1, f"{name}, key set-up: {list(setups)[:4]}"
        full = set(run.job[at : at + len(group)])
        assert len(full) == 1, f"{name}, with key set-up: {list(full)[:4]}"
        at += len(group)
    assert all(counts.pc_hash and counts.data_hash for counts in run.job)
