# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every official vector, forwards and backwards, at once and in pieces; what a source calls invalid
must be rejected, and a length that the contract does not have refused.

The builds for this machine run all vectors. A core runs some of every class that a source names:
each of Wycheproof's flags, each length of a nonce and a tag, each way to fill blocks.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from tests.aead.cases import Case, any_alignment, check, cost, forged, refused, rng
from tests.aead.streams import begin, cut, streamed
from tests.host.runner import RUNNERS, HostRunner
from tests.vectors import official
from tests.vectors.official import Counts
from tests.vectors.vector import Vector
from vambrace import config, oracle
from vambrace.errors import VambraceError
from vambrace.jobs import ERR_LENGTH, ERR_TAG, OK, Job, Result, Step

SHARE = 0.03  # of a core's budget
MANY = 5000  # vectors of one source: then each of a host's builds runs every vector in one way
DEAR = 35_000  # cycles on a core


class Way(NamedTuple):
    """How a vector can be run."""

    op: str
    in_pieces: bool


class Unverified(Case):
    """A stream whose tag is wrong: nobody says what it gave out before."""

    def complaints(self, result: Result) -> list[str]:
        return Case.complaints(replace(self, out=result.out), result)


def has_lengths(algorithm: str, vector: Vector) -> bool:
    """Whether the algorithm has a nonce and a tag of these lengths."""
    lengths = oracle.LENGTHS[algorithm]
    nonce = not lengths.nonces or lengths.has_nonce(len(vector.nonce))
    return nonce and (not lengths.tags or len(vector.tag) in lengths.tags)


def fate(algorithm: str, vector: Vector) -> str:
    """What must become of a vector: a field of Counts."""
    if not has_lengths(algorithm, vector):
        assert not vector.valid, f"{vector.name} is valid, and its lengths are none of {algorithm}'s"
        return "refused"
    return "valid" if vector.valid else "forged"


def ways(algorithm: str, vector: Vector) -> list[Way]:
    """Every way in which a vector can be run: a wrong tag cannot be made."""
    operations = config.algorithms()[algorithm].operations
    chosen = operations[1:] if fate(algorithm, vector) == "forged" else operations
    return [Way(op, in_pieces) for in_pieces in (False, True) for op in chosen]


def refusal(algorithm: str, name: str, job: Job) -> Case:
    """A stream that gets an illegal length: as early as it is told."""
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
    """One vector, run in one way, and what it must do."""
    known = config.algorithms()[algorithm]
    backwards = way.op in known.operations[1:]
    data = vector.ciphertext if backwards or vector.plaintext is None else vector.plaintext
    given = vector.tag if way.op == "open" else None
    job = Job(way.op, vector.key, vector.nonce, vector.ad, data, given, len(vector.tag), any_alignment(r))  # type: ignore[arg-type]
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
        nonce = nonce if job.steps[0].what == "call" else None  # a stream leaves the counter alone
    return Case(name, job, out, tag, nonce)


def following(algorithm: str, vector: Vector) -> bytes | None:
    """The initialization vector or counter that is left for what comes next."""
    if algorithm.endswith("ecb"):
        return None
    if algorithm.endswith("cbc"):
        return (vector.nonce + vector.ciphertext)[-16:]
    counter = int.from_bytes(vector.nonce, "big") + -(-len(vector.ciphertext) // 16)
    return (counter % (1 << 128)).to_bytes(16, "big")


class Run(NamedTuple):
    """A case, and the vector that it is made of."""

    source: str
    number: int
    case: Case


def all_on_a_host(algorithm: str, runner: HostRunner, r: random.Random) -> Iterator[Run]:
    """Every vector in every way; where a source has many, in ways that differ from build to build."""
    shift = RUNNERS.index(runner) if runner in RUNNERS else 0
    for source, vectors in official.vectors(algorithm).items():
        for number, vector in enumerate(vectors):
            choice = ways(algorithm, vector)
            for way in [choice[(number + shift) % len(choice)]] if len(vectors) > MANY else choice:
                yield Run(source, number, case_of(algorithm, vector, way, r))


def fates(algorithm: str, runs: list[Run]) -> dict[str, Counts]:
    """By source, how many vectors have run."""
    found = official.vectors(algorithm)
    ran = {(run.source, run.number) for run in runs}
    seen = Counter((source, fate(algorithm, found[source][number])) for source, number in ran)
    return {source: Counts(*(seen[source, what] for what in Counts._fields)) for source in found}


def some_on_a_core(algorithm: str, budget: float, r: random.Random, flat: int | None = None) -> list[Case]:
    """At least one vector of every class, then others at random, the ways in turn."""
    vectors = [v for found in official.vectors(algorithm).values() for v in found]
    r.shuffle(vectors)
    missing = {name for v in vectors for name in v.classes}
    cases: list[Case] = []

    def take(vector: Vector) -> int:
        choice = ways(algorithm, vector)
        cases.append(case_of(algorithm, vector, choice[len(cases) % len(choice)], r))
        missing.difference_update(vector.classes)
        return cost(algorithm, cases[-1], flat)

    for wanted, limit in ((5, DEAR), (4, DEAR), (3, DEAR), (2, DEAR), (1, DEAR), (1, math.inf)):
        for vector in vectors:
            if len(missing & vector.classes) >= wanted and price(algorithm, vector, flat) <= limit:
                budget -= take(vector)
    assert not missing
    for vector in vectors:  # perhaps one of those again, in another way
        if price(algorithm, vector, flat) <= budget:
            budget -= take(vector)
        if budget < 5000:
            break
    return cases


def price(algorithm: str, vector: Vector, flat: int | None = None) -> int:
    """About how many cycles a vector takes on a core."""
    operation = config.algorithms()[algorithm].operations[0]
    job = Job(operation, ad=vector.ad, data=vector.ciphertext or vector.plaintext or b"")  # type: ignore[arg-type]
    return cost(algorithm, Case("", job, b"", vector.tag), flat)


@pytest.mark.light
@pytest.mark.kinds("aead", "cipher", "hash")
def test_vectors(target):
    runner, algorithm = target
    r = rng("vectors", algorithm, runner.name)
    if not isinstance(runner, HostRunner):
        check(runner, algorithm, some_on_a_core(algorithm, SHARE * runner.budget, r, runner.flat), math.inf)
        return
    runs = list(all_on_a_host(algorithm, runner, r))
    check(runner, algorithm, [run.case for run in runs], math.inf)
    assert fates(algorithm, runs) == {source.name: source.counts for source in official.SOURCES[algorithm]}


@pytest.mark.host
def test_every_algorithm_has_vectors():
    assert set(official.SOURCES) == set(config.algorithms())
    assert all(source.counts.valid for sources in official.SOURCES.values() for source in sources)


@pytest.mark.host
def test_a_source_without_its_vectors_is_an_error(monkeypatch):
    lost = [source._replace(read=lambda: iter(())) for source in official.SOURCES["ascon-cxof128"]]
    monkeypatch.setitem(official.SOURCES, "ascon-cxof128", lost)
    with pytest.raises(VambraceError, match="has 0 vectors for ascon-cxof128, not 1089"):
        official.vectors.__wrapped__("ascon-cxof128")
