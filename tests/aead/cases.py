# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cases: a job and the allowed effects of its call. `check` runs many and reports other effects."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.aead.protocol import Runner
from vambrace import config
from vambrace.software.oracles import oracle
from vambrace.software.running.jobs import BUFFERS, ERR_TAG, NOT_RUN, OK, Job, Result

#: Another value gives other keys, nonces, texts, alignments and random lengths.
SEED = os.environ.get("VAMBRACE_TEST_SEED", "1")

# Cycles of the portable library on ibex-ref, rounded up, for a call with its key and for each byte. The key is
# the last part of an algorithm's name, or else the first.
_COST = {
    "ccm": (13000, 200), "gcm": (20000, 250), "ecb": (9000, 110), "cbc": (9000, 190), "ctr": (9000, 110),
    "aead128": (4500, 65), "options": (6000, 70), "hash256": (4000, 190), "xof128": (4000, 190), "cxof128": (6000, 190),
    "ascon": (4500, 95), "chacha20": (5500, 45), "xchacha20": (7500, 45), "siv": (50000, 300), "128l": (60000, 90),
    "cmac": (16000, 190), "gmac": (20000, 200), "poly1305": (2500, 12), "mac": (9000, 60), "sha256": (20000, 60),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """What a call must do; `out`, `tag` and `nonce` are None if the call must leave these bytes unchanged. If a stream
    fails in the middle, only the first `written` bytes of an output are written."""

    name: str
    job: Job
    out: bytes | None = None
    tag: bytes | None = None
    nonce: bytes | None = None
    written: int | None = None
    statuses: tuple[int, ...] = (OK,)
    init_status: int = OK
    #: The record of the case after a run without faults.
    right: bytes | None = field(default=None, init=False, compare=False, repr=False)

    def left(self, record: bytes) -> None:
        """Remember a record without faults."""
        object.__setattr__(self, "right", record)

    def complaints(self, result: Result) -> list[str]:
        """Return each forbidden effect of the call, and each required effect that is missing."""
        wrong = list(result.violations[:8])
        if len(result.violations) > 8:
            wrong.append(f"and {len(result.violations) - 8} more bytes")
        if result.init_status != self.init_status:
            wrong.append(f"init returned {result.init_status}, not {self.init_status}")
        for number, (step, status) in enumerate(zip(self.job.steps, result.steps, strict=True)):
            if self.init_status == OK and status != step.status:
                wrong.append(f"step {number} ({step.what} {step.length}) returned {status}, not {step.status}")
        if result.status not in self.statuses:
            wrong.append(f"returned {result.status}, not {' or '.join(map(str, self.statuses))}")
        for name, now, before, expected in (
            ("out", result.out, result.out_before, self.out),
            ("tag", result.tag, result.tag_before, self.tag),
            ("nonce", result.nonce, result.nonce_before, self.nonce),
        ):
            wanted = before if expected is None else expected[: self.written] + before[len(expected[: self.written]) :]
            if now != wanted:
                at = next((i for i, (a, b) in enumerate(zip(now, wanted, strict=False)) if a != b), None)
                touched = " (it must not change)" if expected is None else ""
                wrong.append(f"{name} is wrong from byte {at}{touched}: {now.hex()}, not {wanted.hex()}"[:400])
        return wrong


def rng(*names: object) -> random.Random:
    """Random numbers that depend on the seed and on `names` alone."""
    return random.Random("/".join(map(str, (SEED, *names))))


def fresh(algorithm: str, r: random.Random, data_len: int, ad_len: int, **fields: object) -> Job:
    """The first operation of an algorithm with random content, and its usual nonce and tag lengths
    unless `fields` name others. Messages are cut to whole blocks if the algorithm accepts no others. Without
    associated data, `ad_len` is the length of an XOF's output; a cipher ignores it."""
    known = config.algorithms()[algorithm]
    nonce_len = fields.pop("nonce_len", known.nonce)
    key, nonce, data = r.randbytes(known.key), r.randbytes(nonce_len), r.randbytes(known.longest(data_len))  # type: ignore[arg-type]
    ad = r.randbytes(ad_len) if known.has_ad else b""
    if "squeeze" in known.features:
        fields.setdefault("tag_len", r.randrange(81) if known.has_ad else ad_len)
    return Job(known.operations[0], key, nonce, ad, data, **{"tag_len": known.tag, **fields})  # type: ignore[arg-type]


def any_alignment(r: random.Random) -> dict[str, int]:
    """A random alignment for every buffer."""
    return {name: r.randrange(4) for name in BUFFERS}


def sealing(name: str, algorithm: str, job: Job) -> Case:
    """The seal, encryption or hash must agree with the oracle."""
    title = f"{job.op} {name}"
    match job.op:
        case "seal":
            out, tag = oracle.seal(algorithm, job.key, job.nonce, job.ad, job.data, job.tag_len)
            return Case(title, job, out, tag)
        case "compute":
            return Case(title, job, tag=oracle.mac(algorithm, job.key, job.nonce, job.data, job.tag_len))
        case "encrypt":
            out, following = oracle.encrypt(algorithm, job.key, job.nonce, job.data)
            return Case(title, job, out, nonce=following)
        case _:
            return Case(title, job, tag=oracle.digest(algorithm, job.data, job.tag_len, job.ad))


def opened(algorithm: str, job: Job) -> Job:
    """The open that undoes a seal, or the decryption that undoes an encryption."""
    if job.op == "encrypt":
        return job.but(op="decrypt", data=oracle.encrypt(algorithm, job.key, job.nonce, job.data)[0])
    if job.op == "compute":
        return job.but(op="verify", tag=oracle.mac(algorithm, job.key, job.nonce, job.data, job.tag_len))
    out, tag = oracle.seal(algorithm, job.key, job.nonce, job.ad, job.data, job.tag_len)
    return job.but(op="open", data=out, tag=tag)


def opening(name: str, algorithm: str, job: Job) -> Case:
    """Opening the output of the seal `job` must return its message."""
    undo = opened(algorithm, job)
    if undo.op == "verify":
        return Case(f"verify {name}", undo)
    following = None if job.op == "seal" else oracle.encrypt(algorithm, job.key, job.nonce, job.data)[1]
    return Case(f"{undo.op} {name}", undo, job.data, nonce=following)


def both(name: str, algorithm: str, job: Job) -> list[Case]:
    """Seal and open; a hash has nothing to open."""
    return [sealing(name, algorithm, job), *([] if job.op == "hash" else [opening(name, algorithm, job)])]


def forged(name: str, job: Job) -> Case:
    """The open must fail and leave an output of zeros; a MAC has no output."""
    out = None if job.op == "verify" else bytes(len(job.data))
    return Case(f"forged {name}", job, out, statuses=(ERR_TAG,))


def refused(name: str, job: Job, *statuses: int) -> Case:
    """The call breaks a rule: it must return one of these and write nothing."""
    return Case(f"{job.op} {name}", job, statuses=statuses)


def refused_key(name: str, job: Job, status: int) -> Case:
    """init must return this and write nothing; nothing else is called."""
    return Case(f"{job.op} {name}", job, statuses=(NOT_RUN,), init_status=status)


def cost(algorithm: str, case: Case, fixed_cost: int | None = None) -> int:
    """About how many cycles a case takes. On an engine a short case takes `fixed_cost` cycles for every algorithm,
    most of them in the program that runs the jobs."""
    if fixed_cost is not None:
        size = len(case.job.data) + len(case.job.ad) + case.job.tag_len
        return max(fixed_cost, 8 * size) + 1500 * len(case.job.steps)
    parts = algorithm.split("-")
    last = parts[0] if algorithm.endswith("-poly1305") else parts[-1]
    call, byte = _COST.get(last) or _COST[parts[0]]
    works = case.out is not None or case.tag is not None or case.job.op == "verify"
    size = len(case.job.data) + len(case.job.ad) + (len(case.tag or b"") if case.job.op == "hash" else 0)
    return call + byte * size + 300 * len(case.job.steps) if works else call // 2


def affordable(algorithm: str, cases: Iterable[Case], cycles: float, fixed_cost: int | None = None) -> list[Case]:
    """Return the leading cases that fit into this many cycles together. Cases that do not fit are skipped; 20 of them
    in a row end the search.
    """
    chosen: list[Case] = []
    misses = 0
    for case in cases:
        needed = cost(algorithm, case, fixed_cost)
        if needed <= cycles:
            cycles -= needed
            chosen.append(case)
            misses = 0
        else:
            misses += 1
            if misses == 20:
                break
    return chosen


def failures(cases: Sequence[Case], results: Sequence[Result]) -> list[str]:
    """One text for each case that went wrong."""
    actual = ((case, case.complaints(result)) for case, result in zip(cases, results, strict=True))
    return [f"{case.name}: {'; '.join(wrong)}" for case, wrong in actual if wrong]


def check(runner: Runner, algorithm: str, every: Iterable[Case]) -> None:
    """Run the cases; all must pass."""
    cases = list(every)
    assert cases
    wrong = failures(cases, runner.run(algorithm, [case.job for case in cases]))
    shown = "\n".join(wrong[:10])
    assert not wrong, f"{len(wrong)} of {len(cases)} cases failed (seed {SEED}), the first of them:\n{shown}"
