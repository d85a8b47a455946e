# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs that call PSA Crypto on this computer, with and without libvambrace as a driver."""

import os
import subprocess
from functools import cache
from pathlib import Path

from tests.host import runner
from vambrace.base.paths import root
from vambrace.software.ports import psa
from vambrace.software.ports.psa import Setup

CASES = root() / "tests" / "host" / "psa_cases.c"

WITHOUT = Setup(driver=False, copies=True)
WITH = Setup(driver=True, copies=True, ascon=True)

#: The driver's builds: flags of all sources, and the number of omitted lengths.
BUILDS = {"sanitizers": (runner.SANITIZED.flags, 3), "speed": (runner.PLAIN.flags, 1), "size": (runner.SIZE.flags, 1)}


def program(name: str, setup: Setup, flags: tuple[str, ...], main: Path, *own: str) -> Path:
    """Return a program of Mbed TLS and libvambrace. Mbed TLS has warnings; test_strict compiles our sources
    strictly.
    """
    options = ["-w", "-O0", *psa.flags(setup), *own]
    return runner.build(name, flags, options, [main, *psa.sources(setup)])


@cache
def printed(file: Path) -> list[str]:
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run([str(file)], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout.splitlines()


def driven(build: str) -> Path:
    """Return the cases with the driver, which takes every tag that Mbed TLS takes."""
    flags, step = BUILDS[build]
    return program("psa", WITH, flags, CASES, f"-DSTEP={step}", "-DVMB_PSA_SHORT_TAGS=1")


def with_driver(build: str) -> list[str]:
    return printed(driven(build))


def builtin(step: int) -> Path:
    return program("psa-builtin", WITHOUT, runner.PLAIN.flags, CASES, f"-DSTEP={step}")


def of_mbedtls(step: int) -> list[str]:
    return printed(builtin(step))


def of_mbedtls_few(*own: str) -> list[str]:
    """Return the output of Mbed TLS itself for cases with other macros."""
    return printed(program("psa-builtin", WITHOUT, runner.PLAIN.flags, CASES, *own))


def split(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the algorithms of Mbed TLS, followed by Ascon."""
    at = next(n for n, line in enumerate(lines) if line.startswith("key 2008 "))
    return lines[:at], lines[at:]


def alike(lines: list[str]) -> list[str]:
    return [line for line in split(lines)[0] if not line.startswith(("odd tag ", "padded ", "unsaid "))]
