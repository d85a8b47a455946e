# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cases: a job and all that its call may do. `check` runs many and says which did anything else."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.aead.protocol import Runner
from vambrace import oracle
from vambrace.jobs import BUFFERS, ERR_TAG, NOT_RUN, OK, Job, Result

#: Another value gives other keys, nonces, texts, alignments and random lengths.
SEED = os.environ.get("VAMBRACE_TEST_SEED", "1")

# Cycles of the portable library on ibex-ref, rounded up: of a call with its key, of each byte.
_COST = {
    "aes-128-ccm": (13000, 200), "ascon-128": (4500, 95),
    "ascon-aead128": (4500, 65), "chacha20-poly1305": (5500, 45),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """What a call must do; `out` and `tag` None: leave those bytes as they were."""

    name: str
    job: Job
    out: bytes | None = None
    tag: bytes | None = None
    statuses: tuple[int, ...] = (OK,)
    init_status: int = OK

    def complaints(self, result: Result) -> list[str]:
        """Everything that the call did and should not have done, and the other way round."""
        wrong = list(result.violations[:8])
        if len(result.violations) > 8:
            wrong.append(f"and {len(result.violations) - 8} more bytes")
        if result.init_status != self.init_status:
            wrong.append(f"init returned {result.init_status}, not {self.init_status}")
        if result.status not in self.statuses:
            wrong.append(f"returned {result.status}, not {' or '.join(map(str, self.statuses))}")
        for name, now, before, expected in (
            ("out", result.out, result.out_before, self.out),
            ("tag", result.tag, result.tag_before, self.tag),
        ):
            wanted = before if expected is None else expected
            if now != wanted:
                at = next((i for i, (a, b) in enumerate(zip(now, wanted, strict=False)) if a != b), None)
                touched = " (it was to stay as it was)" if expected is None else ""
                wrong.append(f"{name} is wrong from byte {at}{touched}: {now.hex()}, not {wanted.hex()}"[:400])
        return wrong


def rng(*names: object) -> random.Random:
    """Random numbers that depend on the seed and on `names` alone."""
    return random.Random("/".join(map(str, (SEED, *names))))


def fresh(algorithm: str, r: random.Random, data_len: int, ad_len: int, **fields: object) -> Job:
    """A seal with random content, and the algorithm's longest nonce unless `fields` name another."""
    lengths = oracle.LENGTHS[algorithm]
    nonce_len = fields.pop("nonce_len", lengths.nonces[-1])
    return Job(
        "seal", r.randbytes(lengths.key), r.randbytes(nonce_len), r.randbytes(ad_len), r.randbytes(data_len), **fields
    )  # type: ignore[arg-type]


def any_alignment(r: random.Random) -> dict[str, int]:
    """A random alignment for every buffer."""
    return {name: r.randrange(4) for name in BUFFERS}


def sealing(name: str, algorithm: str, job: Job) -> Case:
    """The seal must compute what the oracle says."""
    out, tag = oracle.seal(algorithm, job.key, job.nonce, job.ad, job.data, job.tag_len)
    return Case(f"seal {name}", job, out, tag)


def opened(algorithm: str, job: Job) -> Job:
    """The open that undoes a seal."""
    out, tag = oracle.seal(algorithm, job.key, job.nonce, job.ad, job.data, job.tag_len)
    return job.but(op="open", data=out, tag=tag)


def opening(name: str, algorithm: str, job: Job) -> Case:
    """The open of what the seal `job` makes must give back its message."""
    return Case(f"open {name}", opened(algorithm, job), job.data)


def both(name: str, algorithm: str, job: Job) -> list[Case]:
    """Seal and open."""
    return [sealing(name, algorithm, job), opening(name, algorithm, job)]


def forged(name: str, job: Job) -> Case:
    """The open must fail and leave an output of zeros."""
    return Case(f"forged {name}", job, bytes(len(job.data)), statuses=(ERR_TAG,))


def refused(name: str, job: Job, *statuses: int) -> Case:
    """The call breaks a rule: it must return one of these and write nothing."""
    return Case(f"{job.op} {name}", job, statuses=statuses)


def refused_key(name: str, job: Job, status: int) -> Case:
    """init must return this and write nothing; nothing else is called."""
    return Case(f"{job.op} {name}", job, statuses=(NOT_RUN,), init_status=status)


def cost(algorithm: str, case: Case) -> int:
    """About how many cycles a case takes."""
    call, byte = _COST[algorithm]
    works = case.out is not None
    return call + byte * (len(case.job.data) + len(case.job.ad)) if works else call // 2


def affordable(algorithm: str, cases: Iterable[Case], cycles: float) -> list[Case]:
    """The cases, from the first on, that fit into so many cycles together. Some that do not fit
    are passed over; many in a row end the search, so that nobody computes them for nothing."""
    chosen: list[Case] = []
    misses = 0
    for case in cases:
        price = cost(algorithm, case)
        if price <= cycles:
            cycles -= price
            chosen.append(case)
            misses = 0
        else:
            misses += 1
            if misses == 20:
                break
    return chosen


def failures(cases: Sequence[Case], results: Sequence[Result]) -> list[str]:
    """One text for each case that went wrong."""
    pairs = [(case, case.complaints(result)) for case, result in zip(cases, results, strict=True)]
    return [f"{case.name}: {'; '.join(wrong)}" for case, wrong in pairs if wrong]


def check(runner: Runner, algorithm: str, every: Iterable[Case], share: float) -> None:
    """Runs the cases, as many as `share` of the runner's budget pays for; all must go well."""
    cases = list(every) if runner.budget is None else affordable(algorithm, every, share * runner.budget)
    assert cases, f"the share of {runner.name}'s budget does not pay for a single case"
    print(f"{len(cases)} jobs on {runner.name}, seed {SEED}")
    wrong = failures(cases, runner.run(algorithm, [case.job for case in cases]))
    shown = "\n".join(wrong[:10])
    assert not wrong, f"{len(wrong)} of {len(cases)} cases failed (seed {SEED}), the first of them:\n{shown}"
