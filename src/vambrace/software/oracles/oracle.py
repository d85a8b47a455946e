# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Oracles: the expected result of each algorithm, from independent implementations.

AES and ChaCha20-Poly1305 come from PyPI `cryptography`, and XChaCha20-Poly1305 too, with a key derived by the ChaCha20
rounds written out here. Ascon-128 and -128a (v1.2) come from PyPI `fast_ascon`, which is hundreds of times faster than
PyPI `ascon` and is tested against it. No package computes the Ascon functions as standardised:
vambrace.software.oracles.oracle_ascon implements the modes of NIST SP 800-232, and Ascon-Mac, around the permutation of
PyPI `ascon`, or rather a faster one that each process compares with it; the standard's published vectors test them, and
PyPI `ascon` the MAC. AEGIS-128L is in vambrace.software.oracles.oracle_aegis, which the vectors of the draft and of
Wycheproof test. SHA-256 and HMAC-SHA-256 come from Python's own library. CMAC and Poly1305 come from PyPI
`cryptography`; GMAC is its GCM without a message.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from vambrace.software.oracles import oracle_aegis, oracle_ascon

# The packages are imported where they are used: most commands need only the lengths.


@dataclass(frozen=True)
class Lengths:
    """The lengths in bytes that an algorithm accepts; `tags` also covers digests."""

    key: int
    nonces: tuple[int, ...]
    tags: tuple[int, ...]
    counter: bool = False  # the message length must fit into 15 bytes less the nonce
    open_ended: bool = False  # longer nonces, or longer XOF outputs, are valid too
    other_keys: tuple[int, ...] = ()  # also accepted
    any_key: bool = False  # so is every other length

    def longest_message(self, nonce_len: int) -> int:
        """Return the longest message in bytes for a nonce of this length."""
        limit = 0x7FFFFFFF
        return min(limit, 256 ** (15 - nonce_len) - 1) if self.counter else limit

    def has_key(self, key_len: int) -> bool:
        return self.any_key or key_len in (self.key, *self.other_keys)

    def has_nonce(self, nonce_len: int) -> bool:
        return nonce_len in self.nonces or (self.open_ended and nonce_len > self.nonces[-1])


_AES = {"128": 16, "192": 24, "256": 32}

LENGTHS = {
    **{
        f"aes-{n}-ccm": Lengths(k, tuple(range(7, 14)), (4, 6, 8, 10, 12, 14, 16), counter=True)
        for n, k in _AES.items()
    },
    **{
        f"aes-{n}-gcm": Lengths(k, (*range(1, 12), *range(13, 65), 12), (4, 8, 12, 13, 14, 15, 16), open_ended=True)
        for n, k in _AES.items()
    },
    **{f"aes-{n}-gcm-siv": Lengths(_AES[n], (12,), (16,)) for n in ("128", "256")},
    "ascon-128": Lengths(16, (16,), (16,)),
    "ascon-128a": Lengths(16, (16,), (16,)),
    "ascon-aead128": Lengths(16, (16,), (16,)),
    "ascon-aead128-options": Lengths(32, (16,), tuple(range(4, 17)), other_keys=(16,)),
    "chacha20-poly1305": Lengths(32, (12,), (16,)),
    "xchacha20-poly1305": Lengths(32, (24,), (16,)),
    "aegis-128l": Lengths(16, (16,), (16, 32)),
    **{
        f"aes-{n}-{mode}": Lengths(k, (0,) if mode == "ecb" else (16,), ())
        for n, k in _AES.items()
        for mode in ("ecb", "cbc", "ctr")
    },
    **{f"aes-{n}-cmac": Lengths(k, (), tuple(range(4, 17))) for n, k in _AES.items()},
    **{
        f"aes-{n}-gmac": Lengths(k, (*range(1, 12), *range(13, 65), 12), (4, 8, 12, 13, 14, 15, 16), open_ended=True)
        for n, k in _AES.items()
    },
    "poly1305": Lengths(32, (), (16,)),
    "ascon-mac": Lengths(16, (), (16,)),
    "hmac-sha256": Lengths(32, (), tuple(range(4, 33)), any_key=True),
    "sha256": Lengths(0, (), (32,)),
    "ascon-hash256": Lengths(0, (), (32,)),
    "ascon-xof128": Lengths(0, (), tuple(range(65)), open_ended=True),
    "ascon-cxof128": Lengths(0, (), tuple(range(65)), open_ended=True),
}

LONGEST_CUSTOMIZATION = 256


def _aes(key: bytes, mode: str, iv: bytes, data: bytes, decrypt: bool = False) -> bytes:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    chosen = modes.ECB() if mode == "ecb" else {"cbc": modes.CBC, "ctr": modes.CTR}[mode](iv)
    cipher: Cipher[Any] = Cipher(algorithms.AES(key), chosen)
    context = cipher.decryptor() if decrypt else cipher.encryptor()
    return context.update(data) + context.finalize()


def _xor(a: bytes, b: bytes) -> bytes:
    return (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).to_bytes(len(a), "big")


def _ghash(key: bytes, ad: bytes, ciphertext: bytes) -> bytes:
    """Return GHASH of padded associated data, padded ciphertext and both lengths: computed from the GCM tag with a
    12-byte nonce of the message with this ciphertext.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    stream = _aes(key, "ctr", bytes(15) + b"\x01", bytes(16 + len(ciphertext)))
    message = _xor(ciphertext, stream[16:])
    return _xor(AESGCM(key).encrypt(bytes(12), message, ad)[len(message) :], stream[:16])


def _gcm_any_nonce(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> bytes:
    """GCM with any nonce (NIST SP 800-38D, section 7.1): PyPI `cryptography` supports no nonce below 8 or above 128
    bytes. Step 2 hashes a nonce in the same way as a tag hashes a ciphertext.
    """
    first = _ghash(key, b"", nonce)
    j0 = int.from_bytes(first, "big")
    assert (j0 & 0xFFFFFFFF) + 1 + len(plaintext) // 16 < 1 << 32, "the counter wraps, and that of CTR does not"
    ciphertext = _aes(key, "ctr", (j0 + 1).to_bytes(16, "big"), plaintext)
    return ciphertext + _xor(_ghash(key, ad, ciphertext), _aes(key, "ecb", b"", first))


def _gcm(key: bytes, nonce: bytes, ad: bytes, plaintext: bytes) -> bytes:
    if 8 <= len(nonce) <= 128:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(key).encrypt(nonce, plaintext, ad)
    return _gcm_any_nonce(key, nonce, ad, plaintext)


def _hchacha20(key: bytes, nonce: bytes) -> bytes:
    """HChaCha20 (draft-irtf-cfrg-xchacha-03, section 2.2): the first and the last row after ten double rounds."""
    x = list(struct.unpack("<16I", b"expand 32-byte k" + key + nonce))
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12) for i in range(4)]
    for a, b, c, d in 10 * (columns + diagonals):
        for to, more, mixed, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[more]) & 0xFFFFFFFF
            word = x[mixed] ^ x[to]
            x[mixed] = (word << left | word >> (32 - left)) & 0xFFFFFFFF
    return struct.pack("<8I", *x[:4], *x[12:])


def _joined(algorithm: str, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int) -> bytes:
    match algorithm.split("-"):
        case ["aes", _, "ccm"]:
            from cryptography.hazmat.primitives.ciphers.aead import AESCCM

            return AESCCM(key, tag_length=tag_len).encrypt(nonce, plaintext, ad)
        case ["aes", _, "gcm"]:
            return _gcm(key, nonce, ad, plaintext)[: len(plaintext) + tag_len]
        case ["aes", _, "gcm", "siv"]:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

            return AESGCMSIV(key).encrypt(nonce, plaintext, ad)
        case ["chacha20" | "xchacha20", _]:
            from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

            if len(nonce) == 24:
                key, nonce = _hchacha20(key, nonce[:16]), bytes(4) + nonce[16:]
            return ChaCha20Poly1305(key).encrypt(nonce, plaintext, ad)
        case ["aegis", _]:
            return oracle_aegis.aegis128l(key, nonce, ad, plaintext, tag_len)
        case ["ascon", "aead128"]:
            return oracle_ascon.aead128(key, nonce, ad, plaintext)
        case ["ascon", "aead128", "options"]:
            return oracle_ascon.aead128_options(key, nonce, ad, plaintext, tag_len)
        case _:
            import fast_ascon

            return bytes(fast_ascon.encrypt(key, nonce, ad, plaintext, algorithm.capitalize()))


def _known(algorithm: str) -> Lengths:
    if algorithm not in LENGTHS:
        raise ValueError(f"unknown algorithm {algorithm!r}; known: {', '.join(LENGTHS)}")
    return LENGTHS[algorithm]


@lru_cache(maxsize=1 << 15)
def seal(
    algorithm: str, key: bytes, nonce: bytes, ad: bytes, plaintext: bytes, tag_len: int = 16
) -> tuple[bytes, bytes]:
    """Return ciphertext and tag. ValueError for lengths that the algorithm does not accept."""
    known = _known(algorithm)
    if not known.has_key(len(key)) or not known.has_nonce(len(nonce)) or tag_len not in known.tags:
        raise ValueError(f"{algorithm} has no key, nonce or tag of {len(key)}, {len(nonce)}, {tag_len} bytes")
    if len(plaintext) > known.longest_message(len(nonce)):
        raise ValueError(f"{algorithm} accepts no message of {len(plaintext)} bytes with this nonce")
    both = _joined(algorithm, key, nonce, ad, plaintext, tag_len)
    return both[: len(plaintext)], both[len(plaintext) :]


@lru_cache(maxsize=1 << 15)
def encrypt(algorithm: str, key: bytes, iv: bytes, plaintext: bytes) -> tuple[bytes, bytes]:
    """Return the ciphertext, and the initialisation vector or counter for the next call."""
    known = _known(algorithm)
    if len(key) != known.key or len(iv) not in known.nonces:
        raise ValueError(f"{algorithm} has no key or iv of {len(key)}, {len(iv)} bytes")
    match algorithm[-3:]:
        case "ecb":
            return _aes(key, "ecb", b"", plaintext), b""
        case "cbc":
            ciphertext = _aes(key, "cbc", iv, plaintext)
            return ciphertext, (iv + ciphertext)[-16:]
        case _:
            used = -(-len(plaintext) // 16)
            following = (int.from_bytes(iv, "big") + used) % (1 << 128)
            return _aes(key, "ctr", iv, plaintext), following.to_bytes(16, "big")


def decrypt(algorithm: str, key: bytes, iv: bytes, ciphertext: bytes) -> bytes:
    """Return the plaintext of any number of whole blocks in ECB or CBC."""
    return _aes(key, algorithm[-3:], iv, ciphertext, decrypt=True)


@lru_cache(maxsize=1 << 15)
def digest(algorithm: str, data: bytes, length: int, customization: bytes = b"") -> bytes:
    """Return the digest, or `length` bytes of an XOF's output."""
    known = _known(algorithm)
    if length not in known.tags and not known.open_ended:
        raise ValueError(f"{algorithm} has no digest of {length} bytes")
    if algorithm == "sha256":
        return hashlib.sha256(data).digest()
    return oracle_ascon.digest(algorithm, data, length, customization)


@lru_cache(maxsize=1 << 15)
def mac(algorithm: str, key: bytes, nonce: bytes, data: bytes, tag_len: int = 16) -> bytes:
    """Return the first `tag_len` bytes of the tag. ValueError for lengths that the algorithm does not accept."""
    known = _known(algorithm)
    has_nonce = known.has_nonce(len(nonce)) if known.nonces else not nonce
    if not known.has_key(len(key)) or not has_nonce or tag_len not in known.tags:
        raise ValueError(f"{algorithm} has no key, nonce or tag of {len(key)}, {len(nonce)}, {tag_len} bytes")
    match algorithm.split("-"):
        case ["aes", _, "cmac"]:
            from cryptography.hazmat.primitives.ciphers import algorithms
            from cryptography.hazmat.primitives.cmac import CMAC

            context = CMAC(algorithms.AES(key))
            context.update(data)
            full_tag = context.finalize()
        case ["aes", _, "gmac"]:
            full_tag = _gcm(key, nonce, data, b"")
        case ["hmac", "sha256"]:
            full_tag = hmac.digest(key, data, "sha256")
        case ["poly1305"]:
            from cryptography.hazmat.primitives.poly1305 import Poly1305

            full_tag = Poly1305.generate_tag(key, data)
        case _:
            full_tag = oracle_ascon.mac(key, data)
    return full_tag[:tag_len]
