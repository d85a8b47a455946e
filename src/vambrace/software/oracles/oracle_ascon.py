# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The modes of NIST SP 800-232, and Ascon-Mac, around the permutation of PyPI `ascon`, written for speed.

The state is five 64-bit words, bytes and words little-endian; padding is a one bit and zeros, that is, a byte 01 and
zero bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

# SP 800-232, sections 4.1.1 and 5.1 to 5.3: the initial values.
_AEAD128_IV = 0x00001000808C0001
_HASH_IVS = {
    "ascon-hash256": 0x0000080100CC0002,
    "ascon-xof128": 0x0000080000CC0003,
    "ascon-cxof128": 0x0000080000CC0004,
}
_AEAD_RATE, _HASH_RATE = 16, 8


def _words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]


def _padded(data: bytes, rate: int) -> bytes:
    """Pad data; the result is always at least one bit longer."""
    return data + b"\x01" + bytes(-(len(data) + 1) % rate)


_CONSTANTS = (0xF0, 0xE1, 0xD2, 0xC3, 0xB4, 0xA5, 0x96, 0x87, 0x78, 0x69, 0x5A, 0x4B)
_WORD = (1 << 64) - 1


def permute_fast(state: list[int], rounds: int) -> None:
    """Compute the permutation of `ascon` in a third of the time. Rotations are shifts of two copies of a word."""
    x0, x1, x2, x3, x4 = state
    for constant in _CONSTANTS[12 - rounds :]:
        x2 ^= constant ^ x1
        x0 ^= x4
        x4 ^= x3
        y0, y1, y2 = x0 ^ (~x1 & x2), x1 ^ (~x2 & x3), x2 ^ (~x3 & x4)
        y3, y4 = x3 ^ (~x4 & x0), x4 ^ (~x0 & x1)
        y1 ^= y0
        y0 ^= y4
        y3 ^= y2
        y2 ^= _WORD
        twice = y0 | y0 << 64
        x0 = (y0 ^ twice >> 19 ^ twice >> 28) & _WORD
        twice = y1 | y1 << 64
        x1 = (y1 ^ twice >> 61 ^ twice >> 39) & _WORD
        twice = y2 | y2 << 64
        x2 = (y2 ^ twice >> 1 ^ twice >> 6) & _WORD
        twice = y3 | y3 << 64
        x3 = (y3 ^ twice >> 10 ^ twice >> 17) & _WORD
        twice = y4 | y4 << 64
        x4 = (y4 ^ twice >> 7 ^ twice >> 41) & _WORD
    state[:] = x0, x1, x2, x3, x4


@cache
def _permutation() -> Callable[[list[int], int], None]:
    """Return the fast permutation after comparing it, once per process, with the permutation of `ascon`."""
    import ascon._ascon  # only needed to compute

    theirs, ours = [*range(1, 6)], [*range(1, 6)]
    for rounds in (12, 8) * 8:  # each starts with the previous result
        ascon._ascon.ascon_permutation(theirs, rounds)
        permute_fast(ours, rounds)
        if ours != theirs:
            raise AssertionError(f"{rounds} rounds of Ascon differ from PyPI `ascon`")
    return permute_fast


def aead128(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> bytes:
    """Return ciphertext and tag of Ascon-AEAD128, section 4.1."""
    permute = _permutation()
    k0, k1 = _words(key)
    state = [_AEAD128_IV, k0, k1, *_words(nonce)]
    permute(state, 12)
    state[3] ^= k0
    state[4] ^= k1

    def absorb(block: bytes) -> None:
        low, high = _words(block)
        state[0] ^= low
        state[1] ^= high

    if ad:
        padded = _padded(ad, _AEAD_RATE)
        for i in range(0, len(padded), _AEAD_RATE):
            absorb(padded[i : i + _AEAD_RATE])
            permute(state, 8)
    state[4] ^= 1 << 63  # separates the domains of associated data and message

    ciphertext = bytearray()
    padded = _padded(plaintext, _AEAD_RATE)
    for i in range(0, len(padded), _AEAD_RATE):
        if i:
            permute(state, 8)
        absorb(padded[i : i + _AEAD_RATE])
        ciphertext += b"".join(word.to_bytes(8, "little") for word in state[:2])

    state[2] ^= k0
    state[3] ^= k1
    permute(state, 12)
    tag = (state[3] ^ k0).to_bytes(8, "little") + (state[4] ^ k1).to_bytes(8, "little")
    return bytes(ciphertext[: len(plaintext)]) + tag


def aead128_options(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int) -> bytes:
    """Return ciphertext and truncated tag, section 4.2: with a key of 32 bytes, its second half masks the nonce."""
    masked = bytes(a ^ b for a, b in zip(nonce, key[16:].ljust(16, b"\0"), strict=True))
    return aead128(key[:16], masked, ad, plaintext)[: len(plaintext) + tag_len]


def digest(algorithm: str, data: bytes, length: int, customization: bytes) -> bytes:
    """Return `length` bytes of output of Ascon-Hash256, -XOF128 or -CXOF128, section 5."""
    permute = _permutation()
    state = [_HASH_IVS[algorithm], 0, 0, 0, 0]
    permute(state, 12)

    def absorb(content: bytes) -> None:
        for word in _words(_padded(content, _HASH_RATE)):
            state[0] ^= word
            permute(state, 12)

    if algorithm == "ascon-cxof128":
        state[0] ^= 8 * len(customization)  # a separate block: the length in bits
        permute(state, 12)
        absorb(customization)
    absorb(data)
    out = bytearray()
    while len(out) < length:
        if out:
            permute(state, 12)
        out += state[0].to_bytes(8, "little")
    return bytes(out[:length])


def mac(key: bytes, data: bytes) -> bytes:
    """Return the tag of Ascon-Mac (Dobraunig, Eichlseder, Mendel, Schläffer: Ascon PRF, MAC, and Short-Input MAC,
    section 3): big-endian, 32 bytes a block, 12 rounds.
    """
    permute = _permutation()

    def words(content: bytes) -> list[int]:
        return [int.from_bytes(content[i : i + 8], "big") for i in range(0, len(content), 8)]

    state = [0x80808C0000000080, *words(key), 0, 0]
    permute(state, 12)
    every = words(data + b"\x80" + bytes(-(len(data) + 1) % 32))
    for i in range(0, len(every), 4):
        for word in range(4):
            state[word] ^= every[i + word]
        if i + 4 == len(every):
            state[4] ^= 1
        permute(state, 12)
    return state[0].to_bytes(8, "big") + state[1].to_bytes(8, "big")
