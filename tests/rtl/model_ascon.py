# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ascon's permutation and initialization, for what no message shows: a state between two pieces.

Words S_0 to S_4. Sources: NIST SP 800-232, section 3 and table 12; Ascon v1.2, section 2.4.1.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))

# Of v1.2 as the big-endian word that it is there.
INITIAL = {"ascon-aead128": 0x00001000808C0001, "ascon-128": 0x80400C0600000000, "ascon-128a": 0x80800C0800000000}


def _rotated(x: int, n: int) -> int:
    return (x >> n | x << 64 - n) & MASK


def permuted(state: list[int]) -> list[int]:
    """By all 12 rounds."""
    x0, x1, x2, x3, x4 = state
    for i in range(12):
        x2 ^= 0xF0 - 0x10 * i | i
        x0, x2, x4 = x0 ^ x4, x2 ^ x1, x4 ^ x3
        t = [a ^ ~b & c & MASK for a, b, c in ((x0, x1, x2), (x1, x2, x3), (x2, x3, x4), (x3, x4, x0), (x4, x0, x1))]
        t[1] ^= t[0]
        t[0] ^= t[4]
        t[3] ^= t[2]
        t[2] ^= MASK
        x0, x1, x2, x3, x4 = (x ^ _rotated(x, a) ^ _rotated(x, b) for x, (a, b) in zip(t, ROTATIONS, strict=True))
    return [x0, x1, x2, x3, x4]


def _pair(algorithm: str, data: bytes) -> list[int]:
    order = "little" if algorithm == "ascon-aead128" else "big"
    return [int.from_bytes(data[:8], order), int.from_bytes(data[8:], order)]


def initialized(algorithm: str, key: bytes, nonce: bytes, keyed: bool = True) -> list[int]:
    """The state that meets the first piece; not `keyed`: without the addition at the end, so to be inverted."""
    k, n = _pair(algorithm, key), _pair(algorithm, nonce)
    state = permuted([INITIAL[algorithm], *k, *n])
    return state if not keyed else [*state[:3], state[3] ^ k[0], state[4] ^ k[1]]
