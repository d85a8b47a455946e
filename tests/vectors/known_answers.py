# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads the known answers of Ascon's designers, and those of BoringSSL and OpenSSL for ChaCha20-Poly1305."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tests.vectors import crates
from tests.vectors.nist import text_of
from tests.vectors.vector import Vector, shape


def _fields(text: str) -> Iterator[dict[str, str]]:
    """The cases of a file, each a block of `name = value` lines."""
    for block in text.split("\n\n"):
        if matches := dict(re.findall(r"(\w+) = ?(.*)", block)):
            yield matches


def ascon_aead(file: str, rate: int) -> Iterator[Vector]:
    for fields in _fields(crates.read(file).decode()):
        key, nonce, text, ad, both = (bytes.fromhex(fields[n]) for n in ("Key", "Nonce", "PT", "AD", "CT"))
        yield Vector(
            f"{file} {fields['Count']}",
            key,
            nonce,
            ad,
            text,
            both[: len(text)],
            both[len(text) :],
            classes=shape(rate, ad, text),
        )


def ascon_options(file: str) -> Iterator[Vector]:
    """The vectors of Ascon-AEAD128 with truncated tags of every length, every second one with another nonce and the
    key that masks it: by sections 4.2.1 and 4.2.2 of SP 800-232 the ciphertext is the same, and the tag begins alike.
    """
    for number, vector in enumerate(ascon_aead(file, 16)):
        n = 4 + number % 13
        mask = bytes((29 * number + 71 * i) & 0xFF for i in range(16)) if number % 2 else b""
        nonce = bytes(a ^ b for a, b in zip(vector.nonce, mask or bytes(16), strict=True))
        more = {f"tag of {n}", "masked" if mask else "not masked"}
        yield replace(vector, key=vector.key + mask, nonce=nonce, tag=vector.tag[:n], classes=vector.classes | more)


def ascon_hash(file: str) -> Iterator[Vector]:
    for fields in _fields(crates.read(file).decode()):
        text, digest = (bytes.fromhex(fields[n]) for n in ("Msg", "MD"))
        yield Vector(f"{file} {fields['Count']}", plaintext=text, tag=digest, classes=shape(8, b"", text))


def sha256() -> Iterator[Vector]:
    """TEST1, TEST2_1 and TEST4 of RFC 6234, section 8.5, which are also examples of FIPS 180-4."""
    for text, digest in (
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (
            10 * b"0123456701234567012345670123456701234567012345670123456701234567",
            "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5",
        ),
    ):
        yield Vector(f"RFC 6234, {len(text)} bytes", plaintext=text, tag=bytes.fromhex(digest))


def _blobs(data: bytes) -> list[bytes]:
    """The strings of a file in the format of the crate `blobby`.

    Numbers have 7 bits a byte, highest first, bit 7 set except in the last one, and all except the last are one less
    than their value. How many strings; how many follow for repeated use, each its length and its bytes; then for each
    string twice its length and its bytes, or twice the number of a repeated one, plus 1.
    """
    at = 0

    def number() -> int:
        nonlocal at
        actual = data[at] & 0x7F
        while data[at] & 0x80:
            at += 1
            actual = (actual + 1) << 7 | data[at] & 0x7F
        at += 1
        return actual

    def string(length: int) -> bytes:
        nonlocal at
        at += length
        return data[at - length : at]

    count = number()
    repeated = [string(number()) for _ in range(number())]
    strings = []
    for _ in range(count):
        what = number()
        strings.append(repeated[what >> 1] if what & 1 else string(what >> 1))
    assert at == len(data)
    return strings


def ascon_cxof(file: str) -> Iterator[Vector]:
    """Message, customization string and output in turn."""
    strings = _blobs(crates.read(file))
    for count, (text, custom, out) in enumerate(zip(*(strings[i::3] for i in range(3)), strict=True), start=1):
        yield Vector(f"{file} {count}", ad=custom, plaintext=text, tag=out, classes=shape(8, custom, text))


def _hex_or_text(value: str) -> bytes:
    return value[1:-1].encode() if value.startswith('"') else bytes.fromhex(value)


def gcm_siv(bits: int) -> Iterator[Vector]:
    """The vectors of RFC 8452, appendix C, in the format of OpenSSL."""
    for block in text_of("ciphers/AES/GCM-SIV/openssl.txt").split("#Cipher = ")[1:]:
        fields = dict(re.findall(r"(?m)^(\w+) ?= ?(\w*)", block))
        if not block.startswith(f"aes-{bits}-"):
            continue
        key, nonce, ad, text, ciphertext, tag = (
            bytes.fromhex(fields.get(name, "")) for name in ("Key", "IV", "AAD", "Plaintext", "Ciphertext", "Tag")
        )
        name = f"RFC 8452, {bits} {fields['COUNT']}"
        yield Vector(name, key, nonce, ad, text, ciphertext, tag, classes=shape(16, ad, text))


_ALIASES = {"IV": "NONCE", "AAD": "AD", "PLAINTEXT": "IN", "CIPHERTEXT": "CT"}


def chacha(name: str) -> Iterator[Vector]:
    """Each case begins with COUNT; a text stands in quotes."""
    for block in re.split(r"(?m)^COUNT", text_of(f"ciphers/ChaCha20Poly1305/{name}.txt"))[1:]:
        matches = re.findall(r"^(\w+) ?= ?(.*?) *$", block, flags=re.MULTILINE)
        fields = {_ALIASES.get(field.upper(), field.upper()): value for field, value in matches}
        part = {field: _hex_or_text(fields[field]) for field in ("KEY", "NONCE", "AD", "IN", "CT", "TAG")}
        valid = "RESULT" not in fields
        yield Vector(
            f"{name} {block.split()[1]}",
            part["KEY"],
            part["NONCE"],
            part["AD"],
            part["IN"],
            part["CT"],
            part["TAG"],
            valid,
            frozenset({f"{name}, {valid}"}),
        )
