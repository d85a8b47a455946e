# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages of vambrace/frames/oscore.h: those of RFC 8613, appendix C, and AES-CCM of another library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidTag
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

LAST, MOST, NOWHERE = 2**40 - 1, 65535, 1000
SIZE_MAX = 2**32 - 1  # of a device with 32 bits; a computer's is larger, and as wrong


def cbor(item: object) -> bytes:
    """Return an item in CBOR (RFC 8949), with the shortest heads."""
    if isinstance(item, int):
        return head(0, item)
    if isinstance(item, bytes):
        return head(2, len(item)) + item
    if isinstance(item, str):
        return head(3, len(item)) + item.encode()
    assert isinstance(item, list)
    return head(4, len(item)) + b"".join(cbor(part) for part in item)


def head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    return bytes([kind << 5 | 24, number])


def shortest(piv: int) -> bytes:
    return piv.to_bytes(max(1, (piv.bit_length() + 7) // 8), "big")


@dataclass(frozen=True)
class Message:
    """Whom a message is from, and to which request it belongs."""

    key: bytes
    common_iv: bytes
    id: bytes
    piv: int
    request_id: bytes
    request_piv: int

    @property
    def nonce(self) -> bytes:
        """Return the nonce (section 5.2)."""
        text = bytes([len(self.id)]) + self.id.rjust(7, b"\0") + self.piv.to_bytes(5, "big")
        return bytes(a ^ b for a, b in zip(text, self.common_iv, strict=True))

    @property
    def ad(self) -> bytes:
        """Return the associated data (section 5.4)."""
        external = cbor([1, [10], self.request_id, shortest(self.request_piv), b""])
        return cbor(["Encrypt0", b"", external])

    @property
    def aead(self) -> AESCCM:
        return AESCCM(self.key, tag_length=8)

    @property
    def strings(self) -> list[bytes]:
        return [self.key, self.common_iv, self.id, self.request_id]

    def numbers(self, size: int, length: int) -> list[int]:
        return [self.piv, self.request_piv, size, length]


def request(key: str, common_iv: str, sender: str, piv: int) -> Message:
    one = bytes.fromhex(sender)
    return Message(bytes.fromhex(key), bytes.fromhex(common_iv), one, piv, one, piv)


# RFC 8613, appendix C.4 to C.8: message, plaintext, ciphertext, nonce, associated data, option with its fields.
C4 = request("f0910ed7295e6ad4b54fc793154302ff", "4622d4dd6d944168eefb54987c", "", 20)
C7 = replace(C4, key=bytes.fromhex("ffb14e093c94c9cac9471648b4f98710"))
HELLO = b"\x45\xffHello World!"
PUBLISHED = (
    (C4, bytes.fromhex("01b3747631"), "612f1092f1776f1c1668b3825e", "4622d4dd6d944168eefb549868",
     "8368456e63727970743040488501810a40411440", "0914"),
    (request("321b26943253c7ffb6003b0b64d74041", "be35ae297d2dace910c52e99f9", "00", 20), bytes.fromhex("01b3747631"),
     "4ed339a5a379b0b8bc731fffb0", "bf35ae297d2dace910c52e99ed", "8368456e63727970743040498501810a4100411440",
     "091400"),
    (request("af2a1300a5e95788b356336eeecd2b92", "2ca58fb85ff1b81c0b7181b85e", "", 20), bytes.fromhex("01b3747631"),
     "72cd7273fd331ac45cffbe55c3", "2ca58fb85ff1b81c0b7181b84a", "8368456e63727970743040488501810a40411440",
     "19140837cbf3210017a2d3"),
    (C7, HELLO, "dbaad1e9a7e7b2a813d3c31524378303cdafae119106", "4622d4dd6d944168eefb549868",
     "8368456e63727970743040488501810a40411440", ""),
    (replace(C7, id=b"\x01", piv=0), HELLO, "4d4c13669384b67354b2b6175ff4b8658c666a6cf88e",
     "4722d4dd6d944169eefb54987c", "8368456e63727970743040488501810a40411440", "0100"),
)  # fmt: skip


def both(what: str, m: Message, text: bytes, sealed: bytes, room: int = 0) -> Iterator[Case]:
    """Yield protection, with `room` bytes after it, and its reverse."""
    rest = pattern(room, 99)
    before = text + pattern(8, 50) + rest
    yield Case(f"{what} protect", 0, OK, m.numbers(len(before), len(text)), m.strings, before, sealed + rest)
    yield Case(f"{what} unprotect", 1, OK, m.numbers(0, len(sealed)), m.strings, sealed, text + sealed[-8:])


def published() -> Iterator[Case]:
    for number, (m, text, sealed, nonce, ad, option) in enumerate(PUBLISHED, 4):
        assert (m.nonce.hex(), m.ad.hex()) == (nonce, ad)
        yield from both(f"C.{number}", m, text, bytes.fromhex(sealed))
        yield parsed(f"C.{number} option", bytes.fromhex(option))


def lengths() -> Iterator[Case]:
    """Yield many lengths of messages with all lengths of IDs and Partial IVs."""
    m = Message(pattern(16, 1), pattern(13, 2), b"", 0, b"", 0)
    for length in (*range(1, 130), 1000, 16000):
        one = replace(
            m,
            id=pattern(length % 8, length),
            piv=(length * 0x0123456789 & LAST) >> 8 * (length % 6),
            request_id=pattern(length // 2 % 8, 9),
            request_piv=LAST >> 7 * (length % 6),
        )
        text = pattern(length, length)
        yield from both(f"{length} bytes", one, text, one.aead.encrypt(one.nonce, text, one.ad), length % 5)
    for piv in (0, 1, 255, 256, 2**16 - 1, 2**16, 2**24 - 1, 2**24, 2**32 - 1, 2**32, LAST):
        one = replace(m, id=b"\xff", piv=piv, request_id=b"\xff", request_piv=piv)
        yield from both(f"Partial IV {piv}", one, b"\x01x", one.aead.encrypt(one.nonce, b"\x01x", one.ad))
    for size in range(17):
        yield Case(f"buffer of {size}", 0, ERR_LENGTH, m.numbers(size, 9), m.strings, pattern(size))
    for length in (0, MOST + 1, SIZE_MAX, SIZE_MAX - 7, 2**64 - 1, 2**64 - 8):
        yield Case(f"length {length}", 0, ERR_LENGTH, m.numbers(40, length), m.strings, pattern(40))
    for length in (*range(9), MOST + 9, SIZE_MAX, 2**64 - 1):
        yield Case(f"length {length}", 1, ERR_LENGTH, m.numbers(0, length), m.strings, pattern(min(length, 8)))


def received(what: str, m: Message, got: bytes) -> Case:
    """Return a case with a received message that was changed."""
    numbers = m.numbers(0, len(got))
    if len(got) < 9:
        return Case(what, 1, ERR_LENGTH, numbers, m.strings, got)
    try:
        text = m.aead.decrypt(m.nonce, got, m.ad)
    except InvalidTag:
        return Case(what, 1, ERR_TAG, numbers, m.strings, got, bytes(len(got) - 8) + got[-8:])
    return Case(what, 1, OK, numbers, m.strings, got, text + got[-8:])


def forgeries() -> Iterator[Case]:
    """Yield every bit flipped, every truncation, and other IDs and Partial IVs."""
    m = Message(pattern(16, 1), pattern(13, 2), b"abc", 0x0102030405, b"def", 0x0506070809)
    for length in (1, 17):
        sealed = m.aead.encrypt(m.nonce, pattern(length), m.ad)
        for index, changed in flipped(sealed):
            yield received(f"byte {index}", m, changed)
        for end in range(len(sealed)):
            yield received(f"cut at {end}", m, sealed[:end])
    sealed = m.aead.encrypt(m.nonce, pattern(9), m.ad)
    for bit in range(40):
        yield received(f"Partial IV bit {bit}", replace(m, piv=m.piv ^ 1 << bit), sealed)
        yield received(f"request's Partial IV bit {bit}", replace(m, request_piv=m.request_piv ^ 1 << bit), sealed)
    for id_ in (b"", b"abd", b"\0abc", b"ab", b"abcdefg"):
        yield received(f"ID {id_!r}", replace(m, id=id_), sealed)
        yield received(f"request's ID {id_!r}", replace(m, request_id=id_), sealed)


def arguments() -> Iterator[Case]:
    m = Message(pattern(16, 1), pattern(13, 2), b"abc", 5, b"def", 6)
    text = pattern(30)
    for function, length in ((0, 22), (1, 30)):
        numbers = m.numbers(30, length)
        for wrong in (LAST + 1, 2**64 - 1):
            yield Case("Partial IV", function, ERR_COUNTER, [wrong, *numbers[1:]], m.strings, text)
            yield Case("Partial IV", function, ERR_COUNTER, [5, wrong, *numbers[2:]], m.strings, text)
        for strings in ([*m.strings[:2], bytes(8), b""], [*m.strings[:2], b"", bytes(8)]):
            yield Case("ID of 8 bytes", function, ERR_LENGTH, numbers, strings, text)
        yield Case("no Common IV", function, ERR_ARGUMENT, numbers, [m.key, b"", b"", b""], text)
        yield Case("no key", function, ERR_STATE, numbers, [b"", *m.strings[1:]], text)
        for null in (2, 4, 6):
            yield Case(f"null {null}", function + null, ERR_ARGUMENT, numbers, m.strings, text)
    for null in (8, 9):
        yield Case(f"null {null}", null, ERR_ARGUMENT, m.numbers(30, 22), m.strings, text)
        empty = [*m.strings[:2], b"", b""]
        one = Message(m.key, m.common_iv, b"", 5, b"", 6)
        sealed = one.aead.encrypt(one.nonce, text[:22], one.ad)
        yield Case(f"null {null} of no bytes", null, OK, m.numbers(30, 22), empty, text, sealed)
    yield Case("into the key", 10, ERR_ARGUMENT, m.numbers(30, 22), m.strings, text)


def parsed(what: str, value: bytes) -> Case:
    """Return a case that reads an option (section 6.1)."""

    def result(status: int, fields: list[int]) -> Case:
        return Case(what, 20, status, [0, 0, len(value)], [], value, None, fields)

    none = [0, 0, NOWHERE, 0, NOWHERE, 0]
    if not value:
        return result(OK, none)
    n = value[0] & 7
    if value[0] == 0 or value[0] & 0xE0 or n > 5:
        return result(ERR_ARGUMENT, none)
    if len(value) < 1 + n:
        return result(ERR_LENGTH, none)
    piv = value[1 : 1 + n]
    if n > 1 and piv[0] == 0:
        return result(ERR_ARGUMENT, none)
    fields, at = [int.from_bytes(piv, "big"), int(n > 0), NOWHERE, 0, NOWHERE, 0], 1 + n
    if value[0] & 0x10:
        if len(value) <= at or len(value) < at + 1 + value[at]:
            return result(ERR_LENGTH, none)
        fields[2:4] = at + 1, value[at]
        at += 1 + value[at]
    if value[0] & 0x08:
        fields[4:6] = at, len(value) - at
    elif at != len(value):
        return result(ERR_LENGTH, none)
    return result(OK, fields)


def options() -> Iterator[Case]:
    """Yield options with each first byte and many lengths; and what is written."""
    for first in range(256):
        for length in (0, 1, 2, 3, 5, 6, 7, 9, 12):
            for start in (b"\x01\x02", b"\x00\x03", b"\x03\x00"):
                value = bytes([first]) + (start + bytes([1, 4, 0, 1, 2, 9, 9, 9, 9, 9]))[:length]
                yield parsed(f"option {value.hex()}", value)
    longest = bytes([0x18, 200]) + pattern(253)
    for value in (longest, longest[:254], longest[:202], longest[:201]):
        yield parsed(f"option of {len(value)}", value)
    yield Case("option of 256", 20, ERR_LENGTH, [0, 0, 256], [], longest + b"x", None, [0, 0, NOWHERE, 0, NOWHERE, 0])
    for piv in (None, 0, 1, 255, 256, 0x0A0B0C, LAST, LAST + 1, 2**64 - 1):
        for context in (None, b"", b"ctx", pattern(255)):
            for kid in (None, b"", b"\x01", pattern(7)):
                yield from written(piv, context, kid)
    for context, kid in ((pattern(256), None), (None, pattern(256)), (None, pattern(255)), (pattern(254), None)):
        yield from written(None, context, kid)
    value = bytes.fromhex("0914")
    yield Case("parse into nothing", 22, ERR_ARGUMENT, [0, 0, 2], [], value)
    yield Case("parse nothing", 23, ERR_ARGUMENT, [0, 0, 2], [], value)
    yield Case("parse an empty value", 23, OK, [0, 0, 0], [], b"", None, [0, 0, NOWHERE, 0, NOWHERE, 0])
    for function in (24, 25, 26):
        yield Case(f"write {function}", function, ERR_ARGUMENT, [5, 1, 9, 0, 0], [b"", b""], pattern(9))
    yield Case("write an empty value", 26, OK, [0, 0, 0, 0, 0], [b"", b""], b"", None, [0])


def written(piv: int | None, context: bytes | None, kid: bytes | None) -> Iterator[Case]:
    """Yield what is written, in buffers that are long enough and too short."""
    parts = [b"" if piv is None else shortest(piv)]
    parts += [b"" if context is None else bytes([len(context) & 255]) + context, b"" if kid is None else kid]
    flags = len(parts[0]) | (0x10 if context is not None else 0) | (0x08 if kid is not None else 0)
    value = bytes([flags & 255]) + b"".join(parts) if flags else b""
    long = len(value) > 255 or len(context or b"") > 255 or len(kid or b"") > 255
    for size in {len(value) + 3, len(value), max(len(value) - 1, 0), 0}:
        status = OK if size >= len(value) and not long else ERR_LENGTH
        status = ERR_COUNTER if piv is not None and piv > LAST else status
        numbers = [piv or 0, int(piv is not None), size, int(context is not None), int(kid is not None)]
        before = pattern(size, 77)
        after = value + before[len(value) :] if status == OK else before
        results = [len(value) if status == OK else 0]
        yield Case(f"write {value.hex()}", 21, status, numbers, [context or b"", kid or b""], before, after, results)


def cases() -> list[Case]:
    return [*published(), *lengths(), *forgeries(), *arguments(), *options()]


CALLER = """
#include <string.h>

int main(void)
{
    static const uint8_t bytes[2][16] = {{1}, {2}}, common_iv[13] = {3}, ids[2][1] = {{0}, {1}};
    static vmb_aes128_ccm_key keys[2];
    endpoint client = {&keys[0], &keys[1], common_iv, ids[0], ids[1], 1, 1, 0, {0, 0}};
    endpoint server = {&keys[1], &keys[0], common_iv, ids[1], ids[0], 1, 1, 0, {0, 0}};
    uint8_t option[32], payload[64] = {1, 0xb3, 't', 'v', '1'}, copy[64];
    vmb_oscore_message asked;
    size_t option_len, len;

    if (vmb_aes128_ccm_init(&keys[0], bytes[0], 16) != VMB_OK) return 1;
    if (vmb_aes128_ccm_init(&keys[1], bytes[1], 16) != VMB_OK) return 2;
    if (send_request(&client, option, sizeof option, &option_len, payload, 64, 5) != VMB_OK) return 3;
    if (option_len != 3 || option[0] != 9 || option[1] != 0 || option[2] != 0 || client.next != 1) return 4;
    memcpy(copy, payload, 64);
    if (receive_request(&server, option, option_len, payload, 13, &asked, &len) != VMB_OK || len != 5) return 5;
    if (payload[0] != 1 || memcmp(payload + 1, "\\xb3tv1", 4) != 0) return 6;
    if (receive_request(&server, option, option_len, copy, 13, &asked, &len) != VMB_ERR_COUNTER) return 7;
    memcpy(payload, "E\\xffhello", 7);
    if (vmb_oscore_protect(server.own_key, &asked, payload, 64, 7) != VMB_OK) return 8;
    if (vmb_oscore_unprotect(client.other_key, &asked, payload, 15) != VMB_OK) return 9;
    return memcmp(payload, "E\\xffhello", 7) == 0 ? 0 : 10;
}
"""
