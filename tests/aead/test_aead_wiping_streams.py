# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams, ciphers and hashes leave nothing secret in memory, on data of any alignment.

As in test_aead_wiping, two runs differ in secrets alone; what then differs in memory was left.
"""

from __future__ import annotations

import pytest

from tests.aead.cases import fresh, rng
from tests.aead.conftest import builds
from tests.aead.streams import begin, streamed
from tests.aead.test_aead_wiping import handed_out, memory_after, secrets
from vambrace import config, oracle
from vambrace.config import Algorithm, Extensions
from vambrace.jobs import OK, Job, Step

pytestmark = pytest.mark.rtl

#: One of those that share their code but the key size or a few constants.
ALGORITHMS = [
    "aes-128-ccm", "aes-128-gcm", "ascon-128a", "ascon-aead128", "chacha20-poly1305",
    "aes-128-ecb", "aes-128-cbc", "aes-128-ctr", "ascon-cxof128",
]  # fmt: skip
POINTS = [(build, name) for name in ALGORITHMS for build in builds(config.algorithms()[name])]
ALIGNMENTS = [{}, {"key": 1, "nonce": 3, "ad": 3, "in": 1, "out": 2, "tag": 1}]


def public(algorithm: str, job: Job) -> bytes:
    """What everybody may know of a call."""
    match job.op:
        case "seal":
            return handed_out(algorithm, job)
        case "encrypt":
            return oracle.encrypt(algorithm, job.key, job.nonce, job.data)[0]
        case _:
            return oracle.digest(algorithm, job.data, job.tag_len, job.ad)


def shapes(known: Algorithm, job: Job) -> list[Job]:
    """The call at once, in pieces that end inside of blocks, and, of an AEAD, not to its end."""
    found = [] if known.kind == "aead" else [job]
    if "stream" in known.features:
        found.append(streamed(known.name, job, [5, len(job.ad) - 5], [3, len(job.data) - 8, 5]))
    if known.kind == "aead":
        found.append(job.but(steps=(*begin(known.name, job), Step("ad", 21), Step("update", 20), Step("abort"))))
    return found


@pytest.mark.parametrize("align", ALIGNMENTS, ids=["aligned", "odd"])
@pytest.mark.parametrize(("extensions", "algorithm"), POINTS, ids=[f"{e.label}-{a}" for e, a in POINTS])
def test_nothing_secret_stays_in_memory(extensions: Extensions, algorithm: str, align: dict[str, int]):
    known = config.algorithms()[algorithm]
    r = rng("wiping in pieces", algorithm)
    first = fresh(algorithm, r, 39, 21, align=align)
    second = first.but(key=r.randbytes(len(first.key)), data=r.randbytes(len(first.data)))
    known_to_all = b"\0".join(public(algorithm, job) for job in (first, second))
    for jobs in zip(shapes(known, first), shapes(known, second), strict=True):
        left = secrets(*(memory_after(extensions, algorithm, job, OK) for job in jobs), known_to_all)
        assert not left, f"{len(left)} words of {jobs[0].steps} stay behind, at {', '.join(left[:20])}"
