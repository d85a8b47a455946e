# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The models themselves: complete ciphers built from them, against other implementations."""

from __future__ import annotations

import random

import numpy as np
import pytest
from ascon._ascon import ascon_permutation
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from vambrace.hardware.reference_ise import BY_NAME, SBOX

_MASK64 = (1 << 64) - 1
_GHASH_FIELD = 1 << 128 | 0x87  # x^128 + x^7 + x^2 + x + 1


def run(name: str, rs1: int, rs2: int, variable: int = 0) -> int:
    """One instruction on Python integers."""
    word = np.array([BY_NAME[name].encode(variable=variable)], dtype=np.uint32)
    operands = (np.array([x], dtype=np.uint32) for x in (rs1, rs2))
    return int(BY_NAME[name].execute(*operands, word)[0])


def _row(name: str, state: list[int], start: int, columns: tuple[int, int, int, int]) -> int:
    """Four aes32 instructions: byte bs from the column named for it."""
    for bs, column in enumerate(columns):
        start = run(name, start, state[column], variable=bs << 30)
    return start


def _key_schedule(key: bytes) -> list[list[int]]:
    words = [int.from_bytes(key[4 * i : 4 * i + 4], "little") for i in range(4)]
    rcon = 1
    for i in range(4, 44):
        word = words[-1]
        if i % 4 == 0:
            word = (word >> 8 | word << 24) & 0xFFFFFFFF
            word = sum(int(SBOX[word >> 8 * b & 0xFF]) << 8 * b for b in range(4)) ^ rcon
            rcon = rcon << 1 ^ (0x11B if rcon & 0x80 else 0)
        words.append(words[-4] ^ word)
    return [words[4 * i : 4 * i + 4] for i in range(11)]


def _unmix(word: int) -> int:
    """InvMixColumns of a round key: dsmi undoes the S-box that esi applied first."""
    result = 0
    for bs in range(4):
        substituted = run("aes32esi", 0, word, variable=bs << 30)
        result = run("aes32dsmi", result, substituted, variable=bs << 30)
    return result


def _crypt(middle: str, last: str, keys: list[list[int]], shift: int, block: bytes) -> bytes:
    state = [int.from_bytes(block[4 * i : 4 * i + 4], "little") ^ keys[0][i] for i in range(4)]
    for number, key in enumerate(keys[1:], start=1):
        name = last if number == 10 else middle
        state = [_row(name, state, key[j], tuple((j + shift * bs) % 4 for bs in range(4))) for j in range(4)]
    return b"".join(word.to_bytes(4, "little") for word in state)


@pytest.mark.parametrize("seed", range(8))
def test_aes128_from_aes32(seed: int) -> None:
    rng = random.Random(seed)
    key, block = rng.randbytes(16), rng.randbytes(16)
    # The ECB mode is one block of the cipher, which is compared here.
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    expected = encryptor.update(block) + encryptor.finalize()
    keys = _key_schedule(key)
    assert _crypt("aes32esmi", "aes32esi", keys, 1, block) == expected
    # The equivalent inverse cipher, FIPS 197, section 5.3.5.
    inverse = [keys[10], *([_unmix(w) for w in k] for k in keys[9:0:-1]), keys[0]]
    assert _crypt("aes32dsmi", "aes32dsi", inverse, -1, expected) == block


def _ghash_times(x: int, h: int) -> int:
    """NIST SP 800-38D, section 6.3: the product of two blocks, whose bits are in reverse order, from 32-bit carry-less
    products by the schoolbook method."""
    a, b = (int(f"{v:0128b}"[::-1], 2) for v in (x, h))
    product = 0
    for i in range(0, 128, 32):
        for j in range(0, 128, 32):
            words = (a >> i & 0xFFFFFFFF, b >> j & 0xFFFFFFFF)
            product ^= (run("clmulh", *words) << 32 | run("clmul", *words)) << (i + j)
    for i in reversed(range(128, 255)):
        if product >> i & 1:
            product ^= _GHASH_FIELD << (i - 128)
    return int(f"{product:0128b}"[::-1], 2)


@pytest.mark.parametrize("seed", range(4))
def test_ghash_from_clmul(seed: int) -> None:
    """The tag of GCM over associated data alone: GHASH of it and its length, plus an encrypted block."""
    rng = random.Random(seed)
    key, nonce, ad = rng.randbytes(16), rng.randbytes(12), rng.randbytes(48)
    # The ECB mode is one block of the cipher.
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    h = int.from_bytes(encryptor.update(bytes(16)), "big")
    mask = int.from_bytes(encryptor.update(nonce + (1).to_bytes(4, "big")), "big")
    blocks = [ad[i : i + 16] for i in range(0, 48, 16)] + [(48 * 8).to_bytes(8, "big") + bytes(8)]
    state = 0
    for block in blocks:
        state = _ghash_times(state ^ int.from_bytes(block, "big"), h)
    gcm = Cipher(algorithms.AES(key), modes.GCM(nonce)).encryptor()
    gcm.authenticate_additional_data(ad)
    gcm.finalize()
    assert (state ^ mask).to_bytes(16, "big") == gcm.tag


def _ascon_round(state: list[int], constant: int) -> list[int]:
    """NIST SP 800-232, sections 3.2 to 3.4, the linear layer by the instructions."""
    x0, x1, x2, x3, x4 = state
    x2 ^= constant
    x0, x4, x2 = x0 ^ x4, x4 ^ x3, x2 ^ x1
    x0, x1, x2, x3, x4 = (
        x0 ^ (~x1 & x2),
        x1 ^ (~x2 & x3),
        x2 ^ (~x3 & x4),
        x3 ^ (~x4 & x0),
        x4 ^ (~x0 & x1),
    )
    x1, x0, x3, x2 = x1 ^ x0, x0 ^ x4, x3 ^ x2, ~x2
    result = []
    for i, word in enumerate((x0, x1, x2, x3, x4)):
        low, high = word & 0xFFFFFFFF, word >> 32 & 0xFFFFFFFF
        halves = [run(f"ascon.sigma.{half}.{i}", low, high) for half in ("lo", "hi")]
        result.append(halves[1] << 32 | halves[0])
    return result


@pytest.mark.parametrize("seed", range(4))
def test_ascon_permutation_from_sigma(seed: int) -> None:
    rng = random.Random(seed)
    state = [rng.getrandbits(64) for _ in range(5)]
    expected = list(state)
    ascon_permutation(expected, 12)
    for r in range(12):
        state = _ascon_round(state, (15 - r) << 4 | r)
    assert [word & _MASK64 for word in state] == expected
