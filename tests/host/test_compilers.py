# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles all sources of the library with clang; all other tests use GCC (docs/user/library.md#compilers)."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.aead.spike_runner import BUILDS64
from tests.builds import BUILDS
from vambrace import config
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.software.toolchain import program

#: Builds that together contain most assembly files, with every extension.
FEW = {"rv32-all", "rv64-zbkb+zkned"}
OTHERS = pytest.mark.long("the same files with other extensions")
IN_C = pytest.mark.long("ten seconds of the compiler for each")
ABI = {32: "ilp32", 64: "lp64"}


def said(suffix: str, build: Build, folder: Path) -> str:
    """Return clang's messages about all sources with this suffix, which must be empty."""
    found = tools.tool("clang").find()
    assert found, tools.missing("clang")
    target = [f"--target=riscv{build.xlen}-unknown-elf", f"-march=rv{build.xlen}imac", f"-mabi={ABI[build.xlen]}"]
    flags = ["-std=c99", "-O2", "-ffreestanding", f"-I{root() / 'lib' / 'include'}", f"-I{root() / 'lib' / 'src'}"]
    sources = [source for source in program.library_sources() if source.suffix == suffix]
    command = [found[1], *target, *flags, "-Wno-unused-command-line-argument", *macros.of(build), "-c", *sources]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.stderr or done.returncode == 0
    return done.stderr


def builds() -> Iterator[object]:
    for build in (*BUILDS.values(), *BUILDS64.values()):
        name = f"rv{build.xlen}-{build.label}"
        yield pytest.param(build, id=name, marks=() if name in FEW else (OTHERS,))


@pytest.mark.parametrize("build", builds())
def test_clang_assembles_every_file(build, tmp_path):
    assert said(".S", build, tmp_path) == ""


@IN_C
@pytest.mark.parametrize("build", [BUILDS["none"], BUILDS["all"], BUILDS["engine"], BUILDS64["none"], config.PORTABLE])
def test_clang_compiles_every_file(build, tmp_path):
    assert said(".c", build, tmp_path) == ""
