# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures the stack: calls on a core's RTL over a painted stack.

firmware/jobs_call.h paints the stack before each call and looks for the lowest changed word; the simulation records the
lowest value of sp. The messages are those of the scenarios, short ones with all kinds of ends, unaligned ones, and for
authenticated algorithms also a forged one and one with the shortest tag. Every result is compared with the oracle's.
"""

import json
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import VambraceError
from vambrace.config import Algorithm, Point, macros
from vambrace.hardware import model
from vambrace.software.oracles import messages, plugged
from vambrace.software.running import aead
from vambrace.software.running.jobs import BUFFERS, ERR_TAG, OK, Job

#: Bytes of associated data and of message, and whether they are one byte off a word boundary.
_SHORT = ((0, 0, False), (0, 1, False), (1, 0, True), (16, 16, False), (9, 33, True), (21, 64, False), (32, 79, True))

#: Bytes painted below the worst case, to detect deeper changes.
_MARGIN = 128

_FRAME, _DEPTHS = "vmb_job_frame", 64  # firmware/jobs_call.h


@dataclass(frozen=True)
class Depth:
    """Bytes below the caller's sp, maximum over all messages."""

    sp: int  # the lowest value of sp
    painted: int  # the lowest word that changed


def lengths() -> list[tuple[int, int, bool]]:
    """Return the messages of a run: bytes of associated data and of message, and whether they are unaligned."""
    return [*((s.ad, s.message, False) for s in config.packets().values()), *_SHORT]


def _jobs(algorithm: Algorithm) -> list[tuple[messages.Expected, int]]:
    """Return every operation on every message, with the required status."""
    calls = []
    for ad, message, off in lengths():
        rng = random.Random(f"{algorithm.name}/{ad}/{message}")
        key, nonce = rng.randbytes(algorithm.key), rng.randbytes(algorithm.nonce)
        if off:
            nonce = b"\xff" * algorithm.nonce  # makes a counter carry
        text = rng.randbytes(algorithm.longest(message))
        for call in messages.calls(algorithm, key, nonce, rng.randbytes(ad), text):
            job = call.job.but(align=dict.fromkeys(BUFFERS, 1)) if off else call.job
            calls.append((call._replace(job=job), OK))
            if job.op in ("open", "verify"):
                wrong = bytes([job.tag[0] ^ 1, *job.tag[1:]])  # type: ignore[index]
                calls.append((messages.Expected(job.but(tag=wrong), bytes(len(call.out)), wrong), ERR_TAG))
    shortest = min(plugged.lengths(algorithm).tags, default=algorithm.tag)
    if algorithm.kind in ("aead", "mac") and shortest < algorithm.tag:
        short = replace(algorithm, tag=shortest)
        calls += [(call, OK) for call in messages.calls(short, bytes(short.key), bytes(short.nonce), b"", b"")]
    return calls


def depths_key(model_key: str, program: bytes, jobs: list[tuple[messages.Expected, int]]) -> str:
    """Return the hash of the inputs of the depths."""
    return store.digest(code.digest(__name__), model_key, program, repr(jobs))


def measure(point: Point, algorithm: Algorithm, worst: int) -> dict[str, Depth]:
    """Return the depth of "init" and of each operation. `worst` bytes plus a margin are painted. Cached while nothing
    has changed.
    """
    paint = (worst + _MARGIN + 15) // 16 * 16
    elf = aead.runner(algorithm, point.build, macros.job_paint(paint))
    spec = model.shared(point.core, point.extensions)
    jobs = _jobs(algorithm)
    key = depths_key(model.key(spec), elf.path.read_bytes(), jobs)

    def build(work: Path) -> None:
        run = aead.run_jobs(model.build(spec), algorithm, elf, [e.job for e, _ in jobs], dump=[_FRAME])
        for (expected, status), result in zip(jobs, run.results, strict=True):
            good = (result.init_status, result.status) == (OK, status) and not result.violations
            if not good or (result.out, result.tag) != (expected.out, expected.tag):
                raise messages.WrongResult(f"{point.name} {algorithm.name}: wrong result for {_shape(expected.job)}")
        depths = [[name, s, p] for name, s, p in _depths(algorithm, jobs, run)]
        (work / "depths.json").write_text(json.dumps(depths))

    depths: dict[str, Depth] = {}
    for name, sp, painted in json.loads((store.entry("paint", key, build) / "depths.json").read_text()):
        if painted >= paint:
            raise VambraceError(f"{point.name} {algorithm.name}: {name} changes words {painted} bytes below its caller")
        before = depths.get(name, Depth(0, 0))
        depths[name] = Depth(max(before.sp, sp), max(before.painted, painted))
    return depths


def _shape(job: Job) -> str:
    return f"{job.op} of {len(job.ad)} and {len(job.data)} bytes"


def _depths(
    algorithm: Algorithm, jobs: list[tuple[messages.Expected, int]], run: aead.JobsRun
) -> Iterator[tuple[str, int, int]]:
    """Yield name, lowest sp and lowest change of each painted call, except wiping the key."""
    frame = run.dumps[_FRAME]
    count = struct.unpack_from("<I", frame, _DEPTHS - 4)[0]
    every = (len(frame) - _DEPTHS) // 4
    calls = 1 if algorithm.kind == "hash" else 3  # init, the operation, wipe
    if count != calls * len(jobs) or count > every:
        raise VambraceError(f"{algorithm.name}: {count} painted calls, not {calls * len(jobs)} of at most {every}")
    painted = struct.unpack_from(f"<{count}I", frame, _DEPTHS)
    for i, (expected, _) in enumerate(jobs):
        init, call = run.init[i], run.call[i]
        if init is not None:
            yield "init", init.stack_bytes, painted[calls * i]
        assert call is not None
        yield expected.job.op, call.stack_bytes, painted[calls * i + (calls > 1)]
