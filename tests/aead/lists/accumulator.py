# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages that bring Poly1305's accumulator to values where carries and the last reduction matter.

RFC 8439, section 2.5: h = (h + block + 2^128) r mod p, p = 2^130 - 5, for each block, then the tag is (h + s) mod
2^128. Under a known key every block but the last, which holds the lengths, can be chosen so that h has a chosen value
after it. A random test reaches most of these values with a probability of 2^-128, and an implementation may keep them
unreduced, as the value plus p.

No test can choose the values that the cipher derives from a key: r, s and the first h. Another test therefore calls the
function itself with all of them at their limits: tests/aead/test_poly1305_sum.py.
"""

from __future__ import annotations

import random

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from tests.aead.cases import Case, both, rng
from tests.aead.catalogue import case_list
from tests.aead.poly1305 import CLAMP, P, le
from vambrace.software.running.jobs import Job

CHACHA = "chacha20-poly1305"

BLOCK = 16

#: The last h: around 0 and p, around powers of 2 at every limb of 32 and of 26 bits.
WANTED = [
    *range(8),
    *(P - i for i in range(1, 8)),
    *((1 << bit) + d for bit in (26, 32, 52, 64, 78, 96, 104, 127, 128, 129) for d in (-6, -5, -4, -1, 0, 1)),
    (1 << 128) + P // 4,
    P // 2,
    P // 2 + 1,
]


def key_stream(key: bytes, nonce: bytes, size: int) -> bytes:
    return Cipher(ChaCha20(key, bytes(4) + nonce), None).encryptor().update(bytes(size))


def block_for(h: int, r: int, wanted: int) -> bytes | None:
    """Return the block that changes h to `wanted`, or None: one in four values has such a block."""
    block = (wanted * pow(r, -1, P) - h) % P - (1 << 128)
    return block.to_bytes(BLOCK, "little") if 0 <= block < 1 << 128 else None


def steered(random_: random.Random, blocks: int, way: list[int], last: int) -> Job:
    """Return a seal of this many blocks whose h passes through values of `way` and ends at `last`."""
    while True:
        key, nonce = random_.randbytes(32), random_.randbytes(12)
        stream = key_stream(key, nonce, 64 + blocks * BLOCK)
        r = le(stream[:16]) & CLAMP
        lengths = (blocks * BLOCK << 64) + (1 << 128)
        ciphertext, h = bytearray(), 0
        # After the second to last block, h must be the value that the block of lengths changes to `last`.
        before = (last * pow(r, -1, P) - lengths) % P
        for number in range(blocks):
            goals = [before] if number == blocks - 1 else random_.sample(way, len(way))
            actual = next((b for b in (block_for(h, r, goal) for goal in goals) if b is not None), None)
            if actual is None:
                if number == blocks - 1:
                    break
                actual = random_.randbytes(BLOCK)
            ciphertext += actual
            h = (h + le(actual) + (1 << 128)) * r % P
        if len(ciphertext) == blocks * BLOCK:
            assert (h + lengths) * r % P == last
            text = bytes(a ^ b for a, b in zip(ciphertext, stream[64:], strict=True))
            return Job("seal", key, nonce, b"", text)


@case_list(0.3, essential=True, algorithms=(CHACHA,))
def at_its_limits(algorithm: str) -> list[Case]:
    r = rng("poly1305")
    cases: list[Case] = []
    for blocks in (2, 5):
        for wanted in WANTED:
            cases += both(f"{blocks} blocks, h = {wanted:#x}", CHACHA, steered(r, blocks, WANTED, wanted))
    r.shuffle(cases)
    return cases
