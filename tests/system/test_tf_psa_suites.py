# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""TF-PSA-Crypto's own test suites pass through the driver, built by CMake as lib/psa/README.md describes."""

import pytest

from tests.host.psa_programs import CASES, alike, of_mbedtls, printed
from tests.host.tf_psa import needed
from tests.system.test_cmake import build
from vambrace.base import tools
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.software.ports import tf_psa
from vambrace_dev import psa_suites

SUITES = "psa_crypto", "psa_crypto_op_fail.generated", "psa_crypto_storage_format.v0"
PRINTED = "AES ..... PASS\nCCM, 13 bytes ..... FAILED\n\n------\n\n{}\n"


@needed
def test_its_test_suites_pass(tmp_path):
    folder = psa_suites.built(tmp_path, SUITES)
    for suite in SUITES:
        done = psa_suites.result(folder, suite)
        assert done.failed == () and done.passed > 1_000, done
    symbols = tools.run(["nm", "--defined-only", str(folder / f"test_suite_{SUITES[0]}")])
    assert "vambrace_transparent_aead_encrypt" in symbols and "vambrace_opaque_import_key" in symbols


def test_a_failed_case_is_reported(tmp_path):
    suite = tmp_path / "test_suite_psa_crypto"
    suite.write_text("#!/bin/sh\ncat text\nexit 1\n")
    suite.chmod(0o755)
    (tmp_path / "text").write_text(PRINTED.format("FAILED (4 / 5 tests (3 skipped))"))
    done = psa_suites.result(tmp_path, "psa_crypto")
    assert (done.passed, done.failed, done.skipped) == (1, ("CCM, 13 bytes",), 3)
    assert str(done) == "psa_crypto: 1 passed, 1 failed, 3 skipped\n    failed: CCM, 13 bytes"
    for end in ("", "PASSED (5 / 5 tests (3 skipped))"):  # it crashed; its total disagrees
        (tmp_path / "text").write_text(PRINTED.format(end))
        with pytest.raises(VambraceError, match="exit code 1, and without a total"):
            psa_suites.result(tmp_path, "psa_crypto")


def test_unknown_suites_are_named():
    with pytest.raises(UsageError, match="unknown suite ccm; known are: psa_crypto, "):
        psa_suites.main(["ccm"])


PROJECT = """cmake_minimum_required(VERSION 3.16...3.31)
project(whole C)
set(VAMBRACE_TF_PSA_CRYPTO [[{checkout}]])
add_subdirectory([[{lib}]] vambrace)
vambrace_add_tf_psa_crypto()
add_executable(cases [[{cases}]])
target_compile_definitions(cases PRIVATE STEP=3)
target_link_libraries(cases PRIVATE tfpsacrypto)
"""
CONFIG = root() / "firmware" / "psa" / "tf_psa_config.h"
CHOSEN = ("-DENABLE_PROGRAMS=OFF", "-DENABLE_TESTING=OFF", f"-DTF_PSA_CRYPTO_CONFIG_FILE={CONFIG}")


@needed
def test_the_driver_by_cmake(tmp_path):
    """As described in lib/psa/README.md: the program's output, and that its code is the driver's."""
    paths = {"checkout": tf_psa.checkout(), "lib": root() / "lib", "cases": CASES}
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(**paths))
    own = f"-DCMAKE_C_FLAGS=-DVMB_PSA_COPIES=1 -DVMB_PSA_SHORT_TAGS=1 -I{CONFIG.parent}"
    cases = build(tmp_path, tmp_path / "build", *CHOSEN, own, "-Wno-dev") / "cases"
    assert alike(printed(cases)) == alike(of_mbedtls(3))
    assert "mbedtls_ccm_" not in tools.run(["nm", "--defined-only", str(cases)])


def test_cmake_reports_a_wrong_checkout(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(checkout=tmp_path, lib=root() / "lib", cases=CASES))
    with pytest.raises(VambraceError) as raised:
        build(tmp_path, tmp_path / "build", *CHOSEN)
    said = " ".join(str(raised.value).split())
    assert f"VAMBRACE_TF_PSA_CRYPTO: generate.py: {tmp_path} is not a checkout of TF-PSA-Crypto" in said
