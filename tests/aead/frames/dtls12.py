# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of vambrace/frames/dtls12.h, against the AEAD ciphers that scapy has for TLS 1.2, which build their nonces
themselves. RFC 6347 and those of its cipher suites have no records as examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, ChaCha20Poly1305
from scapy.layers.tls.crypto import cipher_aead

from tests.aead.frames import guide
from tests.aead.frames.cases import (
    ERR_ARGUMENT,
    ERR_COUNTER,
    ERR_LENGTH,
    ERR_STATE,
    ERR_TAG,
    OK,
    Case,
    flipped,
    pattern,
)

LAST, MOST = 2**48 - 1, 16384
SIZE_MAX = 2**32 - 1  # of a device with 32 bits; a computer's is larger, and as wrong


@dataclass(frozen=True)
class Suite:
    """A cipher suite: scapy's name, ours, lengths of key, IV and tag."""

    scapy: str
    name: str
    key_len: int
    iv_len: int = 4
    tag_len: int = 16

    @property
    def key(self) -> bytes:
        return pattern(self.key_len, 0x31)

    @property
    def iv(self) -> bytes:
        return pattern(self.iv_len, 0x91)

    @property
    def strings(self) -> list[bytes]:
        return [self.name.encode() + b"\0", self.key, self.iv]

    @property
    def content_at(self) -> int:
        return 21 if self.iv_len == 4 else 13

    def numbers(self, epoch: int, *more: int) -> list[int]:
        return [self.iv_len, self.tag_len, epoch, *more]


SUITES = (
    Suite("AES_128_GCM", "aes-128-gcm", 16),
    Suite("AES_256_GCM", "aes-256-gcm", 32),
    Suite("AES_128_CCM", "aes-128-ccm", 16),
    Suite("AES_256_CCM", "aes-256-ccm", 32),
    Suite("AES_128_CCM_8", "aes-128-ccm", 16, tag_len=8),
    Suite("AES_256_CCM_8", "aes-256-ccm", 32, tag_len=8),
    Suite("CHACHA20_POLY1305", "chacha20-poly1305", 32, iv_len=12),
)


def cipher(suite: Suite, explicit: bytes) -> Any:
    """Return scapy's cipher, which prepends its explicit nonce; that of ChaCha20-Poly1305 has none."""
    return getattr(cipher_aead, f"Cipher_{suite.scapy}")(suite.key, suite.iv, int.from_bytes(explicit, "big"))


def sealed(suite: Suite, epoch: int, sequence: int, kind: int, content: bytes, explicit: bytes | None = None) -> bytes:
    """Return a record as the standards protect it."""
    number = epoch.to_bytes(2, "big") + sequence.to_bytes(6, "big")
    ad = number + bytes([kind, 0xFE, 0xFD]) + len(content).to_bytes(2, "big")
    nonce = number if explicit is None else explicit
    if suite.tag_len == 8:  # scapy's cipher leaves 16 bytes
        fragment = nonce + AESCCM(suite.key, tag_length=8).encrypt(suite.iv + nonce, content, ad)
    else:
        fragment = cipher(suite, nonce).auth_encrypt(content, ad, number)
    return bytes([kind, 0xFE, 0xFD]) + number + len(fragment).to_bytes(2, "big") + fragment


def seen(next_: int, bits: int, sequence: int) -> tuple[int, int] | None:
    """Return the window with one more number; None if it has it, or is beyond it."""
    numbers = {next_ - 1 - i for i in range(64) if bits >> i & 1}
    if sequence in numbers or sequence < next_ - 64:
        return None
    later = max(next_, sequence + 1)
    return later, sum(1 << later - 1 - n for n in numbers | {sequence} if n > later - 65)


def both(
    what: str, suite: Suite, epoch: int, sequence: int, kind: int, content: bytes, room: int = 0
) -> Iterator[Case]:
    """Yield protection, with `room` bytes after it, and its reverse, which are the next record."""
    record, rest = sealed(suite, epoch, sequence, kind, content), pattern(room, 99)
    before = pattern(suite.content_at, 3) + content + pattern(suite.tag_len, 4) + rest
    numbers = suite.numbers(epoch, len(before), kind, sequence, len(content))
    yield Case(f"{what} protect", 0, OK, numbers, suite.strings, before, record + rest, [len(record)])
    next_ = sequence * 3 // 4
    window = seen(next_, 1 if next_ else 0, sequence)
    assert window is not None
    after = record[: suite.content_at] + content + record[len(record) - suite.tag_len :] + rest
    results = [*window, sequence, suite.content_at, len(content), len(record), kind]
    numbers = suite.numbers(epoch, len(before), next_, 1 if next_ else 0)
    yield Case(f"{what} unprotect", 1, OK, numbers, suite.strings, record + rest, after, results)


def received(what: str, suite: Suite, epoch: int, got: bytes, next_: int = 0, bits: int = 0) -> Case:
    """Return a case with a received record that was changed."""
    numbers = suite.numbers(epoch, len(got), next_, bits)
    results = [next_, bits, 0, 0, 0, 0, 0]

    def rejected(status: int, after: bytes | None = None) -> Case:
        return Case(what, 1, status, numbers, suite.strings, got, after, results)

    at, tag_len = suite.content_at, suite.tag_len
    end = 13 + int.from_bytes(got[11:13], "big")
    if len(got) < 13 or end > len(got) or not 0 <= end - at - tag_len <= MOST:
        return rejected(ERR_LENGTH)
    if got[1:3] != b"\xfe\xfd" or int.from_bytes(got[3:5], "big") != epoch:
        return rejected(ERR_ARGUMENT)
    sequence = int.from_bytes(got[5:11], "big")
    window = seen(next_, bits, sequence)
    if window is None:
        return rejected(ERR_COUNTER)
    last = bytes(4) + got[3:11]
    nonce = suite.iv + got[13:21] if suite.iv_len == 4 else bytes(a ^ b for a, b in zip(suite.iv, last, strict=True))
    ad = got[3:11] + got[:3] + (end - at - tag_len).to_bytes(2, "big")
    try:
        content = opener(suite).decrypt(nonce, got[at:end], ad)
    except InvalidTag:
        return rejected(ERR_TAG, got[:at] + bytes(end - at - tag_len) + got[end - tag_len :])
    results = [*window, sequence, at, len(content), end, got[0]]
    after = got[:at] + content + got[end - tag_len :]
    return Case(what, 1, OK, numbers, suite.strings, got, after, results)


def opener(suite: Suite) -> AESCCM | AESGCM | ChaCha20Poly1305:
    """Return the algorithm of a suite, of another library."""
    if "ccm" in suite.name:
        return AESCCM(suite.key, tag_length=suite.tag_len)
    return AESGCM(suite.key) if "gcm" in suite.name else ChaCha20Poly1305(suite.key)


def lengths() -> Iterator[Case]:
    """Yield every length up to 80 bytes, the longest, and those that are longer."""
    for number, suite in enumerate(SUITES):
        for length in (*range(81), 300, MOST - 1 - number, MOST):
            sequence = length * 0x010203040506 & LAST
            yield from both(
                f"{suite.scapy} {length}",
                suite,
                length * 257 & 0xFFFF,
                sequence,
                20 + length % 7,
                pattern(length, number),
                length % 5,
            )
        yield from both(f"{suite.scapy} last", suite, 0xFFFF, LAST, 255, b"x")
        yield from both(f"{suite.scapy} first", suite, 1, 0, 0, b"x")
        before = pattern(suite.content_at + 9 + suite.tag_len)
        for size in range(len(before)):
            numbers = suite.numbers(1, size, 23, 5, 9)
            yield Case(f"buffer of {size}", 0, ERR_LENGTH, numbers, suite.strings, before[:size], None, [0])
        before = pattern(suite.content_at + MOST + 1 + suite.tag_len)
        for content_len in (MOST + 1, SIZE_MAX, SIZE_MAX - suite.content_at - suite.tag_len + 1, 2**64 - 1):
            numbers = suite.numbers(1, len(before), 23, 5, content_len)
            yield Case("too long", 0, ERR_LENGTH, numbers, suite.strings, before, None, [0])
        fragment = (len(before) - 13).to_bytes(2, "big")
        yield received("too long", suite, 1, bytes([23, 254, 253, 0, 1, *bytes(6)]) + fragment + before[13:])


def forgeries() -> Iterator[Case]:
    """Yield every bit of a record flipped, every truncation, and records of wrong lengths and other nonces."""
    for suite in SUITES:
        for length in (0, 19):
            record = sealed(suite, 0x0102, 0x0A0B0C0D0E0F, 23, pattern(length, 5))
            for index, changed in flipped(record):
                yield received(f"{suite.scapy} byte {index}", suite, 0x0102, changed)
            for end in range(len(record)):
                yield received(f"{suite.scapy} cut at {end}", suite, 0x0102, record[:end])
                if end >= 13:
                    shorter = record[:11] + (end - 13).to_bytes(2, "big") + record[13:end]
                    yield received(f"{suite.scapy} cut at {end}, with its length", suite, 0x0102, shorter)
            for fragment in (0, 0x7FFF, 0xFFFF):
                changed = record[:11] + fragment.to_bytes(2, "big") + record[13:]
                yield received(f"{suite.scapy} length {fragment}", suite, 0x0102, changed)
        if suite.iv_len == 4:
            other = sealed(suite, 1, 5, 23, pattern(9), bytes(range(8)))
            case = received(f"{suite.scapy} explicit nonce", suite, 1, other)
            assert case.status == OK
            yield case


def windows() -> Iterator[Case]:
    """Yield numbers around a window; and without one, the same number twice."""
    suite = SUITES[4]
    for sequence in (0, 1, 35, 36, 37, 97, 98, 99, 100, 101, 163, 164, 165, LAST):
        record = sealed(suite, 1, sequence, 23, pattern(3))
        yield received(f"window {sequence}", suite, 1, record, 100, 0x8000000000000005)
        changed = record[:-1] + bytes([record[-1] ^ 1])
        yield received(f"window {sequence}, forged", suite, 1, changed, 100, 0x8000000000000005)
    record = sealed(suite, 1, 99, 23, pattern(3))
    after = record[:21] + pattern(3) + record[-8:]
    results = [100, 1, 99, 21, 3, len(record), 23]
    yield Case("no window", 2, OK, suite.numbers(1, len(record), 100, 1), suite.strings, record, after, results)


def arguments() -> Iterator[Case]:
    for suite in SUITES[::3]:
        record = sealed(suite, 1, 5, 23, pattern(9))
        cleared = [0] * 7
        for sequence in (LAST + 1, 2**64 - 1):
            numbers = suite.numbers(1, len(record), 23, sequence, 9)
            yield Case("sequence", 0, ERR_COUNTER, numbers, suite.strings, record, None, [0])
        sending, receiving = suite.numbers(1, len(record), 23, 5, 9), suite.numbers(1, len(record), 0, 0)
        for kind in (256, 2**32 - 1):
            numbers = suite.numbers(1, len(record), kind, 5, 9)
            yield Case("type", 0, ERR_ARGUMENT, numbers, suite.strings, record, None, [0])
        for iv_len, tag_len in (
            (0, 16),
            (3, 16),
            (8, 16),
            (13, 16),
            (suite.iv_len, 4),
            (suite.iv_len, 12),
            (suite.iv_len, 0),
            (suite.iv_len, 17),
            (suite.iv_len, 48),
        ):
            for function, numbers, left in ((0, sending, [0]), (1, receiving, cleared)):
                yield Case(
                    f"iv {iv_len} tag {tag_len}",
                    function,
                    ERR_ARGUMENT,
                    [iv_len, tag_len, *numbers[2:]],
                    suite.strings,
                    record,
                    None,
                    left,
                )
        without = [b"", b"", suite.iv]
        other = [b"ascon-aead128\0", pattern(16), suite.iv]
        for strings in (without, other):
            yield Case("algorithm", 0, ERR_ARGUMENT, sending, strings, record, None, [0])
            yield Case("algorithm", 1, ERR_ARGUMENT, receiving, strings, record, None, cleared)
        unready = [suite.strings[0], b"", suite.iv]
        yield Case("no key", 0, ERR_STATE, sending, unready, record, None, [0])
        yield Case("no key", 1, ERR_STATE, receiving, unready, record, None, cleared)
        for function in (3, 5, 7, 10):
            yield Case(f"null {function}", function, ERR_ARGUMENT, sending, suite.strings, record)
        for function in (4, 6, 8, 11):
            yield Case(f"null {function}", function, ERR_ARGUMENT, receiving, suite.strings, record)
        room = suite.numbers(1, 64, 23, 5, 9)
        yield Case("into the key", 12, ERR_ARGUMENT, room, suite.strings, record, None, [0])
    poly = SUITES[-1]
    record = sealed(poly, 1, 5, 23, pattern(9))
    short = [poly.iv_len, 8, 1, len(record), 23, 5, 9]
    yield Case("tag of 8 bytes", 0, ERR_ARGUMENT, short, poly.strings, record, None, [0])
    for len_, found in ((0, 0), (12, 0), (13, 0), (len(record) - 1, 0), (len(record), len(record))):
        yield Case(f"length of {len_}", 9, OK, poly.numbers(1, len_), poly.strings, record[:len_], None, [found])
    yield Case("next", 9, OK, poly.numbers(1, len(record) + 2), poly.strings, record + b"ab", None, [len(record)])


def cases() -> list[Case]:
    return [*lengths(), *forgeries(), *windows(), *arguments()]


KEYS = """\
    static const uint8_t bytes[16] = {1};
    static vmb_aes128_ccm_key key;
    vmb_dtls12_keys keys = {&vmb_aead_aes128_ccm, &key, {1, 2, 3, 4}, 4, 8, 1};"""
CALLER = guide.datagrams(KEYS, "vmb_aes128_ccm_init(&key, bytes, 16) != VMB_OK", 13 + 8 + 5 + 8, 30)
