# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The calls of an algorithm whose secrets are tracked through a build of the library: job images (firmware/jobs.h),
with their secret bytes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vambrace.analysis import taint, taint_names
from vambrace.analysis.taint import Finding, Secret
from vambrace.base.errors import VambraceError
from vambrace.config import Algorithm, Build
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, IMAGE_WORDS, OK, RECORD_WORDS, Job, decode, encode
from vambrace_dev import tests_folder

#: Buffer offsets from a machine word: all aligned, and each at another offset.
ODD = {"key": 1, "nonce": 3, "ad": 3, "in": 1, "out": 2, "tag": 1}

#: Bytes of associated data and message: those of the quick run, and the limits of the long run, which has all lengths.
FEW = ((0, 0), (1, 1), (17, 33), (5, 64))
MOST_AD, MOST_MESSAGE = 40, 80

#: Maximum jobs of an image.
_JOBS = 400

# The words of a record with the positions of its key and its input.
_OPERATION, _KEY, _KEY_LEN, _IN, _LEN = 1, 4, 5, 10, 11


@dataclass(frozen=True)
class Result:
    """The findings in a build, with the tracked calls and instructions."""

    findings: list[str]
    calls: int
    executed: int


def targets() -> list[tuple[Build, Algorithm]]:
    """Return every software build of the library, RV32 and RV64, with each algorithm that it has specific code for."""
    with tests_folder.importable():  # not needed to list the checks
        from tests.aead.spike_runner import SpikeRunner
        from tests.aead.targets import software
    every = (t for t in software() if isinstance(t.runner, SpikeRunner))
    return [(t.runner.build, t.known) for t in every if isinstance(t.runner, SpikeRunner)]


def all_lengths() -> list[tuple[int, int]]:
    """Return every length of associated data with one message, and every message length with some associated data."""
    return [*((ad, 17) for ad in range(MOST_AD + 1)), *((5, message) for message in range(MOST_MESSAGE + 1))]


def jobs_of(known: Algorithm, lengths: Sequence[tuple[int, int]]) -> list[tuple[Job, int]]:
    """Return the calls, each with its required status: each operation, aligned and unaligned, a wrong tag, a stream."""
    rng = random.Random(known.name)
    return [pair for shape in dict.fromkeys(lengths) for pair in _of_length(known, rng, *shape)]


def _of_length(known: Algorithm, rng: random.Random, ad: int, message: int) -> Iterator[tuple[Job, int]]:
    contents = [rng.randbytes(n) for n in (known.key, known.nonce, ad if known.has_ad else 0, known.longest(message))]
    for job, _, _ in messages.calls(known, *contents):
        yield job, OK
        yield job.but(align=ODD), OK
        if job.op == "open":
            assert job.tag is not None
            at = rng.randrange(len(job.tag))
            wrong = job.tag[:at] + bytes([job.tag[at] ^ 1 << rng.randrange(8)]) + job.tag[at + 1 :]
            yield job.but(tag=wrong), ERR_TAG
            yield job.but(tag=wrong, align=ODD), ERR_TAG
        if "stream" in known.features:
            with tests_folder.importable():
                from tests.aead.streams import cut, streamed
            yield streamed(known.name, job, cut(rng, len(job.ad)), cut(rng, len(job.data)), cut(rng, job.tag_len)), OK


def secrets(image: bytes, address: int) -> list[Secret]:
    """Return the secret bytes: keys, and data to encrypt or hash. Ciphertext, associated data, nonces and tags are
    public.
    """
    all_secrets, at = [], 4 * IMAGE_WORDS
    while at < len(image):
        record = [int.from_bytes(image[at + 4 * i :][:4], "little") for i in range(RECORD_WORDS)]
        if record[_KEY] and record[_KEY_LEN]:
            all_secrets.append(Secret("key", record[_KEY_LEN], address + at + record[_KEY]))
        if record[_IN] and record[_LEN] and record[_OPERATION] == 0:
            all_secrets.append(Secret("message", record[_LEN], address + at + record[_IN]))
        at += record[0]
    return all_secrets


def follow(build: Build, known: Algorithm, lengths: Sequence[tuple[int, int]]) -> Result:
    """Track the secrets of all calls of these lengths. VambraceError if a call has an unexpected status."""
    elf = aead.runner(known, build.on_spike(build.xlen))
    every = jobs_of(known, lengths)
    findings: dict[str, Finding] = {}
    executed = 0
    for start in range(0, len(every), _JOBS):
        part = every[start : start + _JOBS]
        jobs = aead.jobs_for(elf, [job for job, _ in part])
        image = encode(jobs)
        memory = aead.memory_of_image(elf, image)
        report = taint.run(
            elf,
            secrets(image, elf.symbol("vmb_job_image")),
            elf.symbol("main"),
            public=taint_names.public(elf, []),
            load=memory.load,
            dump=memory.dump,
            tohost=elf.symbol("vmb_spike"),
            cached=True,
        )
        results = decode(report.dumps["image"], jobs)
        ends = zip(results, part, strict=True)
        wrong = [n for n, (result, (_, status)) in enumerate(ends) if result.status != status]
        if report.end != "returned" or wrong or not report.secret:
            raise VambraceError(f"{build.label}, {known.name}: {report.end}, calls {wrong[:4]} end in another status")
        findings |= {
            f"{elf.function_at(f.pc)}: {f.text}: {f.kind} depends on {', '.join(f.chains)}": f for f in report.findings
        }
        executed += report.executed
    return Result(sorted(findings), len(every), executed)


def label(build: Build) -> str:
    return f"rv{build.xlen} {build.label}"
