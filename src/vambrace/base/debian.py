# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Downloads the upstream sources of a Debian package by apt-get, at a pinned hash, from the configured archives. The
system's own package lists and packages are not changed; no root is needed.
"""

from __future__ import annotations

import hashlib
import shutil
import tarfile
from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import BuildError, MissingTool, VambraceError

_KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


def source(work: Path, package: str, version: str, archive: str, sha256: str) -> Path:
    """Return a folder in `work` with the unpacked upstream archive of a source package, after checking its hash."""
    if shutil.which("apt-get") is None:
        raise MissingTool(f"downloading the source package {package} needs apt-get: use a Debian system")
    try:
        downloaded = _download(work, package, version) / archive
    except BuildError as error:
        lines = [line.strip() for line in str(error).split("\n") if line.startswith(("E:", "Err:"))]
        why = lines[-1] if lines else "apt-get failed"
        raise VambraceError(
            f"apt-get could not download the source package {package} {version} ({why}); are Debian's archives "
            "reachable, and do they have it? Try again"
        ) from None
    if (hashed := hashlib.sha256(downloaded.read_bytes()).hexdigest()) != sha256:
        raise VambraceError(f"{archive} of {package} {version} has SHA-256 {hashed}, not {sha256}: rejected")
    with tarfile.open(downloaded) as opened:
        opened.extractall(work / "unpacked", filter="data")
    (folder,) = [path for path in (work / "unpacked").iterdir() if path.is_dir()]
    return folder


def _download(work: Path, package: str, version: str) -> Path:
    """Return the folder with the files of a source package. apt-get keeps its lists in `work`."""
    lists, target = work / "lists", work / "source"
    for folder in (lists / "partial", work / "cache" / "archives" / "partial", target):
        folder.mkdir(parents=True)
    signed = f"[signed-by={_KEYS}] " if _KEYS.is_file() else ""
    (work / "sources.list").write_text("".join(f"deb-src {signed}{archive} main\n" for archive in _archives()))
    command = [
        "apt-get",
        "-qq",
        *("-o", f"Dir::Etc::SourceList={work / 'sources.list'}"),
        *("-o", "Dir::Etc::SourceParts=/dev/null"),
        *("-o", f"Dir::State::Lists={lists}"),
        *("-o", f"Dir::Cache={work / 'cache'}"),
        *("-o", "APT::Sandbox::User="),
    ]
    tools.run([*command, "update"])
    tools.run([*command, "source", "--download-only", f"{package}={version}"], cwd=target)
    return target


def _archives() -> list[str]:
    """Return address and suite of Debian's main archives, without the update suites."""
    form = "$(ORIGIN) $(CODENAME) $(COMPONENT) $(REPO_URI)"
    lines = {line for line in tools.run(["apt-get", "indextargets", "--format", form]).split("\n") if line}
    parts = sorted(line.split() for line in lines)
    return [f"{p[3]} {p[1]}" for p in parts if len(p) == 4 and p[0] == "Debian" and p[2] == "main" and "-" not in p[1]]
