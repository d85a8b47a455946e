# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A call with a key object that init never made, or that was wiped, returns VMB_ERR_STATE if nothing else is wrong. An
output must not overlap the key object, in one shot or in pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tests.aead.cases import Case, fresh, opened, refused, rng
from tests.aead.catalogue import case_list
from tests.aead.lists.misuse import SIZE, Script, scripts
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, ERR_STATE, ERR_TAG, Job, Step

listed = partial(case_list, kinds=("aead", "cipher"))

UNREADY = ("zero", "stale", "wiped")


def jobs(algorithm: str, size: int) -> list[Job]:
    """The call and the one that undoes it."""
    job = fresh(algorithm, rng("key objects", algorithm, size), size, size)
    return [job, opened(algorithm, job)]


def unready_calls(algorithm: str) -> Iterator[Case]:
    for job in (job for size in (48, 0) for job in jobs(algorithm, size)):
        for state in UNREADY:
            bad = job.but(key_state=state)
            yield refused(f"{state} key, {len(job.data)} bytes", bad, ERR_STATE)
            yield refused(f"{state} key, in place", bad.in_place(), ERR_STATE)
            # Wrong arguments are reported first.
            yield refused(f"{state} key, {0x80000000:#x} bytes", bad.but(claim={"len": 0x80000000}), ERR_LENGTH)
            if job.data:
                yield refused(f"{state} key, null", bad.but(null=frozenset({"in"})), ERR_ARGUMENT)
                over = bad.but(place={"out": ("object", 0)})
                yield refused(f"{state} key, out over it", over, ERR_ARGUMENT)
        if not job.data:
            continue
        outputs = [name for name in ("out", "tag") if job.op in ("seal", "encrypt") or name == "out"]
        for name in (name for name in outputs if job.sizes()[name]):
            for d in (-4, -1):  # the word with the validity of the key
                at_end = job.but(place={name: ("object", d)}, at_end=True)
                yield refused(f"{name} at the end of the key{d:+}", at_end, ERR_ARGUMENT)


def starts(s: Script) -> Iterator[Case]:
    calls = s.calls(ERR_STATE)
    size = s.begin[0].length
    for state in UNREADY:
        bad = s.job.but(key_state=state)
        yield s.made(f"start with a {state} key", Step("start", size, status=ERR_STATE), *calls, job=bad)
        null = Step("start", size, status=ERR_ARGUMENT, flags=("no in",))
        yield s.made(f"start with a {state} key and no nonce", null, *calls, job=bad)


def wiped_meanwhile(s: Script) -> Iterator[Case]:
    """The key is wiped before one call of a stream, which ends the stream."""
    steps, calls = [*s.begin, *s.ad, *s.update, *s.end], s.calls(ERR_STATE)
    for i, step in enumerate(steps):
        if step.what in ("start", "abort") or (s.known.kind, step.what) == ("cipher", "finish"):
            continue
        late = Step(step.what, step.length, step.at, ERR_STATE, ("key wiped",))
        written = SIZE if step.what == "finish" else 0
        yield s.made(f"key wiped before {step.what}", *steps[:i], late, *calls, written=written)


def over_the_key(s: Script) -> Iterator[Case]:
    before, calls = [*s.begin, *s.ad], s.calls(ERR_STATE)
    last = s.end[0]
    for end, places in ((False, (-8, -1, 0, 1, 4, 16)), (True, (-9, -4, -1))):
        job, where = s.job.but(at_end=end), "the end of the key" if end else "the key"
        for at in places:
            over = Step("update", 9, at, ERR_ARGUMENT, ("out at key",))
            yield s.made(f"update to {where}{at:+}", *before, over, *calls, job=job)
            yield s.made(f"later update to {where}{at:+}", *before, Step("update", 5), over, *calls, job=job, written=5)
            if s.job.op == "seal":
                over = Step("finish", last.length, at, ERR_ARGUMENT, ("out at key",))
                yield s.made(f"finish to {where}{at:+}", *before, *s.update, over, *calls, job=job, written=SIZE)
            elif s.job.op == "open" and at == 0 and not end:  # a tag that is read may lie there: it is wrong
                over = Step("finish", last.length, at, ERR_TAG, ("out at key",))
                yield s.made(f"finish of {where}{at:+}", *before, *s.update, over, *calls, job=job, written=SIZE)


@listed(0.03, essential=True)
def whole_calls(algorithm: str) -> Iterable[Case]:
    cases = list(unready_calls(algorithm))
    rng("key order", algorithm).shuffle(cases)
    return cases


@listed(0.06, features=("stream",))
def streams(algorithm: str) -> Iterable[Case]:
    makers = (starts, wiped_meanwhile, over_the_key)
    cases = [case for s in scripts(algorithm) for maker in makers for case in maker(s)]
    rng("key order of streams", algorithm).shuffle(cases)
    return cases
