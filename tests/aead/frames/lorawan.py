# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of vambrace/frames/lorawan.h: published ones, and AES-CMAC, AES-CTR and AES-ECB of another library. The
specification has no frames as examples."""

from __future__ import annotations

from collections.abc import Iterator

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

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

NWK, APP, MOST = pattern(16, 1), pattern(16, 0x81), 255
SIZE_MAX = 2**32 - 1  # of a device with 32 bits; a computer's is larger, and as wrong
NO_MAC, NO_NWK, NO_APP = 1, 2, 4  # as in lorawan.c
DATA = (0x40, 0x60, 0x80, 0xA0)  # MHDR: unconfirmed up and down, confirmed up and down

# Examples that decoders of LoRaWAN have in common (lora-packet): an uplink with its keys and text, a join request, and
# a join accept with its plaintext, both with their application key.
UP = bytes.fromhex("40f17dbe4900020001954378762b11ff0d")
UP_NWK, UP_APP = bytes.fromhex("44024241ed4ce9a68c6a8bc055233fd3"), bytes.fromhex("ec925802ae430ca77fd3dd73cb2cc588")
JOIN_KEY = bytes.fromhex("b6b53f4a168a7a88bdf7ea135ce9cfca")
REQUEST = bytes.fromhex("00dc0000d07ed5b3701e6fedf57ceeaf0085cc587fe913")
ACCEPT = bytes.fromhex("204dd85ae608b87fc4889970b7d2042c9e72959b0057aed6094b16003df12de145")
ACCEPTED = bytes.fromhex("203a06e5130000432e01260301184f84e85684b85e84886684586e840055121de0")


def cmac(key: bytes, text: bytes) -> bytes:
    actual = CMAC(algorithms.AES(key))
    actual.update(text)
    return actual.finalize()[:4]


def block(kind: int, mhdr: int, address: bytes, counter: int, last: int) -> bytes:
    """Return the first block of payload and MIC (sections 4.3.3 and 4.4)."""
    return bytes([kind, 0, 0, 0, 0, mhdr >> 5 & 1]) + address + counter.to_bytes(4, "little") + bytes([0, last])


def data(mhdr: int, counter: int, opts: bytes, port: int | None, payload: bytes) -> bytes:
    """Return a frame before protection."""
    control = 0xA0 | len(opts)
    start = bytes([mhdr]) + b"\x01\x02\x03\x26" + bytes([control]) + (counter & 0xFFFF).to_bytes(2, "little") + opts
    return start if port is None else start + bytes([port]) + payload


def crypted(frame: bytes, counter: int) -> bytes:
    """Return a frame without MIC, with its payload encrypted, or decrypted."""
    at = 9 + (frame[5] & 15)
    if len(frame) <= at:
        return frame
    first = block(1, frame[0], frame[1:5], counter, 1)
    cipher = Cipher(algorithms.AES(APP if frame[at - 1] else NWK), modes.CTR(first)).encryptor()
    return frame[:at] + cipher.update(frame[at:])


def sealed(frame: bytes, counter: int) -> bytes:
    """Return a frame as the standard protects it."""
    text = crypted(frame, counter)
    return text + cmac(NWK, block(0x49, text[0], text[1:5], counter, len(text)) + text)


def numbers(counter: int, size: int, length: int, missing: int = 0) -> list[int]:
    return [counter, size, length, missing]


def both(what: str, frame: bytes, counter: int, room: int = 0) -> Iterator[Case]:
    """Yield protection, with `room` bytes after it, and its reverse."""
    got, rest = sealed(frame, counter), pattern(room, 99)
    before = frame + pattern(4, 50) + rest
    yield Case(f"{what} protect", 0, OK, numbers(counter, len(before), len(frame)), [NWK, APP], before, got + rest)
    yield received(f"{what} unprotect", got, counter)


def received(what: str, got: bytes, counter: int) -> Case:
    """Return a case with a received frame, which may have been changed."""

    def result(status: int, after: bytes | None = None, fields: tuple[int, ...] = (0, 0, 0)) -> Case:
        return Case(what, 1, status, numbers(counter, 0, len(got)), [NWK, APP], got, after, fields)

    text = got[:-4]
    if len(got) > MOST or len(got) < 12:
        return result(ERR_LENGTH)
    if got[0] >> 5 not in (2, 3, 4, 5) or got[0] & 3:
        return result(ERR_ARGUMENT)
    at = 8 + (got[5] & 15)
    if len(text) < at:
        return result(ERR_LENGTH)
    if int.from_bytes(got[6:8], "little") != counter & 0xFFFF:
        return result(ERR_COUNTER)
    port = got[at] if len(text) > at else None
    if port == 0 and got[5] & 15:
        return result(ERR_ARGUMENT)
    if cmac(NWK, block(0x49, text[0], text[1:5], counter, len(text)) + text) != got[-4:]:
        return result(ERR_TAG)
    fields = (at, 0, 0) if port is None else (at + 1, len(text) - at - 1, port + 1)
    return result(OK, crypted(text, counter) + got[-4:], fields)


def published() -> Iterator[Case]:
    keys = [UP_NWK, UP_APP]
    plain = UP[:9] + b"test"
    yield Case("uplink protect", 0, OK, numbers(2, 17, 13), keys, plain + bytes(4), UP)
    yield Case("uplink unprotect", 1, OK, numbers(2, 0, 17), keys, UP, plain + UP[-4:], [9, 4, 2])
    keys = [JOIN_KEY, b""]
    for what, frame in (("request", REQUEST), ("accept", ACCEPTED)):
        length = len(frame)
        yield Case(f"join {what} sign", 20, OK, numbers(0, length, length - 4), keys, frame[:-4] + bytes(4), frame)
        yield Case(f"join {what} verify", 21, OK, numbers(0, 0, length), keys, frame)
    yield Case("join accept", 22, OK, numbers(0, 0, len(ACCEPT)), keys, ACCEPT, ACCEPTED)


def lengths() -> Iterator[Case]:
    """Yield every length of a payload, with all lengths of FOpts and types of frames, and frames without a payload."""
    for length in range(MOST - 12):
        opts = pattern(length % 16 if length < 220 else 0, 3)
        port = 1 + length % 255 if opts or length % 3 else 0
        counter = length * 0x01020304 & 0xFFFFFFFF
        frame = data(DATA[length % 4] | length % 8 << 2, counter, opts, port, pattern(length, length))
        yield from both(f"{length} bytes", frame, counter, length % 5)
    for length in range(16):
        for mhdr in DATA:
            frame = data(mhdr, 0xFFFFFFFF - length, pattern(length), None, b"")
            yield from both(f"{length} bytes of FOpts", frame, 0xFFFFFFFF - length)
    frame = data(0x40, 7, b"ab", 5, pattern(20))
    for size in range(len(frame) + 4):
        before = (frame + bytes(4))[:size]
        yield Case(f"buffer of {size}", 0, ERR_LENGTH, numbers(7, size, len(frame)), [NWK, APP], before)
    for length in (*range(8), 8, 9):
        yield Case(f"frame of {length}", 0, ERR_LENGTH, numbers(7, 40, length), [NWK, APP], frame + bytes(9))
    long = data(0x40, 7, b"", 5, pattern(MOST - 12)) + bytes(4)
    for length in (MOST - 3, SIZE_MAX, SIZE_MAX - 3, 2**64 - 1, 2**64 - 4):
        yield Case(f"frame of {length}", 0, ERR_LENGTH, numbers(7, len(long), length), [NWK, APP], long)
        yield Case(f"frame of {length}", 1, ERR_LENGTH, numbers(7, 0, length + 4 & (2**64 - 1)), [NWK, APP], long[:3])
        yield Case(f"join of {length}", 20, ERR_LENGTH, numbers(0, len(long), length), [NWK, APP], long)


def forgeries() -> Iterator[Case]:
    """Yield every bit of some frames flipped, every truncation, and other counters and ports."""
    for mhdr, opts, port, payload in (
        (0x40, b"", 1, b"x"),
        (0xA0, b"abc", 9, pattern(20)),
        (0x60, b"", 0, b"cmd"),
        (0x80, b"abcde", None, b""),
    ):
        frame = sealed(data(mhdr, 0x01020304, opts, port, payload), 0x01020304)
        for index, changed in flipped(frame):
            yield received(f"{mhdr:#x} byte {index}", changed, 0x01020304)
        for end in range(len(frame)):
            yield received(f"{mhdr:#x} cut at {end}", frame[:end], 0x01020304)
        for bit in range(32):
            yield received(f"{mhdr:#x} counter bit {bit}", frame, 0x01020304 ^ 1 << bit)
    for mhdr in range(256):
        frame = data(mhdr, 5, b"", 1, b"text")
        status = OK if mhdr >> 5 in (2, 3, 4, 5) and mhdr & 3 == 0 else ERR_ARGUMENT
        after = sealed(frame, 5) if status == OK else frame + bytes(4)
        yield Case(f"MHDR {mhdr:#x}", 0, status, numbers(5, 17, 13), [NWK, APP], frame + bytes(4), after)
        yield received(f"MHDR {mhdr:#x}", sealed(frame, 5), 5)
    frame = data(0x40, 5, b"a", 0, b"text")
    yield Case("FPort 0 with FOpts", 0, ERR_ARGUMENT, numbers(5, 18, 14), [NWK, APP], frame + bytes(4))
    yield received("FPort 0 with FOpts", sealed(frame, 5), 5)


def arguments() -> Iterator[Case]:
    for port, missing in ((0, NO_NWK), (1, NO_APP)):
        frame = data(0x40, 5, b"", port, b"text")
        got = sealed(frame, 5)
        after = crypted(got[:-4], 5) + got[-4:]
        room = frame + bytes(4)
        for other in (NO_NWK, NO_APP, NO_MAC):
            status = ERR_ARGUMENT if other in (missing, NO_MAC) else OK
            yield Case(
                "without a key", 0, status, numbers(5, 17, 13, other), [NWK, APP], room, got if status == OK else None
            )
            yield Case(
                "without a key",
                1,
                status,
                numbers(5, 0, 17, other),
                [NWK, APP],
                got,
                after if status == OK else None,
                [9, 4, port + 1] if status == OK else [0] * 3,
            )
        for counter in (4, 0x105, 0x10006):
            yield Case("counter", 0, ERR_COUNTER, numbers(counter, 17, 13), [NWK, APP], room)
        for function, before, length in ((0, room, 13), (1, got, 17)):
            for null in (2, 4):
                yield Case("null", function + null, ERR_ARGUMENT, numbers(5, 17, length), [NWK, APP], before)
            yield Case("no key", function, ERR_STATE, numbers(5, 17, length), [b"", b""], before)
            yield Case("into the key", 7 + function, ERR_ARGUMENT, numbers(0, 0, 0), [NWK, APP], before)
        yield Case("into nothing", 6, ERR_ARGUMENT, numbers(5, 17, 17), [NWK, APP], got)
    frame = data(0x40, 5, b"", 1, b"text")
    yield Case("no AppSKey", 0, ERR_STATE, numbers(5, 17, 13), [NWK, b""], frame + bytes(4))
    yield Case("no AppSKey", 1, ERR_STATE, numbers(5, 0, 17), [NWK, b""], sealed(frame, 5))
    empty = data(0x40, 5, b"", 1, b"")
    yield Case("empty payload", 0, OK, numbers(5, 13, 9, NO_APP), [NWK, APP], empty + bytes(4), sealed(empty, 5))


def joins() -> Iterator[Case]:
    keys = [NWK, b""]
    for length in range(1, 50):
        text = pattern(length, length)
        frame = text + cmac(NWK, text)
        yield Case(f"sign {length}", 20, OK, numbers(0, length + 4, length), keys, text + bytes(4), frame)
        yield Case(f"verify {length}", 21, OK, numbers(0, 0, length + 4), keys, frame)
        yield Case(f"no room {length}", 20, ERR_LENGTH, numbers(0, length + 3, length), keys, text + bytes(3))
        status = OK if length in (17, 33) else ERR_LENGTH
        ecb = Cipher(algorithms.AES(NWK), modes.ECB()).encryptor()
        after = text[:1] + ecb.update(text[1:]) if status == OK else text
        yield Case(f"decrypt {length}", 22, status, numbers(0, 0, length), keys, text, after)
    frame = pattern(19) + cmac(NWK, pattern(19))
    for index, changed in flipped(frame):
        yield Case(f"join byte {index}", 21, ERR_TAG, numbers(0, 0, 23), keys, changed)
    for length in range(5):
        yield Case(f"verify {length}", 21, ERR_LENGTH, numbers(0, 0, length), keys, frame[:length])
    yield Case("sign nothing", 20, ERR_LENGTH, numbers(0, 4, 0), keys, bytes(4))
    yield Case("verify 256", 21, ERR_LENGTH, numbers(0, 0, 256), keys, frame)
    for function in (23, 24, 25, 26, 27, 28):
        yield Case(f"null {function}", function, ERR_ARGUMENT, numbers(0, 40, 33), keys, pattern(40))
    for function in (20, 21, 22):
        yield Case(f"no key {function}", function, ERR_STATE, numbers(0, 40, 33), [b"", b""], pattern(40))


def cases() -> list[Case]:
    return [*published(), *lengths(), *forgeries(), *arguments(), *joins()]


CALLER = """
#include <string.h>

int main(void)
{
    static const uint8_t bytes[2][16] = {{1}, {2}};
    static vmb_aes128_cmac_key mac;
    static vmb_aes128_key keys[2];
    session device = {{&mac, &keys[0], &keys[1]}, 0x1fffe, 0}, network = {{&mac, &keys[0], &keys[1]}, 0, 0x1fff0};
    uint8_t frame[64] = {0x40, 1, 2, 3, 0x26, 0x80, 0, 0, 5, 'h', 'e', 'l', 'l', 'o'}, copy[64];
    vmb_lorawan_frame found;
    unsigned i;

    if (vmb_aes128_cmac_init(&mac, bytes[0], 16) != VMB_OK || vmb_aes128_init(&keys[0], bytes[0], 16) != VMB_OK ||
        vmb_aes128_init(&keys[1], bytes[1], 16) != VMB_OK)
        return 1;
    for (i = 0; i < 4; i++) {
        memcpy(copy, frame, sizeof copy);
        if (send(&device, copy, sizeof copy, 14) != VMB_OK || copy[6] != ((0xfe + i) & 255)) return 2;
        memcpy(frame + 32, copy, 18);
        if (receive(&network, copy, 18, &found) != VMB_OK || found.port != 5 || found.payload_len != 5) return 3;
        if (memcmp(copy + found.payload_at, "hello", 5) != 0 || network.received != 0x1ffff + i) return 4;
        if (receive(&network, frame + 32, 18, &found) == VMB_OK) return 5;
    }
    device.sent = (uint64_t)VMB_LORAWAN_LAST_COUNTER + 1;
    return send(&device, frame, 32, 14) == VMB_ERR_COUNTER ? 0 : 6;
}
"""
