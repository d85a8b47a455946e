# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a driver of TF-PSA-Crypto: results are the same with and without it, and as with Mbed TLS."""

import re

import pytest

from tests.host import runner
from tests.host.psa_programs import CASES, alike, of_mbedtls, printed, program, split, with_driver
from tests.host.tf_psa import WITH, WITHOUT, needed
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.software.ports import psa, tf_psa


def driven():
    """The cases with the driver, which takes every tag that TF-PSA-Crypto takes."""
    return program("psa-tf", WITH, runner.SANITIZED.flags, CASES, "-DSTEP=3", "-DVMB_PSA_SHORT_TAGS=1")


def builtin():
    return program("psa-tf-builtin", WITHOUT, runner.PLAIN.flags, CASES, "-DSTEP=3")


@needed
def test_results_agree_with_tf_psa_crypto_and_with_mbed_tls():
    ours, theirs, before = alike(printed(driven())), alike(printed(builtin())), alike(of_mbedtls(3))
    assert len(ours) > 15_000
    assert [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]][:3] == []
    assert [pair for pair in zip(ours, before, strict=True) if pair[0] != pair[1]][:3] == []


@needed
def test_ascon_with_the_three_lines():
    """The same bytes as through Mbed TLS, which test_psa.py compares with the oracle."""
    ours = split(printed(driven()))[1]
    assert ours == split(with_driver("sanitizers"))[1] and sum(line.startswith("seal 0 ") for line in ours) > 100


@needed
def test_nothing_of_tf_psa_crypto_does_the_work():
    defined, built_in = (tools.run(["nm", "--defined-only", str(file)]) for file in (driven(), builtin()))
    pattern = r"\b(?:mbedtls_(?:aes|ccm|gcm|chacha20|chachapoly|poly1305)_\w+)"
    assert re.findall(pattern, defined) == [] and len(re.findall(pattern, built_in)) > 30
    assert "vambrace_transparent_aead_encrypt" in defined and "vambrace_transparent" not in built_in


@needed
def test_a_key_in_a_slot_needs_an_engine():
    """Without one the import is refused, with PSA_ERROR_NOT_SUPPORTED."""
    lines = printed(program("psa-tf-slots", WITH, runner.PLAIN.flags, root() / "tests" / "host" / "psa_no_slot.c"))
    assert lines == ["init 0 0 ", "import -134 0 ", "other location -135 0 "]


@needed
@pytest.mark.parametrize("macros", [[], ["-DVMB_PSA_SHORT_TAGS=1"]])
def test_strict(macros):
    """The core with our headers and the generated wrappers, as TF-PSA-Crypto is compiled; our files, more strictly."""
    flags = [*psa.flags(WITH), *macros]
    for file in (tf_psa.checkout() / "core" / "psa_crypto.c", psa.sources(WITHOUT)[-1]):
        tools.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *flags, str(file)])
    theirs = [flag.replace("-I", "-isystem") if str(root()) not in flag else flag for flag in flags]
    for source in psa.driver_sources():
        tools.run(["gcc", *runner.STRICT, "-Wundef", "-fsyntax-only", *theirs, str(source)])
