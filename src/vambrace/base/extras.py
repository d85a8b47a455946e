# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The package's extras: Python packages that only some commands need, and how commands request them.

pyproject.toml names them. requirements/NAME.txt pins, with hashes, the packages of an extra and those needed for
measuring; scripts/pin.sh writes these files. The extra `test` contains all others.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import re
import sys
from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import BuildError, MissingTool
from vambrace.base.paths import root
from vambrace.base.tools import TOOLS, Tool

#: The options of pip and uv before a file of pins.
_FROM = ("--require-hashes", "-r")

#: The extras that commands request; each is also a purpose of `vambrace doctor`.
NAMES = ("board", "cluster", "explore", "export", "report", "silicon", "site", "spike", "test")


def packages(name: str) -> list[Tool]:
    """Return the Python packages of an extra."""
    return [t for t in TOOLS if t.pypi and t.needed_for in (NAMES if name == "test" else (name,))]


def need(name: str) -> None:
    """Raise MissingTool, with the installation command, if packages of an extra are missing."""
    missing = [t.name for t in packages(name) if t.find() is None]
    if missing:
        what = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise MissingTool(f"{what}. Install it with: vambrace doctor --install --for {name}")


def install(purpose: str) -> list[str]:
    """Install the missing packages for a purpose, with pinned hashes, and return their names. In the environment that
    `make` created, also reinstall packages that differ from the pinned version. MissingTool if that is not possible.
    """
    file = _pins_of(purpose)
    missing = [t.pypi for t in packages(purpose) if t.pypi and t.find() is None]
    if not missing and file is not None and Path(sys.prefix) == root() / ".venv":
        missing = _outdated(file)
    if not missing or file is None:
        return []
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *_FROM, str(file)]
    if sys.prefix == sys.base_prefix:
        raise MissingTool(
            f"missing: {', '.join(missing)} (Python packages), and {sys.executable} has no virtual environment of its "
            f"own to put them in. Make one, or type: {' '.join(command)}"
        )
    print(f"setup: installing {', '.join(missing)}", file=sys.stderr, flush=True)
    if _by_uv(file):
        return missing
    tools.version("pip")
    try:
        tools.run(command)
    except BuildError as error:
        output = [line for line in str(error).splitlines() if line.strip()]
        raise MissingTool("\n".join([*output[-6:], f"pip could not install {', '.join(missing)}"])) from None
    return missing


def _by_uv(file: Path) -> bool:
    """Install the packages of a file by uv, which `make` installs and which takes a tenth of pip's time; return whether
    that succeeded. The index is that of pip's configuration."""
    program = Path(sys.prefix) / "bin" / "uv"
    if not program.is_file():
        return False
    environment = dict(os.environ)
    if index := os.environ.get("PIP_INDEX_URL"):
        environment.setdefault("UV_DEFAULT_INDEX", index)
    else:
        with contextlib.suppress(BuildError):
            index = tools.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"]).strip()
            environment.setdefault("UV_DEFAULT_INDEX", index)
    try:
        tools.run(
            [str(program), "pip", "install", "--quiet", "--python", sys.executable, *_FROM, str(file)], env=environment
        )
    except BuildError as error:
        print(f"setup: uv failed, so pip installs: {str(error).strip().splitlines()[-1]}", file=sys.stderr, flush=True)
        return False
    return True


def _pins_of(purpose: str) -> Path | None:
    file = root() / ("requirements.txt" if purpose not in NAMES else f"requirements/{purpose}.txt")
    return file if file.is_file() else None


def pins(file: Path) -> dict[str, tuple[set[str], bool]]:
    """Return the pinned versions of each package in a file, and whether each pin applies to every system and Python."""
    by_name: dict[str, tuple[set[str], bool]] = {}
    for name, version, marker in re.findall(r"^([a-z0-9-]+)==(\S+)(?: ;(.*?))? \\$", file.read_text(), re.MULTILINE):
        versions, always = by_name.get(name, (set(), True))
        by_name[name] = (versions | {version}, always and not marker)
    return by_name


def _outdated(file: Path) -> list[str]:
    """Return the packages of a file that are not installed at a pinned version."""
    missing = []
    for name, (versions, always) in pins(file).items():
        try:
            here = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            here = ""
        if here not in versions and (here or always):
            missing.append(name)
    return missing
