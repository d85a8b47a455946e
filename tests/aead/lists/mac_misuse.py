# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls of MACs that break a rule write nothing and end a stream; those that only look odd are served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tests.aead.cases import Case, both, forged, fresh, opened, refused, refused_key, rng
from tests.aead.catalogue import case_list
from tests.aead.lists.arguments import HUGE, LONGEST, sharing
from tests.aead.streams import begin
from vambrace import config
from vambrace.software.oracles.oracle import LENGTHS
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, ERR_STATE, ERR_TAG, Job, Step

listed = partial(case_list, 0.05, kinds=("mac",))

SIZE = 20
AT_STREAM = (-8, -1, 0, 1, 4, 16)


def pair(algorithm: str, name: str, size: int = SIZE) -> list[Job]:
    """Return the call that computes a tag, and the one that verifies it."""
    job = fresh(algorithm, rng(name, algorithm), size, 0)
    return [job, opened(algorithm, job)]


@listed(essential=True)
def keys(algorithm: str) -> Iterable[Case]:
    r = rng("mac keys", algorithm)
    right, any_key = LENGTHS[algorithm].key, LENGTHS[algorithm].any_key
    cases: list[Case] = []
    for job in pair(algorithm, "mac keys"):
        for n in () if any_key else set(range(65)) - {right}:
            cases.append(refused_key(f"key of {n}", job.but(key=r.randbytes(n)), ERR_LENGTH))
        for n in HUGE if any_key else (right + (1 << 8), right + (1 << 16), right + (1 << 31), *HUGE):
            cases.append(refused_key(f"key of {n}", job.but(claim={"key_len": n}), ERR_LENGTH))
        cases.append(refused_key("no key bytes", job.but(null=frozenset({"key"})), ERR_ARGUMENT))
        cases.append(refused_key("no room for a key", job.but(null=frozenset({"init object"})), ERR_ARGUMENT))
        for d in (1 - right, -1, 0, 1, 4, 15):
            placed = job.but(place={"key": ("object", d)})
            cases.append(refused_key(f"key bytes at expanded key{d:+}", placed, ERR_ARGUMENT))
        for state in ("zero", "stale", "wiped"):
            bad = job.but(key_state=state)
            cases.append(refused(f"{state} key", bad, ERR_STATE))
            cases.append(refused(f"{state} key, {HUGE[0]} bytes", bad.but(claim={"len": HUGE[0]}), ERR_LENGTH))
            cases.append(refused(f"{state} key, null", bad.but(null=frozenset({"in"})), ERR_ARGUMENT))
    r.shuffle(cases)
    return cases


def wrong(algorithm: str, job: Job) -> Iterator[Case]:
    lengths = LENGTHS[algorithm]
    for n in sorted(set(range(34)) - set(lengths.tags)):
        tag = {"tag_len": n} if job.tag is None else {"tag": job.tag.ljust(n, b"x")[:n]}
        yield refused(f"tag of {n}", job.but(**tag), ERR_LENGTH)
    for n in (16 + (1 << 8), 16 + (1 << 16), 16 + (1 << 31), *HUGE):
        yield refused(f"tag of {n}", job.but(claim={"tag_len": n}), ERR_LENGTH)
    for n in (0, *HUGE) if lengths.nonces else ():
        yield refused(f"nonce of {n}", job.but(claim={"nonce_len": n}), ERR_LENGTH)
    for n in HUGE:
        # A message of that size also overlaps the tag: both answers are right.
        yield refused(f"message of {n}", job.but(claim={"len": n}), ERR_LENGTH, ERR_ARGUMENT)
    if job.tag is None:
        yield refused("the longest message", job.but(claim={"len": LONGEST}), ERR_ARGUMENT)
    for name in ("in", "tag", "nonce", "object"):
        if name != "nonce" or lengths.nonces:
            yield refused(f"null {name}", job.but(null=frozenset({name})), ERR_ARGUMENT)


def overlapping(job: Job) -> Iterator[tuple[str, Job]]:
    """Yield every way in which the computed tag shares bytes with another argument."""
    for other, size in (("in", len(job.data)), ("nonce", len(job.nonce))):
        for d in sharing(job.tag_len, size) if size else ():
            yield f"tag at {other}{d:+}", job.but(place={"tag": (other, d)})
    for d in (-15, -4, -1, 0, 1, 4, 15):
        yield f"tag at expanded key{d:+}", job.but(place={"tag": ("object", d)})
    for d in (-4, -1):
        yield f"tag at the end of the key{d:+}", job.but(place={"tag": ("object", d)}, at_end=True)


@listed(essential=True)
def arguments(algorithm: str) -> Iterable[Case]:
    created, verified = pair(algorithm, "mac arguments")
    cases = [case for job in (created, verified) for case in wrong(algorithm, job)]
    cases += [refused(name, job, ERR_ARGUMENT) for name, job in overlapping(created)]
    for size in (0, SIZE):
        job = pair(algorithm, "mac nothing", size)[0]
        cases += both(f"{size} touches", algorithm, job.but(place={"tag": ("in", size)}))
        if size == 0:
            cases += both("null of nothing", algorithm, job.but(null=frozenset({"in"})))
    inside = created.but(data=created.data[:4] + created.key[:4])
    cases += both("data is key bytes", algorithm, inside)
    if created.nonce:
        nonce = created.data[2:][: len(created.nonce)]
        cases += both("nonce inside of the message", algorithm, created.but(nonce=nonce, place={"nonce": ("in", 2)}))
    tag = created.data[1:17]  # a wrong tag, but an allowed place for it
    cases.append(forged("tag inside of the message", verified.but(tag=tag, place={"tag": ("in", 1)})))
    rng("mac argument order", algorithm).shuffle(cases)
    return cases


class Script:
    """A stream of one algorithm, and the steps that can be done wrongly."""

    def __init__(self, algorithm: str, job: Job, tag: bytes | None) -> None:
        self.job, self.tag = job, tag  # the buffer that the call writes
        self.begin = begin(algorithm, job)
        self.update = Step("update", SIZE)
        self.end = Step("finish", job.tag_len if tag is not None else len(job.tag or b""))
        self.longest = LENGTHS[algorithm].tags[-1]
        self.nonce_len = len(job.nonce)

    def refused(self, name: str, *steps: Step, job: Job | None = None) -> Case:
        """The last step fails, and so does every call after it."""
        after = (Step("update", 5, status=ERR_STATE), Step("finish", 16, status=ERR_STATE))
        changed = (job or self.job).but(steps=(*steps, *after))
        return Case(f"{self.job.op}: {name}", changed, statuses=(ERR_STATE,))


def order(s: Script) -> Iterator[Case]:
    failed = Step("update", 7, status=ERR_ARGUMENT, flags=("no in",))
    yield s.refused("nothing before start")
    yield s.refused("nothing after abort", *s.begin, s.update, Step("abort"))
    yield s.refused("nothing after a failure", *s.begin, failed)
    yield s.refused("nothing after two failures", *s.begin, s.update, failed, Step("update", 7, status=ERR_STATE))
    for step in (Step("update", 5, status=ERR_STATE), Step("finish", 16, status=ERR_STATE)):
        # The tag was computed, or verified, before.
        job = s.job.but(steps=(*s.begin, s.update, s.end, step))
        yield Case(f"{s.job.op}: {step.what} after the end", job, tag=s.tag, statuses=(ERR_STATE,))


def starts(s: Script) -> Iterator[Case]:
    n = s.nonce_len
    for before, where in (((), "start"), ((*s.begin, s.update), "restart")):
        for at in AT_STREAM:
            bad = Step("start", n, at, ERR_ARGUMENT, ("key at stream",))
            yield s.refused(f"{where} with a key at stream{at:+}", *before, bad)
            if n:
                bad = Step("start", n, at, ERR_ARGUMENT, ("in at stream",))
                yield s.refused(f"{where} with a nonce at stream{at:+}", *before, bad)
        if n:
            yield s.refused(
                f"{where} without a nonce", *before, Step("start", n, status=ERR_ARGUMENT, flags=("no in",))
            )
            for length in (0, *HUGE):
                yield s.refused(f"{where}, nonce of {length}", *before, Step("start", length, status=ERR_LENGTH))
    null = s.job.but(null=frozenset({"object"}))
    yield s.refused("start without a key", Step("start", n, status=ERR_ARGUMENT), job=null)
    for state in ("zero", "stale", "wiped"):
        unready = s.job.but(key_state=state)
        yield s.refused(f"start with a {state} key", Step("start", n, status=ERR_STATE), job=unready)


def pieces(s: Script) -> Iterator[Case]:
    for at in (-8, *AT_STREAM):
        bad = Step("update", 9, at, ERR_ARGUMENT, ("in at stream",))
        yield s.refused(f"update of stream{at:+}", *s.begin, bad)
        finish = Step("finish", 16, at, ERR_ARGUMENT, ("out at stream",))
        yield s.refused(f"finish to stream{at:+}", *s.begin, s.update, finish)
    for step in (
        *(Step("update", 1, at, ERR_ARGUMENT, ("in at stream",)) for at in (0, 1, 4, 16)),
        Step("update", 1, status=ERR_ARGUMENT, flags=("no in",)),
        Step("update", 1, status=ERR_STATE, flags=("key wiped",)),
    ):  # in a block of which some bytes are there: a byte may have a faster way of its own
        lead = (*s.begin, Step("update", 5), Step("update", 1))
        yield s.refused(f"a byte: {', '.join(step.flags)}{step.at:+}", *lead, step)
    for length in HUGE:
        yield s.refused(f"update of {length}", *s.begin, s.update, Step("update", length, status=ERR_LENGTH))
        yield s.refused(f"tag of {length}", *s.begin, s.update, Step("finish", length, status=ERR_LENGTH))
    yield s.refused("no tag", *s.begin, s.update, Step("finish", 0, status=ERR_LENGTH))
    yield s.refused("a long tag", *s.begin, s.update, Step("finish", s.longest + 1, status=ERR_LENGTH))
    missing = "no out" if s.job.op == "compute" else "no in"
    yield s.refused("null tag", *s.begin, s.update, Step("finish", 16, status=ERR_ARGUMENT, flags=(missing,)))
    for i, step in enumerate((s.update, s.end)):
        late = Step(step.what, step.length, status=ERR_STATE, flags=("key wiped",))
        yield s.refused(f"key wiped before {step.what}", *s.begin, *([s.update] * i), late)
    for at in (-8, -1, 0, 1, 4):
        finish = Step("finish", 16, at, ERR_ARGUMENT, ("out at key",))
        if s.job.op == "compute":
            yield s.refused(f"finish to the key{at:+}", *s.begin, s.update, finish)
        elif at == 0:  # a tag that is read may lie there: it is wrong
            finish = Step("finish", 16, at, ERR_TAG, ("out at key",))
            yield s.refused("finish of the key", *s.begin, s.update, finish)


def null_streams(s: Script) -> Iterator[Case]:
    """Yield calls with a null stream: an error, and the existing stream does not change."""
    for step in (s.begin[0], s.update, s.end):
        lost = Step(step.what, step.length, status=ERR_ARGUMENT, flags=("no stream",))
        steps = (*s.begin, lost, s.update, s.end)
        yield Case(f"{s.job.op}: {step.what} of null", s.job.but(steps=steps), tag=s.tag)
    ended = (*s.begin, s.update, Step("abort", flags=("no stream",)), s.end)
    yield Case(f"{s.job.op}: abort of null", s.job.but(steps=ended), tag=s.tag)
    nothing = (*s.begin, Step("update", 0, flags=("no in",)), s.update, s.end)
    yield Case(f"{s.job.op}: null of no bytes", s.job.but(steps=nothing), tag=s.tag)


@listed(features=("stream",), essential=True)
def streams(algorithm: str) -> Iterable[Case]:
    assert "stream" in config.algorithms()[algorithm].features
    created, verified = pair(algorithm, "mac streams")
    scripts = [Script(algorithm, created, verified.tag), Script(algorithm, verified, None)]
    makers = (order, starts, pieces, null_streams)
    cases = [case for s in scripts for maker in makers for case in maker(s)]
    rng("mac stream order", algorithm).shuffle(cases)
    return cases
