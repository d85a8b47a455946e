# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ascon's initialization, for the state before the first piece, which no message shows; and one round.

Words S_0 to S_4. Sources: NIST SP 800-232, section 3 and table 12; Ascon v1.2, section 2.4.1.
"""

from __future__ import annotations

import ascon._ascon

# Those of v1.2 as big-endian words, as in that document.
INITIAL = {"ascon-aead128": 0x00001000808C0001, "ascon-128": 0x80400C0600000000, "ascon-128a": 0x80800C0800000000}


def _pair(algorithm: str, data: bytes) -> list[int]:
    order = "little" if algorithm == "ascon-aead128" else "big"
    return [int.from_bytes(data[:8], order), int.from_bytes(data[8:], order)]


def initialized(algorithm: str, key: bytes, nonce: bytes, keyed: bool = True) -> list[int]:
    """The state before the first piece; without `keyed`, without the addition of the key at the end, so that it can be
    inverted."""
    k, n = _pair(algorithm, key), _pair(algorithm, nonce)
    state = [INITIAL[algorithm], *k, *n]
    ascon._ascon.ascon_permutation(state, 12)
    return state if not keyed else [*state[:3], state[3] ^ k[0], state[4] ^ k[1]]


# SP 800-232, table 6: the S-box, x0 the highest bit of its input and output.
SBOX = (
    0x04, 0x0B, 0x1F, 0x14, 0x1A, 0x15, 0x09, 0x02, 0x1B, 0x05, 0x08, 0x12, 0x1D, 0x03, 0x06, 0x1C,
    0x1E, 0x13, 0x07, 0x0E, 0x00, 0x0D, 0x11, 0x18, 0x10, 0x0C, 0x01, 0x19, 0x16, 0x0A, 0x0F, 0x17,
)  # fmt: skip
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
MASK = (1 << 64) - 1


def rounded(state: list[int], constant: int) -> list[int]:
    """The state after one round with a constant of 8 bits."""
    x = [*state[:2], state[2] ^ constant, *state[3:]]
    columns = [SBOX[sum((x[i] >> bit & 1) << 4 - i for i in range(5))] for bit in range(64)]
    y = [sum((column >> 4 - i & 1) << bit for bit, column in enumerate(columns)) for i in range(5)]
    return [w ^ _ror(w, a) ^ _ror(w, b) for w, (a, b) in zip(y, ROTATIONS, strict=True)]


def _ror(x: int, n: int) -> int:
    return (x >> n | x << 64 - n) & MASK
