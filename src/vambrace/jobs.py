# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes and reads job images: many calls of one algorithm in one flat memory image.

`encode` lays jobs out, a runner (on a host or in a simulated system) executes them in place,
`decode` finds what each call returned and which bytes it should not have touched. The format is
described in firmware/jobs.h, whose numbers are repeated here; a test compares the two.

Everything that no input occupies holds `pattern` before the call. Its bytes differ from their
neighbours, so that a stray copy shows as well as a stray store.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

MAGIC = 0x4A424D56
IMAGE_WORDS = 4
RECORD_WORDS, STEP_WORDS = 17, 4
INIT_STATUS, STATUS, FLAGS = 2, 3, 15  # the words of a record that a runner writes, besides STEP_STATUS
STEP_STATUS = 3

KEY_AT_OBJECT, OUT_AT_OBJECT, TAG_AT_OBJECT, NO_OBJECT, INIT_NO_OBJECT, PINNED, NONCE_AT_OBJECT = (
    1 << i for i in range(7)
)
AT_END, ZERO_KEY, STALE_KEY, WIPED_KEY = (1 << i for i in range(7, 11))
KEY_CHANGED = "the call changed the expanded key"
KEY_LEFT = "wipe left something of the expanded key"
FINDINGS = {
    1 << 16: "init failed and yet wrote to the key",
    1 << 17: KEY_CHANGED,
    1 << 18: KEY_LEFT,
    1 << 19: "a register that belongs to the caller changed",
    1 << 20: "a stream ended and something of it is left",
    1 << 21: "a byte beside the stream changed",
    1 << 22: "the algorithm does not have this call",
}

#: Steps and what may be odd about one, in the order of firmware/jobs.h.
STEPS = ("start", "lengths", "ad", "update", "finish", "abort", "squeeze", "call")
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
NOT_RUN = 0x7FFFFFFF  # what both status words hold until a runner has been there

BUFFERS = ("key", "nonce", "ad", "in", "out", "tag")
LENGTHS = ("key_len", "nonce_len", "ad_len", "len", "tag_len")
GUARD = 24  # bytes of pattern around every buffer: more than the widest block anybody writes
_NULL_OBJECT = {"object": NO_OBJECT, "init object": INIT_NO_OBJECT}
_AT_OBJECT = {"key": KEY_AT_OBJECT, "out": OUT_AT_OBJECT, "tag": TAG_AT_OBJECT, "nonce": NONCE_AT_OBJECT}
_KEY_STATE = {"made": 0, "zero": ZERO_KEY, "stale": STALE_KEY, "wiped": WIPED_KEY}
#: By operation, the buffers that a call writes, and those that it does not have.
OUTPUTS = {
    "seal": ("out", "tag"), "open": ("out",), "hash": ("tag",),
    "encrypt": ("out", "nonce"), "decrypt": ("out", "nonce"),
}  # fmt: skip
_ABSENT = {"encrypt": {"ad", "tag"}, "decrypt": {"ad", "tag"}, "hash": {"key", "nonce", "out"}}
_PATTERN = bytes((0xA5 + 29 * i) & 0xFF for i in range(256))


class ImageError(ValueError):
    """A job that cannot be laid out, or an image that is not the one its jobs make."""


def pattern(size: int) -> bytes:
    """The bytes that a record of `size` bytes holds where it holds nothing else."""
    return (_PATTERN * (size // 256 + 1))[:size]


@dataclass(frozen=True)
class Step:
    """One call of a stream, on the next `length` bytes of its buffer; `status` is what it must return."""

    what: str  # of STEPS
    length: int = 0
    at: int = 0  # lengths: bytes of associated data; "... at stream", "... at key": the offset
    status: int = OK
    flags: tuple[str, ...] = ()  # of STEP_FLAGS

    def words(self) -> tuple[int, ...]:
        what = STEPS.index(self.what) | sum(STEP_FLAGS[flag] for flag in self.flags)
        return what, self.length & 0xFFFFFFFF, self.at & 0xFFFFFFFF, NOT_RUN


@dataclass(frozen=True)
class Job:
    """One call, or the steps of one stream.

    `data` is what goes in: the plaintext for a seal, the ciphertext for an open, what is hashed.
    An initialization vector or a counter is a nonce, a customization string is associated data,
    and a digest or an XOF's output is a tag.
    """

    op: Literal["seal", "open", "encrypt", "decrypt", "hash"]
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    data: bytes = b""
    tag: bytes | None = None  # open: the tag to verify
    tag_len: int = 16  # seal: bytes of tag to make
    align: Mapping[str, int] = field(default_factory=dict)  # buffer: its address modulo `unit`
    unit: int = 4  # bytes of a word of the machine, of all jobs of an image: 4 or 8
    #: buffer: (another buffer or "object", the expanded key; distance from its first byte, or of the
    #: key from the byte behind it with `at_end`)
    place: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    #: what is given as a null pointer: buffers, "object" (the expanded key of seal or open),
    #: "init object" (that of init)
    null: frozenset[str] = frozenset()
    claim: Mapping[str, int] = field(default_factory=dict)  # lengths other than the buffers' own
    tight: bool = False  # no guard between neighbours: each buffer begins where the last one ends
    steps: tuple[Step, ...] = ()  # none: the one-shot call
    at_end: bool = False
    #: of the expanded key: made by init, or never (all zero, or anything), or wiped before the call
    key_state: Literal["made", "zero", "stale", "wiped"] = "made"

    def in_place(self) -> Job:
        """The same job with the output over the input; a hash cannot do that."""
        if self.op == "hash":
            return self
        return self.but(place={**self.place, "out": ("in", 0)})

    def but(self, **changes: object) -> Job:
        """The same job with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def contents(self) -> dict[str, bytes | None]:
        """The bytes of each buffer before the call; None where the call writes."""
        return {"key": self.key, "nonce": self.nonce, "ad": self.ad, "in": self.data, "out": None, "tag": self.tag}

    def missing(self) -> set[str]:
        """The buffers that are given as null pointers."""
        return {*self.null, *_ABSENT.get(self.op, ())}

    def sizes(self) -> dict[str, int]:
        """The bytes that each buffer occupies."""
        if (self.tag is None) == (self.op == "open"):
            raise ImageError("an open needs a tag to verify, and a seal makes one")
        tag_len = self.tag_len if self.tag is None else len(self.tag)
        sizes = {
            "key": len(self.key), "nonce": len(self.nonce), "ad": len(self.ad),
            "in": len(self.data), "out": len(self.data), "tag": tag_len,
        }  # fmt: skip
        return {name: 0 if name in _ABSENT.get(self.op, ()) else size for name, size in sizes.items()}


@dataclass(frozen=True)
class Result:
    """What a call returned and what it did to memory.

    `out`, `tag` and `nonce` are the bytes after the call, `out_before` and so on those before it;
    empty where the pointer was null or lay in the expanded key. `violations` names every byte that
    changed outside of the outputs, and everything the runner found wrong with the expanded key or
    the stream. `steps` are the statuses of the steps, `status` is that of the last one.
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

    @property
    def steps(self) -> range:
        """Where the statuses of the steps lie."""
        first, count = RECORD_WORDS + STEP_STATUS, struct.unpack_from("<I", self.record, 4 * (RECORD_WORDS - 1))[0]
        return range(4 * first, 4 * (first + STEP_WORDS * count), 4 * STEP_WORDS)


def _words_of(job: Job) -> int:
    """Words of a record before its buffers."""
    return RECORD_WORDS + STEP_WORDS * len(job.steps)


def _reserve(job: Job, sizes: dict[str, int]) -> tuple[dict[str, int], int]:
    """Offsets of all buffers that have their own room, and where the last guard ends."""
    offsets: dict[str, int] = {}
    cursor = _words_of(job) * 4 + GUARD
    missing = job.missing()
    for name in BUFFERS:
        if name in missing or name in job.place:
            continue
        wanted = job.align.get(name, 0)
        if not job.tight or name in job.align:
            cursor += (wanted - cursor) % job.unit
        offsets[name] = cursor
        cursor += sizes[name] + (0 if job.tight else GUARD)
    return offsets, cursor + GUARD


def _lay_out(job: Job) -> _Layout:
    sizes = job.sizes()
    unknown = (job.align.keys() | job.place.keys()) - set(BUFFERS) | job.claim.keys() - set(LENGTHS)
    if unknown:
        raise ImageError(f"no such buffer or length: {', '.join(sorted(unknown))}")
    own, end = _reserve(job, sizes)
    offsets: dict[str, int | None] = {name: own.get(name) for name in BUFFERS}
    words: dict[str, int] = {name: own.get(name, 0) for name in BUFFERS}
    flags = sum(bit for name, bit in _NULL_OBJECT.items() if name in job.null) | (PINNED if job.claim else 0)
    flags |= _KEY_STATE[job.key_state] | (AT_END if job.at_end else 0)
    for name, (base, distance) in job.place.items():
        if base == "object":
            words[name] = distance & 0xFFFFFFFF
            flags |= _AT_OBJECT[name] | PINNED
        else:
            words[name] = offsets[name] = own[base] + distance
            end = max(end, words[name] + sizes[name] + GUARD)
            if words[name] < 4 * _words_of(job):
                raise ImageError(f"{name} would lie in the record's words")
    size = (end + job.unit - 1) // job.unit * job.unit
    lengths = {
        "key_len": sizes["key"], "nonce_len": sizes["nonce"], "ad_len": sizes["ad"],
        "len": sizes["in"], "tag_len": sizes["tag"], **job.claim,
    }  # fmt: skip
    head = (
        size, int(job.op in ("open", "decrypt")), NOT_RUN, NOT_RUN,
        words["key"], lengths["key_len"], words["nonce"], lengths["nonce_len"],
        words["ad"], lengths["ad_len"], words["in"], lengths["len"],
        words["out"], words["tag"], lengths["tag_len"], flags, len(job.steps),
    )  # fmt: skip
    record = bytearray(pattern(size))
    every = [*head, *(word for step in job.steps for word in step.words())]
    struct.pack_into(f"<{len(every)}I", record, 0, *every)
    inputs = [(offsets[n], c) for n, c in job.contents().items() if c is not None and offsets[n] is not None]
    for offset, content in inputs:
        record[offset : offset + len(content)] = content  # type: ignore[operator]
    for offset, content in inputs:
        if record[offset : offset + len(content)] != content:  # type: ignore[operator]
            raise ImageError("two inputs share bytes and differ in them")
    return _Layout(bytes(record), offsets, sizes)


class Image:
    """Jobs as one memory image, `before` anything ran. In one place: a core executes each at the same addresses,
    behind the image, where room for the largest of them must be. ImageError where a job cannot be laid out."""

    def __init__(self, jobs: Sequence[Job], one_place: bool = False) -> None:
        self.jobs = jobs
        self._layouts = [_lay_out(job) for job in jobs]
        size = IMAGE_WORDS * 4 + sum(len(layout.record) for layout in self._layouts)
        head = struct.pack("<4I", MAGIC, len(jobs), size, one_place)
        self.before = head + b"".join(layout.record for layout in self._layouts)

    def read(self, after: bytes) -> list[Result]:
        """What became of the jobs. ImageError where it is no such image."""
        head = IMAGE_WORDS * 4
        if len(after) != len(self.before) or after[: head - 4] != self.before[: head - 4]:
            raise ImageError("the image is not the one that these jobs make")
        results, at = [], head
        for job, layout in zip(self.jobs, self._layouts, strict=True):
            end = at + len(layout.record)
            results.append(_read(job, layout, after[at:end]))
            at = end
        return results


def encode(jobs: Sequence[Job], one_place: bool = False) -> bytes:
    """The image that holds `jobs`."""
    return Image(jobs, one_place).before


def decode(image: bytes, jobs: Sequence[Job]) -> list[Result]:
    """What became of `jobs` in the image that `encode(jobs)` made and a runner executed."""
    return Image(jobs).read(image)


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def _owner(layout: _Layout, at: int) -> str:
    """Where a byte of a record lies, in words for a person."""
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


def _read(job: Job, layout: _Layout, after: bytes) -> Result:
    before = layout.record
    seen, was = bytearray(after), bytearray(before)
    words = struct.unpack_from(f"<{RECORD_WORDS}I", after)
    flags = struct.unpack_from(f"<{RECORD_WORDS}I", before)[FLAGS]
    steps = tuple(_signed(struct.unpack_from("<I", after, at)[0]) for at in layout.steps)
    for at in (4 * INIT_STATUS, 4 * STATUS, 4 * FLAGS, *layout.steps):
        seen[at : at + 4] = was[at : at + 4]
    buffers: list[bytes] = []  # of each output: its bytes now, and before
    for name in ("out", "tag", "nonce"):
        offset, size = layout.offsets[name], layout.sizes[name]
        if offset is None:
            buffers += [b"", b""]
            continue
        buffers += [after[offset : offset + size], before[offset : offset + size]]
        if name in OUTPUTS[job.op]:
            seen[offset : offset + size] = was[offset : offset + size]
    changed = [i for i in range(len(was)) if seen[i] != was[i]] if seen != was else []
    violations = [f"{_owner(layout, i)}: {was[i]:02x} became {seen[i]:02x}" for i in changed]
    found = words[FLAGS] ^ flags
    violations += [text for bit, text in FINDINGS.items() if found & bit]
    if found & ~sum(FINDINGS):
        violations.append(f"the flags became {words[FLAGS]:#x}")
    return Result(_signed(words[INIT_STATUS]), _signed(words[STATUS]), *buffers, steps, tuple(violations))
