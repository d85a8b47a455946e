# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a driver of Mbed TLS, built by CMake."""

import pytest

from tests.host.psa_programs import CASES, alike, of_mbedtls, printed
from tests.system.test_cmake import build
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.software.ports import psa

LIB = root() / "lib"


def project(step: int) -> str:
    """A project with Mbed TLS as a target, and the program of the cases."""
    setup = psa.Setup(driver=False, copies=True)
    theirs, flags = psa.sources(setup), psa.flags(setup)
    own = [f[2:] for f in flags if f.startswith("-I")]
    defined = [f[2:] for f in flags if f.startswith("-D") and "BUILTIN" not in f]
    return "\n".join(
        [
            "cmake_minimum_required(VERSION 3.16...3.31)",
            "project(whole C)",
            "add_compile_definitions(VMB_PSA_SHORT_TAGS=1)",  # every tag that Mbed TLS takes
            f"add_library(mbedcrypto STATIC {' '.join(map(str, theirs))})",
            f"target_include_directories(mbedcrypto PUBLIC {' '.join(own)})",
            "target_compile_definitions(mbedcrypto PUBLIC {})".format(" ".join(f"[[{d}]]" for d in defined)),
            f"set(VAMBRACE_PSA mbedcrypto)\nadd_subdirectory({LIB} vambrace)",
            "target_link_libraries(mbedcrypto PUBLIC vambrace::psa)",
            f"add_executable(cases {CASES})",
            f"target_compile_definitions(cases PRIVATE STEP={step})",
            "target_link_libraries(cases PRIVATE mbedcrypto)",
        ]
    )


@pytest.mark.long("another build by CMake of sources that other tests compile")
def test_the_driver_by_cmake(tmp_path):
    """As described in lib/psa/README.md: the program's output, and that its code is the driver's."""
    (tmp_path / "CMakeLists.txt").write_text(project(step=3))
    cases = build(tmp_path, tmp_path / "build") / "cases"
    lines = alike(printed(cases))
    assert lines == alike(of_mbedtls(3))
    assert "mbedtls_ccm_" not in tools.run(["nm", "--defined-only", str(cases)])
