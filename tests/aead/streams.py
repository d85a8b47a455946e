# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The steps of a stream: a one-shot job whose buffers are passed in pieces."""

from __future__ import annotations

import random
from collections.abc import Sequence

from vambrace import config
from vambrace.software.running.jobs import ERR_TAG, OK, Job, Step


def begin(algorithm: str, job: Job) -> list[Step]:
    """Yield the steps before the first byte of associated data or message."""
    known = config.algorithms()[algorithm]
    if known.kind == "hash":
        return [Step("start", len(job.ad))]
    lengths = [Step("lengths", len(job.data), at=len(job.ad))] if "lengths" in known.features else []
    return [Step("start", len(job.nonce)), *lengths]


def end(algorithm: str, job: Job, pieces: Sequence[int] = (), status: int = OK) -> list[Step]:
    """Yield the steps after the last byte; an XOF returns its output in pieces."""
    known = config.algorithms()[algorithm]
    if "squeeze" in known.features:
        return [*(Step("squeeze", n) for n in pieces or (job.tag_len,)), Step("abort")]
    if known.kind == "cipher":
        return [Step("finish")]
    return [Step("finish", job.tag_len if job.tag is None else len(job.tag), status=status)]


def streamed(
    algorithm: str, job: Job, ad: Sequence[int], data: Sequence[int], out: Sequence[int] = (), status: int = OK
) -> Job:
    """The job as a stream: associated data, message and an XOF's output in pieces of these lengths.
    The status is the expected result of the tag's verification."""
    has_ad = config.algorithms()[algorithm].kind == "aead"
    steps = [*(Step("ad", n) for n in ad if has_ad), *(Step("update", n) for n in data)]
    return job.but(steps=(*begin(algorithm, job), *steps, *end(algorithm, job, out, status)))


def whole(algorithm: str, job: Job) -> Job:
    """The job as a stream that gets each buffer in one piece."""
    return streamed(algorithm, job, [len(job.ad)], [len(job.data)])


def cut(r: random.Random, size: int, unit: int = 1) -> list[int]:
    """Return random pieces that add up to `size`, in multiples of `unit`: sometimes none, sometimes with empty ones,
    most often around the sizes of blocks."""
    favourites = (0, 0, 1, 1, 2, 3, 4, 7, 8, 9, 15, 16, 16, 17, 31, 32, 33, 48, 63, 64, 65, 128)
    pieces = []
    while size:
        favourite = r.choice(favourites) if r.random() < 0.8 else r.randrange(size + 1)
        pieces.append(min(favourite * (unit if favourite < 16 else 1), size))
        size -= pieces[-1]
    return pieces + [0] * r.randrange(2)


def forgery(job: Job, bit: int) -> Job:
    """A stream that opens a message with one bit of the tag changed."""
    assert job.tag is not None
    tag = bytes(b ^ (bit // 8 == i) << bit % 8 for i, b in enumerate(job.tag))
    *steps, last = job.steps
    return job.but(tag=tag, steps=(*steps, Step(last.what, last.length, status=ERR_TAG)))
