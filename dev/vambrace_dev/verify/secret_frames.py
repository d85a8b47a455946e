# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls for frames of protocols whose secrets are tracked through a build of the library: all keys, and the content to
be protected. Headers, counters and protected frames are public. So is what a DTLS 1.3 record reveals to its receiver:
the content type, which ends the padding, and the sequence number, and with it its key.
"""

from __future__ import annotations

from collections.abc import Iterator

from vambrace.analysis import taint, taint_names
from vambrace.analysis.taint import Secret
from vambrace.base.errors import VambraceError
from vambrace.config import Build, Frame
from vambrace.measure.frame import forged
from vambrace.software.oracles import frames as oracles
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, IMAGE_WORDS, OK, RECORD_WORDS, Job, decode, encode
from vambrace.software.toolchain.elf import Elf
from vambrace_dev.verify.secret_calls import Result

#: Buffer offsets from a machine word: all aligned, and each at another offset.
PLACES: tuple[dict[str, int], ...] = ({}, {"key": 1, "nonce": 3, "in": 1}, {"in": 2})

# The words of a record with the positions of its key and its input.
_KEY, _IN = 4, 10


def jobs_of(frame: Frame) -> list[tuple[Job, int]]:
    """Return the calls, each with its required status: both operations and a wrong tag, at different offsets."""
    (protect, _), (unprotect, _) = oracles.packet(frame).calls()
    every = [(protect, OK), (unprotect, OK), (forged(unprotect), ERR_TAG)]
    return [(job.but(align=place), status) for place in PLACES for job, status in every]


def _records(image: bytes, jobs: list[Job], address: int) -> Iterator[tuple[Job, int, int]]:
    """Yield each job with the addresses of its keys and its frame."""
    at = 4 * IMAGE_WORDS
    for job in jobs:
        record = [int.from_bytes(image[at + 4 * i :][:4], "little") for i in range(RECORD_WORDS)]
        yield job, address + at + record[_KEY], address + at + record[_IN]
        at += record[0]


def secrets(frame: Frame, image: bytes, jobs: list[Job], address: int) -> list[Secret]:
    """Return the secret bytes."""
    found = []
    for job, key, text in _records(image, jobs, address):
        shown = frame.called[0].key if frame.mask and job.op == "unprotect" else 0
        found.append(Secret("key", len(job.key) - shown, key))
        if job.op == "protect":
            found.append(Secret("content", frame.content, text + frame.header))
    return found


def public(frame: Frame, image: bytes, jobs: list[Job], address: int) -> list[tuple[int, int]]:
    """Return the bytes that are public when they are decrypted."""
    if not frame.inner:
        return []
    records = _records(image, jobs, address)
    return [(text + frame.header + frame.content, frame.inner) for job, _, text in records if job.op == "unprotect"]


def follow(build: Build, frame: Frame, elf: Elf | None = None) -> Result:
    """Track the secrets of all calls for a frame. VambraceError if a call has an unexpected status."""
    elf = elf or aead.frame_runner(frame, build.on_spike(build.xlen))
    every = jobs_of(frame)
    jobs = aead.jobs_for(elf, [job for job, _ in every])
    image, address = encode(jobs), elf.symbol("vmb_job_image")
    memory = aead.memory_of_image(elf, image)
    known = taint_names.public(elf, [])
    report = taint.run(
        elf,
        secrets(frame, image, jobs, address),
        elf.symbol("main"),
        public=taint.Public(known.functions, known.branches, tuple(public(frame, image, jobs, address))),
        load=memory.load,
        dump=memory.dump,
        tohost=elf.symbol("vmb_spike"),
        cached=True,
    )
    results = decode(report.dumps["image"], jobs)
    wrong = [n for n, (r, (_, status)) in enumerate(zip(results, every, strict=True)) if r.status != status]
    if report.end != "returned" or wrong or not report.secret:
        raise VambraceError(f"{build.label}, {frame.name}: {report.end}, calls {wrong[:4]} end in another status")
    findings = {
        f"{elf.function_at(f.pc)}: {f.text}: {f.kind} depends on {', '.join(f.chains)}" for f in report.findings
    }
    return Result(sorted(findings), len(every), report.executed)
