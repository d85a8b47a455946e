# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The build systems' own tools, from PyPI at pinned versions, in a folder of the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from vambrace.base import store, tools

PINS = {
    "meson": ("meson==1.12.1", "ninja==1.13.2"),
    "platformio": ("platformio==6.2.0",),
    "esp-idf": ("idf-component-manager==3.1.2",),
}


def folder(name: str) -> Path:
    """A folder with the packages of a build system."""

    def install(work: Path) -> None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        tools.run([*pip, "--target", str(work), *PINS[name]])

    return store.entry("tools", store.digest("packages", sys.version, PINS[name]), install)


def run(name: str, arguments: list[str], cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages of a build system."""
    where = folder(name)
    path = f"{where / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(where), "PATH": path, **variables}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, env=environment)
