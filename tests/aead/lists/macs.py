# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""MACs: every short length and alignment against an independent implementation, tags of every length, streams in any
pieces, and tags, messages, nonces and keys that were changed."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product

from tests.aead.cases import Case, any_alignment, both, forged, fresh, opened, refused, rng
from tests.aead.catalogue import case_list
from tests.aead.lists.accumulator import WANTED, block_for
from tests.aead.lists.tamper import cancelling, flip, rewritten_tags
from tests.aead.poly1305 import CLAMP, P, le
from tests.aead.streams import cut, forgery, streamed
from tests.vectors import official
from vambrace import config
from vambrace.software.oracles.oracle import LENGTHS
from vambrace.software.running.jobs import ERR_LENGTH, ERR_TAG, OK, Job

listed = partial(case_list, kinds=("mac",))

LONGEST_SHORT = 140
SHAPES = (33, 0, 16, 1, 64, 15, 31, 100)


def in_pieces(algorithm: str, case: Case, pieces: list[int]) -> Case:
    """The same as a stream."""
    job = streamed(algorithm, case.job, [], pieces)
    return Case(f"{case.name} in pieces", job, tag=case.tag, statuses=case.statuses)


@listed(0.25, essential=True)
def short_lengths(algorithm: str) -> Iterator[Case]:
    """A tag of each length, computed and verified, with any alignment."""
    r = rng("mac short", algorithm)
    lengths = list(range(LONGEST_SHORT + 1))
    r.shuffle(lengths)
    for turn, length in product(range(2), lengths):
        job = fresh(algorithm, r, length, 0, align=any_alignment(r))
        yield both(f"{length}", algorithm, job)[(length + turn) % 2]


@listed(0.1)
def every_alignment(algorithm: str) -> Iterator[Case]:
    """Each offset of input, tag, key and nonce, with lengths around blocks of 16 and 32 bytes."""
    r = rng("mac alignment", algorithm)
    offsets = list(product(range(4), repeat=4))
    r.shuffle(offsets)
    for to_in, to_tag, to_key, to_nonce in offsets:
        align = {"in": to_in, "tag": to_tag, "key": to_key, "nonce": to_nonce}
        length = r.choice((r.randrange(80), 15, 16, 17, 31, 32, 33, 48, 64, 65))
        yield from both(f"{length} {align}", algorithm, fresh(algorithm, r, length, 0, align=align))


@listed(0.05)
def tags_and_nonces_of_every_length(algorithm: str) -> Iterable[Case]:
    lengths = LENGTHS[algorithm]
    r = rng("mac tags", algorithm)
    cases: list[Case] = []
    for tag_len in lengths.tags:
        for nonce_len in lengths.nonces or (0,):
            if tag_len == 16 or nonce_len in (0, 12):
                job = fresh(algorithm, r, r.randrange(40), 0, nonce_len=nonce_len, tag_len=tag_len)
                cases += both(f"nonce of {nonce_len}, tag of {tag_len}", algorithm, job)
                cases.append(in_pieces(algorithm, cases[-2], cut(r, len(job.data))))
    r.shuffle(cases)
    return cases


@listed(0.1, algorithms=("hmac-sha256",), essential=True)
def keys_of_every_length(algorithm: str) -> Iterable[Case]:
    """Around the block of 64 bytes, above which the key is hashed; with any alignment, and also in pieces."""
    r = rng("mac keys of every length", algorithm)
    cases: list[Case] = []
    for length in (*range(132), 191, 192, 193, 1000):
        job = fresh(algorithm, r, r.randrange(80), 0, align=any_alignment(r)).but(key=r.randbytes(length))
        created, verified = both(f"key of {length}", algorithm, job)
        cases += [created, in_pieces(algorithm, verified, cut(r, len(job.data)))]
    r.shuffle(cases)
    return cases


@listed(0.1)
def long_messages(algorithm: str) -> Iterable[Case]:
    r = rng("mac long", algorithm)
    cases: list[Case] = []
    for length, offset in ((257, 0), (1500, 1), (4200, 2), (17000, 3), (70001, 0)):
        cases += both(f"{length}", algorithm, fresh(algorithm, r, length, 0, align={"in": offset}))
    return cases


@listed(0.2, essential=True)
def random_pieces(algorithm: str) -> Iterator[Case]:
    r = rng("mac pieces", algorithm)
    for number in range(600):
        length = r.choice((r.randrange(40), r.randrange(140)))
        job = fresh(algorithm, r, length, 0, align=any_alignment(r))
        yield in_pieces(algorithm, both(f"{length}", algorithm, job)[number % 2], cut(r, length))


@listed(0.1)
def two_pieces_around_the_blocks(algorithm: str) -> Iterable[Case]:
    """Some blocks in every pair of pieces, and byte by byte."""
    r = rng("mac two", algorithm)
    cases: list[Case] = []
    for size in (0, 16, 32, 33, 64, 70):
        for first in range(size + 1):
            created = both(f"{first} of {size}", algorithm, fresh(algorithm, r, size, 0))
            cases.append(in_pieces(algorithm, created[first % 2], [first, 0, size - first]))
        cases.append(in_pieces(algorithm, both("bytes", algorithm, fresh(algorithm, r, size, 0))[0], [1] * size))
        cases.append(in_pieces(algorithm, both("nothing but", algorithm, fresh(algorithm, r, 0, 0))[0], []))
    r.shuffle(cases)
    return cases


def changed(job: Job, r: random.Random) -> Iterator[tuple[str, Job]]:
    """A verification with one thing changed."""
    assert job.tag is not None
    for bit in range(8 * len(job.tag)):
        yield f"tag bit {bit}", flip(job, "tag", bit)
    for field in ("data", "nonce", "key"):
        for i in range(len(getattr(job, field))):
            yield f"{field}, byte {i}", flip(job, field, 8 * i + r.randrange(8))
    for more in (b"\x00", b"\x80", b"\x01", bytes(16), b"\x80" + bytes(15), b"\x01" + bytes(15)):
        yield f"{more.hex()} behind", job.but(data=job.data + more)
    if job.data:
        yield "shorter", job.but(data=job.data[:-1])


def counts(algorithm: str, job: Job, valid: Job) -> bool:
    """Return whether a change has an effect: some bits of Poly1305's key are cleared."""
    if algorithm == "poly1305" and job.key != valid.key:
        clamp = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
        low = [int.from_bytes(item.key[:16], "little") & clamp for item in (job, valid)]
        return (low[0] != low[1] and bool(job.data)) or job.key[16:] != valid.key[16:]
    return True


@listed(0.1, essential=True)
def forgeries(algorithm: str) -> Iterable[Case]:
    """Also in pieces: a wrong tag ends the stream."""
    r = rng("mac forgeries", algorithm)
    cases: list[Case] = []
    for length in SHAPES:
        valid = opened(algorithm, fresh(algorithm, r, length, 0, align=any_alignment(r)))
        cases += [forged(f"{length}: {name}", job) for name, job in changed(valid, r) if counts(algorithm, job, valid)]
        stream = streamed(algorithm, valid, [], cut(r, length))
        assert valid.tag is not None
        cases += [
            Case(f"{length} in pieces, tag bit {bit}", forgery(stream, bit), statuses=(ERR_TAG,))
            for bit in r.sample(range(8 * len(valid.tag)), 8 * len(valid.tag) if length == 33 else 5)
        ]
    r.shuffle(cases)
    return cases


@listed(0.1, algorithms=("poly1305",))
def a_part_of_a_block_at_the_limits(algorithm: str) -> Iterator[Case]:
    """The accumulator is at its limits when a part of a block ends the message: around 0, the modulus, powers of 2."""
    r = rng("mac limits", algorithm)
    for wanted in WANTED:
        key = first = b""
        block = None
        while block is None:
            key, first = r.randbytes(32), r.randbytes(16)
            factor = le(key[:16]) & CLAMP
            block = block_for((le(first) + (1 << 128)) * factor % P, factor, wanted)
        for rest in (1, 15, r.randrange(2, 15)):
            job = fresh(algorithm, r, 0, 0).but(key=key, data=first + block + r.randbytes(rest))
            yield both(f"{wanted:#x} and {rest}", algorithm, job)[rest % 2]


@listed(0.05)
def tags_that_cancel(algorithm: str) -> Iterable[Case]:
    valid = opened(algorithm, fresh(algorithm, rng("mac cancelling", algorithm), 40, 0))
    assert valid.tag is not None
    cases = [forged(f"tag bits {b}", flip(valid, "tag", *b)) for b in cancelling(len(valid.tag))]
    return cases + [forged(f"tag {k}", valid.but(tag=t)) for k, t in rewritten_tags(valid.tag).items()]


def vector_cases(algorithm: str) -> Iterator[Case]:
    """Each official vector, at once and in pieces: the tag is computed and verified."""
    r = rng("mac vectors", algorithm)
    for vectors in official.vectors(algorithm).values():
        for v in vectors:
            job = Job("compute", v.key, v.nonce, data=v.ad, tag_len=len(v.tag), align=any_alignment(r))
            undo = job.but(op="verify", tag=v.tag)
            if len(v.tag) not in LENGTHS[algorithm].tags or (v.nonce == b"" and config.algorithms()[algorithm].nonce):
                yield refused(v.name, undo, ERR_LENGTH)
                continue
            created = Case(f"compute {v.name}", job, tag=v.tag)
            verified = Case(f"verify {v.name}", undo, statuses=(OK if v.valid else ERR_TAG,))
            for case in (created, verified) if v.valid else (verified,):
                yield case
                status = case.statuses[0]
                job = streamed(algorithm, case.job, [], cut(r, len(v.ad)), status=status)
                yield Case(f"{case.name} in pieces", job, tag=case.tag, statuses=case.statuses)


@listed(math.inf, algorithms=tuple(n for n in official.SOURCES if config.algorithms()[n].kind == "mac"), essential=True)
def official_vectors(algorithm: str) -> Iterator[Case]:
    return vector_cases(algorithm)
