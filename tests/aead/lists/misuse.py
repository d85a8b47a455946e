# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A step that breaks a rule returns its error, writes nothing and leaves a stream of zeros, which rejects every further
call. The runner checks the stream after each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tests.aead.cases import Case, both, fresh, rng
from tests.aead.catalogue import case_list
from tests.aead.streams import begin, end, whole
from vambrace import config
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, ERR_STATE, OK, Job, Step

listed = partial(case_list, 0.06, kinds=("aead", "cipher", "hash"), features=("stream",))

SIZE = 37  # of message and associated data: two blocks and a bit
AT_STREAM = (-8, -1, 0, 1, 4, 16)  # where a buffer of 9 bytes overlaps it
HUGE = (0x80000000, 0x80000001, 0xFFFFFFF0, 0xFFFFFFFF)


class Script:
    """The jobs of one algorithm, and the steps that can be done wrongly."""

    def __init__(self, algorithm: str, case: Case) -> None:
        self.algorithm, self.case, self.job = algorithm, case, case.job
        self.known = config.algorithms()[algorithm]
        self.begin = begin(algorithm, case.job)
        self.ad = [Step("ad", SIZE)] if self.known.kind == "aead" else []
        self.update = [Step("update", SIZE)]
        self.end = end(algorithm, case.job)

    def calls(self, status: int) -> list[Step]:
        """Each call that a stream can get, except start and those that return nothing."""
        kinds = {step.what for step in [*self.begin, *self.ad, *self.update, *self.end]} - {"start", "abort"}
        if self.known.kind == "cipher":
            kinds.discard("finish")
        lengths = {"finish": self.job.tag_len if self.job.tag is None else len(self.job.tag), "squeeze": 5}
        return [Step(what, lengths.get(what, 5), at=5, status=status) for what in sorted(kinds)]

    def made(self, name: str, *steps: Step, written: int = 0, job: Job | None = None) -> Case:
        """The case of steps of which the last one fails: `written` bytes of the output remain."""
        changed = (job or self.job).but(steps=tuple(steps))
        whole_output = self.known.kind == "hash"
        return Case(
            f"{self.job.op}: {name}",
            changed,
            None if whole_output else self.case.out,
            self.case.tag if whole_output else None,
            statuses=(steps[-1].status,),
            written=written,
        )


def scripts(algorithm: str) -> list[Script]:
    # A short tag output, so that an XOF's pieces have room.
    fields = {"tag_len": 40} if "squeeze" in config.algorithms()[algorithm].features else {}
    job = fresh(algorithm, rng("misuse", algorithm), SIZE, SIZE, **fields)
    return [Script(algorithm, case) for case in both("", algorithm, job)]


def unready(s: Script) -> Iterator[Case]:
    """A stream that was never started, has ended, was aborted, or has failed."""
    full = whole(s.algorithm, s.job).steps
    output = len(s.case.tag or b"") if s.known.kind == "hash" else SIZE
    for call in s.calls(ERR_STATE):
        yield s.made(f"{call.what} before start", call)
        again = s.made(f"{call.what} after the end", *full, call, written=output)
        # The tag was computed before.
        yield (
            again
            if s.known.kind == "hash"
            else Case(again.name, again.job, s.case.out, s.case.tag, statuses=again.statuses)
        )
        yield s.made(f"{call.what} after abort", *s.begin, *s.ad, Step("abort"), call)
        failed = Step("update", 7, status=ERR_ARGUMENT, flags=("no in",))
        yield s.made(f"{call.what} after a failure", *s.begin, *s.ad, failed, call)
        yield s.made(f"{call.what} after two failures", *s.begin, *s.ad, failed, call, call)


@dataclass(frozen=True)
class Start:
    """A start that must be rejected, at the beginning of a stream or in the middle of one."""

    script: Script
    name: str

    @property
    def length(self) -> int:
        """The right length of the nonce or of the customization string."""
        return self.script.begin[0].length

    def case(
        self, how: str, status: int, *flags: str, length: int | None = None, at: int = 0, job: Job | None = None
    ) -> Case:
        s = self.script
        refused = Step("start", self.length if length is None else length, at, status, flags)
        middle = [*s.begin, *s.ad, refused] if self.name == "restart" else [refused]
        return s.made(f"{self.name} {how}", *middle, *s.calls(ERR_STATE), job=job)

    def with_wrong_pointers(self) -> Iterator[Case]:
        if self.name == "start":
            job = self.script.job.but(null=frozenset({"object"}))
            yield self.case("without a key", ERR_ARGUMENT, job=job)
        yield self.case("without a nonce", ERR_ARGUMENT, "no in")
        for at in AT_STREAM:
            yield self.case(f"with a key at stream{at:+}", ERR_ARGUMENT, "key at stream", at=at)

    def with_wrong_nonces(self) -> Iterator[Case]:
        gcm = self.script.algorithm.endswith("gcm")
        for length in (0, *(() if gcm else (self.length + 4, self.length - 12)), *HUGE):
            if length >= 0:
                yield self.case(f"with a nonce of {length}", ERR_LENGTH, length=length)

    def with_wrong_customizations(self) -> Iterator[Case]:
        for length in (257, *HUGE):
            yield self.case(f"customized by {length}", ERR_LENGTH, length=length)
        yield self.case("customized by null", ERR_ARGUMENT, "no in")

    def with_overlaps(self) -> Iterator[Case]:
        for at in (1 - self.length, *AT_STREAM):
            yield self.case(f"with stream{at:+}", ERR_ARGUMENT, "in at stream", at=at)


def wrong_start(s: Script) -> Iterator[Case]:
    customized = "customization" in s.known.features
    for start in (Start(s, "start"), Start(s, "restart")):
        if s.known.kind != "hash":
            yield from start.with_wrong_pointers()
        if s.known.kind == "aead":
            yield from start.with_wrong_nonces()
        if customized:
            yield from start.with_wrong_customizations()
        if s.known.kind != "hash" or customized:
            yield from start.with_overlaps()


def null_stream(s: Script) -> Iterator[Case]:
    """Yield calls with a null stream: an error, and the existing stream does not change."""
    steps = list(whole(s.algorithm, s.job).steps)
    for number, step in enumerate(steps):
        if step.what == "abort" or (step.what == "finish" and s.known.kind == "cipher"):
            nobody = Step(step.what, step.length, step.at, flags=("no stream",))  # returns no status
        else:
            nobody = Step(step.what, step.length, step.at, ERR_ARGUMENT, ("no stream",))
        job = s.job.but(steps=(*steps[:number], nobody, *steps[number:]))
        yield Case(f"{s.job.op}: {step.what} of a null stream", job, s.case.out, s.case.tag)


def wrong_input(s: Script) -> Iterator[Case]:
    before = [*s.begin, *s.ad]
    for what, prefix in (("ad", s.begin), ("update", before)):
        if what == "ad" and not s.ad:
            continue
        first = Step(what, 5)
        written = 5 if what == "update" and s.known.kind != "hash" else 0
        for name, lead, done in (("", prefix, 0), (" later", [*prefix, first], written)):
            null = Step(what, 9, status=ERR_ARGUMENT, flags=("no in",))
            yield s.made(f"{what} of null{name}", *lead, null, *s.calls(ERR_STATE), written=done)
            for at in AT_STREAM:
                over = Step(what, 9, at, ERR_ARGUMENT, ("in at stream",))
                yield s.made(f"{what} of stream{at:+}{name}", *lead, over, *s.calls(ERR_STATE), written=done)
            for length in HUGE:
                huge = Step(what, length, status=ERR_LENGTH)
                yield s.made(f"{what} of {length}{name}", *lead, huge, *s.calls(ERR_STATE), written=done)
        if "lengths" not in s.known.features:
            huge = Step(what, 0x7FFFFFFF, status=ERR_LENGTH)
            yield s.made(f"{what} that is too long in sum", *prefix, first, huge, written=written)


def wrong_output(s: Script) -> Iterator[Case]:
    before = [*s.begin, *s.ad]
    calls = s.calls(ERR_STATE)
    if s.known.kind != "hash":
        null = Step("update", 9, status=ERR_ARGUMENT, flags=("no out",))
        yield s.made("update to null", *before, null, *calls)
        for at in AT_STREAM:
            over = Step("update", 9, at, ERR_ARGUMENT, ("out at stream",))
            yield s.made(f"update to stream{at:+}", *before, over, *calls)
            yield s.made(f"later update to stream{at:+}", *before, Step("update", 5), over, *calls, written=5)
        for distance in (-8, -1, 1, 4, 8):
            job = s.job.but(place={"out": ("in", distance)})
            over = Step("update", 20, status=ERR_ARGUMENT)
            yield s.made(f"update to in{distance:+}", *before, over, *calls, job=job)
    last = s.end[0]
    if s.known.kind == "cipher":
        return
    lead, written = [*before, *s.update], (0 if s.known.kind == "hash" else SIZE)
    missing = Step(last.what, last.length, status=ERR_ARGUMENT, flags=("no out", "no in"))
    yield s.made(f"{last.what} to null", *lead, missing, *calls, written=written)
    side = "in" if s.job.op == "open" else "out"
    for at in (1 - last.length, *AT_STREAM):
        over = Step(last.what, last.length, at, ERR_ARGUMENT, (f"{side} at stream",))
        yield s.made(f"{last.what} to stream{at:+}", *lead, over, *calls, written=written)
    wrong = HUGE if last.what == "squeeze" else (0, 1, 3, 17, 31, 33, 64, last.length + 256, *HUGE)
    for length in wrong:
        refused = Step(last.what, length, status=ERR_LENGTH)
        yield s.made(f"{last.what} of {length}", *lead, refused, *calls, written=written)


def wrong_byte(s: Script) -> Iterator[Case]:
    """A piece of one byte is wrong, in a block of which some bytes are there: it may have a faster way of its own."""
    lead = [*s.begin, *s.ad, Step("update", 5), Step("update", 1)]
    written = 0 if s.known.kind == "hash" else 6
    sides = ("in",) if s.known.kind == "hash" else ("in", "out")
    steps = [Step("update", 1, 0, ERR_ARGUMENT, (f"no {side}",)) for side in sides]
    steps += [Step("update", 1, at, ERR_ARGUMENT, (f"{side} at stream",)) for side in sides for at in (0, 1, 4, 16)]
    if s.known.kind != "hash":
        steps.append(Step("update", 1, 0, ERR_STATE, ("key wiped",)))
    if s.known.kind == "aead":
        steps += [Step("update", 1, at, ERR_ARGUMENT, ("out at key",)) for at in (0, 1)]
    for step in steps:
        where = f"{', '.join(step.flags)}{step.at:+}"
        yield s.made(f"a byte: {where}", *lead, step, *s.calls(ERR_STATE), written=written)


def wrong_order(s: Script) -> Iterator[Case]:
    before = [*s.begin, *s.ad]
    calls = s.calls(ERR_STATE)
    if s.known.kind == "aead":
        late = Step("ad", 1, status=ERR_STATE)
        yield s.made("ad after update", *before, Step("update", 5), late, *calls, written=5)
        finish = s.end[0]
        other = Step("finish", finish.length, status=ERR_STATE, flags=("other",))
        yield s.made("the other finish", *before, *s.update, other, *calls, written=SIZE)
        if "lengths" not in s.known.features:  # there, it also comes too early
            yield s.made("the other finish at once", *s.begin, other, *calls)
    if "squeeze" in s.known.features:
        late = Step("update", 1, status=ERR_STATE)
        yield s.made("update after squeeze", *before, *s.update, Step("squeeze", 7), late, *calls, written=7)


def ccm_lengths(s: Script) -> Iterator[Case]:
    start = s.begin[0]
    calls = s.calls(ERR_STATE)
    tag_len = s.end[0].length

    def state(what: str, length: int) -> Step:
        return Step(what, length, at=SIZE, status=ERR_STATE)

    for what, length in (("ad", 3), ("update", 3), ("finish", tag_len)):
        yield s.made(f"{what} before lengths", start, state(what, length), *calls)
    yield s.made("lengths twice", *s.begin, state("lengths", SIZE), *calls)
    yield s.made("lengths after ad", *s.begin, Step("ad", 3), state("lengths", SIZE), *calls)
    yield s.made("lengths after update", *s.begin, *s.ad, Step("update", 3), state("lengths", SIZE), *calls, written=3)
    for n in (0, 1, 2, 3, 5, 7, 9, 11, 13, 15, 17, 18, 20, 256 + 16, 0xFFFFFFFF):
        refused = Step("lengths", SIZE, at=SIZE, status=ERR_LENGTH)
        yield s.made(f"lengths with a tag of {n}", start, refused, *calls, job=s.job.but(claim={"tag_len": n}))
    # A nonce of 12 bytes leaves 3 bytes for the length, one of 11 bytes leaves enough for every length.
    for size, longest in ((12, 0xFFFFFF), (11, 0x7FFFFFFF)):
        begun = [Step("start", size), Step("lengths", longest)]
        calls_then = [Step("ad", 1, status=ERR_LENGTH), *calls]
        yield s.made(f"nonce of {size}, lengths of {longest:#x}", *begun, *calls_then)
        refused = Step("lengths", longest + 1, status=ERR_LENGTH)
        yield s.made(f"nonce of {size}, lengths of {longest + 1:#x}", begun[0], refused, *calls)
    for length, at in ((0x10000, 0), (0x10001, 5), *((n, 0) for n in HUGE), *((0, n) for n in HUGE)):
        refused = Step("lengths", length, at=at, status=ERR_LENGTH)
        yield s.made(f"lengths of {length:#x} and {at:#x}", start, refused, *calls)
    # More, or fewer, bytes than announced.
    for lead in ([], [Step("ad", 5)], [Step("ad", SIZE)]):
        left = SIZE - sum(step.length for step in lead)
        more = Step("ad", left + 1, status=ERR_LENGTH)
        yield s.made(f"ad too long after {len(lead)}", *s.begin, *lead, more, *calls)
        if left:
            early = Step("update", 5, status=ERR_LENGTH)
            yield s.made(f"update before the rest of {left}", *s.begin, *lead, early, *calls)
            early = Step("finish", tag_len, status=ERR_LENGTH)
            yield s.made(f"finish before the rest of {left}", *s.begin, *lead, early, *calls)
    for done in (0, 5, SIZE - 1, SIZE):
        lead = [*s.begin, *s.ad, *([Step("update", done)] if done else [])]
        more = Step("update", SIZE - done + 1, status=ERR_LENGTH)
        yield s.made(f"update too long after {done}", *lead, more, *calls, written=done)
        if done < SIZE:
            early = Step("finish", tag_len, status=ERR_LENGTH)
            yield s.made(f"finish after {done}", *lead, early, *calls, written=done)
    for length in (4, 8, 14):
        refused = Step("finish", length, status=ERR_LENGTH)
        yield s.made(f"finish with a tag of {length}", *s.begin, *s.ad, *s.update, refused, *calls, written=SIZE)


def null_without_a_length(s: Script) -> Iterator[Case]:
    """An empty piece at a null pointer is valid."""
    steps = []
    for step in whole(s.algorithm, s.job).steps:
        if step.what in ("ad", "update", "squeeze"):
            steps.append(Step(step.what, 0, flags=("no in", "no out")))
        steps.append(step)
    yield Case(f"{s.job.op}: nothing at null", s.job.but(steps=tuple(steps)), s.case.out, s.case.tag)


def made_by(algorithm: str, *makers: Callable[[Script], Iterator[Case]]) -> list[Case]:
    cases = [case for s in scripts(algorithm) for maker in makers for case in maker(s)]
    rng("misuse order", algorithm, *(m.__name__ for m in makers)).shuffle(cases)
    assert all(case.job.steps[-1].status != OK or case.written is None for case in cases)
    return cases


@listed(essential=True)
def steps_out_of_order(algorithm: str) -> list[Case]:
    return made_by(algorithm, unready, wrong_order)


@listed()
def wrong_starts_and_null_streams(algorithm: str) -> list[Case]:
    return made_by(algorithm, wrong_start, null_stream, null_without_a_length)


@listed(essential=True)
def wrong_pieces(algorithm: str) -> list[Case]:
    return made_by(algorithm, wrong_input, wrong_output, wrong_byte)


@listed(features=("stream", "lengths"))
def lengths_of_ccm(algorithm: str) -> list[Case]:
    return made_by(algorithm, ccm_lengths)
