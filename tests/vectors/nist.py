# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads the files of NIST's validation programme (CAVP), and others in the same format, that come
with PyPI `cryptography-vectors`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import cryptography_vectors

from tests.vectors.vector import Vector, shape


def text_of(path: str) -> str:
    with cryptography_vectors.open_vector_file(path, "r") as file:
        return file.read()


def _classes(name: str, valid: bool, nonce: bytes, ad: bytes, data: bytes, tag: bytes) -> frozenset[str]:
    lengths = {f"nonce of {len(nonce)}", f"tag of {len(tag)}"}
    return frozenset({f"{name}, {valid}", *lengths}) | shape(16, ad, data)


def ccm(name: str, bits: int) -> Iterator[Vector]:
    """`name = value` lines, some in brackets: a field holds until it is given again, and the last one
    of a case ends it. A field of no bytes is printed as 00."""
    held: dict[str, str] = {}

    def complete(field: str) -> bool:
        if name != "DVPT":
            return field == "CT"
        return field == "Payload" or (field == "Result" and held["Result"] == "Fail")

    def vector() -> Vector:
        size = {field: int(held[field]) for field in ("Alen", "Plen", "Nlen", "Tlen")}
        part = {field: bytes.fromhex(held.get(field, "")) for field in ("Key", "Nonce", "Adata", "Payload", "CT")}
        valid = held.get("Result", "Pass") == "Pass"
        ad, both = part["Adata"][: size["Alen"]], part["CT"]
        plaintext = part["Payload"][: size["Plen"]] if valid else None
        ciphertext, tag = both[: size["Plen"]], both[size["Plen"] :]
        return Vector(
            f"{name}{bits} {held['Count']}",
            part["Key"],
            part["Nonce"],
            ad,
            plaintext,
            ciphertext,
            tag,
            valid,
            _classes(name, valid, part["Nonce"], ad, ciphertext, tag),
        )

    lines = re.findall(r"(\w+) ?= ?([^,\]\n]*)", re.sub(r"(?m)^#.*", "", text_of(f"ciphers/AES/CCM/{name}{bits}.rsp")))
    for field, value in lines:
        held[field] = value.strip()
        if complete(field):
            yield vector()


def gcm(name: str, bits: int) -> Iterator[Vector]:
    """Each case is a block of its own; one that must fail has no PT but a line FAIL."""
    for block in text_of(f"ciphers/AES/GCM/{name}{bits}.rsp").split("\n\n"):
        if not block.lstrip().startswith("Count"):
            continue
        fields = dict(re.findall(r"^(\w+) = ?(\w*)", block, re.MULTILINE))
        part = {field: bytes.fromhex(fields[field]) for field in ("Key", "IV", "AAD", "CT", "Tag")}
        valid = "FAIL" not in block
        yield Vector(
            f"{name}{bits} {fields['Key']}",
            part["Key"],
            part["IV"],
            part["AAD"],
            bytes.fromhex(fields["PT"]) if valid else None,
            part["CT"],
            part["Tag"],
            valid,
            _classes(name, valid, part["IV"], part["AAD"], part["CT"], part["Tag"]),
        )


def cmac(bits: int) -> Iterator[Vector]:
    """The examples of SP 800-38B; the message is associated data."""
    yield from _macs(f"CMAC/nist-800-38b-aes{bits}.txt", ("MESSAGE", "OUTPUT"))


def poly1305() -> Iterator[Vector]:
    """The vectors of RFC 8439, which are those of RFC 7539."""
    yield from _macs("poly1305/rfc7539.txt", ("MSG", "TAG"))


def _macs(path: str, names: tuple[str, str]) -> Iterator[Vector]:
    for block in text_of(path).split("COUNT")[1:]:
        fields = dict(re.findall(r"^(\w+) = ?(\w*)", block, re.MULTILINE))
        message, tag = (bytes.fromhex(fields.get(name, "")) for name in names)
        yield Vector(f"{path}{block.split()[1]}", bytes.fromhex(fields["KEY"]), ad=message, tag=tag)


def sha256(name: str) -> Iterator[Vector]:
    """A message of no bytes is printed as 00."""
    for bits, text, digest in re.findall(
        r"Len = (\d+)\s+Msg = (\w+)\s+MD = (\w+)", text_of(f"hashes/SHA2/SHA256{name}.rsp")
    ):
        data = bytes.fromhex(text)[: int(bits) // 8]
        yield Vector(f"{name} {bits}", plaintext=data, tag=bytes.fromhex(digest), classes=shape(64, b"", data))


def hmac_sha256() -> Iterator[Vector]:
    """The vectors of RFC 4231; the file lacks test case 5, with a tag of 16 bytes."""
    fields = re.findall(r"(?m)^(Key|Msg|MD) = (\w+)", text_of("HMAC/rfc-4231-sha256.txt"))
    for number in range(0, len(fields), 3):
        key, text, tag = (bytes.fromhex(value) for _, value in fields[number : number + 3])
        yield Vector(f"RFC 4231 {number // 3}", key, ad=text, tag=tag)
    short = bytes.fromhex("a3b6167473100ee06e0c796c2955552b")
    yield Vector("RFC 4231, test case 5", bytes(20 * [12]), ad=b"Test With Truncation", tag=short)


def hkdf_sha256(path: str) -> Iterator[dict[str, bytes | int]]:
    """IKM, salt, info, OKM and, if the file has it, PRK; L is the length of OKM."""
    for block in text_of(f"KDF/{path}.txt").split("COUNT")[1:]:
        fields = dict(re.findall(r"(?m)^(\w+)[ \t]*=[ \t]*(\w*)", block))
        yield {
            "L": int(fields["L"]),
            **{name: bytes.fromhex(fields[name]) for name in ("IKM", "salt", "info", "PRK", "OKM") if name in fields},
        }


def cipher(path: str) -> Iterator[Vector]:
    """ECB, CBC and CTR: blocks as in `gcm`. The same cases stand under [ENCRYPT] and [DECRYPT] in most files."""
    name = path.rpartition("/")[2].partition(".")[0]
    for number, block in enumerate(re.split(r"(?m)^COUNT", text_of(f"ciphers/AES/{path}"))[1:]):
        fields = dict(re.findall(r"^(\w+) = ?(\w*)", block, re.MULTILINE))
        part = {field: bytes.fromhex(fields.get(field, "")) for field in ("KEY", "IV", "PLAINTEXT", "CIPHERTEXT")}
        yield Vector(
            f"{name} {number}",
            part["KEY"],
            part["IV"],
            b"",
            part["PLAINTEXT"],
            part["CIPHERTEXT"],
            classes=frozenset({name}) | shape(16, b"", part["PLAINTEXT"]),
        )
