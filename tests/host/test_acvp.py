# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace acvp`: vector sets with random contents, answered by the library and compared with other implementations;
Monte Carlo tests, interruptions, serial lines, and files that are wrong."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import random
import subprocess
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES

from vambrace.base.errors import VambraceError
from vambrace.base.output import Output
from vambrace.cli import main as cli
from vambrace.software.acvp import calls, chains, run, targets
from vambrace.software.oracles import oracle

R = random.Random("acvp")


def text(n: int) -> tuple[bytes, str]:
    content = R.randbytes(n)
    return content, content.hex().upper()


def aes_tests(mode: str, encrypts: bool) -> tuple[dict, list[dict], list[dict]]:
    """Return a group, its tests, and their answers, for a mode without authentication."""
    tests, answers = [], []
    for number, bits in enumerate((128, 192, 256) * 3):
        (key, key_text), (iv, iv_text) = text(bits // 8), text(16)
        data, _ = text(16 * (number + 1) - (number if mode == "ctr" else 0))
        other, _ = oracle.encrypt(f"aes-{bits}-{mode}", key, iv if mode != "ecb" else b"", data)
        inputs, wanted = (data, other) if encrypts else (other, data)
        names = ("pt", "ct") if encrypts else ("ct", "pt")
        test = {"key": key_text, names[0]: inputs.hex(), **({"iv": iv_text} if mode != "ecb" else {})}
        tests.append(test)
        answers.append({names[1]: wanted.hex().upper()})
    return {"direction": "encrypt" if encrypts else "decrypt"}, tests, answers


def aead_tests(mode: str, seals: bool) -> tuple[dict, list[dict], list[dict]]:
    tag_len, nonce_len = (12 if mode != "gcm-siv" else 16), 12
    tests, answers = [], []
    for number, bits in enumerate((128, 256) * 3):
        (key, key_text), (iv, iv_text), (aad, aad_text) = text(bits // 8), text(nonce_len), text(5 * number)
        data, _ = text(7 * number)
        ct, tag = oracle.seal(f"aes-{bits}-{mode}", key, iv, aad, data, tag_len)
        forged = not seals and number % 2 == 1
        tag = tag if not forged else tag[:-1] + bytes([tag[-1] ^ 1])
        sealed = (
            {"ct": (ct + tag).hex().upper()} if mode != "gcm" else {"ct": ct.hex().upper(), "tag": tag.hex().upper()}
        )
        opened = {"testPassed": False} if forged else {"pt": data.hex().upper()}
        shared = {"key": key_text, "iv": iv_text, "aad": aad_text}
        tests.append({**shared, **({"pt": data.hex()} if seals else sealed)})
        answers.append(sealed if seals else opened)
    return {"direction": "encrypt" if seals else "decrypt", "tagLen": 8 * tag_len, "ivLen": 96}, tests, answers


def mac_tests(mode: str, makes: bool) -> tuple[dict, list[dict], list[dict]]:
    names = ("aad", "tag", "tagLen") if mode == "gmac" else ("message", "mac", "macLen")
    tests, answers = [], []
    for number, bits in enumerate((128, 192, 256) * 2):
        (key, key_text), (iv, iv_text), (data, data_text) = text(bits // 8), text(12), text(9 * number)
        tag = oracle.mac(f"aes-{bits}-{mode}", key, iv if mode == "gmac" else b"", data, 8)
        forged = not makes and number % 2 == 1
        inputs = {names[1]: (bytes(8) if forged else tag).hex()}
        tests.append({"key": key_text, "iv": iv_text, names[0]: data_text, **({} if makes else inputs)})
        answers.append({names[1]: tag.hex().upper()} if makes else {"testPassed": not forged})
    ways = ("encrypt", "decrypt") if mode == "gmac" else ("gen", "ver")
    return {"direction": ways[not makes], names[2]: 64}, tests, answers


def ascon_aead_tests(masked: bool, seals: bool) -> tuple[dict, list[dict], list[dict]]:
    tests, answers = [], []
    for number in range(6):
        (key, key_text), (nonce, nonce_text), (second, second_text) = text(16), text(16), text(16)
        (ad, ad_text), (data, _) = text(7 * number), text(11 * number)
        used = bytes(a ^ b for a, b in zip(nonce, second, strict=True)) if masked else nonce
        ct, tag = oracle.seal("ascon-aead128", key, used, ad, data)
        tag = tag[: 16 - 3 * (number % 5)]  # 16, 13, 10, 7, 4 bytes
        forged = not seals and number % 3 == 1
        sealed = {"ct": ct.hex().upper(), "tag": (bytes(len(tag)) if forged else tag).hex().upper()}
        tests.append(
            {
                "key": key_text,
                "nonce": nonce_text,
                "ad": ad_text,
                "adLen": 56 * number,
                "tagLen": 8 * len(tag),
                "payloadLen": 88 * number,
                **({"secondKey": second_text} if masked else {}),
                **({"pt": data.hex()} if seals else sealed),
            }
        )
        opened = {"testPassed": False} if forged else {"testPassed": True, "pt": data.hex().upper()}
        answers.append(sealed if seals else opened)
    return {"direction": "encrypt" if seals else "decrypt", "supportsNonceMasking": masked}, tests, answers


def ascon_hash_tests(mode: str) -> tuple[dict, list[dict], list[dict]]:
    tests, answers = [], []
    for number in range(8):
        (data, data_text), (custom, custom_text) = text(13 * number), text(5 * number)
        length = 32 if mode == "Hash256" else 1 + 9 * number
        digest = oracle.digest(f"ascon-{mode.lower()}", data, length, custom if mode == "CXOF128" else b"")
        # Bytes after the length do not count.
        test = {"msg": data_text + "FF", "len": 104 * number}
        if mode != "Hash256":
            test["outLen"] = 8 * length
        if mode == "CXOF128":
            test |= {"cs": custom_text, "csLen": 40 * number}
        tests.append(test)
        answers.append({"md": digest.hex().upper()})
    return {}, tests, answers


def sha2_tests(keyed: bool) -> tuple[dict, list[dict], list[dict]]:
    """Keys and messages around the block of 64 bytes; bytes after the length do not count."""
    tests, answers = [], []
    for number, length in enumerate((0, 1, 55, 56, 63, 64, 65, 130)):
        (data, data_text), (key, key_text) = text(length), text(length or 16)
        test = {"msg": data_text + "FF", "len" if not keyed else "msgLen": 8 * length}
        if keyed:
            size = 4 + 4 * number
            test |= {"key": key_text, "keyLen": 8 * len(key), "macLen": 8 * size}
            answers.append({"mac": hmac.digest(key, data, "sha256")[:size].hex().upper()})
        else:
            answers.append({"md": hashlib.sha256(data).hexdigest().upper()})
        tests.append(test)
    return {}, tests, answers


def groups(name: str) -> list[tuple[dict, list[dict], list[dict]]]:
    """Return test groups of an algorithm, with their answers."""
    mode = name.rpartition("AES-")[2].lower()
    if mode in ("ecb", "cbc", "ctr"):
        return [aes_tests(mode, True), aes_tests(mode, False)]
    if mode in ("ccm", "gcm", "gcm-siv"):
        return [aead_tests(mode, True), aead_tests(mode, False)]
    if name in ("ACVP-AES-GMAC", "CMAC-AES"):
        return [mac_tests("gmac" if "GMAC" in name else "cmac", makes) for makes in (True, False)]
    if name.endswith("SHA2-256"):
        return [sha2_tests(name.startswith("HMAC"))]
    if name == "Ascon AEAD128":
        return [ascon_aead_tests(masked, seals) for masked in (False, True) for seals in (True, False)]
    return [ascon_hash_tests(name.split()[1])]


def vector_set(name: str, number: int) -> tuple[dict, dict]:
    """Return a vector set and its response."""
    algorithm, _, mode = name.partition(" ")
    head = {"vsId": number, "algorithm": algorithm, **({"mode": mode} if mode else {})}
    head["revision"] = "SP800-232" if mode else "1.0"
    asked, answered = [], []
    for tg, (fields, tests, answers) in enumerate(groups(name), 1):
        asked.append(
            {"tgId": tg, "testType": "AFT", **fields, "tests": [{"tcId": i, **test} for i, test in enumerate(tests, 1)]}
        )
        answered.append({"tgId": tg, "tests": [{"tcId": i, **answer} for i, answer in enumerate(answers, 1)]})
    return {**head, "testGroups": asked}, {**head, "testGroups": answered}


def answered(tmp_path: Path, content: object, target: str = "host", *more: str) -> object:
    """Return the file that the command writes."""
    vectors, output = tmp_path / "vectors.json", tmp_path / "response.json"
    vectors.write_text(json.dumps(content))
    arguments = ["acvp", str(vectors), "-o", str(output), "--target", target, *more]
    done = CliRunner().invoke(cli.main, arguments, standalone_mode=False, catch_exceptions=False)
    assert done.exception is None, done.output
    assert not output.with_name("response.json.partial").exists()
    return json.loads(output.read_text())


@pytest.mark.long("compiles the library for one program")
def test_all_algorithms_on_the_host(tmp_path):
    pairs = [vector_set(name, number) for number, name in enumerate(calls.KNOWN, 1)]
    version = {"acvVersion": "1.0"}
    actual = answered(tmp_path, [version, *(asked for asked, _ in pairs)])
    assert actual == [version, *(response for _, response in pairs)]


@pytest.mark.long("a simulated core; the calls are those that run on this machine")
def test_on_a_point(tmp_path):
    asked, response = vector_set("Ascon Hash256", 7)
    asked["testGroups"][0]["tests"] = asked["testGroups"][0]["tests"][:3]
    response["testGroups"][0]["tests"] = response["testGroups"][0]["tests"][:3]
    assert answered(tmp_path, asked, "ibex-ref/zbkb") == response


# ---- Monte Carlo tests ----


def one_call(mode: str, encrypts: bool, key: bytes, iv: bytes, data: bytes) -> bytes:
    cipher = Cipher(AES(key), modes.ECB() if mode == "ecb" else modes.CBC(iv))
    context = cipher.encryptor() if encrypts else cipher.decryptor()
    return context.update(data) + context.finalize()


def published(mode: str, encrypts: bool, key: bytes, iv: bytes, first: bytes) -> list[tuple[bytes, ...]]:
    """The pseudocode of the AES Algorithm Validation Suite, sections 6.4.1 and 6.4.2, with lists of all values."""
    rows, ivs, texts, keys = [], [iv], [first], [key]
    for i in range(chains.OUTER):
        inputs, created, vectors = [texts[i]], [], [ivs[i]]
        for j in range(chains.INNER):
            created.append(one_call(mode, encrypts, keys[i], vectors[j], inputs[j]))
            vectors.append(created[j] if encrypts else inputs[j])
            if mode == "ecb":
                inputs.append(created[j])
            else:
                inputs.append(ivs[i] if j == 0 else created[j - 1])
        rows.append((keys[i], ivs[i], texts[i], created[-1]))
        mask = (created[-2] + created[-1])[-len(key) :]
        keys.append(bytes(a ^ b for a, b in zip(keys[i], mask, strict=True)))
        ivs.append(created[-1])
        texts.append(created[-1] if mode == "ecb" else created[-2])
    return rows


@pytest.mark.long("other modes of ACVP always run")
@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_monte_carlo(tmp_path, monkeypatch, mode):
    monkeypatch.setattr(chains, "OUTER", 4)
    monkeypatch.setattr(chains, "INNER", 25)
    asked, wanted = [], []
    for tg, (bits, encrypts) in enumerate([(b, e) for b in (128, 192, 256) for e in (True, False)], 1):
        (key, key_text), (iv, iv_text), (first, first_text) = text(bits // 8), text(16), text(16)
        names = ("pt", "ct") if encrypts else ("ct", "pt")
        test = {"tcId": 1, "key": key_text, names[0]: first_text, **({"iv": iv_text} if mode == "cbc" else {})}
        direction = "encrypt" if encrypts else "decrypt"
        asked.append({"tgId": tg, "testType": "MCT", "direction": direction, "tests": [test]})
        rows = [
            {
                "key": k.hex().upper(),
                **({"iv": v.hex().upper()} if mode == "cbc" else {}),
                names[0]: inputs.hex().upper(),
                names[1]: created.hex().upper(),
            }
            for k, v, inputs, created in published(mode, encrypts, key, iv, first)
        ]
        wanted.append({"tgId": tg, "tests": [{"tcId": 1, "resultsArray": rows}]})
    head = {"vsId": 1, "algorithm": f"ACVP-AES-{mode.upper()}", "revision": "1.0"}
    assert answered(tmp_path, {**head, "testGroups": asked}) == {**head, "testGroups": wanted}
    said = refused(tmp_path, {**head, "testGroups": asked}, "ibex-ref/zkned")
    assert "too many for ibex-ref/zkned" in said


# ---- Interruptions ----


class Failing:
    """A target that fails at its second call, unless it is set to continue."""

    quick = True

    def __init__(self, fails: bool) -> None:
        self.inner, self.fails, self.jobs = targets.Host(), fails, 0

    def execute(self, algorithm, jobs):
        if self.fails and self.jobs:
            raise VambraceError("the line broke")
        self.jobs += len(jobs)
        return self.inner.execute(algorithm, jobs)

    def close(self) -> None:
        self.inner.close()


@pytest.mark.long("compiles the library for a program of its own")
def test_a_run_continues_at_its_last_state(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "TOGETHER", 5)
    asked, response = vector_set("Ascon XOF128", 3)
    vectors, output = tmp_path / "vectors.json", tmp_path / "response.json"
    vectors.write_text(json.dumps(asked))
    first, second = Failing(True), Failing(False)
    with pytest.raises(VambraceError, match="the line broke"):
        run.run(vectors, Output(output), "host", lambda: first)
    partial = output.with_name("response.json.partial")
    assert not output.exists() and len(partial.read_text().splitlines()) == 1 + 5
    partial.write_text(partial.read_text()[:-20])  # the last line was not written completely
    assert run.run(vectors, Output(output), "host", lambda: second) == run.Done(8, 0, [])
    assert (first.jobs, second.jobs) == (5, 4)
    assert json.loads(output.read_text()) == response and not partial.exists()
    # Answers for other vectors, or another target, are not used.
    partial.write_text('{"vectors": "0", "target": "host"}\n{"of": [3, 1, 1], "answer": {"md": "00"}}\n')
    third = Failing(False)
    run.run(vectors, Output(output), "host", lambda: third)
    assert third.jobs == 8 and json.loads(output.read_text()) == response


# ---- Serial lines ----


@pytest.fixture
def line():
    """A pseudo-terminal, behind which the program of this computer is the device."""
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    process = subprocess.Popen([targets.host_program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def there():
        while some := _some(ours):
            process.stdin.write(some)

    def back():
        while some := process.stdout.read(1000):
            os.write(ours, some)

    threads = [threading.Thread(target=item, daemon=True) for item in (there, back)]
    targets.uart(name, 115200, 4096).close()  # raw from the beginning
    for thread in threads:
        thread.start()
    yield name
    process.kill()
    process.wait()
    os.close(theirs)


def _some(file: int) -> bytes:
    try:
        return os.read(file, 1000)
    except OSError:
        return b""


@pytest.mark.long("compiles the library for a program of its own")
def test_a_device_at_a_serial_line(tmp_path, line):
    asked, response = vector_set("ACVP-AES-GCM", 5)
    assert answered(tmp_path, asked, f"uart:{line}", "--room", "1K") == response


@pytest.mark.long("compiles the library for a program of its own")
def test_the_answers_of_a_device(tmp_path, line):
    device = targets.uart(line, 115200, 4096)
    with pytest.raises(VambraceError, match="has no rot13"):
        device.execute("rot13", [calls.Job("hash", data=b"abc", tag_len=32)])
    os.write(device._to, b"noise VVMB")  # skipped
    assert device.execute("ascon-hash256", [calls.Job("hash", data=b"abc", tag_len=32)])[0].tag == oracle.digest(
        "ascon-hash256", b"abc", 32
    )
    device.close()
    silent, other = os.openpty()
    with pytest.raises(VambraceError, match="is silent after 0 of 4 bytes"):
        targets.Line("it", other, other, timeout=0.1).execute("aes-128-ecb", [calls.Job("hash", tag_len=32)])
    os.close(silent)
    os.close(other)


def test_no_serial_line(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for name, said in ((str(file), "is not a serial line"), (str(tmp_path / "none"), "No such file")):
        with pytest.raises(VambraceError, match=said):
            targets.target(f"uart:{name}")
    with pytest.raises(VambraceError, match="unknown speed '12345'"):
        targets.target(f"uart:{file}", 12345)


# ---- Invalid files ----


def refused(tmp_path: Path, content: object, target: str = "host") -> str:
    vectors, output = tmp_path / "vectors.json", tmp_path / "refused.json"
    vectors.write_text(content if isinstance(content, str) else json.dumps(content))
    done = CliRunner().invoke(
        cli.main, ["acvp", str(vectors), "-o", str(output), "-t", target], standalone_mode=False, catch_exceptions=True
    )
    assert isinstance(done.exception, VambraceError), done.exception
    assert not output.exists()
    return str(done.exception)


GROUP = {"tgId": 2, "testType": "AFT", "direction": "encrypt"}
TEST = {"tcId": 3, "key": "00" * 16, "pt": "00" * 16}


def ecb(group: dict | None = None, test: dict | None = None, **head: object) -> dict:
    tests = [{**TEST, **(test or {})}]
    groups_ = [{**GROUP, **(group or {}), "tests": tests}]
    return {"vsId": 1, "algorithm": "ACVP-AES-ECB", "revision": "1.0", "testGroups": groups_, **head}


WRONG = [
    ("{", "is not JSON: line 1, column 2: expecting property name"),
    ("[" * 100_000, "is nested too deeply"),
    ("[" + "9" * 6000 + "]", "has a number with too many digits"),
    (ecb(vsId=[1]), "a vector set has no vsId"),
    (ecb(testGroups=None), "testGroups of vsId 1 is not a list"),
    (ecb(testGroups=[{"tgId": {}, "tests": []}]), "a test group has no tgId"),
    (ecb(test={"tcId": []}), "a test has no tcId"),
    (ecb(test={"payloadLen": -8}), "payloadLen is negative"),
    ({"acvVersion": "1.0"}, "has no vector set"),
    ({"testGroups": []}, "a vector set has no vsId"),
    (ecb(algorithm="ACVP-AES-XTS"), "vsId 1: ACVP-AES-XTS is not one of: ACVP-AES-ECB"),
    (ecb(test={"key": "0g"}), "vsId 1, tgId 2, tcId 3: key is not hexadecimal"),
    (ecb(test={"key": "00" * 20}), "the library has no aes-160-ecb"),
    (ecb(test={"pt": "00" * 15}), "needs whole blocks"),
    (ecb(group={"direction": "sideways"}), "direction is 'sideways'; it must be one of: encrypt, decrypt"),
    (ecb(group={"testType": "VADT"}), "tests of type VADT are not supported"),
    (ecb(testGroups=[{"tests": []}]), "a test group has no tgId"),
    (ecb(testGroups=[{**GROUP, "tests": [{}]}]), "vsId 1, tgId 2: a test has no tcId"),
    (ecb(testGroups=[{**GROUP, "tests": [TEST, TEST]}]), "the same vsId, tgId and tcId"),
    (ecb(testGroups=[{**GROUP, "tests": [{"tcId": 1, "key": "00" * 16}]}]), "tcId 1: no pt"),
    (ecb(algorithm="ACVP-AES-CTR", group={"payloadLen": 7}, test={"iv": "00" * 16}), "payloadLen is 7 bits"),
    (ecb(algorithm="ACVP-AES-GCM", group={"ivGen": "internal"}), "register ivGen external"),
    (ecb(algorithm="ACVP-AES-CCM", group={"tagLen": 40}, test={"iv": "00" * 12, "aad": ""}), "no tag of 40 bits"),
    (ecb(algorithm="ACVP-AES-CCM", group={"tagLen": 32}, test={"iv": "00" * 5, "aad": ""}), "no nonce of 40 bits"),
    (ecb(algorithm="Ascon", mode="AEAD128", group={"tagLen": 24}, test={"nonce": "00" * 16}), "no tag of 24 bits"),
    (ecb(algorithm="Ascon", mode="Hash256", test={"msg": "00", "len": 16}), "msg has 1 bytes, but len is 2"),
]


#: Tests that the library supports with their answers, and others with part of the reason for omission.
SOME = {
    "Ascon XOF128": [
        ({"msg": "00112233", "len": 32, "outLen": 256}, None),
        ({"msg": "0011223340", "len": 33, "outLen": 256}, "len is 33 bits; the library supports whole bytes only"),
        ({"msg": "0011", "len": 16, "outLen": 895}, "outLen is 895 bits"),
        ({"msg": "", "len": 0, "outLen": 16}, None),
    ],
    "Ascon AEAD128": [({"tagLen": 24}, "ascon-aead128-options has no tag of 24 bits"), ({"tagLen": 128}, None)],
    "ACVP-AES-XTS": [({}, "ACVP-AES-XTS is not one of")],
}


@pytest.mark.long("compiles the library for a program of its own")
def test_supported_tests_are_answered_and_others_omitted(tmp_path):
    """In a file with a byte order mark."""
    shared = {"key": "00" * 16, "nonce": "11" * 16, "ad": "", "adLen": 0, "pt": "AABB", "payloadLen": 16}
    sets = [
        {
            **dict(zip(("algorithm", "mode"), name.split(), strict=False)),
            **{"vsId": number, "revision": "1.0"},
            "testGroups": [
                {**GROUP, "tests": [{"tcId": tc, **shared, **test} for tc, (test, _) in enumerate(tests)]},
            ],
        }
        for number, (name, tests) in enumerate(SOME.items())
    ]
    vectors, output = tmp_path / "vectors.json", tmp_path / "out.json"
    vectors.write_text(json.dumps([{"acvVersion": "1.0"}, *sets]), encoding="utf-8-sig")
    done = CliRunner().invoke(cli.main, ["acvp", str(vectors), "-o", str(output)])
    assert done.exit_code == 1, done.output
    _, *answered = json.loads(output.read_text())
    for item, tests in zip(answered, SOME.values(), strict=True):
        (group,) = item["testGroups"]
        assert [test["tcId"] for test in group["tests"]] == [i for i, (_, why) in enumerate(tests) if why is None]
    assert answered[0]["testGroups"][0]["tests"][1]["md"] == oracle.digest("ascon-xof128", b"", 2).hex().upper()
    for why in (why for tests in SOME.values() for _, why in tests if why):
        assert f"{why}" in done.output
    assert "3 tests answered by host, 4 left out" in done.output


@pytest.mark.parametrize(("content", "said"), WRONG, ids=[said[:30] for _, said in WRONG])
def test_wrong_arguments_are_reported_before_any_run(tmp_path, content, said, monkeypatch):
    monkeypatch.setattr(targets, "target", lambda *_: pytest.fail("a target was opened"))
    assert said in refused(tmp_path, content)
    assert not (tmp_path / "refused.json.partial").exists()
