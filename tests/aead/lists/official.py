# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every official vector, in both directions, at once and in pieces. A vector that its source calls invalid must be
rejected, and so must a length that the contract excludes.

The builds for this machine run all vectors. Others run some of every class that a source names:
each of Wycheproof's flags, each length of a nonce and a tag, each fill of the last block.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from tests.aead.cases import Case, any_alignment, cost, forged, refused, rng
from tests.aead.catalogue import case_list
from tests.aead.streams import begin, cut, streamed
from tests.vectors import official
from tests.vectors.vector import Vector
from vambrace import config
from vambrace.software.oracles import oracle
from vambrace.software.running.jobs import ERR_LENGTH, ERR_TAG, OK, Job, Result, Step

listed = partial(case_list, kinds=("aead", "cipher", "hash"))

MANY = 5000  # vectors of one source: above this number, each runs in one way
MOST_CYCLES = 35_000  # cycles on a core


class Way(NamedTuple):
    """How a vector can be run."""

    op: str
    in_pieces: bool


class Unverified(Case):
    """A stream with a wrong tag: its earlier output is unspecified."""

    def complaints(self, result: Result) -> list[str]:
        return Case.complaints(replace(self, out=result.out), result)


def has_lengths(algorithm: str, vector: Vector) -> bool:
    """Return whether the algorithm has nonces and tags of these lengths."""
    lengths = oracle.LENGTHS[algorithm]
    nonce = not lengths.nonces or lengths.has_nonce(len(vector.nonce))
    return nonce and (not lengths.tags or len(vector.tag) in lengths.tags)


def fate(algorithm: str, vector: Vector) -> str:
    """The expected result of a vector: a field of tests.vectors.official.Counts."""
    if not has_lengths(algorithm, vector):
        assert not vector.valid, f"{vector.name} is valid, and its lengths are none of {algorithm}'s"
        return "refused"
    return "valid" if vector.valid else "forged"


def ways(algorithm: str, vector: Vector) -> list[Way]:
    """Return every way in which a vector can be run: a wrong tag cannot be computed."""
    known = config.algorithms()[algorithm]
    chosen = known.operations[1:] if fate(algorithm, vector) == "forged" else known.operations
    has_pieces = known.kind == "cipher" or "stream" in known.features
    return [Way(op, in_pieces) for in_pieces in (False, True)[: 1 + has_pieces] for op in chosen]


def refusal(algorithm: str, name: str, job: Job) -> Case:
    """A stream that gets an illegal length: the call with the length fails."""
    start, *more = begin(algorithm, job)
    if oracle.LENGTHS[algorithm].has_nonce(len(job.nonce)):
        steps = [start, *(replace(step, status=ERR_LENGTH) for step in more)]
    else:
        steps = [replace(start, status=ERR_LENGTH)]
    return refused(name, job.but(steps=tuple(steps)), ERR_LENGTH)


def pieces(algorithm: str, job: Job, r: random.Random, status: int) -> Job:
    """The job as a stream in random pieces, or as calls for some blocks each."""
    if "stream" in config.algorithms()[algorithm].features:
        out = cut(r, job.tag_len) if job.op == "hash" else ()
        return streamed(algorithm, job, cut(r, len(job.ad)), cut(r, len(job.data)), out, status)
    calls = []
    left = len(job.data)
    while left or not calls:
        calls.append(Step("call", min(16 * r.randrange(4), left)))
        left -= calls[-1].length
    return job.but(steps=tuple(calls))


def case_of(algorithm: str, vector: Vector, way: Way, r: random.Random) -> Case:
    """One vector, run in one way, with its expected result."""
    known = config.algorithms()[algorithm]
    backwards = way.op in known.operations[1:]
    data = vector.ciphertext if backwards or vector.plaintext is None else vector.plaintext
    inputs = vector.tag if way.op == "open" else None
    job = Job(way.op, vector.key, vector.nonce, vector.ad, data, inputs, len(vector.tag), any_alignment(r))  # type: ignore[arg-type]
    job = job.in_place() if r.random() < 0.3 else job
    name = f"{way.op}{' in pieces' if way.in_pieces else ''}, {vector.name}"

    what = fate(algorithm, vector)
    if what == "refused":
        return refusal(algorithm, name, job) if way.in_pieces else refused(name, job, ERR_LENGTH)
    if what == "forged":
        if way.in_pieces:
            return Unverified(name, pieces(algorithm, job, r, ERR_TAG), statuses=(ERR_TAG,))
        return forged(name, job)

    out = None if known.kind == "hash" else vector.plaintext if backwards else vector.ciphertext
    tag = None if backwards or known.kind == "cipher" else vector.tag
    nonce = following(algorithm, vector) if known.kind == "cipher" else None
    if way.in_pieces:
        job = pieces(algorithm, job, r, OK)
        nonce = nonce if job.steps[0].what == "call" else None  # a stream does not write the counter
    return Case(name, job, out, tag, nonce)


def following(algorithm: str, vector: Vector) -> bytes | None:
    """Return the initialisation vector or counter for the next call."""
    if algorithm.endswith("ecb"):
        return None
    if algorithm.endswith("cbc"):
        return (vector.nonce + vector.ciphertext)[-16:]
    counter = int.from_bytes(vector.nonce, "big") + -(-len(vector.ciphertext) // 16)
    return (counter % (1 << 128)).to_bytes(16, "big")


#: For sources with many vectors, every vector at this distance comes first: neighbours share their lengths.
APART = 5


def in_every_way(algorithm: str) -> Iterator[Case]:
    """Yield every vector in every way; if a source has many, each in one way, in rotation."""
    r = rng("vectors", algorithm)
    for first in range(APART):
        for vectors in official.vectors(algorithm).values():
            many = len(vectors) > MANY
            for number in range(first, len(vectors), APART if many else 1) if many or not first else ():
                choice = ways(algorithm, vectors[number])
                for way in [choice[number // APART % len(choice)]] if many else choice:
                    yield case_of(algorithm, vectors[number], way, r)


@listed(math.inf, hosts=True, short=3000)
def vectors(algorithm: str) -> Iterator[Case]:
    return in_every_way(algorithm)


@listed(math.inf, essential=True)
def of_every_class(algorithm: str) -> list[Case]:
    """Return at least one vector of every class, the ways in rotation, with one to be rejected in each class: as few
    and as short vectors as a greedy search finds."""
    r = rng("classes", algorithm)
    vectors = [v for actual in official.vectors(algorithm).values() for v in actual]
    r.shuffle(vectors)
    missing = {name for v in vectors for name in v.classes}
    cases: list[Case] = []

    for wanted, limit in (*((classes, MOST_CYCLES) for classes in (5, 4, 3, 2, 1)), (1, math.inf)):
        for vector in vectors:
            if len(missing & vector.classes) >= wanted and cycles_of(algorithm, vector) <= limit:
                choice = ways(algorithm, vector)
                valid = fate(algorithm, vector) == "valid"
                for way in [choice[len(cases) % len(choice)]] if valid else choice:
                    cases.append(case_of(algorithm, vector, way, r))
                missing.difference_update(vector.classes)
    assert not missing
    return cases


def cycles_of(algorithm: str, vector: Vector) -> int:
    """About how many cycles a vector takes on a core."""
    operation = config.algorithms()[algorithm].operations[0]
    job = Job(operation, ad=vector.ad, data=vector.ciphertext or vector.plaintext or b"")  # type: ignore[arg-type]
    return cost(algorithm, Case("", job, b"", vector.tag))
