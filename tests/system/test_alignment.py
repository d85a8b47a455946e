# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every access of the library is aligned to its size, wherever the caller's bytes lie: cores that
trap on misaligned accesses, or take longer for them, run it as Ibex does."""

import random

import pytest

from tests.system.programs import core_model
from vambrace import aead, config, oracle
from vambrace.jobs import OK, Job
from vambrace.simulate import Machine

pytestmark = pytest.mark.rtl

BUFFERS = ("key", "nonce", "ad", "in", "out", "tag")
LENGTHS = [(0, 1), (5, 40), (33, 70)]
CASES = [(e, a) for a, known in config.algorithms().items() for e in ("none", *known.uses)]


@pytest.mark.parametrize(("extensions", "algorithm"), CASES)
def test_no_access_is_misaligned(extensions, algorithm):
    known = config.algorithms()[algorithm]
    rng = random.Random(f"{extensions}{algorithm}")
    jobs = []
    for ad_len, length in LENGTHS:
        # All buffers alike, each one alone, and some mixtures.
        places = [dict.fromkeys(BUFFERS, n) for n in range(4)]
        places += [{b: n} for b in BUFFERS for n in (1, 2, 3)]
        places += [{b: rng.randrange(4) for b in BUFFERS} for _ in range(4)]
        key, nonce = rng.randbytes(known.key), rng.randbytes(known.nonce)
        ad, message = rng.randbytes(ad_len), rng.randbytes(length)
        ciphertext, tag = oracle.seal(algorithm, key, nonce, ad, message, known.tag)
        for align in places:
            jobs.append(Job("seal", key, nonce, ad, message, tag_len=known.tag, align=align))
            jobs.append(Job("open", key, nonce, ad, ciphertext, tag=tag, align=align))
    elf = aead.runner(known, config.extension_sets()[extensions])
    machine = Machine(ram_bytes=16 << 20, max_cycles=200_000_000, strict_alignment=True)
    run = aead.run_jobs(core_model(), known, elf, jobs, machine)
    assert [r.status for r in run.results] == [OK] * len(jobs)
    assert [r.out for r in run.results] == [jobs[i ^ 1].data for i in range(len(jobs))]
