# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of vambrace/frames/ble.h: sample data of the standard, and AES-CCM of another library."""

from __future__ import annotations

from collections.abc import Iterator

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

# Bluetooth Core Specification, volume 6, part C, section 1: session key, initialization vector, and four PDUs with
# their direction, counter, plaintext and ciphertext.
KEY, IV = bytes.fromhex("99ad1b5226a37e3e058e3b8e27c2c666"), bytes.fromhex("24abdcbabebaafde")
SAMPLES = {
    "LL_START_ENC_RSP1": (1, 0, "0f01 06", "0f05 9fcda7f448"),
    "LL_START_ENC_RSP2": (0, 0, "0701 06", "0705 a34c13a415"),
    "LL_DATA1": (1, 1, "0e1b 1700636465666768696a6b6c6d6e6f707131323334353637383930",
                 "0e1f 7a70d66415226df26b17839a060405596bd6564f796b5b9ce6ff32f75a6d33"),
    "LL_DATA2": (0, 1, "061b 170037363534333231304142434445464748494a4b4c4d4e4f5051",
                 "061f f38881e7bd94c9c369b9a66846dd4786aa8c39ce540d0dae3adcdf89b96088"),
}  # fmt: skip
LAST = 2**39 - 1


def protected(pdu: bytes, direction: int, counter: int) -> bytes:
    """Return a PDU as the standard protects it (volume 6, part E)."""
    start = 3 if pdu[0] & 0x20 else 2
    nonce = (counter | direction << 39).to_bytes(5, "little") + IV
    sealed = AESCCM(KEY, tag_length=4).encrypt(nonce, pdu[start:], bytes([pdu[0] & 0xE3]))
    return bytes([pdu[0], pdu[1] + 4]) + pdu[2:start] + sealed


def both(what: str, plain: bytes, sealed: bytes, direction: int, counter: int, room: int = 0) -> Iterator[Case]:
    """Yield protection, in a buffer with `room` bytes more, and its reverse."""
    rest = pattern(room, 99)
    buffer = plain + pattern(4, 50) + rest
    numbers = [direction, counter, len(sealed)]
    yield Case(f"{what} protect", 0, OK, [direction, counter, len(buffer)], [KEY, IV], buffer, sealed + rest)
    yield Case(f"{what} unprotect", 1, OK, numbers, [KEY, IV], sealed, plain + sealed[-4:])


def wiped(pdu: bytes) -> bytes:
    """Return a PDU as the reverse of protection leaves it if its MIC does not match."""
    start = 3 if pdu[0] & 0x20 else 2
    return pdu[:start] + bytes(len(pdu) - start - 4) + pdu[-4:]


def received(what: str, pdu: bytes, direction: int, counter: int) -> Case:
    """Return a case with a received PDU that was changed."""
    start = 3 if pdu and pdu[0] & 0x20 else 2
    numbers = [direction, counter, len(pdu)]
    if len(pdu) < 2 or pdu[1] <= 4 or len(pdu) != start + pdu[1]:
        return Case(what, 1, ERR_LENGTH, numbers, [KEY, IV], pdu)
    nonce = (counter | direction << 39).to_bytes(5, "little") + IV
    try:
        text = AESCCM(KEY, tag_length=4).decrypt(nonce, pdu[start:], bytes([pdu[0] & 0xE3]))
    except Exception:
        return Case(what, 1, ERR_TAG, numbers, [KEY, IV], pdu, wiped(pdu))
    after = bytes([pdu[0], pdu[1] - 4]) + pdu[2:start] + text + pdu[-4:]
    return Case(what, 1, OK, numbers, [KEY, IV], pdu, after)


def samples() -> Iterator[Case]:
    for what, (direction, counter, plain, sealed) in SAMPLES.items():
        yield from both(what, bytes.fromhex(plain), bytes.fromhex(sealed), direction, counter)


def lengths() -> Iterator[Case]:
    """Yield every length of a payload, with and without CTEInfo; buffers that are too short, and PDUs too long."""
    for length in range(1, 252):
        for cte in (0, 1):
            plain = bytes([length & 0xDF | 0x20 * cte, length]) + pattern(cte + length, length)
            counter = LAST - length if length % 3 else length * 0x0123456789 & LAST
            sealed = protected(plain, length % 2, counter)
            yield from both(f"{length} bytes", plain, sealed, length % 2, counter, length % 5)
    for length in (1, 16, 251):
        plain = bytes([0x02, length]) + pattern(length)
        for size in range(length + 6) if length < 20 else (0, 1, 2, 255, 256):
            yield Case(f"buffer of {size}", 0, ERR_LENGTH, [0, 1, size], [KEY, IV], (plain + bytes(4))[:size])
    for length in (0, 252, 255):
        buffer = bytes([0x02, length]) + pattern(300)
        yield Case(f"length {length}", 0, ERR_LENGTH, [0, 1, len(buffer)], [KEY, IV], buffer)


def forgeries() -> Iterator[Case]:
    """Yield every bit of some PDUs flipped, every truncation, and other counters and directions."""
    for first in (0x02, 0x3F, 0x21, 0x1E):
        for length in (1, 17):
            start = 3 if first & 0x20 else 2
            sealed = protected(bytes([first, length]) + pattern(start - 2 + length), 1, 5)
            for index, changed in flipped(sealed):
                yield received(f"{first:#x} {length} byte {index}", changed, 1, 5)
            for end in range(len(sealed)):
                yield received(f"{first:#x} {length} cut at {end}", sealed[:end], 1, 5)
                if end >= start:
                    shorter = bytes([sealed[0], end - start]) + sealed[2:end]
                    yield received(f"{first:#x} {length} cut at {end}, with its length", shorter, 1, 5)
            yield received("one more byte", sealed + b"\0", 1, 5)
    sealed = protected(bytes([0x02, 9]) + pattern(9), 1, 5)
    for bit in range(39):
        yield received(f"counter bit {bit}", sealed, 1, 5 ^ 1 << bit)
    yield received("direction", sealed, 0, 5)
    for index, iv in flipped(IV):
        yield Case(f"iv byte {index}", 1, ERR_TAG, [1, 5, len(sealed)], [KEY, iv], sealed, wiped(sealed))


def arguments() -> Iterator[Case]:
    plain = bytes([0x02, 9]) + pattern(13)
    sealed = protected(plain[:11], 1, 5)
    for function, pdu in ((0, plain), (1, sealed)):
        size = len(pdu)
        for counter in (LAST + 1, 2**40 + 5, 2**64 - 1):
            yield Case("counter", function, ERR_COUNTER, [1, counter, size], [KEY, IV], pdu)
        for direction in (2, 3, 257, 2**32 - 1):
            yield Case("direction", function, ERR_ARGUMENT, [direction, 5, size], [KEY, IV], pdu)
        yield Case("no iv", function, ERR_ARGUMENT, [1, 5, size], [KEY, b""], pdu)
        yield Case("no key object", function + 2, ERR_ARGUMENT, [1, 5, size], [b"", IV], pdu)
        yield Case("no frame", function + 4, ERR_ARGUMENT, [1, 5, size], [KEY, IV], pdu)
        yield Case("no key", function, ERR_STATE, [1, 5, size], [b"", IV], pdu)
    yield from both("last counter", plain[:11], protected(plain[:11], 1, LAST), 1, LAST)


def cases() -> list[Case]:
    return [*samples(), *lengths(), *forgeries(), *arguments()]


CALLER = """
#include <string.h>
int main(void)
{
    static const uint8_t bytes[16] = {1}, iv[8] = {2};
    static vmb_aes128_ccm_key key;
    link us = {&key, iv, VMB_BLE_FROM_CENTRAL, 0, 0}, peer = {&key, iv, VMB_BLE_FROM_PERIPHERAL, 0, 0};
    uint8_t pdu[257] = {2, 5, 'h', 'e', 'l', 'l', 'o'}, copy[257], empty[2] = {1, 0};

    if (vmb_aes128_ccm_init(&key, bytes, 16) != VMB_OK) return 1;
    if (send(&us, pdu, sizeof pdu) != VMB_OK || pdu[1] != 9 || us.sent != 1) return 2;
    memcpy(copy, pdu, sizeof pdu);
    if (receive(&peer, pdu, 11) != VMB_OK || memcmp(pdu + 2, "hello", 5) != 0 || peer.received != 1) return 3;
    if (receive(&peer, copy, 11) != VMB_ERR_TAG || peer.received != 1) return 4;
    if (send(&us, empty, 2) != VMB_OK || receive(&peer, empty, 2) != VMB_OK) return 5;
    if (us.sent != 1 || peer.received != 1 || empty[1] != 0) return 6;
    us.sent = VMB_BLE_LAST_COUNTER + 1;
    return send(&us, pdu, sizeof pdu) == VMB_ERR_COUNTER ? 0 : 7;
}
"""
