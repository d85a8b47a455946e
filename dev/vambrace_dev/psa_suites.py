# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""TF-PSA-Crypto's own test suites, with libvambrace as its driver, on this computer:

    python -m vambrace_dev.psa_suites [SUITE...]

VAMBRACE_TF_PSA_CRYPTO names the checkout, of which a copy is built by its CMake in a temporary folder. Each suite's
line has the numbers of its cases. Exit code 1: a case failed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.software.ports import tf_psa

#: The suites that call PSA Crypto's ciphers and AEADs, or its keys.
SUITES = (
    "psa_crypto",
    "psa_crypto_attributes",
    "psa_crypto_generate_key.generated",
    "psa_crypto_memory",
    "psa_crypto_metadata",
    "psa_crypto_not_supported.generated",
    "psa_crypto_not_supported.misc",
    "psa_crypto_op_fail.generated",
    "psa_crypto_op_fail.misc",
    "psa_crypto_persistent_key",
    "psa_crypto_slot_management",
    "psa_crypto_storage_format.current",
    "psa_crypto_storage_format.v0",
)

_TOTAL = re.compile(r"^(?:PASSED|FAILED) \((\d+) / (\d+) tests \((\d+) skipped\)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Result:
    """The cases of a suite. Those skipped are of algorithms that the configuration lacks."""

    suite: str
    passed: int
    failed: tuple[str, ...]
    skipped: int

    def __str__(self) -> str:
        failures = "".join(f"\n    failed: {name}" for name in self.failed)
        return f"{self.suite}: {self.passed} passed, {len(self.failed)} failed, {self.skipped} skipped{failures}"


def project(checkout: Path) -> str:
    """Return the CMakeLists.txt of a project with TF-PSA-Crypto, its driver, and its tests. The driver accepts every
    tag that TF-PSA-Crypto accepts.
    """
    return "\n".join(
        [
            "cmake_minimum_required(VERSION 3.16...3.31)",
            "project(suites C)",
            "enable_testing()",
            "add_compile_definitions(VMB_PSA_SHORT_TAGS=1)",
            f"set(VAMBRACE_TF_PSA_CRYPTO [[{checkout}]])",
            f"add_subdirectory([[{root() / 'lib'}]] vambrace)",
            "vambrace_add_tf_psa_crypto()",
        ]
    )


def built(work: Path, suites: tuple[str, ...], options: tuple[str, ...] = ()) -> Path:
    """Build suites in a folder; return the folder with their programs."""
    if (found := tools.tool("cmake").find()) is None:
        raise tools.missing("cmake")
    cmake, checkout = found[1], work / "checkout"
    shutil.copytree(tf_psa.checkout(), checkout, ignore=shutil.ignore_patterns(".git"), symlinks=True)
    (work / "CMakeLists.txt").write_text(project(checkout))
    chosen = {
        "CMAKE_C_FLAGS": "-O1",
        "ENABLE_PROGRAMS": "OFF",
        "ENABLE_TESTING": "ON",
        "Python3_EXECUTABLE": sys.executable,
        "TF_PSA_CRYPTO_FATAL_WARNINGS": "OFF",
    }
    flags = [*(f"-D{name}={value}" for name, value in chosen.items()), *options]
    environment = {**os.environ, "CFLAGS": ""}
    tools.run([cmake, "-S", str(work), "-B", str(work / "build"), "-Wno-dev", *flags], env=environment)
    targets = [f"test_suite_{suite}" for suite in suites]
    tools.run([cmake, "--build", str(work / "build"), "--parallel", "2", "--target", *targets], env=environment)
    return work / "build" / "tf-psa-crypto" / "tests"


def result(folder: Path, suite: str) -> Result:
    """Run a suite; return its result."""
    command = [f"./test_suite_{suite}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    total = _TOTAL.search(done.stdout)
    failed = tuple(re.findall(r"^(.+?) \.+ FAILED$", done.stdout, re.MULTILINE))
    if not total or int(total[2]) - int(total[1]) != len(failed) or (done.returncode == 0) != (not failed):
        end = (done.stdout + done.stderr).strip()[-500:]
        raise VambraceError(f"test_suite_{suite} ended with exit code {done.returncode}, and without a total:\n{end}")
    return Result(suite, int(total[1]) - int(total[3]), failed, int(total[3]))


def main(words: list[str]) -> int:
    if unknown := [word for word in words if word not in SUITES]:
        raise UsageError(f"unknown suite {unknown[0]}; known are: {', '.join(SUITES)}")
    suites = tuple(words) or SUITES
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        folder = built(Path(name), suites)
        results = []
        for suite in suites:
            results.append(result(folder, suite))
            print(results[-1], flush=True)
    return int(any(one.failed for one in results))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except VambraceError as error:
        print(f"psa_suites: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
