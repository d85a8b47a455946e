# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Published vectors of the ciphers of studies/ciphers, in their order of bytes.

| cipher           | source                                                                     |
| ---------------- | -------------------------------------------------------------------------- |
| ascon            | known answers of the designers, v1.2: crate ascon-aead 0.4                 |
| aria             | RFC 5794, appendix A.1; ARIA Test Vectors (NSRI, 2004), section 1          |
| gost             | RFC 8891, appendix A; GOST R 34.13-2015, appendix A.2.1 (ECB)              |
| hight            | the four of TTAS.KO-12.0040; KISA's reference code, whose bytes run backwards |
| idea             | NESSIE: PyPI cryptography-vectors                                          |
| noekeon          | Bouncy Castle, direct keys; NESSIE, indirect ones, which are encrypted here |
| seed             | RFC 4269, appendix B: PyPI cryptography-vectors                            |
| simon, simon-128 | Beaulieu et al., 2013, appendix B; then Crypto++ 8.7                       |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.vectors import nist, official
from vambrace.measure.studies.models import ASCON_NONCE, noekeon


class Vector(NamedTuple):
    key: bytes
    plain: bytes
    sealed: bytes


_ARIA_KEY = "00112233445566778899aabbccddeeff"
_GOST_KEY = "ffeeddccbbaa99887766554433221100f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

_WRITTEN = {
    "aria": [
        ("000102030405060708090a0b0c0d0e0f", _ARIA_KEY, "d718fbd6ab644c739da95f3be6451778"),
        (_ARIA_KEY, "11111111aaaaaaaa11111111bbbbbbbb", "c6ecd08e22c30abdb215cf74e2075e6e"),
        (_ARIA_KEY, "11111111cccccccc11111111dddddddd", "29ccaac63448708d331b2f816c51b17d"),
        (_ARIA_KEY, "22222222aaaaaaaa22222222bbbbbbbb", "9e133d1528dbf0af5787c7f3a3f5c2bf"),
        (_ARIA_KEY, "22222222cccccccc22222222dddddddd", "6b6f345907a3055612ce072ff54de7d7"),
    ],
    "gost": [
        (_GOST_KEY, "fedcba9876543210", "4ee901e5c2d8ca3d"),
        (_GOST_KEY, "92def06b3c130a59", "2b073f0494f372a0"),
        (_GOST_KEY, "db54c704f8189d20", "de70e715d3556e48"),
        (_GOST_KEY, "4a98fb2e67a8024c", "11d8d9e9eacfbc1e"),
        (_GOST_KEY, "8912409b17b57e41", "7c68260996c67efb"),
    ],
    "hight": [
        ("00112233445566778899aabbccddeeff", "0000000000000000", "00f418aed94f03f2"),
        ("ffeeddccbbaa99887766554433221100", "0011223344556677", "23ce9f72e543e6d8"),
        ("000102030405060708090a0b0c0d0e0f", "0123456789abcdef", "7a6fb2a28d23f466"),
        ("28dbc3bc49ffd87dcfa509b11d422be7", "b41e6be2eba84a14", "cc047a75209c1fc6"),
    ],
    "hight backwards": [
        ("88e34f8f081779f1e9f394370ad40589", "d76d0d18327ec562", "e4bc2e312277e4dd"),
        ("2923be84e16cd6ae529049f1f1bbe9eb", "b3a6db3c870c3e99", "23cad1a3cddf7eab"),
        ("245e0d1c06b747deb3124dc843bb8ba6", "1f035a7d0938251f", "52bd91bb26f8ed99"),
        ("5dd4cbfc96f5453b130d890a1cdbae32", "209a50ee407836fd", "9502b46d87b44167"),
    ],
    "noekeon": [
        ("00000000000000000000000000000000", "00000000000000000000000000000000", "b1656851699e29fa24b70148503d2dfc"),
        ("ffffffffffffffffffffffffffffffff", "ffffffffffffffffffffffffffffffff", "2a78421b87c7d0924f26113f1d1349b2"),
        ("b1656851699e29fa24b70148503d2dfc", "2a78421b87c7d0924f26113f1d1349b2", "e2f687e07b75660ffc372233bc47532c"),
    ],
    "noekeon indirect": [
        ("ba6933819299c71699a99f08f678178b", "52f88a7b283c1f7bdf7b6faa5011c7d8", "5096f2bfc82ae6e2d9495515c277fa70"),
        ("80000000000000000000000000000000", "00000000000000000000000000000000", "98fe359a01cd3f66f8d662b746f825d7"),
        ("00000001000000000000000000000000", "00000000000000000000000000000000", "bce9890216f1f3190fb9671034ad5207"),
        ("7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a", "516ddd6f5f827c2c9e6fe8db87519f75", "7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a"),
    ],
    "simon": [
        ("0001020308090a0b1011121318191a1b", "756e64206c696b65", "7aa0dfb920fcc844"),
        ("435ccae27799f6117c08652eb81e0ebe", "ef4a99d6e0d6992c", "b172958be0f28647"),
        ("6cce23b05650d41237fc83805a76eddc", "6e27377afc08ecf4", "c889752d52f046e5"),
    ],
    "simon-128": [
        ("000102030405060708090a0b0c0d0e0f", "2074726176656c6c6572732064657363", "bc0b4ef82a83aa653ffe541e1e1b6849"),
        ("4025fb84f626b651f98b624e07d4916f", "48e77185133a2b7e7d3a0e7cb4baf2f3", "89e5c21f350c959c36f9c1d25ef1d1a9"),
        ("c6ca4d23517c2bca9ef41f073bab3d3e", "98e3d09b061109fcb00d9eb516819990", "fc78adead7e41aed23fbbe61e4ac43c2"),
    ],
}

#: How many vectors there are of each.
COUNTS = {
    "ascon": 1, "aria": 5, "gost": 5, "hight": 8, "idea": 900, "noekeon": 7, "seed": 4, "simon": 3, "simon-128": 3,
}  # fmt: skip


def _from_package(path: str) -> Iterator[Vector]:
    fields = ("KEY", "PLAINTEXT", "CIPHERTEXT")
    columns = [re.findall(rf"^{field} = (\w+)$", nist.text_of(path), re.MULTILINE) for field in fields]
    for case in zip(*columns, strict=True):
        yield Vector(*map(bytes.fromhex, case))


def _ascon() -> Iterator[Vector]:
    for v in official.vectors("ascon-128")["v1.2"]:
        if (v.nonce, v.ad, len(v.plaintext)) == (ASCON_NONCE, b"", 16):
            yield Vector(v.key, v.plaintext, v.ciphertext + v.tag)


def vectors(cipher: str) -> list[Vector]:
    """Return all vectors of a cipher."""
    if cipher == "ascon":
        return list(_ascon())
    if cipher in ("idea", "seed"):
        return list(_from_package({"idea": "ciphers/IDEA/idea-ecb.txt", "seed": "ciphers/SEED/rfc-4269.txt"}[cipher]))
    result = [Vector(*map(bytes.fromhex, case)) for case in _WRITTEN[cipher]]
    for case in _WRITTEN.get(f"{cipher} backwards", ()):
        result.append(Vector(*(bytes.fromhex(text)[::-1] for text in case)))
    for case in _WRITTEN.get(f"{cipher} indirect", ()):
        key, plain, sealed = map(bytes.fromhex, case)
        result.append(Vector(noekeon(bytes(16), key), plain, sealed))  # under a key of zeros
    return result
