# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""All cases that a target runs, in as few runs of its program as fit its memory.

Cases are made once for all targets that run the same ones, and where two targets leave the same image, its checks are
those of the first: they depend on the cases and the image alone.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from tests.aead import cached_cases
from tests.aead.cases import SEED, Case, affordable, cost
from tests.aead.catalogue import CaseList, lists, lists_for
from tests.aead.protocol import Runner
from vambrace.software.running.jobs import Image, Job, read_record

#: Bytes of the largest image of jobs, unless a single job is larger.
ROOM = 6 << 20


def spread(jobs: Sequence[Job], word_bytes: int) -> list[Job]:
    """Return the jobs adapted to words of `word_bytes` bytes: an alignment modulo 4 becomes one of the two modulo 8."""
    if word_bytes == 4:
        return list(jobs)
    r = random.Random(len(jobs))
    return [
        job.but(word_bytes=8, align={name: a + 4 * r.randrange(2) for name, a in job.align.items()}) for job in jobs
    ]


@dataclass
class _Image:
    """Cases as one image of jobs, and the faults found in the returned images."""

    named: list[tuple[str, Case]]
    image: Image
    verdicts: dict[bytes, list[str]] = field(default_factory=dict)

    def complaints(self, after: bytes) -> list[str]:
        digest = hashlib.sha256(after).digest()
        if digest not in self.verdicts:
            self.verdicts[digest] = list(self._complaints(after))
        return self.verdicts[digest]

    def _complaints(self, after: bytes) -> Iterator[str]:
        """A case whose record equals an earlier one without faults is not checked again."""
        for (name, case), job, record in zip(self.named, self.image.jobs, self.image.records(after), strict=True):
            if record == case.right:
                continue
            if wrong := case.complaints(read_record(job, record)):
                yield f"{name}, {case.name}: {'; '.join(wrong)}"
            else:
                case.left(record)


class Batch:
    """Cases, each with the name of its list."""

    def __init__(self, named: Sequence[tuple[str, Case]]) -> None:
        self.named = list(named)
        self._images: dict[int, list[_Image]] = {}

    def images(self, word_bytes: int) -> list[_Image]:
        """The images of these cases for a machine with words of `word_bytes` bytes."""
        if word_bytes not in self._images:
            self._images[word_bytes] = list(self._new_images(word_bytes))
        return self._images[word_bytes]

    def _new_images(self, word_bytes: int) -> Iterator[_Image]:
        jobs = spread([case.job for _, case in self.named], word_bytes)
        sizes = [len(job.data) * 2 + len(job.ad) + 16 * len(job.steps) + 512 for job in jobs]
        begin = 0
        while begin < len(jobs):
            end, size = begin + 1, sizes[begin]
            while end < len(jobs) and size + sizes[end] <= ROOM:
                size += sizes[end]
                end += 1
            yield _Image(self.named[begin:end], Image(jobs[begin:end]))
            begin = end

    def complaints(self, runner: Runner, algorithm: str) -> list[str]:
        """Return one text for each case that failed on this runner."""
        texts: list[str] = []
        for part in self.images(runner.word_bytes):
            texts += part.complaints(runner.execute(algorithm, part.image.before, part.image.jobs))
        return texts


def _complete(listed: CaseList, budget: float | None, host: bool) -> bool | None:
    """Return whether a list runs completely, or None if it does not run at all."""
    if listed.unlimited:
        return True if budget is None and host else None
    if listed.hosts:
        return True if budget is None or host else None
    return budget is None


def cheapest(algorithm: str, cases: Sequence[Case], fixed_cost: int | None) -> list[Case]:
    """The cheapest of a list's first cases, for a share that is too small for any of them."""
    return sorted(cases[:20], key=lambda case: cost(algorithm, case, fixed_cost))[:1]


@lru_cache(maxsize=8)
def within_budget(
    algorithm: str,
    names: tuple[str, ...],
    budget: float | None,
    fixed_cost: int | None,
    host: bool,
    short: bool = False,
) -> Batch:
    """Return the cases of some lists that fit into each list's share of the budget, at least one of each list. Without
    a budget all cases, or with `short` those of the short run."""
    named: list[tuple[str, Case]] = []
    for listed in (lists()[name] for name in names):
        complete = _complete(listed, budget, host)
        if complete is None:
            continue
        cases = cached_cases.cases(listed.name, algorithm, short)
        if not complete:
            share = listed.share * budget
            cases = affordable(algorithm, cases, share, fixed_cost) or cheapest(algorithm, cases, fixed_cost)
        assert cases, f"{listed.name} has no case of {algorithm}"
        named += [(listed.name, case) for case in cases]
    return Batch(named)


#: Cycles that a case on a simulated core may take.
MOST_CYCLES = 60_000


#: This many builds of an algorithm together run all lists of it on a core.
TURNS = 3


@lru_cache(maxsize=8)
def one_of_each(algorithm: str, turn: int, every: bool) -> Batch:
    """Return one case of each list, or of every third one: other lists each turn, and other cases every TURNS turns.
    These are few enough to simulate a core with them."""
    named = []
    chosen = [listed for listed in lists_for(algorithm) if not listed.unlimited and not listed.hosts]
    for listed in chosen if every else chosen[turn % TURNS :: TURNS]:
        number = turn // TURNS % 4
        cheap = (
            case for case in cached_cases.cases(listed.name, algorithm, True) if cost(algorithm, case) <= MOST_CYCLES
        )
        some = list(islice(cheap, number + 1))
        if some:
            named.append((listed.name, some[number % len(some)]))
    return Batch(named)


def run(runner: Runner, algorithm: str, batch: Batch) -> None:
    """Run a batch: every case in it has to pass."""
    assert batch.named
    wrong = batch.complaints(runner, algorithm)
    shown = "\n".join(wrong[:10])
    total = len(batch.named)
    assert not wrong, f"{len(wrong)} of {total} cases failed on {runner.name} (seed {SEED}), the first:\n{shown}"
