# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of vambrace/frames/dtls13.h: those of a published connection, and AEADs, AES-ECB and ChaCha20 of another
library. RFC 9147 has no records as examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, ChaCha20Poly1305

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
from tests.aead.frames.replay import Window

LAST, MOST = 2**64 - 2, 16384
SIZE_MAX = 2**32 - 1  # of a device with 32 bits; a computer's is larger, and as wrong
LENGTH, SEQUENCE_16 = 4, 8
RIGHT, NO_AEAD, NO_MASK, NO_SN_KEY, NO_CID, NO_KEY = range(6)  # as in dtls13.c


@dataclass(frozen=True)
class Keys:
    """The keys of one direction and epoch."""

    name: str
    key: bytes
    iv: bytes
    sn_key: bytes
    tag_len: int = 16
    epoch: int = 3
    cid: bytes = b""

    @property
    def aead(self) -> AESCCM | AESGCM | ChaCha20Poly1305:
        """Return the algorithm, of another library."""
        if "ccm" in self.name:
            return AESCCM(self.key, tag_length=self.tag_len)
        return AESGCM(self.key) if "gcm" in self.name else ChaCha20Poly1305(self.key)

    def mask(self, sample: bytes) -> bytes:
        """Return what sequence numbers are XORed with (RFC 9147, section 4.2.3)."""
        if "chacha" in self.name:
            return Cipher(algorithms.ChaCha20(self.sn_key, sample), None).encryptor().update(bytes(16))
        return Cipher(algorithms.AES(self.sn_key), modes.ECB()).encryptor().update(sample)

    def nonce(self, sequence: int) -> bytes:
        return (int.from_bytes(self.iv, "big") ^ sequence).to_bytes(12, "big")

    @property
    def strings(self) -> list[bytes]:
        return [self.name.encode() + b"\0", self.key, self.iv, self.sn_key, self.cid]

    def numbers(self, size: int, *more: int) -> list[int]:
        return [self.tag_len, self.epoch, size, RIGHT, *more]

    @property
    def first(self) -> int:
        """Return the first byte of a header without length, with 8 bits of the sequence number."""
        return 0x20 | (0x10 if self.cid else 0) | self.epoch & 3

    def content_at(self, header: int) -> int:
        return 2 + len(self.cid) + (header & SEQUENCE_16) // 8 + (header & LENGTH) // 2


def made(name: str, length: int, tag_len: int = 16, epoch: int = 3, cid: bytes = b"") -> Keys:
    return Keys(name, pattern(length, 0x31), pattern(12, 0x91), pattern(length, 0x55), tag_len, epoch, cid)


SUITES = (
    made("aes-128-gcm", 16),
    made("aes-256-gcm", 32, epoch=2, cid=b"\x09"),
    made("chacha20-poly1305", 32, epoch=5),
    made("aes-128-ccm", 16, epoch=0, cid=pattern(32, 1)),
    made("aes-128-ccm", 16, tag_len=8, cid=b"abc"),
)

# The application data of a connection, client and server (The Illustrated DTLS 1.3 Connection, dtls.xargs.org).
CLIENT = Keys(
    "aes-128-gcm",
    bytes.fromhex("9ba90dbce8857bc1fcb81d41a0465cfe"),
    bytes.fromhex("682219974631fa0656ee4eff"),
    bytes.fromhex("5cb5bd8bac29777c650c0dde22d16d47"),
)
PING = bytes.fromhex("2f683f00157d72278b6c649f1e7b56b3cad411faf7bd518bfb15")
SERVER = Keys(
    "aes-128-gcm",
    bytes.fromhex("2b65fffbbc8189474aa2003c43c32d4d"),
    bytes.fromhex("582f5a11bdaf973fe3ffeb4e"),
    bytes.fromhex("57ba02596c6a1352d7fe8416c7e17d5a"),
)
PONG = bytes.fromhex("2fa2580015f5bd33f27b72780e351fa00703fb9f658c689f95ae")


def sealed(keys: Keys, header: int, sequence: int, inner: bytes) -> bytes:
    """Return a record as the standard protects it; `inner` is content, type and padding."""
    number = (sequence & 0xFFFF).to_bytes(2, "big")[0 if header & SEQUENCE_16 else 1 :]
    length = (len(inner) + keys.tag_len).to_bytes(2, "big") if header & LENGTH else b""
    start = bytes([keys.first | header]) + keys.cid
    encrypted = keys.aead.encrypt(keys.nonce(sequence), inner, start + number + length)
    hidden = bytes(a ^ b for a, b in zip(number, keys.mask(encrypted[:16]), strict=False))
    return start + hidden + length + encrypted


def padded(keys: Keys, content: bytes, kind: int) -> bytes:
    """Return content, type and the padding that is needed."""
    return (content + bytes([kind])).ljust(16 - keys.tag_len, b"\0")


def nearest(expected: int, low: int, bits: int) -> int:
    """Return the number with these low bits that is nearest to the expected one; of two, the larger."""
    size = 1 << bits
    base = (expected >> bits << bits) + low
    return min((n for n in (base - size, base, base + size) if 0 <= n < 2**64), key=lambda n: (abs(n - expected), -n))


def received(what: str, keys: Keys, got: bytes, window: Window | None = None) -> Case:
    """Return a case with a received record, which may have been changed."""
    window = window or Window()
    left = window.numbers
    numbers = keys.numbers(len(got), *left)

    def rejected(status: int, after: bytes | None = None) -> Case:
        return Case(what, 1, status, numbers, keys.strings, got, after, [*left, 0, 0, 0, 0, 0])

    if not got:
        return rejected(ERR_LENGTH)
    header = got[0] & (LENGTH | SEQUENCE_16)
    at = keys.content_at(header)
    if got[0] & ~header != keys.first:
        return rejected(ERR_ARGUMENT)
    end = len(got)
    if header & LENGTH and len(got) >= at:
        end = at + int.from_bytes(got[at - 2 : at], "big")
    if len(got) < at or end > len(got):
        return rejected(ERR_LENGTH)
    if got[1 : 1 + len(keys.cid)] != keys.cid:
        return rejected(ERR_ARGUMENT)
    if end - at < 16 or not 1 <= end - at - keys.tag_len <= MOST + 1:
        return rejected(ERR_LENGTH)
    size = 2 if header & SEQUENCE_16 else 1
    mask, hidden = keys.mask(got[at : at + 16]), got[1 + len(keys.cid) :][:size]
    number = bytes(a ^ b for a, b in zip(hidden, mask, strict=False))
    sequence = nearest(window.numbers[0], int.from_bytes(number, "big"), 8 * size)
    ad = got[: 1 + len(keys.cid)] + number + got[1 + len(keys.cid) + size : at]
    zeros = got[:at] + bytes(end - at - keys.tag_len) + got[end - keys.tag_len :]
    try:
        inner = keys.aead.decrypt(keys.nonce(sequence), got[at:end], ad)
    except InvalidTag:
        return rejected(ERR_TAG, zeros)
    if not inner.strip(b"\0"):
        return rejected(ERR_LENGTH, zeros)
    if not window.fits(sequence):
        return rejected(ERR_COUNTER, zeros)
    window.accepted.add(sequence)
    content_len = len(inner.rstrip(b"\0")) - 1
    results = [*window.numbers, sequence, at, content_len, end, inner[content_len]]
    return Case(what, 1, OK, numbers, keys.strings, got, got[:at] + inner + got[end - keys.tag_len :], results)


def sending(keys: Keys, header: int, kind: int, sequence: int, size: int, content_len: int) -> list[int]:
    return keys.numbers(size, header, kind, sequence, content_len)


def both(what: str, keys: Keys, header: int, sequence: int, kind: int, content: bytes, room: int = 0) -> Iterator[Case]:
    """Yield protection, with `room` bytes after it, and its reverse."""
    record = sealed(keys, header, sequence, padded(keys, content, kind))
    rest, at = pattern(room, 99), keys.content_at(header)
    before = pattern(at, 3) + content + pattern(len(record) - at - len(content), 4) + rest
    numbers = sending(keys, header, kind, sequence, len(before), len(content))
    yield Case(f"{what} protect", 0, OK, numbers, keys.strings, before, record + rest, [len(record)])
    window = Window()
    if sequence > 1:
        window.accepted.add(sequence - 2)
    case = received(f"{what} unprotect", keys, record + (rest if header & LENGTH else b""), window)
    assert case.status == OK and case.after is not None and case.after[at:].startswith(content)
    yield case


def published() -> Iterator[Case]:
    for keys, record, content, sequence in ((CLIENT, PING, b"ping", 0), (SERVER, PONG, b"pong", 1)):
        before = bytes(5) + content + bytes(17)
        numbers = sending(keys, 12, 23, sequence, len(before), 4)
        yield Case(content.decode(), 0, OK, numbers, keys.strings, before, record, [len(record)])
        after = record[:5] + content + b"\x17" + record[-16:]
        results = [sequence + 1, 1, sequence, 5, 4, len(record), 23]
        yield Case(content.decode(), 1, OK, keys.numbers(len(record), 0, 0), keys.strings, record, after, results)


def lengths() -> Iterator[Case]:
    """Yield every length up to 70 bytes, the longest, those that are longer, and padding."""
    for number, keys in enumerate(SUITES):
        for length in (*range(71), 300, MOST - 1, MOST):
            header = (0, LENGTH, SEQUENCE_16, LENGTH | SEQUENCE_16)[(length + number) % 4]
            sequence = length * 0x0102030405060708 & (2**64 - 1) if length % 3 else length
            content = pattern(length, number | 1)
            yield from both(f"{keys.name} {length}", keys, header, sequence, 20 + length % 7, content, length % 5)
        yield from both(f"{keys.name} last", keys, LENGTH, LAST, 255, b"x")
        yield from both(f"{keys.name} first", keys, 0, 0, 1, b"")
        for header in (0, LENGTH, SEQUENCE_16, LENGTH | SEQUENCE_16):
            before = pattern(keys.content_at(header) + max(10 + keys.tag_len, 16))
            for size in range(len(before)):
                numbers = sending(keys, header, 23, 5, size, 9)
                yield Case(f"buffer of {size}", 0, ERR_LENGTH, numbers, keys.strings, before[:size], None, [0])
        for padding in (1, 7, 300):
            inner = b"hello\x16" + bytes(padding)
            yield received("padding", keys, sealed(keys, LENGTH, 9, inner))
        yield received("zeros only", keys, sealed(keys, LENGTH, 9, bytes(20)))
        yield received("longest with padding", keys, sealed(keys, LENGTH, 9, b"\x17".ljust(MOST + 1, b"\0")))
        yield received("too long", keys, sealed(keys, LENGTH, 9, b"\x17".ljust(MOST + 2, b"\0")))
        before = pattern(keys.content_at(0) + MOST + 2 + keys.tag_len)
        for content_len in (MOST + 1, SIZE_MAX, 2**64 - 1, 2**64 - 40):
            numbers = sending(keys, 0, 23, 5, len(before), content_len)
            yield Case("too long", 0, ERR_LENGTH, numbers, keys.strings, before, None, [0])


def forgeries() -> Iterator[Case]:
    """Yield every bit of some records flipped, every truncation, and other lengths."""
    for keys in SUITES:
        for header, length in ((LENGTH | SEQUENCE_16, 0), (LENGTH, 19), (0, 7)):
            record = sealed(keys, header, 0x1234, padded(keys, pattern(length, 5), 23))
            for index, changed in flipped(record):
                window = Window()
                window.accepted.add(0x1233)
                yield received(f"{keys.name} byte {index}", keys, changed, window)
            for end in range(len(record)):
                yield received(f"{keys.name} cut at {end}", keys, record[:end])
                if header & LENGTH and end >= keys.content_at(header):
                    at = keys.content_at(header)
                    shorter = record[: at - 2] + (end - at).to_bytes(2, "big") + record[at:end]
                    yield received(f"{keys.name} cut at {end}, with its length", keys, shorter)
        record = sealed(keys, LENGTH, 1, padded(keys, b"next", 23))
        yield received("two records", keys, record + record)
        for epoch in range(8):
            yield received(f"epoch {epoch}", replace(keys, epoch=epoch), record)
        for cid in (b"", b"abd", b"abcd", pattern(32, 2)):
            yield received(f"connection ID {cid!r}", replace(keys, cid=cid), record)


def windows() -> Iterator[Case]:
    """Yield numbers around an expected one, of both lengths, and repeated records."""
    keys = SUITES[4]
    for header, half in ((0, 2**7), (SEQUENCE_16, 2**15)):
        for expected in (1, half - 1, half, half + 1, 2 * half, 2**40 + 5, LAST - 5, LAST, LAST + 1):
            for step in (-half - 1, -half, -half + 1, -66, -65, -64, -63, -2, -1, 0, 1, half - 1, half, half + 1):
                sequence = expected + step
                if 0 <= sequence <= LAST + 1:
                    window = Window()
                    window.accepted.add(expected - 1)
                    record = sealed(keys, header, sequence, padded(keys, b"text", 23))
                    yield received(f"expected {expected}, sent {sequence}", keys, record, window)
    window = Window()
    for sequence in (5, 3, 5, 3, 69, 4, 6, 70, 5):
        record = sealed(keys, LENGTH, sequence, padded(keys, b"text", 23))
        yield received(f"number {sequence}", keys, record, window)
        yield received(f"number {sequence}, forged", keys, record[:-1] + bytes([record[-1] ^ 1]), window)


def refused(
    keys: Keys,
    record: bytes,
    what: str,
    numbers: list[int],
    strings: list[bytes] | None = None,
    status: int = ERR_ARGUMENT,
) -> Case:
    """Return a case of protection with wrong arguments."""
    return Case(what, 0, status, numbers, strings or keys.strings, record, None, [0])


def arguments() -> Iterator[Case]:
    for keys in (SUITES[0], SUITES[2], SUITES[4]):
        record = sealed(keys, LENGTH, 5, padded(keys, pattern(9), 23))
        right, got = sending(keys, LENGTH, 23, 5, len(record), 9), keys.numbers(len(record), 0, 0)
        left = [0] * 7

        wrong = partial(refused, keys, record)
        yield wrong("sequence", sending(keys, LENGTH, 23, LAST + 1, len(record), 9), status=ERR_COUNTER)
        for kind in (0, 256, 2**32 - 1):
            yield wrong(f"type {kind}", sending(keys, LENGTH, kind, 5, len(record), 9))
        for header in (1, 2, 3, 16, 32, 64, 128, 256, 2**31):
            yield wrong(f"header {header}", sending(keys, header, 23, 5, len(record), 9))
        for tag_len in (0, 4, 12, 17, 40):
            yield wrong(f"tag {tag_len}", [tag_len, *right[1:]])
            yield Case(f"tag {tag_len}", 1, ERR_ARGUMENT, [tag_len, *got[1:]], keys.strings, record, None, left)
        for way in (NO_AEAD, NO_MASK, NO_SN_KEY, NO_CID, NO_KEY):
            if way != NO_CID or keys.cid:
                yield wrong(f"way {way}", [*right[:3], way, *right[4:]])
                numbers = [*got[:3], way, *got[4:]]
                yield Case(f"way {way}", 1, ERR_ARGUMENT, numbers, keys.strings, record, None, left)
        other = [b"ascon-aead128\0", pattern(16), *keys.strings[2:3], pattern(16), keys.cid]
        long = [*keys.strings[:4], pattern(33)]
        for strings in (other, long):
            yield wrong("keys", right, strings)
            yield Case("keys", 1, ERR_ARGUMENT, got, strings, record, None, left)
        unready = [keys.strings[0], b"", *keys.strings[2:]]
        yield wrong("no key", right, unready, ERR_STATE)
        yield Case("no key", 1, ERR_STATE, got, unready, record, None, left)
        if "aes" in keys.name:
            unready = [*keys.strings[:3], b"", keys.cid]
            at = keys.content_at(LENGTH)
            zeros = record[:at] + bytes(len(record) - at)
            yield Case("no key for numbers", 0, ERR_STATE, right, unready, record, zeros, [0])
            yield Case("no key for numbers", 1, ERR_STATE, got, unready, record, None, left)
        for function in (2, 4, 6):
            yield Case(f"null {function}", function, ERR_ARGUMENT, right, keys.strings, record)
        for function in (3, 5, 7, 8):
            yield Case(f"null {function}", function, ERR_ARGUMENT, got, keys.strings, record)
        yield Case("into the key", 10, ERR_ARGUMENT, got, keys.strings, record)
    poly = SUITES[2]
    for which in range(7):
        yield Case(f"mask {which}", 11, ERR_ARGUMENT, poly.numbers(0, which), poly.strings, b"")


def record_lengths() -> Iterator[Case]:
    keys = SUITES[4]
    for header in (0, LENGTH, SEQUENCE_16, LENGTH | SEQUENCE_16):
        for cid in (b"", b"abc"):
            record = sealed(replace(keys, cid=cid), header, 5, pattern(19, 1))
            for end in (*range(12), len(record) - 1, len(record), len(record) + 3):
                got = (record + b"more")[:end]
                found = len(record) if header & LENGTH else end
                if end < replace(keys, cid=cid).content_at(header) or found > end:
                    found = 0
                yield Case(f"length of {end}", 9, OK, keys.numbers(end, 3), keys.strings, got, None, [found])
    for first in (0x00, 0x16, 0x40, 0xA0, 0xFF):
        got = bytes([first]) + pattern(40)
        yield Case(f"first byte {first:#x}", 9, OK, keys.numbers(41, 3), keys.strings, got, None, [0])
    got = bytes([0x30]) + pattern(60)
    yield Case("long connection ID", 9, OK, keys.numbers(61, 33), keys.strings, got, None, [0])
    yield Case("longest connection ID", 9, OK, keys.numbers(61, 32), keys.strings, got, None, [61])


def cases() -> list[Case]:
    return [*published(), *lengths(), *forgeries(), *windows(), *arguments(), *record_lengths()]


KEYS = """\
    static const uint8_t bytes[16] = {1}, sn_bytes[16] = {2};
    static vmb_aes128_gcm_key key;
    static vmb_aes128_key sn_key;
    vmb_dtls13_keys keys = {&vmb_aead_aes128_gcm, &key, vmb_dtls13_mask_aes128, &sn_key, NULL, 0, 16, 3, {5, 6}};"""
CALLER = guide.datagrams(
    KEYS,
    "vmb_aes128_gcm_init(&key, bytes, 16) != VMB_OK || vmb_aes128_init(&sn_key, sn_bytes, 16) != VMB_OK",
    5 + 5 + 1 + 16,
    20,
)
