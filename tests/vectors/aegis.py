# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The test vectors of AEGIS-128L in draft-irtf-cfrg-aegis-aead-18, appendix A.2, transcribed; each has a tag of 16
bytes and one of 32."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.vectors.vector import Vector, shape

_RATE = 32
_KEY, _NONCE = "10010000000000000000000000000000", "10000200000000000000000000000000"


class _Row(NamedTuple):
    ad: bytes
    message: bytes | None  # None: must not open
    ciphertext: str
    tag128: str
    tag256: str
    key: str = _KEY
    nonce: str = _NONCE


_AD8, _TEXT14 = bytes(range(8)), bytes(range(14))
_CT14, _TAG14 = "79d94593d8c2119d7e8fd9b8fc77", "5c04b3dba849b2701effbe32c7f0fab7"
_LONG14 = "86f1b80bfb463aba711d15405d094baf4a55a15dbfec81a76f35ed0b9c8b04ac"

#: Test vectors 1 to 9.
_ROWS = (
    _Row(b"", bytes(16), "c1c0e58bd913006feba00f4b3cc3594e", "abe0ece80c24868a226a35d16bdae37a",
         "25835bfbb21632176cf03840687cb968cace4617af1bd0f7d064c639a5c79ee4"),
    _Row(b"", b"", "", "c2b879a67def9d74e6c14f708bbcc9b4",
         "1360dc9db8ae42455f6e5b6a9d488ea4f2184c4e12120249335c4ee84bafe25d"),
    _Row(_AD8, bytes(range(32)), "79d94593d8c2119d7e8fd9b8fc77845c5c077a05b2528b6ac54b563aed8efe84",
         "cc6f3372f6aa1bb82388d695c3962d9a", "022cb796fe7e0ae1197525ff67e309484cfbab6528ddef89f17d74ef8ecd82b3"),
    _Row(_AD8, _TEXT14, _CT14, _TAG14, _LONG14),
    _Row(bytes(range(42)), bytes(range(0x10, 0x38)),
         "b31052ad1cca4e291abcf2df3502e6bdb1bfd6db36798be3607b1f94d34478aa7ede7f7a990fec10",
         "7542a745733014f9474417b337399507", "b91e2947a33da8bee89b6794e647baf0fc835ff574aca3fc27c33be0db2aff98"),
    _Row(_AD8, None, _CT14, _TAG14, _LONG14, _NONCE, _KEY),
    _Row(_AD8, None, "79d94593d8c2119d7e8fd9b8fc78", _TAG14, _LONG14),
    _Row(_AD8[:7] + b"\x08", None, _CT14, _TAG14, _LONG14),
    _Row(_AD8, None, _CT14, "6c04b3dba849b2701effbe32c7f0fab8",
         "86f1b80bfb463aba711d15405d094baf4a55a15dbfec81a76f35ed0b9c8b04ad"),
)  # fmt: skip


def draft() -> Iterator[Vector]:
    for number, row in enumerate(_ROWS, 1):
        for tag in (row.tag128, row.tag256):
            ciphertext = bytes.fromhex(row.ciphertext)
            yield Vector(
                f"draft {number} with {len(tag) // 2} bytes",
                bytes.fromhex(row.key),
                bytes.fromhex(row.nonce),
                row.ad,
                row.message,
                ciphertext,
                bytes.fromhex(tag),
                row.message is not None,
                shape(_RATE, row.ad, ciphertext) | {f"tag of {len(tag) // 2}"},
            )
