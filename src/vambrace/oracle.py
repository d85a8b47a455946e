# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What each algorithm must compute, from implementations that are not ours.

AES-CCM and ChaCha20-Poly1305 come from PyPI `cryptography`, Ascon-128 (v1.2) from PyPI
`fast_ascon`, which is hundreds of times faster than PyPI `ascon` and is tested against it. No
package computes Ascon-AEAD128 as standardised, so `_ascon_aead128` writes the mode of NIST
SP 800-232 (section 4.1.1) around the permutation of PyPI `ascon`; the standard's published
vectors test it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import ascon._ascon
import fast_ascon
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, ChaCha20Poly1305


@dataclass(frozen=True)
class Lengths:
    """The lengths in bytes that an algorithm accepts."""

    key: int
    nonces: tuple[int, ...]
    tags: tuple[int, ...]
    counter: bool = False  # the message's length must fit the bytes that the nonce leaves of 15

    def longest_message(self, nonce_len: int) -> int:
        """The longest message that a nonce of this length allows."""
        limit = 0x7FFFFFFF
        return min(limit, 256 ** (15 - nonce_len) - 1) if self.counter else limit


LENGTHS = {
    "aes-128-ccm": Lengths(16, tuple(range(7, 14)), (4, 6, 8, 10, 12, 14, 16), counter=True),
    "ascon-128": Lengths(16, (16,), (16,)),
    "ascon-aead128": Lengths(16, (16,), (16,)),
    "chacha20-poly1305": Lengths(32, (12,), (16,)),
}

# SP 800-232, section 4.1.1: the initial value of Ascon-AEAD128.
_AEAD128_IV = 0x00001000808C0001
_RATE = 16


def _words(data: bytes) -> list[int]:
    """64-bit words, little-endian as SP 800-232 has them."""
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]


def _padded(data: bytes) -> bytes:
    """A one bit and zeros up to a whole block, always at least one bit."""
    return data + b"\x01" + bytes(-(len(data) + 1) % _RATE)


def _ascon_aead128(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> bytes:
    permute = ascon._ascon.ascon_permutation
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
        padded = _padded(ad)
        for i in range(0, len(padded), _RATE):
            absorb(padded[i : i + _RATE])
            permute(state, 8)
    state[4] ^= 1 << 63  # separates the domains of associated data and message

    ciphertext = bytearray()
    padded = _padded(plaintext)
    for i in range(0, len(padded), _RATE):
        if i:
            permute(state, 8)
        absorb(padded[i : i + _RATE])
        ciphertext += b"".join(word.to_bytes(8, "little") for word in state[:2])

    state[2] ^= k0
    state[3] ^= k1
    permute(state, 12)
    tag = (state[3] ^ k0).to_bytes(8, "little") + (state[4] ^ k1).to_bytes(8, "little")
    return bytes(ciphertext[: len(plaintext)]) + tag


def _joined(algorithm: str, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int) -> bytes:
    match algorithm:
        case "aes-128-ccm":
            return AESCCM(key, tag_length=tag_len).encrypt(nonce, plaintext, ad)
        case "chacha20-poly1305":
            return ChaCha20Poly1305(key).encrypt(nonce, plaintext, ad)
        case "ascon-128":
            return bytes(fast_ascon.encrypt(key, nonce, ad, plaintext, "Ascon-128"))
        case _:
            return _ascon_aead128(key, nonce, ad, plaintext)


@lru_cache(maxsize=1 << 15)
def seal(
    algorithm: str, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int = 16
) -> tuple[bytes, bytes]:
    """Ciphertext and tag. Lengths that the algorithm does not have are a ValueError."""
    known = LENGTHS.get(algorithm)
    if known is None:
        raise ValueError(f"unknown algorithm {algorithm!r}; known: {', '.join(LENGTHS)}")
    if len(key) != known.key or len(nonce) not in known.nonces or tag_len not in known.tags:
        raise ValueError(f"{algorithm} has no key, nonce or tag of {len(key)}, {len(nonce)}, {tag_len} bytes")
    if len(plaintext) > known.longest_message(len(nonce)):
        raise ValueError(f"{algorithm} takes no message of {len(plaintext)} bytes with this nonce")
    both = _joined(algorithm, key, nonce, ad, plaintext, tag_len)
    return both[: len(plaintext)], both[len(plaintext) :]
