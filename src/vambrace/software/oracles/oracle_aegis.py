# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""AEGIS-128L of draft-irtf-cfrg-aegis-aead-18, sections 2 and 3, around one round of AES (FIPS 197, section 5.1).

Blocks are integers of 16 little-endian bytes: byte i of a block is bits 8 * i and up. A round is 16 look-ups in tables
that have SubBytes, ShiftRows and MixColumns of the byte at each position.
"""

from __future__ import annotations

from functools import cache

# Section 2, the Fibonacci numbers modulo 256.
_C0 = bytes.fromhex("000101020305080d1522375990e97962")
_C1 = bytes.fromhex("db3d18556dc22ff12011314273b528dd")
_RATE = 32


def _twice(x: int) -> int:
    return x << 1 ^ (0x11B if x & 0x80 else 0)


def _sbox() -> list[int]:
    """FIPS 197, section 5.1.1, by powers of the generator 3 and of its inverse."""
    box = [0x63] * 256
    powers = [1]
    for _ in range(254):
        powers.append(powers[-1] ^ _twice(powers[-1]))
    for exponent, x in enumerate(powers):
        inverse = powers[-exponent % 255]
        turned = inverse * 0x101
        box[x] = (turned ^ turned >> 4 ^ turned >> 5 ^ turned >> 6 ^ turned >> 7) & 0xFF ^ 0x63
    return box


@cache
def _tables() -> list[list[int]]:
    """For the byte at each position, what it contributes to the output of a round."""
    tables = []
    for at in range(16):
        row, column = at % 4, (at // 4 - at % 4) % 4
        table = []
        for s in _sbox():
            factors = {0: _twice(s), 1: s, 2: s, 3: s ^ _twice(s)}  # by the distance of the output's row
            table.append(sum(factors[(to - row) % 4] << 8 * (4 * column + to) for to in range(4)))
        tables.append(table)
    return tables


def aes_round(block: int, key: int) -> int:
    """Section 2, AESRound: SubBytes, ShiftRows, MixColumns, and the key is added."""
    for table in _tables():
        key ^= table[block & 0xFF]
        block >>= 8
    return key


def update(s: list[int], m0: int, m1: int) -> list[int]:
    """Section 3.3, Update."""
    rounded = [aes_round(x, 0) for x in s]
    new = [rounded[i - 1] ^ s[i] for i in range(8)]
    new[0] ^= m0
    new[4] ^= m1
    return new


def _int(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _absorb(s: list[int], data: bytes) -> list[int]:
    """Update with each block of `data`, the last one padded with zeros."""
    for at in range(0, len(data), _RATE):
        s = update(s, _int(data[at : at + 16]), _int(data[at + 16 : at + _RATE]))
    return s


def aegis128l(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int) -> bytes:
    """Sections 3.1, Encrypt, and 3.3 to 3.9: return ciphertext and tag."""
    k, n, c0, c1 = (_int(x) for x in (key, nonce, _C0, _C1))
    s = [k ^ n, c1, c0, c1, k ^ n, k ^ c0, k ^ c1, k ^ c0]
    for _ in range(10):
        s = update(s, n, k)
    s = _absorb(s, ad)

    ciphertext = b""
    for at in range(0, len(plaintext), _RATE):
        block = plaintext[at : at + _RATE]
        z0, z1 = s[6] ^ s[1] ^ (s[2] & s[3]), s[2] ^ s[5] ^ (s[6] & s[7])
        keystream = (z0 | z1 << 128).to_bytes(_RATE, "little")
        ciphertext += bytes(a ^ b for a, b in zip(block, keystream, strict=False))
        s = _absorb(s, block)

    t = s[2] ^ (8 * len(ad) | 8 * len(plaintext) << 64)
    for _ in range(7):
        s = update(s, t, t)
    low, high = s[0] ^ s[1] ^ s[2] ^ s[3], s[4] ^ s[5] ^ s[6]
    tag = (low ^ high).to_bytes(16, "little") if tag_len == 16 else (low | (high ^ s[7]) << 128).to_bytes(32, "little")
    return ciphertext + tag
