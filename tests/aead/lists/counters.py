# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Counters at their ends: GCM counts 32 bits and does not carry out of them (NIST SP 800-38D,
section 6.2), CTR counts all 128 (SP 800-38A)."""

from __future__ import annotations

from collections.abc import Iterable

from tests.aead.cases import Case, any_alignment, both, fresh, rng
from tests.aead.catalogue import case_list
from tests.aead.ghash import nonce_for
from tests.aead.streams import streamed


def in_pieces(algorithm: str, cases: list[Case]) -> list[Case]:
    """The same as streams, in pieces whose blocks are not those of the message."""
    pieces = [(case, [7, 16, len(case.job.data) - 23]) for case in cases]
    return [Case(c.name, streamed(algorithm, c.job, [len(c.job.ad)], p), c.out, c.tag) for c, p in pieces]


@case_list(0.3, essential=True, algorithms=("aes-128-gcm", "aes-192-gcm", "aes-256-gcm"))
def near_the_end_of_32_bits(algorithm: str) -> list[Case]:
    r = rng("gcm wraps", algorithm)
    cases: list[Case] = []
    for before in (1, 2, 3, 4, 5):  # blocks, the mask of the tag among them, until the counter is 0
        job = fresh(algorithm, r, 130, 3, align=any_alignment(r))
        j0 = r.getrandbits(96) << 32 | (1 << 32) - before
        at_once = both(f"{before} before", algorithm, job.but(nonce=nonce_for(job.key, j0)))
        cases += [*at_once, *in_pieces(algorithm, at_once)]
    return cases


@case_list(0.3, essential=True, kinds=("cipher",), features=("stream",))
def ctr_counts_128_bits(algorithm: str) -> Iterable[Case]:
    r = rng("ctr wraps", algorithm)
    cases: list[Case] = []
    for ones in (32, 64, 96, 128):  # low bits that carry
        for before in (1, 2, 3, 5):
            counter = (r.getrandbits(128) >> ones << ones) + (1 << ones) - before
            job = fresh(algorithm, r, 101, 0, align=any_alignment(r)).but(nonce=counter.to_bytes(16, "big"))
            at_once = both(f"{ones} bits, {before} before", algorithm, job)
            cases += [*at_once, *in_pieces(algorithm, at_once)]
    return cases
