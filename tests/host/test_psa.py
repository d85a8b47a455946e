# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a driver of Mbed TLS: results of PSA Crypto are the same with and without it."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from tests.host import runner
from tests.host.psa_programs import (
    BUILDS,
    WITH,
    alike,
    builtin,
    driven,
    of_mbedtls,
    printed,
    program,
    split,
    with_driver,
)
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.software.oracles import oracle
from vambrace.software.ports import psa
from vambrace.software.ports.psa import Setup
from vambrace.software.toolchain import includes

AGAIN = pytest.mark.long("other builds of the library, which have their own tests")
EVERY = [pytest.param(name, marks=() if name == "sanitizers" else AGAIN) for name in BUILDS]


@pytest.mark.parametrize("build", EVERY)
def test_results_of_the_driver_agree_with_mbed_tls(build):
    ours, theirs = alike(with_driver(build)), alike(of_mbedtls(BUILDS[build][1]))
    assert len(ours) > 15_000
    assert [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]][:3] == []
    sealed = [line for line in ours if re.match(r"(seal|finish|encrypt) 0 [1-9]", line)]
    assert len(sealed) > 1_000


def test_every_kind_of_rejection_occurs():
    """The output of the cases shows that each of these happened: small buffers, wrong tags, padding, lengths, order."""
    results = {tuple(line.split()[:2]) for line in with_driver("sanitizers")}
    wanted = (
        "small -138", "forged -149", "verify -149", "padding -150", "padding 0", "seal -135", "nonce -135",
        "short -135", "early -137", "again -137", "cut -135", "nothing -135", "more -135", "less -135",
    )  # fmt: skip
    assert {w for w in wanted if tuple(w.split()) not in results} == set()


def test_the_differences_from_mbed_tls():
    """GCM's tags are those of SP 800-38D; an empty message of CCM needs no lengths; decrypted text needs no room for
    the padding.
    """
    ours, theirs = with_driver("sanitizers"), of_mbedtls(3)
    assert {line for line in ours if line.startswith("odd tag ")} == {"odd tag -135 0 "}
    assert {line for line in theirs if line.startswith("odd tag ")} == {"odd tag 0 0 "}
    assert {line for line in ours if line.startswith("unsaid ")} == {"unsaid tag 0 1 01", "unsaid verify 0 0 "}
    assert "unsaid tag 0 1 00" in theirs  # of AES-CCM
    padded = [(before, line) for before, line in pairwise(ours) if line.startswith("padded ")]
    assert len(padded) >= 60
    assert [(b, p) for b, p in padded if b.replace("decrypt ", "padded ") != p or not p.startswith("padded 0 ")] == []


def test_forged_messages_leave_nothing():
    forged = [line.split() for line in with_driver("sanitizers") if line.startswith("forged ")]
    assert len(forged) > 500 and {word for line in forged for word in set("".join(line[3:]))} == {"0"}


def test_nothing_of_mbed_tls_does_the_work():
    """Mbed TLS's own code for these algorithms is not in the program."""
    files = driven("sanitizers"), builtin(BUILDS["sanitizers"][1])
    defined, built_in = (tools.run(["nm", "--defined-only", str(file)]) for file in files)
    pattern = r"\b(?:mbedtls_(?:aes|ccm|gcm|chacha20|chachapoly|poly1305)_\w+)"
    assert re.findall(pattern, defined) == [] and len(re.findall(pattern, built_in)) > 30
    assert "vambrace_transparent_aead_encrypt" in defined and "vambrace_transparent" not in built_in


#: The lines with the bytes of a successful call.
BYTES = ("seal", "open", "exact", "finish", "tag", "verify")


def test_ascon_is_ascon():
    """Through PSA Crypto, with the lines that Mbed TLS 3.6 lacks: what the oracle makes, whole and in pieces."""
    lines = [line.split() for line in split(with_driver("sanitizers"))[1]]
    inputs, text, checked = {}, b"", Counter()
    for name, *words in lines:
        data = bytes.fromhex(words[2]) if name in BYTES and len(words) == 3 else b""
        if name == "key":
            assert words[0] == "2008" and words[1:4] in (["05018700", "0", "16"], ["05018700", "0", "32"])
            key = bytes.fromhex(words[4])
        elif name == "given":
            inputs[words[0]] = bytes.fromhex(words[3]) if len(words) == 4 else b""
        elif name == "finish":
            text = data
        elif words[:1] == ["0"] and name in ("seal", "tag"):
            made = (text if name == "tag" else b"") + data
            size = len(made) - len(inputs["text"])
            algorithm = "ascon-aead128" if (len(key), size) == (16, 16) else "ascon-aead128-options"
            assert made == b"".join(oracle.seal(algorithm, key, inputs["nonce"], inputs["ad"], inputs["text"], size))
            checked[len(key), size] += 1
        elif words[:1] == ["0"] and name in ("open", "exact", "verify") and len(words) == 3:
            assert data == inputs["text"]
    assert {c: n >= 30 for c, n in checked.items()} == dict.fromkeys(
        [(16, 16), *((16, n) for n in (4, 7, 8, 15)), *((32, n) for n in (4, 7, 8, 15, 16))], True
    )
    assert {"0", "-149"} <= {words[0] for name, *words in lines if name == "verify"}


def test_self_tests_of_mbed_tls_pass():
    """CCM and GCM of Mbed TLS, whose modules then call the driver for each block of AES."""
    setup = Setup(driver=True, self_tests=True)
    file = program("psa-self", setup, runner.PLAIN.flags, root() / "tests" / "host" / "psa_self_tests.c")
    lines = printed(file)
    passed = [line for line in lines if line.endswith("passed")]
    assert len(passed) >= 30 and "failed" not in "".join(lines)
    # Algorithms that the driver lacks are left to Mbed TLS. A core without Ascon calls no driver: hence the three
    # lines.
    assert lines[-3:] == ["ChaCha20: there", "Ascon: refused", "AES-320: refused"]
    assert "mbedtls_internal_aes" not in tools.run(["nm", "--defined-only", str(file)])


def test_every_header_is_in_the_keys_of_objects():
    """The headers of the driver, of its connection with Mbed TLS, and of Mbed TLS's configuration."""
    flags, read = psa.flags(WITH), set()
    for source in psa.sources(WITH):
        read |= set(includes.closure([source], flags))
    headers = {h for folder in ("lib", "firmware") for h in (root() / folder / "psa").rglob("*.h")}
    headers -= {
        *(root() / "lib" / "psa" / "tf-psa-crypto").glob("*.h"),
        root() / "firmware" / "psa" / "tf_psa_config.h",
    }
    assert headers - read == set() and len(headers) >= 9


def test_strict():
    """The driver as strictly as the library, and Mbed TLS's core with our headers as Mbed TLS is compiled."""
    setup = Setup(driver=True)
    mbedtls = [flag.replace("-I", "-isystem") if "/peer/" in flag else flag for flag in psa.flags(setup)]
    for source in psa.driver_sources():
        tools.run(["gcc", *runner.STRICT, "-Wundef", "-fsyntax-only", *mbedtls, str(source)])
    opaque = ["-DVAMBRACE_PSA_ENABLED", *mbedtls, str(root() / "lib" / "psa" / "src" / "psa_opaque.c")]
    tools.run(["gcc", *runner.STRICT, "-Wundef", "-fsyntax-only", *opaque])
    core = psa.sources(setup)[0]
    tools.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *psa.flags(setup), str(core)])
