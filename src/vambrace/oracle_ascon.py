# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The modes of NIST SP 800-232 around the permutation of PyPI `ascon`.

The state is five 64-bit words, bytes and words little-endian; padding is a one bit and zeros, that
is a byte 01 and zero bytes.
"""

from __future__ import annotations

from collections.abc import Callable

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
    """Always at least one bit longer."""
    return data + b"\x01" + bytes(-(len(data) + 1) % rate)


def _permutation() -> Callable[[list[int], int], None]:
    import ascon._ascon  # only where it computes

    return ascon._ascon.ascon_permutation


def aead128(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> bytes:
    """Ascon-AEAD128, section 4.1: ciphertext and tag."""
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


def digest(algorithm: str, data: bytes, length: int, customization: bytes) -> bytes:
    """Ascon-Hash256, -XOF128 and -CXOF128, section 5: `length` bytes of output."""
    permute = _permutation()
    state = [_HASH_IVS[algorithm], 0, 0, 0, 0]
    permute(state, 12)

    def absorb(content: bytes) -> None:
        for word in _words(_padded(content, _HASH_RATE)):
            state[0] ^= word
            permute(state, 12)

    if algorithm == "ascon-cxof128":
        state[0] ^= 8 * len(customization)  # a block of its own: the length in bits
        permute(state, 12)
        absorb(customization)
    absorb(data)
    out = bytearray()
    while len(out) < length:
        if out:
            permute(state, 12)
        out += state[0].to_bytes(8, "little")
    return bytes(out[:length])
