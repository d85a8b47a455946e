# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The contexts that vmb_engine leaves: the fixed bits of each word after a given number of message bytes.

    kind = Kind("aes-128-ccm", decrypt=0, tag_len=8)
    legal(kind, words)  # whether a message of that kind leaves these words

Fixed bits are the kind of the message, its progress, and constants of the standards: the blocks of
SP 800-232, sections 4 and 5, and of Ascon v1.2, table 1; positions in the keystream of RFC 8439, section 2.8;
counter blocks of SP 800-38C, appendix A.

Every other bit is state, and free. State is unconstrained, because without the key any value is possible for some
message:
  Ascon's 320 bits: blocks add 64 or 128 chosen bits between permutations, which reach every state.
  Poly1305's accumulator: below 2^130, not 2^130 - 5, as it is reduced no further before the tag.
  CTR's counter: the user chooses the first counter block, and it wraps. CCM's nonce, CBC's vector: the user's.
  GCM's counter: a nonce of other than 12 bytes is hashed, which reaches every block (SP 800-38D, section 7.1).
  CBC's chain, in an encryption: the last block of ciphertext, any with a chosen message. CCM's and GCM's: the state of
  a MAC.
Some states occur only at a later progress than the context gives: after the start of a hash function there is only one
state, and before the first block of CBC the chain is the vector. The engine does not check these. With any other state
there, a context has the same effect as the legal one with this state one step later.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.rtl.engine import MASKED, job_word

AD, DATA, SQUEEZE = range(3)  # the next part
ASCON_BLOCKS = {"ascon-aead128": 16, MASKED: 16, "ascon-128": 8, "ascon-128a": 16,
                "ascon-hash256": 8, "ascon-xof128": 8, "ascon-cxof128": 8}  # fmt: skip
WORDS = {"ascon": 12, "chacha20": 7, "aes": 10}
ONES = 0xFFFFFFFF

# A word: its fixed value, and a mask of the bits that are free.
Word = tuple[int, int]
FREE: Word = (0, ONES)


@dataclass(frozen=True)
class Kind:
    """The message that a context belongs to; `tag_len` matters only to CCM, whose first block encodes it."""

    algorithm: str
    decrypt: int = 0
    tag_len: int = 16

    @functools.cached_property
    def family(self) -> str:
        return self.algorithm.split("-")[0]

    @functools.cached_property
    def mode(self) -> str:
        return self.algorithm.rpartition("-")[2] if self.family == "aes" else ""

    @functools.cached_property
    def block(self) -> int:
        return ASCON_BLOCKS.get(self.algorithm, 16)

    @functools.cached_property
    def hashes(self) -> bool:
        return "hash" in self.algorithm or "xof" in self.algorithm

    @functools.cached_property
    def aead(self) -> bool:
        return not self.hashes and self.mode in ("", "ccm", "gcm")

    @functools.cached_property
    def has_ad(self) -> bool:
        """Associated data, or a customization string."""
        return self.aead or self.algorithm == "ascon-cxof128"

    @property
    def parts(self) -> tuple[int, ...]:
        return (AD, DATA, SQUEEZE) if self.hashes else (AD, DATA)

    def longest(self, nonce_len: int) -> int:
        """The bound of a message's length in bytes, from the encoding of its length and the engine's 32 bits."""
        return 1 << (min(8 * (15 - nonce_len), 32) if self.mode == "ccm" else 32)

    @functools.cached_property
    def _identity(self) -> int:
        job = job_word(self.algorithm, decrypt=self.decrypt)
        family, algorithm, decrypt, key_len = job & 3, job >> 2 & 7, job >> 5 & 1, job >> 6 & 3
        tag = self.tag_len // 2 if self.mode == "ccm" else 0
        return family << 6 | algorithm << 10 | key_len << 14 | decrypt << 16 | tag << 17

    def own_word(self, part: int, place: int) -> int:
        return place | part << 4 | self._identity


def left(kind: Kind, part: int, count: int, nonce_len: int = 12, prefix: int = 0) -> list[Word]:
    """Return the remaining words after this many bytes of this part. `prefix`: bytes that CCM puts before its
    associated data.
    """
    place = (count + (prefix if part == AD else 0)) % kind.block
    own: Word = (kind.own_word(part, place), 0)
    if kind.family == "ascon":
        return [own, *[FREE] * 10, (int(part == AD and count > 0), 0)]
    if kind.family == "chacha20":
        # Quarters of blocks, from block 1 on; 130 bits.
        return [own, (4 + (count // 16 if part == DATA else 0), 0), *[FREE] * 4, (0, 3)]
    counter = [FREE] * 4
    if kind.mode == "ecb":
        counter = [(0, 0)] * 4
    elif kind.mode == "ccm":
        # Block 0 is for the tag. While block i is in progress, the counter is at i + 1.
        size = 15 - nonce_len
        number = count // 16 + 2 if part == DATA else 0
        fixed = bytes([size - 1, *bytes(nonce_len)]) + number.to_bytes(size, "big")
        free = bytes([0, *[0xFF] * nonce_len, *bytes(size)])
        counter = [_word(fixed, free, i) for i in range(4)]
    chain = FREE if kind.mode in ("ccm", "gcm") or (kind.mode == "cbc" and not kind.decrypt) else (0, 0)
    return [own, *[chain] * 4, *counter, (int(part == DATA), 0)]


def _word(fixed: bytes, free: bytes, i: int) -> Word:
    return int.from_bytes(fixed[4 * i : 4 * i + 4], "little"), int.from_bytes(free[4 * i : 4 * i + 4], "little")


def _counted(kind: Kind, words: Sequence[int]) -> tuple[int, int | None]:
    """Return CCM's nonce length, and the bytes of the message so far, as the words of a context count them."""
    place = words[0] & 15
    if kind.family == "chacha20":
        return 12, 16 * (words[1] - 4) + place
    if kind.mode == "ccm":
        nonce_len = min(14 - (words[5] & 7), 13)
        block = b"".join(w.to_bytes(4, "little") for w in words[5:9])
        return nonce_len, 16 * (int.from_bytes(block[1 + nonce_len :], "big") - 2) + place
    return 12, None


def fits(kind: Kind, words: Sequence[int], data_len: int) -> bool:
    """Return whether a message with a legal context may have this many more bytes. Ascon, GCM and the modes without a
    tag do not count."""
    nonce_len, counted = _counted(kind, words)
    if words[0] >> 4 & 3 != DATA:
        counted = 0
    return counted is None or counted + data_len < kind.longest(nonce_len)


def progress(kind: Kind, words: tuple[int, ...]) -> Iterator[list[Word]]:
    """Yield the remaining words for every progress of a message that matches these words; two blocks represent more."""
    part, place = words[0] >> 4 & 3, words[0] & 15
    nonce_len, counted = _counted(kind, words)
    few = range(2 * kind.block)
    if part == AD:
        yield left(kind, AD, 0, nonce_len)  # in CCM, empty data has no length before it
        for prefix in ((2, 6) if kind.mode == "ccm" else (0,)) if kind.has_ad else ():
            yield from (left(kind, AD, n, nonce_len, prefix) for n in few if (prefix + n) % kind.block == place)
    elif part == DATA:
        counts = [n for n in few if n % kind.block == place]
        if kind.mode in ("ecb", "cbc"):
            counts = [0]
        elif counted is not None:
            counts = [counted]
        yield from (left(kind, DATA, n, nonce_len) for n in counts if 0 <= n < kind.longest(nonce_len))
    elif part == SQUEEZE and kind.hashes:
        yield from (left(kind, SQUEEZE, n) for n in ([32] if kind.algorithm == "ascon-hash256" else few))


def legal(kind: Kind, words: tuple[int, ...]) -> bool:
    """Return whether a message of this kind leaves such a context; for CCM, with its tag length."""
    assert len(words) == WORDS[kind.family]
    return any(
        all(word & ~free & ONES == value for word, (value, free) in zip(words, lefts, strict=True))
        for lefts in progress(kind, words)
    )
