# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles, executed addresses and bytes moved do not depend on any secret, nor on public data:
only on lengths. Every backend, both cores."""

import random
from dataclasses import replace

import pytest

from tests.system.programs import core_model
from vambrace import aead, config, oracle
from vambrace.jobs import ERR_TAG, OK, Job

pytestmark = pytest.mark.rtl

LENGTHS = [(0, 0), (25, 86), (16, 64), (7, 33)]
CASES = [
    (core, extensions, algorithm)
    for core in config.cores()
    for algorithm, known in config.algorithms().items()
    for extensions in ("none", *known.uses)
]


def contents(rng: random.Random, algorithm: config.Algorithm, ad: int, message: int):
    """Contents that a data-dependent implementation would treat differently."""
    sizes = (algorithm.key, algorithm.nonce, ad, message)
    yield tuple(bytes(n) for n in sizes)
    yield tuple(b"\xff" * n for n in sizes)
    for _ in range(4):
        yield tuple(rng.randbytes(n) for n in sizes)


@pytest.mark.parametrize(("core", "extensions", "algorithm"), CASES)
def test_counts_do_not_depend_on_content(core, extensions, algorithm):
    known = config.algorithms()[algorithm]
    rng = random.Random(f"{core}{extensions}{algorithm}")
    jobs = {"seal": [], "open": [], "forged": []}
    for ad_len, length in LENGTHS:
        for key, nonce, ad, message in contents(rng, known, ad_len, length):
            ciphertext, tag = oracle.seal(algorithm, key, nonce, ad, message, known.tag)
            jobs["seal"].append(Job("seal", key, nonce, ad, message, tag_len=known.tag))
            jobs["open"].append(Job("open", key, nonce, ad, ciphertext, tag=tag))
            # Wrong in any one byte: an early exit of the comparison would show.
            at = rng.randrange(known.tag)
            wrong = tag[:at] + bytes([tag[at] ^ 1 << rng.randrange(8)]) + tag[at + 1 :]
            jobs["forged"].append(Job("open", key, nonce, ad, ciphertext, tag=wrong))
    every = [*jobs["seal"], *jobs["open"], *jobs["forged"]]
    elf = aead.runner(known, config.extension_sets()[extensions])
    run = aead.run_jobs(core_model(core), known, elf, every)
    n = len(jobs["seal"])
    assert [r.status for r in run.results] == [OK] * (2 * n) + [ERR_TAG] * n
    assert not any(r.violations for r in run.results)
    groups = {"init": run.init, "seal": run.call[:n], "open": run.call[n : 2 * n], "forged": run.call[2 * n :]}
    per_length = n // len(LENGTHS)
    for name, calls in groups.items():
        size = len(calls) if name == "init" else per_length
        for start in range(0, len(calls), size):
            # Each call has buffers of its own: their addresses differ from call to call.
            counts = {replace(c, data_hash="") for c in calls[start : start + size]}
            assert len(counts) == 1, f"{name}, lengths {LENGTHS[start // size]}: {counts}"
