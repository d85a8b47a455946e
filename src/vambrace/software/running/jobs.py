# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes and reads job images: many calls of one algorithm in one memory image.

`encode` lays out jobs, the job runner (on a host or in a simulated system) executes them in place, and `decode` returns
the result of each call and the bytes that it must not have changed. firmware/jobs.h documents the format; its numbers
are repeated here, and a test compares the two.

Memory without inputs contains `pattern` before the call. Neighbouring bytes differ, so that wrong copies are found as
well as wrong stores.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Literal

MAGIC = 0x4A424D56
IMAGE_WORDS = 4
RECORD_WORDS, STEP_WORDS = 17, 4
INIT_STATUS, STATUS, FLAGS = 2, 3, 15  # the words of a record that a runner writes, besides STEP_STATUS
STEP_STATUS = 3
_HEAD, _STEP, _WORD = (struct.Struct(f"<{words}I") for words in (RECORD_WORDS, STEP_WORDS, 1))

KEY_AT_OBJECT, OUT_AT_OBJECT, TAG_AT_OBJECT, NO_OBJECT, INIT_NO_OBJECT, PINNED, NONCE_AT_OBJECT = (
    1 << i for i in range(7)
)
AT_END, ZERO_KEY, STALE_KEY, WIPED_KEY = (1 << i for i in range(7, 11))
KEY_CHANGED = "the call changed the expanded key"
KEY_LEFT = "wipe left parts of the expanded key"
FINDINGS = {
    1 << 16: "init failed but wrote to the key",
    1 << 17: KEY_CHANGED,
    1 << 18: KEY_LEFT,
    1 << 19: "a register that belongs to the caller changed",
    1 << 20: "a stream ended and left parts of its state",
    1 << 21: "a byte next to the stream changed",
    1 << 22: "the algorithm does not have this call",
}

#: Steps and their special conditions, in the order of firmware/jobs.h.
STEPS = ("start", "lengths", "ad", "update", "finish", "abort", "squeeze", "call")
_STEP_NUMBERS = {name: number for number, name in enumerate(STEPS)}
STEP_FLAGS = {
    name: 1 << bit
    for bit, name in enumerate(
        [
            "no stream",
            "no in",
            "no out",
            "out at stream",
            "other",
            "in at stream",
            "key at stream",
            "key wiped",
            "out at key",
        ],
        start=8,
    )
}

OK, ERR_TAG, ERR_LENGTH, ERR_ARGUMENT, ERR_STATE = 0, -1, -2, -3, -4
NOT_RUN = 0x7FFFFFFF  # both status words until a runner has written them

BUFFERS = ("key", "nonce", "ad", "in", "out", "tag")
LENGTHS = ("key_len", "nonce_len", "ad_len", "len", "tag_len")
_BUFFERS, _LENGTHS = frozenset(BUFFERS), frozenset(LENGTHS)
GUARD = 24  # bytes of pattern around every buffer: more than the widest block that code writes
_NULL_OBJECT = {"object": NO_OBJECT, "init object": INIT_NO_OBJECT}
_AT_OBJECT = {"key": KEY_AT_OBJECT, "out": OUT_AT_OBJECT, "tag": TAG_AT_OBJECT, "nonce": NONCE_AT_OBJECT}
_KEY_STATE = {"made": 0, "zero": ZERO_KEY, "stale": STALE_KEY, "wiped": WIPED_KEY}
#: By operation, the buffers that a call writes, and those that it lacks.
OUTPUTS = {
    "seal": ("out", "tag"),
    "open": ("out",),
    "hash": ("tag",),
    "encrypt": ("out", "nonce"),
    "decrypt": ("out", "nonce"),
    "compute": ("tag",),
    "verify": (),
    "protect": ("out",),
    "unprotect": ("out",),
}
_ABSENT = {
    "encrypt": {"ad", "tag"},
    "decrypt": {"ad", "tag"},
    "hash": {"key", "nonce", "out"},
    "compute": {"ad", "out"},
    "verify": {"ad", "out"},
    "protect": {"ad", "tag"},
    "unprotect": {"ad", "tag"},
}
#: The operations that read a tag.
_VERIFYING = ("open", "verify")
_NONE: frozenset[str] = frozenset()
_NOTHING = {op: dict.fromkeys(names, 0) for op, names in _ABSENT.items()}
_PATTERN = bytes((0xA5 + 29 * i) & 0xFF for i in range(256))


class ImageError(ValueError):
    """A job cannot be laid out, or an image does not belong to its jobs."""


def pattern(size: int) -> bytes:
    """Return the bytes that fill a record of `size` bytes."""
    return (_PATTERN * (size // 256 + 1))[:size]


@dataclass(frozen=True)
class Step:
    """A call on a stream, on the next `length` bytes of its buffer; `status` is the required result."""

    what: str  # one of STEPS
    length: int = 0
    at: int = 0  # lengths: bytes of associated data; "... at stream", "... at key": the offset
    status: int = OK
    flags: tuple[str, ...] = ()  # a subset of STEP_FLAGS

    def words(self) -> tuple[int, ...]:
        what = _STEP_NUMBERS[self.what]
        for flag in self.flags:
            what |= STEP_FLAGS[flag]
        return what, self.length & 0xFFFFFFFF, self.at & 0xFFFFFFFF, NOT_RUN


@dataclass(frozen=True)
class Job:
    """A call, or the steps of a stream.

    `data` is the input: plaintext for seal, ciphertext for open, the message for hash. An initialisation vector or a
    counter is a nonce, a customization string is associated data, and a digest or the output of an XOF is a tag. A
    frame of a protocol is the input, and the output replaces it; the nonce has the public values that the call needs.
    """

    op: Literal["seal", "open", "encrypt", "decrypt", "hash", "compute", "verify", "protect", "unprotect"]
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    data: bytes = b""
    tag: bytes | None = None  # open: the tag to verify
    tag_len: int = 16  # seal: tag bytes to compute
    align: Mapping[str, int] = field(default_factory=dict)  # buffer: its address modulo `word_bytes`
    word_bytes: int = 4  # of the machine, equal for all jobs of an image: 4 or 8
    #: buffer: (another buffer or "object", the expanded key; distance from its first byte, or with `at_end` of the key
    #: from the byte after it)
    place: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    #: arguments passed as null pointers: buffers, "object" (the expanded key of seal or open), "init object" (that of
    #: init)
    null: frozenset[str] = frozenset()
    claim: Mapping[str, int] = field(default_factory=dict)  # lengths that differ from the buffers' sizes
    tight: bool = False  # no guard between neighbours: each buffer starts where the previous one ends
    steps: tuple[Step, ...] = ()  # none: the one-shot call
    at_end: bool = False
    #: the expanded key: initialised, or not (all zero, or stale), or wiped before the call
    key_state: Literal["made", "zero", "stale", "wiped"] = "made"

    def in_place(self) -> Job:
        """Return the same job with output and input at the same address; not for hashes and MACs."""
        if "out" in _ABSENT.get(self.op, _NONE):
            return self
        return self.but(place={**self.place, "out": ("in", 0)})

    def but(self, **changes: object) -> Job:
        """Return the same job with some fields changed: like dataclasses.replace, in a tenth of the time."""
        if not changes.keys() <= _FIELDS:
            raise TypeError(f"a job has no {', '.join(sorted(changes.keys() - _FIELDS))}")
        changed = object.__new__(Job)
        changed.__dict__.update(self.__dict__, **changes)
        changed.__dict__.pop("_layout", None)
        return changed

    @cached_property
    def _layout(self) -> _Layout:
        """Compute the layout of the record, once for all images of the job."""
        return _lay_out(self)

    def contents(self) -> dict[str, bytes | None]:
        """Return the bytes of each buffer before the call; None for buffers that the call writes."""
        return {"key": self.key, "nonce": self.nonce, "ad": self.ad, "in": self.data, "out": None, "tag": self.tag}

    def missing(self) -> frozenset[str]:
        """Return the buffers passed as null pointers."""
        return self.null | _ABSENT.get(self.op, _NONE)

    def sizes(self) -> dict[str, int]:
        """Return the bytes that each buffer occupies."""
        if (self.tag is None) == (self.op in _VERIFYING):
            raise ImageError("open needs a tag to verify; seal computes one")
        tag_len = self.tag_len if self.tag is None else len(self.tag)
        sizes = {
            "key": len(self.key),
            "nonce": len(self.nonce),
            "ad": len(self.ad),
            "in": len(self.data),
            "out": len(self.data),
            "tag": tag_len,
        }
        return sizes | _NOTHING[self.op] if self.op in _NOTHING else sizes


_FIELDS = frozenset(field.name for field in fields(Job))


@dataclass(frozen=True)
class Result:
    """What a call returned and its effect on memory.

    `out`, `tag` and `nonce` are the bytes after the call, `out_before` and so on those before it; empty if the pointer
    was null or in the expanded key. `violations` names every byte that changed outside of the outputs, and all defects
    of the expanded key or the stream that the runner found. `steps` are the statuses of the steps, `status` is the last
    one.
    """

    init_status: int
    status: int
    out: bytes
    out_before: bytes
    tag: bytes
    tag_before: bytes
    nonce: bytes
    nonce_before: bytes
    steps: tuple[int, ...]
    violations: tuple[str, ...]


@dataclass(frozen=True)
class _Layout:
    record: bytes
    offsets: dict[str, int | None]  # None: null, or in the expanded key
    sizes: dict[str, int]
    steps: range  # location of their statuses


def _words_of(job: Job) -> int:
    """Return the number of words of a record before its buffers."""
    return RECORD_WORDS + STEP_WORDS * len(job.steps)


def _reserve(job: Job, sizes: dict[str, int]) -> tuple[dict[str, int], int]:
    """Return the offsets of all buffers that need their own space, and the end of the last guard."""
    offsets: dict[str, int] = {}
    cursor = _words_of(job) * 4 + GUARD
    missing, align, word_bytes = job.missing(), job.align, job.word_bytes
    guard = 0 if job.tight else GUARD
    for name in BUFFERS:
        if name in missing or name in job.place:
            continue
        if guard or name in align:
            cursor += (align.get(name, 0) - cursor) % word_bytes
        offsets[name] = cursor
        cursor += sizes[name] + guard
    return offsets, cursor + GUARD


def _lay_out(job: Job) -> _Layout:
    sizes = job.sizes()
    if unknown := (job.align.keys() | job.place.keys()) - _BUFFERS | job.claim.keys() - _LENGTHS:
        raise ImageError(f"no such buffer or length: {', '.join(sorted(unknown))}")
    own, end = _reserve(job, sizes)
    offsets: dict[str, int | None] = {name: own.get(name) for name in BUFFERS}
    words: dict[str, int] = {name: own.get(name, 0) for name in BUFFERS}
    flags = _KEY_STATE[job.key_state] | (PINNED if job.claim else 0) | (AT_END if job.at_end else 0)
    for name in job.null & _NULL_OBJECT.keys():
        flags |= _NULL_OBJECT[name]
    for name, (base, distance) in job.place.items():
        if base == "object":
            words[name] = distance & 0xFFFFFFFF
            flags |= _AT_OBJECT[name] | PINNED
        else:
            words[name] = offsets[name] = own[base] + distance
            end = max(end, words[name] + sizes[name] + GUARD)
            if words[name] < 4 * _words_of(job):
                raise ImageError(f"{name} would overlap the record's words")
    size = (end + job.word_bytes - 1) // job.word_bytes * job.word_bytes
    lengths = {
        "key_len": sizes["key"],
        "nonce_len": sizes["nonce"],
        "ad_len": sizes["ad"],
        "len": sizes["in"],
        "tag_len": sizes["tag"],
        **job.claim,
    }
    head = (
        size,
        int(job.op in ("open", "decrypt", "verify", "unprotect")),
        NOT_RUN,
        NOT_RUN,
        words["key"],
        lengths["key_len"],
        words["nonce"],
        lengths["nonce_len"],
        words["ad"],
        lengths["ad_len"],
        words["in"],
        lengths["len"],
        words["out"],
        words["tag"],
        lengths["tag_len"],
        flags,
        len(job.steps),
    )
    record = bytearray(pattern(size))
    _HEAD.pack_into(record, 0, *head)
    for number, step in enumerate(job.steps):
        _STEP.pack_into(record, 4 * (RECORD_WORDS + STEP_WORDS * number), *step.words())
    inputs = [(offsets[n], c) for n, c in job.contents().items() if c is not None and offsets[n] is not None]
    for offset, content in inputs:
        record[offset : offset + len(content)] = content  # type: ignore[operator]
    for offset, content in inputs:
        if record[offset : offset + len(content)] != content:  # type: ignore[operator]
            raise ImageError("two inputs overlap with different bytes")
    first = RECORD_WORDS + STEP_STATUS
    steps = range(4 * first, 4 * (first + STEP_WORDS * len(job.steps)), 4 * STEP_WORDS)
    return _Layout(bytes(record), offsets, sizes, steps)


class Image:
    """Jobs as one memory image; `before` is its contents before the run. With `one_place` a core executes each job at
    the same addresses after the image, where the largest must fit. ImageError if a job cannot be laid out.
    """

    def __init__(self, jobs: Sequence[Job], one_place: bool = False) -> None:
        self.jobs = jobs
        self._layouts = [job._layout for job in jobs]
        size = IMAGE_WORDS * 4 + sum(len(layout.record) for layout in self._layouts)
        head = struct.pack("<4I", MAGIC, len(jobs), size, one_place)
        self.before = head + b"".join(layout.record for layout in self._layouts)

    def records(self, after: bytes) -> Iterator[bytes]:
        """Yield the record of each job after the run. ImageError if `after` is not an image of these jobs."""
        at = IMAGE_WORDS * 4
        if len(after) != len(self.before) or after[: at - 4] != self.before[: at - 4]:
            raise ImageError("the image does not belong to these jobs")
        for layout in self._layouts:
            end = at + len(layout.record)
            yield after[at:end]
            at = end

    def read(self, after: bytes) -> list[Result]:
        """Return the results of the jobs. ImageError if `after` is not an image of these jobs."""
        return [read_record(job, record) for job, record in zip(self.jobs, self.records(after), strict=True)]


def encode(jobs: Sequence[Job], one_place: bool = False) -> bytes:
    """Return the image of `jobs`."""
    return Image(jobs, one_place).before


def decode(image: bytes, jobs: Sequence[Job]) -> list[Result]:
    """Return the results of `jobs` in the image of `encode(jobs)` after a runner executed it."""
    return Image(jobs).read(image)


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def _owner(layout: _Layout, at: int) -> str:
    """Return a name for the position of a byte in a record, for messages."""
    if at < RECORD_WORDS * 4:
        return f"word {at // 4} of the record"
    for name, offset in layout.offsets.items():
        if offset is not None and offset <= at < offset + layout.sizes[name]:
            return f"{name}[{at - offset}]"
    starts = [(o, n) for n, o in layout.offsets.items() if o is not None and o + layout.sizes[n] <= at]
    if not starts:
        return "before the first buffer"
    offset, name = max(starts)
    return f"{at - offset - layout.sizes[name]} bytes behind {name}"


def read_record(job: Job, after: bytes) -> Result:
    """Return the result of a job from its record after the run."""
    layout = job._layout
    before = layout.record
    expected = bytearray(before)  # plus the current value of all bytes that a call may write
    words, (flags,) = _HEAD.unpack_from(after), _WORD.unpack_from(before, 4 * FLAGS)
    steps = tuple(_signed(_WORD.unpack_from(after, at)[0]) for at in layout.steps)
    for at in (4 * INIT_STATUS, 4 * STATUS, 4 * FLAGS, *layout.steps):
        expected[at : at + 4] = after[at : at + 4]
    buffers: list[bytes] = []  # of each output: its bytes after and before
    for name in ("out", "tag", "nonce"):
        offset = layout.offsets[name]
        if offset is None:
            buffers += [b"", b""]
            continue
        end = offset + layout.sizes[name]
        buffers += [after[offset:end], before[offset:end]]
        if name in OUTPUTS[job.op]:
            expected[offset:end] = buffers[-2]
    changed = [i for i in range(len(after)) if after[i] != expected[i]] if after != expected else []
    violations = [f"{_owner(layout, i)}: {expected[i]:02x} became {after[i]:02x}" for i in changed]
    if findings := words[FLAGS] ^ flags:
        violations += [text for bit, text in FINDINGS.items() if findings & bit]
        if findings & ~sum(FINDINGS):
            violations.append(f"the flags became {words[FLAGS]:#x}")
    out, out_before, tag, tag_before, nonce, nonce_before = buffers
    return Result(
        _signed(words[INIT_STATUS]),
        _signed(words[STATUS]),
        out,
        out_before,
        tag,
        tag_before,
        nonce,
        nonce_before,
        steps,
        tuple(violations),
    )
