# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The field of GCM, and nonces that make its counter begin at a chosen value (NIST SP 800-38D)."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

R = 0xE1 << 120  # x^128 = x^7 + x^2 + x + 1, the coefficient of x^0 first
ONE = 1 << 127


def times(a: int, b: int) -> int:
    """The product in GF(2^128), SP 800-38D, section 6.3."""
    product = 0
    for bit in range(127, -1, -1):
        product ^= b if a >> bit & 1 else 0
        b = b >> 1 ^ (R if b & 1 else 0)
    return product


def inverse(a: int) -> int:
    """a to the power of 2^128 - 2."""
    result = ONE
    for _ in range(127):
        a = times(a, a)
        result = times(result, a)
    return result


def nonce_for(key: bytes, j0: int) -> bytes:
    """The nonce of 16 bytes whose first counter block is j0 = ((nonce H) + lengths) H."""
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    back = inverse(int.from_bytes(encryptor.update(bytes(16)), "big"))
    return times(times(j0, back) ^ 128, back).to_bytes(16, "big")
