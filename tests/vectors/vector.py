# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One official vector, in the same shape for every kind of algorithm and every source."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Vector:
    """An initialization vector or a counter is a nonce, a customization string is associated data,
    what is hashed is a plaintext, and a digest is a tag.

    `valid` false: opening must fail, perhaps because a length is none of ours. `classes` say what
    the vector is there to show; a run that cannot afford all vectors takes some of each class.
    """

    name: str
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    plaintext: bytes | None = b""  # None: the source does not say
    ciphertext: bytes = b""
    tag: bytes = b""
    valid: bool = True
    classes: frozenset[str] = field(default_factory=frozenset)


def _extent(data: bytes, block: int) -> str:
    if len(data) in (0, block):
        return ("no", "one")[len(data) // block]
    if len(data) < block:
        return "part of a"
    return "some" if len(data) % block == 0 else "some and a part of a"


def shape(block: int, ad: bytes, data: bytes) -> frozenset[str]:
    """How associated data and message fill blocks of a size: classes of their own."""
    return frozenset({f"{_extent(ad, block)} block of AD", f"{_extent(data, block)} block of data"})
