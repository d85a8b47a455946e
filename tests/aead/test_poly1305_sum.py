# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Poly1305 itself, with values of r, s and the accumulator that no known key of ChaCha20-Poly1305 produces."""

from __future__ import annotations

from functools import cache

import pytest

from tests.aead import poly1305
from tests.aead.cases import rng
from tests.aead.poly1305 import CLAMP, P, Sum
from tests.aead.spike_runner import BUILDS64
from tests.builds import BUILDS
from tests.host.runner import RUNNERS, HostRunner
from vambrace import config

ONES = (1 << 128) - 1
#: Multipliers: none, one, each limb alone at its largest, all of them, and the bits that the clamp clears.
RS = [0, 1, 4 << 32, *(CLAMP & 0xFFFFFFFF << 32 * i for i in range(4)), CLAMP, CLAMP - 3, ONES, CLAMP >> 1 & CLAMP]
SS = [0, 1, ONES, 1 << 127]
#: Accumulators, as implementations hold them between calls: below 5 * 2^128.
HS = [
    0,
    1,
    4,
    5,
    P - 6,
    P - 1,
    P,
    P + 1,
    P + 4,
    P + 5,
    ONES,
    ONES + 1,
    (2 << 128) - 1,
    (3 << 128) - 1,
    (1 << 130) - 1,
    1 << 130,
    (5 << 128) - 1,
    *((1 << 32 * i) - 1 for i in range(1, 4)),
    ONES << 32 & ONES,
]
#: Messages: empty, so that only the last reduction matters; then with carries through all limbs, and with none.
TEXTS: list[tuple[bytes, ...]] = [
    (),
    (b"\xff" * 16,),
    (b"\xff" * 80,),
    (bytes(16),),
    (b"\xff" * 16 + bytes(16) + b"\xff" * 16,),
    (b"\xff" * 5, b"\xff" * 16),
    (b"\xfb" + b"\xff" * 15, b"", b"\x04" + bytes(15)),
]


@cache
def at_the_limits() -> list[Sum]:
    """Yield all combinations of values except of s, which is only added; then random ones."""
    r_ = rng("poly1305 itself")
    results = [Sum(r, SS[0], h, text, tag) for r in RS for h in HS for text in TEXTS for tag in (True, False)]
    results += [Sum(CLAMP, s, h, text) for s in SS[1:] for h in HS for text in TEXTS]
    for _ in range(200):
        pieces = tuple(r_.randbytes(r_.choice((0, 1, 15, 16, 17, 31, 32, 33, 64))) for _ in range(r_.randrange(4)))
        h = r_.choice((0, r_.getrandbits(130), P - r_.randrange(9)))
        results.append(Sum(r_.getrandbits(128), r_.getrandbits(128), h, pieces, r_.random() < 0.7))
    return results


@pytest.mark.parametrize("runner", RUNNERS, ids=lambda runner: runner.name)
def test_the_sum_itself_on_this_computer(runner: HostRunner):
    assert poly1305.wrong(at_the_limits(), poly1305.on_host(runner, at_the_limits())) == []


NONE = BUILDS["none"]  # only the backend of xchacha has other code
CORES = [
    ("ibex-ref", NONE),
    ("ibex-ref", BUILDS["none:size"]),
    ("ibex-ref", config.PORTABLE),
    ("ibex-fast", NONE),
    ("ibex-ref", BUILDS["xchacha"]),
    ("ibex-ref", BUILDS["xchacha:size"]),
    ("ibex-fast", BUILDS["xchacha"]),
]


ON_SPIKE = [*sorted({build for _, build in CORES}, key=lambda b: b.label), BUILDS64["none"], BUILDS64["portable"]]


@pytest.mark.parametrize("build", ON_SPIKE, ids=lambda b: f"rv{b.xlen}-{b.label}")
def test_the_sum_itself_on_spike(build):
    assert poly1305.wrong(at_the_limits(), poly1305.on_spike(build, at_the_limits())) == []


OTHER = pytest.mark.long("the same code with another multiplier; Spike always runs it")


@pytest.mark.parametrize(
    ("core", "build"),
    [pytest.param(*c, id=f"{c[0]}/{c[1].label}", marks=OTHER if c[0] == "ibex-fast" else ()) for c in CORES],
)
def test_the_sum_itself_on_a_core(core, build, everything):
    """In the short run one case in eleven, over all values of r, h and the texts: Spike runs all."""
    some = at_the_limits() if everything else at_the_limits()[::11]
    assert poly1305.wrong(some, poly1305.on_core(core, build, some)) == []


def test_a_wrong_sum_is_seen():
    every = at_the_limits()[:40]
    good = b"".join(
        c.encoded()[:36] + c.expected().to_bytes(20, "little") + bytes(c.encoded()[56:])
        if not c.tag
        else c.encoded()[:56] + c.expected().to_bytes(16, "little") + c.encoded()[72:]
        for c in every
    )
    assert poly1305.wrong(every, bytes(4) + good) == []
    assert poly1305.wrong(every, poly1305.image_of(every)) != []
