# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""ACVP's tests as library calls, and the answers made of their results.

Sources: the JSON specifications of ACVP for block ciphers (ACVP-AES-*), for CMAC (CMAC-AES), SHA2-256, HMAC-SHA2-256
and for Ascon. Lengths there are in bits; the library supports whole bytes, and the tag lengths of its headers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from vambrace.software.acvp import chains
from vambrace.software.acvp.files import Json, Missing, is_name
from vambrace.software.oracles.oracle import LENGTHS
from vambrace.software.running.jobs import ERR_TAG, OK, Job, Result

#: A test as a sequence of calls, each of which waits for the previous result; returns the answer.
Calls = Generator[Job, Result, Json]


class Refused(Missing):
    """The library does not support a test."""


@dataclass(frozen=True)
class Test:
    """A test with the fields of its group."""

    where: str
    fields: Json

    def text(self, name: str) -> str:
        if name not in self.fields:
            raise Missing(f"{self.where}: no {name}")
        return str(self.fields[name])

    def content(self, name: str, length: str = "") -> bytes:
        """Return a field in hexadecimal; `length` names the field with its length in bits, if there is one."""
        try:
            content = bytes.fromhex(self.text(name))
        except ValueError:
            raise Missing(f"{self.where}: {name} is not hexadecimal") from None
        if length in self.fields:
            size = self.integer(length)
            if len(content) < size:
                raise Missing(f"{self.where}: {name} has {len(content)} bytes, but {length} is {size}")
            content = content[:size]
        return content

    def integer(self, name: str) -> int:
        """Return a length in bits as bytes."""
        try:
            bits = int(self.text(name))
        except ValueError:
            raise Missing(f"{self.where}: {name} is not a number") from None
        if bits < 0:
            raise Missing(f"{self.where}: {name} is negative")
        if bits % 8:
            raise Refused(f"{self.where}: {name} is {bits} bits; the library supports whole bytes only")
        return bits // 8

    def choice(self, name: str, *known: str) -> bool:
        """Return whether the field is the first of these values."""
        if self.text(name) not in known:
            raise Missing(f"{self.where}: {name} is {self.text(name)!r}; it must be one of: {', '.join(known)}")
        return self.text(name) == known[0]

    def aes(self, mode: str) -> tuple[str, bytes]:
        """Return the library's algorithm for the test's key, and the key."""
        key = self.content("key")
        name = f"aes-{8 * len(key)}-{mode}"
        if name not in LENGTHS:
            raise Refused(f"{self.where}: the library has no {name}")
        return name, key

    def fits(self, algorithm: str, nonce: int, tag: int) -> None:
        """Raise Refused if the algorithm has no nonce or tag of this many bytes."""
        known = LENGTHS[algorithm]
        if known.nonces and not known.has_nonce(nonce):
            raise Refused(f"{self.where}: {algorithm} has no nonce of {8 * nonce} bits")
        if known.tags and tag not in known.tags and not known.open_ended:
            raise Refused(f"{self.where}: {algorithm} has no tag of {8 * tag} bits")


def shown(content: bytes) -> str:
    return content.hex().upper()


def _good(test: Test, result: Result, *allowed: int) -> bool:
    """Return whether the call succeeded. Refused if it failed for a reason other than a wrong tag."""
    if result.init_status != OK or result.status not in (OK, *allowed) or result.violations:
        reason = "; ".join(result.violations) or f"status {result.init_status}, {result.status}"
        raise Refused(f"{test.where}: the call failed: {reason}")
    return result.status == OK


def _once(test: Test, job: Job, answer: Callable[[Result], Json]) -> Calls:
    result = yield job
    _good(test, result)
    return answer(result)


def _verified(test: Test, job: Job, answer: Callable[[Result], Json]) -> Calls:
    result = yield job
    return answer(result) if _good(test, result, ERR_TAG) else {"testPassed": False}


def _cipher(mode: str) -> Callable[[Test], tuple[str, Calls]]:
    def call_of(test: Test) -> tuple[str, Calls]:
        name, key = test.aes(mode)
        encrypts = test.choice("direction", "encrypt", "decrypt")
        iv = test.content("iv") if mode != "ecb" else b""
        sent, wanted = ("pt", "ct") if encrypts else ("ct", "pt")
        data = test.content(sent, "payloadLen")
        if test.text("testType") == "MCT" and mode != "ctr":
            return name, chains.monte_carlo(mode, encrypts, key, iv, data)
        if test.text("testType") != "AFT":
            raise Refused(f"{test.where}: tests of type {test.text('testType')} are not supported for {name}")
        if mode != "ctr" and len(data) % 16:
            raise Refused(f"{test.where}: {name} needs whole blocks")
        job = Job("encrypt" if encrypts else "decrypt", key, iv, data=data)
        return name, _once(test, job, lambda result: {wanted: shown(result.out)})

    return call_of


def _aead(mode: str) -> Callable[[Test], tuple[str, Calls]]:
    """CCM and GCM-SIV, whose ciphertext ends with the tag, and GCM, whose tag is a separate field."""
    joined = mode != "gcm"

    def call_of(test: Test) -> tuple[str, Calls]:
        name, key = test.aes(mode)
        seals = test.choice("direction", "encrypt", "decrypt")
        if seals and test.fields.get("ivGen") == "internal":
            raise Refused(f"{test.where}: the library does not generate nonces: register ivGen external")
        tag_len = test.integer("tagLen") if "tagLen" in test.fields else 16
        iv, aad = test.content("iv", "ivLen"), test.content("aad", "aadLen")
        test.fits(name, len(iv), tag_len)
        if seals:
            job = Job("seal", key, iv, aad, test.content("pt", "payloadLen"), tag_len=tag_len)
            if joined:
                return name, _once(test, job, lambda result: {"ct": shown(result.out + result.tag)})
            return name, _once(test, job, lambda result: {"ct": shown(result.out), "tag": shown(result.tag)})
        ciphertext = test.content("ct")
        tag = test.content("tag") if not joined else ciphertext[len(ciphertext) - tag_len :]
        if joined:
            ciphertext = ciphertext[: len(ciphertext) - tag_len]
        if len(tag) != tag_len:
            raise Missing(f"{test.where}: the tag has {8 * len(tag)} bits, but tagLen is {8 * tag_len}")
        job = Job("open", key, iv, aad, ciphertext, tag=tag)
        return name, _verified(test, job, lambda result: {"pt": shown(result.out)})

    return call_of


def _mac(test: Test, name: str, job: Job, makes: bool, tag: str) -> tuple[str, Calls]:
    if makes:
        return name, _once(test, job, lambda result: {tag: shown(result.tag)})
    undo = job.but(op="verify", tag=test.content(tag)[: job.tag_len])
    return name, _verified(test, undo, lambda result: {"testPassed": True})


def _gmac(test: Test) -> tuple[str, Calls]:
    name, key = test.aes("gmac")
    makes, tag_len = test.choice("direction", "encrypt", "decrypt"), test.integer("tagLen")
    iv = test.content("iv", "ivLen")
    test.fits(name, len(iv), tag_len)
    return _mac(test, name, Job("compute", key, iv, data=test.content("aad", "aadLen"), tag_len=tag_len), makes, "tag")


def _cmac(test: Test) -> tuple[str, Calls]:
    name, key = test.aes("cmac")
    makes, tag_len = test.choice("direction", "gen", "ver"), test.integer("macLen")
    test.fits(name, 0, tag_len)
    return _mac(test, name, Job("compute", key, data=test.content("message", "msgLen"), tag_len=tag_len), makes, "mac")


def _hmac(test: Test) -> tuple[str, Calls]:
    """HMAC-SHA2-256: only tests that compute a tag exist; keys have any length."""
    name, tag_len = "hmac-sha256", test.integer("macLen")
    test.fits(name, 0, tag_len)
    job = Job("compute", test.content("key", "keyLen"), data=test.content("msg", "msgLen"), tag_len=tag_len)
    return name, _once(test, job, lambda result: {"mac": shown(result.tag)})


def _sha256(test: Test) -> tuple[str, Calls]:
    if test.text("testType") != "AFT":
        raise Refused(f"{test.where}: tests of type {test.text('testType')} are not supported for sha256")
    job = Job("hash", data=test.content("msg", "len"), tag_len=32)
    return "sha256", _once(test, job, lambda result: {"md": shown(result.tag)})


def _ascon_aead(test: Test) -> tuple[str, Calls]:
    """SP 800-232, section 4.1; with a truncated tag, or a second key that masks the nonce, section 4.2."""
    name, key, nonce = "ascon-aead128", test.content("key"), test.content("nonce")
    seals, tag_len = test.choice("direction", "encrypt", "decrypt"), test.integer("tagLen")
    masked = test.fields.get("supportsNonceMasking")
    if masked or tag_len != 16:
        name = "ascon-aead128-options"
    test.fits(name, len(nonce), tag_len)
    if masked:
        second = test.content("secondKey")
        if len(second) != len(key):
            raise Missing(f"{test.where}: secondKey has {8 * len(second)} bits")
        key += second
    ad = test.content("ad", "adLen")
    if seals:
        job = Job("seal", key, nonce, ad, test.content("pt", "payloadLen"), tag_len=tag_len)
        return name, _once(test, job, lambda result: {"ct": shown(result.out), "tag": shown(result.tag)})
    job = Job("open", key, nonce, ad, test.content("ct", "payloadLen"), tag=test.content("tag", "tagLen"))
    return name, _verified(test, job, lambda result: {"testPassed": True, "pt": shown(result.out)})


def _ascon_hash(name: str) -> Callable[[Test], tuple[str, Calls]]:
    def call_of(test: Test) -> tuple[str, Calls]:
        if test.fields.get("testType", "AFT") != "AFT":
            raise Refused(f"{test.where}: tests of type {test.text('testType')} are not supported for {name}")
        length = test.integer("outLen") if name != "ascon-hash256" else 32
        custom = test.content("cs", "csLen") if name == "ascon-cxof128" else b""
        job = Job("hash", ad=custom, data=test.content("msg", "len"), tag_len=length)
        return name, _once(test, job, lambda result: {"md": shown(result.tag)})

    return call_of


#: By algorithm, and mode if there is one: a function from a test to the library's algorithm and its calls.
KNOWN: dict[str, Callable[[Test], tuple[str, Calls]]] = {
    **{f"ACVP-AES-{mode.upper()}": _cipher(mode) for mode in ("ecb", "cbc", "ctr")},
    **{f"ACVP-AES-{mode.upper()}": _aead(mode) for mode in ("ccm", "gcm", "gcm-siv")},
    "ACVP-AES-GMAC": _gmac,
    "CMAC-AES": _cmac,
    "HMAC-SHA2-256": _hmac,
    "SHA2-256": _sha256,
    "Ascon AEAD128": _ascon_aead,
    "Ascon Hash256": _ascon_hash("ascon-hash256"),
    "Ascon XOF128": _ascon_hash("ascon-xof128"),
    "Ascon CXOF128": _ascon_hash("ascon-cxof128"),
}

#: The algorithms that a program for a device must include.
ALGORITHMS = tuple(
    name
    for name in LENGTHS
    if name.startswith("aes-")
    or name
    in (
        "sha256",
        "hmac-sha256",
        "ascon-aead128",
        "ascon-aead128-options",
        "ascon-hash256",
        "ascon-xof128",
        "ascon-cxof128",
    )
)


@dataclass(frozen=True)
class Planned:
    """A test by vsId, tgId and tcId: the library's algorithm and its calls, or the reason why the library does not
    support it.
    """

    key: tuple[Any, Any, Any]
    algorithm: str
    calls: Calls | None
    refused: str = ""


def planned(vector_set: Json) -> list[Planned]:
    """Return the tests of a vector set. Missing if the set does not follow the protocol."""
    name = " ".join(str(vector_set[part]) for part in ("algorithm", "mode") if part in vector_set)
    where = f"vsId {vector_set['vsId']}"
    return [_planned(name, vector_set["vsId"], test, key) for test, key in _tests(vector_set, where)]


def _planned(name: str, number: Any, test: Test, key: tuple[Any, Any]) -> Planned:
    if name not in KNOWN:
        return Planned((number, *key), "", None, f"vsId {number}: {name} is not one of: {', '.join(KNOWN)}")
    try:
        return Planned((number, *key), *KNOWN[name](test))
    except Refused as why:
        return Planned((number, *key), "", None, str(why))


def _tests(vector_set: Json, where: str) -> Iterator[tuple[Test, tuple[Any, Any]]]:
    """Yield the tests of a vector set, each with its tgId and tcId."""
    for group in vector_set["testGroups"]:
        if not (isinstance(group, dict) and is_name(group.get("tgId")) and isinstance(group.get("tests"), list)):
            raise Missing(f"{where}: a test group has no tgId or no tests")
        for case in group["tests"]:
            inside = f"{where}, tgId {group['tgId']}"
            if not isinstance(case, dict) or not is_name(case.get("tcId")):
                raise Missing(f"{inside}: a test has no tcId")
            shared = {field: value for field, value in group.items() if field != "tests"}
            yield Test(f"{inside}, tcId {case['tcId']}", {**shared, **case}), (group["tgId"], case["tcId"])
