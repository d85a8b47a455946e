# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No changed message may open, and a failed open leaves zeros and writes nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.aead.cases import Case, any_alignment, forged, fresh, opening, rng
from tests.aead.catalogue import case_list
from vambrace.software.running.jobs import Job

SHAPES = ((33, 25), (0, 9), (16, 0), (0, 0), (1, 1), (64, 16), (15, 8), (100, 33))
FIELDS = ("tag", "data", "nonce", "ad", "key")


def flip(job: Job, field: str, *bits: int) -> Job:
    """Return the job with bits of one field inverted: bit 0 is the lowest of the first byte, -1 the last bit."""
    content = bytearray(getattr(job, field))
    for bit in bits:
        content[bit // 8] ^= 1 << bit % 8
    return job.but(**{field: bytes(content)})


def cancelling(tag_len: int) -> Iterator[tuple[int, ...]]:
    """The same bit in two equal places of the tag: a comparison that folds by XOR misses it."""
    for unit in (32, 64, 16, 8):
        starts = range(0, tag_len * 8 - unit + 1, unit)
        for i, (a, b) in enumerate(combinations(starts, 2)):
            for bit in {0, unit - 1, (7 * i + 3) % unit}:
                yield a + bit, b + bit


def rewritten_tags(tag: bytes) -> dict[str, bytes]:
    """Tags that keep the sum, the XOR or the set of some of their parts."""
    up, down = (tag[0] + 1) & 0xFF, (tag[-1] - 1) & 0xFF
    half, rest = tag[: len(tag) // 2], tag[len(tag) // 2 :]
    return {
        "zeros": bytes(len(tag)),
        "ones": b"\xff" * len(tag),
        "complement": bytes(b ^ 0xFF for b in tag),
        "reversed": tag[::-1],
        "halves swapped": rest + half,
        "bytes rotated": tag[1:] + tag[:1],
        "one up, one down": bytes([up]) + tag[1:-1] + bytes([down]),
        "first half zero": bytes(len(half)) + rest,
        "second half zero": half + bytes(len(rest)),
    }


def cut_and_grown(job: Job) -> Iterator[tuple[str, Job]]:
    """Changed lengths, and bytes moved across the borders between the parts."""
    for field in ("ad", "data"):
        content = getattr(job, field)
        for n in (1, 4, 8, 16, len(content)):
            yield f"{field} shorter by {n}", job.but(**{field: content[: max(len(content) - n, 0)]})
        for more in (b"\x00", b"\x80", b"\x01", bytes(4), bytes(8), bytes(16), b"\x80" + bytes(15)):
            yield f"{field} longer by {more.hex()}", job.but(**{field: content + more})
        for n in (4, 8, 16):
            yield f"{field} rotated by {n}", job.but(**{field: content[n:] + content[:n]})
    yield "ad and data exchanged", job.but(ad=job.data, data=job.ad)
    for n in (1, 8, 16):
        yield f"{n} bytes from data to ad", job.but(ad=job.ad + job.data[:n], data=job.data[n:])
        yield f"{n} bytes from ad to data", job.but(ad=job.ad[:-n], data=job.ad[-n:] + job.data)
    if job.data and job.tag:
        yield "tag begins a byte early", job.but(data=job.data[:-1], tag=job.data[-1:] + job.tag[:-1])
    yield "nonce reversed", job.but(nonce=job.nonce[::-1])
    yield "key reversed", job.but(key=job.key[::-1])


def shapes(algorithm: str, name: str) -> Iterator[tuple[str, Case]]:
    """A valid open of each shape, with random content and alignment."""
    r = rng(name, algorithm)
    for data_len, ad_len in SHAPES:
        seal = fresh(algorithm, r, data_len, ad_len, align=any_alignment(r))
        yield f"{data_len}+{ad_len}", opening(f"{data_len}+{ad_len}, untouched", algorithm, seal)


@case_list(0.07)
def one_bit(algorithm: str) -> Iterable[Case]:
    """Every bit of the tag, and of everything else one bit in every byte."""
    r = rng("bits", algorithm)
    cases: list[Case] = []
    for name, valid in shapes(algorithm, "one bit"):
        cases.append(valid)
        for field in FIELDS:
            size = len(getattr(valid.job, field))
            bits = range(size * 8) if field == "tag" else [8 * i + r.randrange(8) for i in range(size)]
            cases += [forged(f"{name}: {field} bit {b}", flip(valid.job, field, b)) for b in bits]
    r.shuffle(cases)
    return cases


@case_list(0.06)
def bits_of_the_tag_that_cancel(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for name, valid in list(shapes(algorithm, "cancelling"))[:2]:
        tag = valid.job.tag
        assert tag is not None
        cases += [forged(f"{name}: tag bits {b}", flip(valid.job, "tag", *b)) for b in cancelling(len(tag))]
        cases += [forged(f"{name}: tag {k}", valid.job.but(tag=t)) for k, t in rewritten_tags(tag).items()]
    return cases


@case_list(0.05)
def lengths_and_borders(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for name, valid in shapes(algorithm, "borders"):
        changed = [(what, job) for what, job in cut_and_grown(valid.job) if job != valid.job]
        cases += [forged(f"{name}: {what}", job) for what, job in changed]
    rng("borders order", algorithm).shuffle(cases)
    return cases


@case_list(0.03)
def in_place(algorithm: str) -> Iterable[Case]:
    """A forged message opened in place is overwritten with zeros, its ciphertext included."""
    cases: list[Case] = []
    for name, valid in shapes(algorithm, "in place"):
        job = valid.job.in_place()
        for field in FIELDS:
            if getattr(job, field):
                cases.append(forged(f"in place {name}: {field}", flip(job, field, 0)))
                cases.append(forged(f"in place {name}: {field}, last bit", flip(job, field, -1)))
    rng("in place order", algorithm).shuffle(cases)
    return cases
