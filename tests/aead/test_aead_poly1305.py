# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages that bring Poly1305's accumulator to values where carries and the last reduction matter.

RFC 8439, section 2.5: h = (h + block + 2^128) r mod p, p = 2^130 - 5, for each block, then the tag
is (h + s) mod 2^128. Under a known key every block but the last, which holds the lengths, can be
chosen so that h takes a wanted value behind it. The odds for most of these values are 2^-128 in a
random test, and an implementation holds them unreduced, as the value plus p.

What the cipher makes of a key no test can choose: r, s and the first h. So the function itself is
called, too, with all of them at their limits.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from tests.aead import poly1305
from tests.aead.cases import Case, both, check, rng
from tests.aead.poly1305 import CLAMP, P, Sum, le
from tests.host.runner import RUNNERS, HostRunner
from vambrace import config
from vambrace.jobs import Job

CHACHA = "chacha20-poly1305"
pytestmark = pytest.mark.algorithm(CHACHA)

BLOCK = 16

#: The last h: around 0 and p, around powers of 2 at every limb of 32 and of 26 bits.
WANTED = [
    *range(8), *(P - i for i in range(1, 8)),
    *((1 << bit) + d for bit in (26, 32, 52, 64, 78, 96, 104, 127, 128, 129) for d in (-6, -5, -4, -1, 0, 1)),
    (1 << 128) + P // 4, P // 2, P // 2 + 1,
]  # fmt: skip


def key_stream(key: bytes, nonce: bytes, size: int) -> bytes:
    return Cipher(ChaCha20(key, bytes(4) + nonce), None).encryptor().update(bytes(size))


def block_for(h: int, r: int, wanted: int) -> bytes | None:
    """The block that takes h to `wanted`, if there is one: one in four values has one."""
    block = (wanted * pow(r, -1, P) - h) % P - (1 << 128)
    return block.to_bytes(BLOCK, "little") if 0 <= block < 1 << 128 else None


def steered(random_: random.Random, blocks: int, way: list[int], last: int) -> Job:
    """A seal of so many blocks whose h passes through values of `way` and ends at `last`."""
    while True:
        key, nonce = random_.randbytes(32), random_.randbytes(12)
        stream = key_stream(key, nonce, 64 + blocks * BLOCK)
        r = le(stream[:16]) & CLAMP
        lengths = (blocks * BLOCK << 64) + (1 << 128)
        ciphertext, h = bytearray(), 0
        # Behind the last block but one, h must be what the block of the lengths takes to `last`.
        before = (last * pow(r, -1, P) - lengths) % P
        for number in range(blocks):
            goals = [before] if number == blocks - 1 else random_.sample(way, len(way))
            found = next((b for b in (block_for(h, r, goal) for goal in goals) if b is not None), None)
            if found is None:
                if number == blocks - 1:
                    break
                found = random_.randbytes(BLOCK)
            ciphertext += found
            h = (h + le(found) + (1 << 128)) * r % P
        if len(ciphertext) == blocks * BLOCK:
            assert (h + lengths) * r % P == last
            text = bytes(a ^ b for a, b in zip(ciphertext, stream[64:], strict=True))
            return Job("seal", key, nonce, b"", text)


@cache
def every_case() -> list[Case]:
    r = rng("poly1305")
    cases: list[Case] = []
    for blocks in (2, 5):
        for wanted in WANTED:
            cases += both(f"{blocks} blocks, h = {wanted:#x}", CHACHA, steered(r, blocks, WANTED, wanted))
    r.shuffle(cases)
    return cases


@pytest.mark.light
def test_the_accumulator_at_its_limits(target):
    runner, algorithm = target
    few = runner.budget and runner.budget < 2_000_000 and not runner.flat
    check(runner, algorithm, every_case(), 0.5 if few else 0.1)


ONES = (1 << 128) - 1
#: Multipliers: none, one, each limb alone at its largest, all of them, and what the clamp cuts off.
RS = [0, 1, 4 << 32, *(CLAMP & 0xFFFFFFFF << 32 * i for i in range(4)), CLAMP, CLAMP - 3, ONES, CLAMP >> 1 & CLAMP]
SS = [0, 1, ONES, 1 << 127]
#: Accumulators, as implementations hold them between calls: below 5 * 2^128.
HS = [
    0, 1, 4, 5, P - 6, P - 1, P, P + 1, P + 4, P + 5, ONES, ONES + 1, (2 << 128) - 1, (3 << 128) - 1,
    (1 << 130) - 1, 1 << 130, (5 << 128) - 1, *((1 << 32 * i) - 1 for i in range(1, 4)), ONES << 32 & ONES,
]  # fmt: skip
#: Messages: nothing, so that the last reduction alone is seen; then carries through all limbs, and none.
TEXTS: list[tuple[bytes, ...]] = [
    (), (b"\xff" * 16,), (b"\xff" * 80,), (bytes(16),), (b"\xff" * 16 + bytes(16) + b"\xff" * 16,),
    (b"\xff" * 5, b"\xff" * 16), (b"\xfb" + b"\xff" * 15, b"", b"\x04" + bytes(15)),
]  # fmt: skip


@cache
def at_the_limits() -> list[Sum]:
    """Everything with everything, but s, which is only added; then random ones."""
    r_ = rng("poly1305 itself")
    found = [Sum(r, SS[0], h, text, tag) for r in RS for h in HS for text in TEXTS for tag in (True, False)]
    found += [Sum(CLAMP, s, h, text) for s in SS[1:] for h in HS for text in TEXTS]
    for _ in range(200):
        pieces = tuple(r_.randbytes(r_.choice((0, 1, 15, 16, 17, 31, 32, 33, 64))) for _ in range(r_.randrange(4)))
        h = r_.choice((0, r_.getrandbits(130), P - r_.randrange(9)))
        found.append(Sum(r_.getrandbits(128), r_.getrandbits(128), h, pieces, r_.random() < 0.7))
    return found


@pytest.mark.host
@pytest.mark.parametrize("runner", RUNNERS, ids=lambda runner: runner.name)
def test_the_sum_itself_on_this_computer(runner: HostRunner):
    assert poly1305.wrong(at_the_limits(), poly1305.on_host(runner, at_the_limits())) == []


NONE = config.extension_sets()["none"]  # there is no code for others
CORES = [
    ("ibex-ref", NONE),
    ("ibex-ref", NONE.with_profile("size")),
    ("ibex-ref", config.PORTABLE),
    ("ibex-fast", NONE),
]


@pytest.mark.rtl
@pytest.mark.parametrize(("core", "build"), CORES, ids=[f"{core}/{build.label}" for core, build in CORES])
def test_the_sum_itself_on_a_core(core, build):
    assert poly1305.wrong(at_the_limits(), poly1305.on_core(core, build, at_the_limits())) == []


@pytest.mark.host
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
