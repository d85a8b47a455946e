# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reports the tools, and brings those that Debian packages and the package's extras can bring."""

import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass

from vambrace.base import extras
from vambrace.base.errors import MissingTool
from vambrace.base.tools import TOOLS, Tool


@dataclass(frozen=True)
class Finding:
    name: str
    purpose: str
    version: str | None
    place: str | None
    needed_for: str
    how_to_get: str


def examine() -> list[Finding]:
    """Look for every tool."""
    findings = []
    for tool in TOOLS:
        version, place = tool.find() or (None, None)
        findings.append(Finding(tool.name, tool.purpose, version, place, tool.needed_for, tool.how_to_get))
    return findings


def as_json(findings: list[Finding]) -> list[dict]:
    return [asdict(f) for f in findings]


def print_report(findings: list[Finding]) -> None:
    """Print a line per tool; lines are never broken, so that paths can be copied."""
    lines = [("tool", "version", "found at, or how to get it")]
    for f in findings:
        if f.version is None:
            lines.append((f.name, "MISSING", f"{f.how_to_get}   ({f.purpose})"))
        else:
            lines.append((f.name, f.version, f.place or ""))
    widths = [max(len(line[i]) for line in lines) for i in range(2)]
    for name, version, where in lines:
        print(f"{name:<{widths[0]}}  {version:<{widths[1]}}  {where}")


#: What tools are for. "everything" is all that measuring on simulated cores needs but Rocket; "peers" adds what brings
#: the libraries of others, "rocket" what generates that core, "silicon" what area, timing, FPGA and energy need,
#: "report" what draws it and a browser that shows it, "spike" what executes 64-bit programs, "test" all of these and
#: what only the tests need.
PURPOSES = ("everything", "peers", "rocket", "silicon", "report", "spike", "test")


def needed(purpose: str) -> list[Tool]:
    """Return the tools for one of PURPOSES."""
    return [t for t in TOOLS if purpose == "test" or t.needed_for in ("everything", purpose)]


def missing_required(findings: list[Finding]) -> list[Finding]:
    return [f for f in findings if f.version is None and f.needed_for == "everything"]


def install_missing(purpose: str = "everything") -> list[str]:
    """Install what is missing for a purpose, Python packages by pip, then others by apt-get as root or by sudo without
    a password, and return the packages. MissingTool names the one command to type where that is not possible."""
    return extras.bring(purpose) + _install_debian(purpose)


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
            words = (done.stdout + done.stderr).strip().split("\n")
            raise MissingTool("\n".join([*words[-10:], f"{' '.join(step)} failed; install {', '.join(packages)}"]))
    return packages


def _privileged() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo"]
    return None
