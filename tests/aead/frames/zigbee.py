# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of vambrace/frames/zigbee.h: one of a network, and AES-CCM and AES-CTR of another library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

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

KEY, SOURCE = bytes(range(0xC0, 0xD0)), bytes.fromhex("0100004b12006f0d")
ANY, MOST = 16, 2045
SIZE_MAX = 2**32 - 1  # of a device with 32 bits; a computer's is larger, and as wrong

# A frame that a network sent, with its key (lucidar.me, "Zigbee frame encryption with AES-128-CCM*").
SENT_KEY = bytes.fromhex("fb39caadd50fef910949baa89504f5d9")
SENT_HEADER = bytes.fromhex("4802d36300001e77")
SENT_AUX = bytes.fromhex("28ede625002377c6feff6f0d0000")
SENT_PLAIN = bytes.fromhex("400b060004010146011801")
SENT_SEALED = bytes.fromhex("99fa551ad18f6d7e3e4a56db62a8c5")


@dataclass(frozen=True)
class Frame:
    """A frame before protection, in its parts."""

    level: int
    header: bytes
    control: int  # without level
    counter: int
    payload: bytes
    source: bytes = SOURCE
    sequence: int = 3

    @property
    def extended(self) -> bool:
        return bool(self.control & 0x20)

    def aux(self, level: int) -> bytes:
        """Return the auxiliary header with these level bits."""
        start = bytes([self.control | level]) + self.counter.to_bytes(4, "little")
        end = bytes([self.sequence]) if self.control >> 3 & 3 == 1 else b""
        return start + (self.source if self.extended else b"") + end

    def plain(self, level: int = 0) -> bytes:
        return self.header + self.aux(level) + self.payload

    def sealed(self, level: int = 0) -> bytes:
        """Return the frame as the standard protects it, with these level bits on the air."""
        nonce = self.source + self.counter.to_bytes(4, "little") + bytes([self.control | self.level])
        ad = self.header + self.aux(self.level)
        if self.level == 4:
            cipher = Cipher(algorithms.AES(KEY), modes.CTR(b"\x01" + nonce + b"\x00\x01"))
            end = cipher.encryptor().update(self.payload)
        elif self.level > 4:
            end = AESCCM(KEY, tag_length=2 << self.level % 4).encrypt(nonce, self.payload, ad)
        else:
            end = self.payload + AESCCM(KEY, tag_length=2 << self.level).encrypt(nonce, b"", ad + self.payload)
        return self.header + self.aux(level) + end

    @property
    def mic(self) -> int:
        return (0, 4, 8, 16)[self.level % 4]

    @property
    def strings(self) -> list[bytes]:
        return [KEY, b"" if self.extended else self.source]

    def numbers(self, size: int) -> list[int]:
        return [self.level | (ANY if self.level == 4 else 0), size, len(self.header), len(self.payload)]


def both(what: str, frame: Frame, bits: int, room: int = 0) -> Iterator[Case]:
    """Yield protection, with level bits in the frame and `room` bytes after it, and its reverse."""
    rest = pattern(room, 99)
    plain, sealed = frame.plain(bits), frame.sealed()
    before = plain + pattern(frame.mic, 50) + rest
    yield Case(f"{what} protect", 0, OK, frame.numbers(len(before)), frame.strings, before, sealed + rest)
    got = frame.sealed(bits)
    after = plain + sealed[len(sealed) - frame.mic :]
    yield Case(f"{what} unprotect", 1, OK, frame.numbers(len(got)), frame.strings, got, after)


def received(what: str, frame: Frame, got: bytes, level: int | None = None) -> Case:
    """Return a case with a received frame that was changed; the level is the network's."""
    level = frame.level if level is None else level
    mic, aux_at = (0, 4, 8, 16)[level % 4], len(frame.header)
    numbers, strings = [level, len(got), aux_at, 0], frame.strings
    aux = got[aux_at:]
    if not aux:
        return Case(what, 1, ERR_LENGTH, numbers, strings, got)
    extended, network = bool(aux[0] & 0x20), aux[0] >> 3 & 3 == 1
    text_at = aux_at + 5 + 8 * extended + network
    if len(got) < text_at + mic:
        return Case(what, 1, ERR_LENGTH, numbers, strings, got)
    if extended != frame.extended:
        return Case(what, 1, ERR_ARGUMENT, numbers, strings, got)
    control = aux[0] & 0xF8 | level
    nonce = (aux[5:13] if extended else frame.source) + aux[1:5] + bytes([control])
    ad = got[:aux_at] + bytes([control]) + got[aux_at + 1 : text_at]
    text, tag = got[text_at : len(got) - mic], got[len(got) - mic :]
    ccm = AESCCM(KEY, tag_length=mic)
    try:
        opened = ccm.decrypt(nonce, text + tag, ad) if level > 4 else text + ccm.decrypt(nonce, tag, ad + text)
    except InvalidTag:
        opened = bytes(len(text)) if level > 4 else text
        return Case(what, 1, ERR_TAG, numbers, strings, got, got[:text_at] + opened + tag)
    return Case(what, 1, OK, numbers, strings, got, got[:text_at] + opened + tag)


def sent() -> Iterator[Case]:
    """Yield the frame of a network."""
    plain, sealed = SENT_HEADER + SENT_AUX + SENT_PLAIN, SENT_HEADER + SENT_AUX + SENT_SEALED
    numbers = [5, len(sealed), 8, len(SENT_PLAIN)]
    yield Case("sent protect", 0, OK, numbers, [SENT_KEY, b""], plain + bytes(4), sealed)
    yield Case("sent unprotect", 1, OK, numbers, [SENT_KEY, b""], sealed, plain + sealed[-4:])
    fields = [0x0025E6ED, 1, 0, 1, int.from_bytes(SENT_AUX[5:13], "little"), 8 + len(SENT_AUX)]
    yield Case("sent parse", 6, OK, [0, len(sealed), 8], [KEY], sealed, results=fields)


def lengths() -> Iterator[Case]:
    """Yield every length of a payload at every level, with all sorts of auxiliary headers."""
    for level in range(1, 8):
        for length in range(101):
            control = (length % 4) << 3 | (length // 4 % 2) << 5 | (length // 8 % 4) << 6
            frame = Frame(level, pattern(length % 13, 5), control, length * 0x01020304 & 0xFFFFFFFF, pattern(length, 9))
            yield from both(f"level {level}, {length} bytes", frame, length % 8, length % 5)
    for control in (0x00, 0x08, 0x28, 0x30):
        frame = Frame(5, pattern(9), control, 7, pattern(20))
        plain = frame.plain()
        for size in range(len(plain) + 4):
            before = (plain + bytes(4))[:size]
            yield Case(f"buffer of {size}", 0, ERR_LENGTH, frame.numbers(size), frame.strings, before)
            if size < len(plain) - 20:
                yield Case(f"parse {size}", 6, ERR_LENGTH, [0, size, 9], [KEY], before, results=[0] * 6)


def limits() -> Iterator[Case]:
    """Yield the longest frame, those that are longer, and lengths whose sum wraps."""
    for more in (-1, 0, 1):
        frame = Frame(5, pattern(9), 0x28, 7, pattern(MOST - 9 - 14 - 4 + more))
        if more < 1:
            yield from both(f"longest {more}", frame, 0, 1)
        else:
            room = frame.plain() + bytes(4)
            yield Case("too long", 0, ERR_LENGTH, frame.numbers(len(room)), frame.strings, room)
            yield Case("too long", 1, ERR_LENGTH, frame.numbers(len(room)), frame.strings, room)
            yield Case("too long", 6, ERR_LENGTH, [0, len(room), 9], [KEY], room, results=[0] * 6)
    frame = Frame(5, pattern(9), 0x28, 7, pattern(20))
    plain = frame.plain() + bytes(4)
    for most in (SIZE_MAX, 2**64 - 1):
        for payload_len in (most, most - len(plain), most - 26):
            numbers = [5, len(plain), 9, payload_len]
            yield Case("long payload", 0, ERR_LENGTH, numbers, frame.strings, plain)
        for aux_at in (most, most - 4, len(plain), len(plain) + 1):
            for function in (0, 1, 6):
                numbers = [5, len(plain), aux_at, 0]
                results = [0] * 6 if function == 6 else []
                yield Case("late header", function, ERR_LENGTH, numbers, frame.strings, plain, results=results)


def forgeries() -> Iterator[Case]:
    """Yield every bit of some frames flipped, every truncation, and other levels and addresses."""
    for level in (1, 2, 3, 5, 6, 7):
        for control, length in ((0x28, 0), (0x00, 17), (0x70, 5)):
            frame = Frame(level, pattern(3 * level % 7), control, 0x80000005, pattern(length, level))
            sealed = frame.sealed()
            for index, changed in flipped(sealed):
                yield received(f"level {level} byte {index}", frame, changed)
            for end in range(len(sealed)):
                yield received(f"level {level} cut at {end}", frame, sealed[:end])
            for other in (1, 2, 3, 5, 6, 7):
                yield received(f"level {level} as {other}", frame, sealed, other)
    frame = Frame(5, pattern(4), 0x00, 5, pattern(9))
    sealed = frame.sealed()
    after = sealed[:9] + bytes(9) + sealed[-4:]
    for index, other_source in flipped(SOURCE):
        yield Case(f"source {index}", 1, ERR_TAG, frame.numbers(len(sealed)), [KEY, other_source], sealed, after)


def arguments() -> Iterator[Case]:
    for control in (0x08, 0x28):
        frame = Frame(5, pattern(4), control, 5, pattern(13))
        plain, sealed = frame.plain(2) + bytes(4), frame.sealed(2)
        for function, before in ((0, plain), (1, sealed)):
            numbers = frame.numbers(len(before))
            for level in (0, 4, 8, 13, 15, 32, 37, 64 | 5, 2**31 | 5, 0 | ANY, 8 | ANY, 2**31 | 6 | ANY):
                room = before + bytes(12)
                wrong = [level, len(room), *numbers[2:]]
                yield Case(f"level {level}", function, ERR_ARGUMENT, wrong, frame.strings, room)
            other = SOURCE if frame.extended else b""
            yield Case("address", function, ERR_ARGUMENT, numbers, [KEY, other], before)
            yield Case("no key object", function + 2, ERR_ARGUMENT, numbers, [b"", frame.strings[1]], before)
            yield Case("no frame", function + 4, ERR_ARGUMENT, numbers, frame.strings, before)
            yield Case("no key", function, ERR_STATE, numbers, [b"", frame.strings[1]], before)
            yield Case("flag", function, OK, [5 | ANY, *numbers[1:]], frame.strings, *_done(frame, function, 2))
        full = Frame(5, pattern(4), control, 0xFFFFFFFF, pattern(13))
        yield Case("counter", 0, ERR_COUNTER, full.numbers(len(plain)), full.strings, full.plain(1) + bytes(4))
        yield Case("counter", 1, ERR_COUNTER, full.numbers(len(sealed)), full.strings, full.sealed(1))
        yield from both("last counter", Frame(5, pattern(4), control, 0xFFFFFFFE, pattern(13)), 0)
        yield Case("parse nothing", 7, ERR_ARGUMENT, [0, 30, 4], [KEY], plain, results=[0] * 6)
        yield Case("parse into nothing", 8, ERR_ARGUMENT, [0, len(plain), 4], [KEY], plain)
    yield Case("into the key", 9, ERR_ARGUMENT, [5, 0, 0, 0], [KEY, SOURCE], plain)
    inside = Frame(5, b"", 0x00, 5, SOURCE + pattern(9))
    numbers = inside.numbers(26)
    yield Case("address in the payload", 10, OK, numbers, [KEY, b""], inside.plain() + bytes(4), inside.sealed())


def _done(frame: Frame, function: int, bits: int) -> tuple[bytes, bytes]:
    """Return a frame before and after protection or its reverse."""
    if function == 0:
        return frame.plain(bits) + bytes(4), frame.sealed()
    return frame.sealed(bits), frame.plain(bits) + frame.sealed()[-4:]


def cases() -> list[Case]:
    return [*sent(), *lengths(), *limits(), *forgeries(), *arguments()]


CALLER = """
#include <string.h>
int main(void)
{
    static const uint8_t bytes[16] = {1}, address[8] = {1, 0, 0, 0x4b, 0x12, 0, 0x6f, 0x0d};
    static vmb_aes128_ccm_key key;
    uint8_t frame[100] = {0x48, 2, 1, 0, 2, 0, 30, 9}, copy[100];
    sender one = {{0}, 0};
    uint32_t next = 0x01020304;
    size_t len, at, text_len;

    if (vmb_aes128_ccm_init(&key, bytes, 16) != VMB_OK) return 1;
    memcpy(one.address, address, 8);
    memcpy(frame + 8 + AUX, "hello", 5);
    if (send(&key, address, 0, &next, frame, sizeof frame, 8, 5, &len) != VMB_OK || len != 8 + AUX + 9) return 2;
    if (next != 0x01020305 || frame[8] != 0x28 || frame[9] != 4 || memcmp(frame + 13, address, 8) != 0) return 3;
    memcpy(copy, frame, len);
    if (receive(&key, &one, 0, frame, len, 8, &at, &text_len) != VMB_OK || at != 8 + AUX || text_len != 5) return 4;
    if (memcmp(frame + at, "hello", 5) != 0 || one.next != 0x01020305) return 5;
    memcpy(frame, copy, len);
    if (receive(&key, &one, 0, frame, len, 8, &at, &text_len) != VMB_ERR_COUNTER) return 6;
    one.next = 0;
    frame[5] ^= 1;
    if (receive(&key, &one, 0, frame, len, 8, &at, &text_len) != VMB_ERR_TAG || one.next != 0) return 7;
    frame[13] ^= 1;
    if (receive(&key, &one, 0, frame, len, 8, &at, &text_len) != VMB_ERR_ARGUMENT) return 8;
    next = 0xffffffff;
    return send(&key, address, 0, &next, frame, sizeof frame, 8, 5, &len) == VMB_ERR_COUNTER ? 0 : 9;
}
"""
