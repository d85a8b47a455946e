# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A stream has the output of the one-shot call, however its bytes are cut into pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from tests.aead.cases import Case, any_alignment, both, fresh, rng
from tests.aead.catalogue import case_list
from tests.aead.streams import cut, forgery, streamed, whole
from vambrace import config
from vambrace.software.running.jobs import ERR_TAG, Job, Step

listed = partial(case_list, kinds=("aead", "cipher", "hash"), features=("stream",))


def streams(algorithm: str, name: str, job: Job, pieces) -> list[Case]:
    """The cases of a one-shot job as streams; `pieces(size)` returns the lengths of the pieces. A stream does not write
    the counter."""
    results = []
    for case in both(name, algorithm, job):
        out = pieces(case.job.tag_len) if case.job.op == "hash" else ()
        cutting = streamed(algorithm, case.job, pieces(len(case.job.ad)), pieces(len(case.job.data)), out)
        results.append(replace(case, job=cutting, nonce=None))
    return results


@listed(0.2, essential=True)
def random_pieces(algorithm: str) -> Iterator[Case]:
    r = rng("pieces", algorithm)
    for number in range(700):
        data_len, ad_len = (r.choice((r.randrange(40), r.randrange(140))) for _ in range(2))
        job = fresh(algorithm, r, data_len, ad_len, align=any_alignment(r))
        job = job.in_place() if number % 3 == 0 else job
        actual = streams(algorithm, f"{data_len}+{ad_len}", job, lambda size: cut(r, size))
        yield actual[number // 2 % len(actual)]


@listed(0.1)
def byte_by_byte_and_at_once(algorithm: str) -> Iterator[Case]:
    r = rng("bytes", algorithm)
    for size in (0, 1, 33, *range(2, 33), *range(34, 81)):
        other = r.randrange(40)
        for name, pieces in (("bytes", lambda n: [1] * n), ("at once", lambda n: [n])):
            job = fresh(algorithm, r, size, other, align=any_alignment(r))
            yield from streams(algorithm, f"{name} {size}+{other}", job, pieces)
            job = fresh(algorithm, r, other, size)
            yield from streams(algorithm, f"{name} {other}+{size}", job, pieces)


@listed(0.1)
def two_pieces_around_the_blocks(algorithm: str) -> Iterable[Case]:
    """Every cut of a message of a few blocks: withheld bytes must join the following ones."""
    r = rng("two", algorithm)
    cases: list[Case] = []
    for first in (*range(15, 18), *range(31, 34), *range(63, 66), *range(0, 70)):
        for size in (70, 64, 130):
            job = fresh(algorithm, r, size, size - first % 3)
            cases += streams(algorithm, f"{first} of {size}", job, lambda n, f=first: [min(f, n), 0, n - min(f, n)])
    r.shuffle(cases)
    return cases


@listed(0.1)
def three_pieces_around_two_blocks(algorithm: str) -> Iterable[Case]:
    """Backends may prepare two blocks at a time: every place in them where a piece begins or ends."""
    r = rng("three", algorithm)
    cases: list[Case] = []
    for first in range(1, 34):
        for second in range(1, 34):
            job = fresh(algorithm, r, 84, 0, align=any_alignment(r))
            actual = streams(algorithm, f"{first}, {second}", job, lambda n, f=first, s=second: cut_twice(n, f, s))
            cases.append(actual[(first + second) % len(actual)])
    r.shuffle(cases)
    return cases


@listed(0.05)
def pieces_of_whole_blocks(algorithm: str) -> Iterable[Case]:
    """Whole blocks of every algorithm, which go straight to kernels, after associated data of as many bytes as may wait
    for a key, and of one more and less."""
    r = rng("whole blocks", algorithm)
    cases: list[Case] = []
    for number, ad_len in enumerate((0, 16, 63, 64, 65, 80, 128)):
        for pieces in ([64], [128], [64, 64, 64], [128, 64, 1], [64, 1, 63, 64], [16, 48, 64]):
            job = fresh(algorithm, r, sum(pieces), ad_len, align=any_alignment(r) if number % 2 else {})
            job = job.in_place() if len(pieces) % 2 else job
            cases += streams(algorithm, f"{pieces}+{ad_len}", job, partial(cut_at, pieces))
    r.shuffle(cases)
    return cases


def cut_at(pieces: list[int], size: int) -> list[int]:
    """Return these pieces if they are all of them, otherwise a single one."""
    return pieces if sum(pieces) == size else [size]


def cut_twice(size: int, first: int, second: int) -> list[int]:
    """Return three pieces, the first two of these lengths at most."""
    first = min(first, size)
    second = min(second, size - first)
    return [first, second, size - first - second]


@listed(0.1, kinds=("aead",))
def a_wrong_tag_at_the_end(algorithm: str) -> Iterable[Case]:
    """Unverified output remains; the stream must report the failure and end wiped."""
    r = rng("wrong tag", algorithm)
    cases: list[Case] = []
    for data_len, ad_len in ((33, 20), (0, 0), (16, 0), (5, 1)):
        case = streams(algorithm, f"{data_len}+{ad_len}", fresh(algorithm, r, data_len, ad_len), lambda n: cut(r, n))[1]
        size = 8 * len(case.job.tag or b"")
        bits = range(size) if data_len == 33 else r.sample(range(size), 12)
        for bit in bits:
            job = forgery(case.job, bit)
            cases.append(Case(f"{case.name} tag bit {bit}", job, case.out, statuses=(ERR_TAG,)))
    r.shuffle(cases)
    return cases


@listed(0.02, kinds=("aead",))
def no_piece_at_all(algorithm: str) -> Iterable[Case]:
    """Start and finish alone compute the tag of an empty message."""
    r = rng("nothing", algorithm)
    cases = [c for _ in range(4) for c in streams(algorithm, "nothing", fresh(algorithm, r, 0, 0), lambda n: [])]
    return cases


@listed(0.05, kinds=("aead",))
def a_stream_can_be_started_anew(algorithm: str) -> Iterable[Case]:
    """A new start in the middle, after an abort or after the end discards all earlier state."""
    r = rng("anew", algorithm)
    cases: list[Case] = []
    for case in both("anew", algorithm, fresh(algorithm, r, 37, 21)):
        steps = whole(algorithm, case.job).steps
        middles = [steps[:n] for n in range(1, len(steps) + 1)]
        middles += [(*steps[:n], Step("abort")) for n in range(1, len(steps))]
        for middle in middles:
            again = case.job.but(steps=(*middle, *steps))
            cases.append(replace(case, name=f"{case.name} after {len(middle)} steps", job=again))
    return cases


@listed(0.1, kinds=("cipher",), features=())
def a_cipher_goes_on_where_it_stopped(algorithm: str) -> Iterable[Case]:
    """One-shot calls in whole blocks: each returns the vector or counter for the next."""
    r = rng("goes on", algorithm)
    cases: list[Case] = []
    for _ in range(100):
        job = fresh(algorithm, r, 16 * r.randrange(12), 0, align=any_alignment(r))
        for case in both(f"{len(job.data)} in blocks", algorithm, job.in_place() if r.random() < 0.5 else job):
            blocks, pieces = len(job.data), []
            while blocks:
                pieces.append(min(16 * r.randrange(5), blocks))
                blocks -= pieces[-1]
            if pieces:
                cases.append(replace(case, job=case.job.but(steps=tuple(Step("call", n) for n in pieces))))
    return cases


@listed(0.05, kinds=("aead",), features=("stream", "lengths"))
def ccm_with_every_tag_and_nonce_length(algorithm: str) -> Iterable[Case]:
    r = rng("ccm streams")
    cases: list[Case] = []
    for nonce_len in range(7, 14):
        for tag_len in (4, 6, 8, 10, 12, 14, 16):
            job = fresh(algorithm, r, r.randrange(40), r.randrange(40), nonce_len=nonce_len, tag_len=tag_len)
            cases += streams(algorithm, f"N={nonce_len} T={tag_len}", job, lambda n: cut(r, n))
    assert "lengths" in config.algorithms()[algorithm].features
    r.shuffle(cases)
    return cases
