# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The two commands of the README in a clone: an environment is created from nothing, with only what measuring needs."""

import os
import subprocess
from pathlib import Path

import pytest

from vambrace.base.paths import root

pytestmark = pytest.mark.long("downloads packages")

#: The maximum size of .venv after `make bench`, MB.
MOST = 400


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    """Copy the files of this checkout that git has or would have to another folder."""
    folder = tmp_path_factory.mktemp("clone")
    names = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(names, cwd=root(), capture_output=True, text=True, check=True).stdout
    present = "\0".join(n for n in listed.split("\0") if n and (root() / n).is_file())
    archive = ["tar", "-c", "--null", "-T", "-"]
    packed = subprocess.run(archive, cwd=root(), input=present.encode(), capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=packed, check=True)
    return folder


def run(clone: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, env=environment)


def megabytes(folder: Path) -> int:
    return sum(p.lstat().st_blocks * 512 for p in folder.rglob("*")) >> 20


def test_bench_from_nothing(clone):
    done = run(clone, "make", "bench")
    assert done.returncode == 0, done.stderr
    assert "218,582" in done.stdout  # what is published of AES-128-CCM without extensions
    assert megabytes(clone / ".venv") < MOST
    again = run(clone, "make", "setup")
    assert again.returncode == 0 and "setup:" not in again.stderr


def test_missing_parts_are_named_and_installed(clone):
    vambrace = str(clone / ".venv" / "bin" / "vambrace")
    refused = run(clone, vambrace, "compare", "ibex-ref/none", "--svg", "x.svg")
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1
    assert refused.stderr.endswith("vambrace doctor --install --for report\n")
    brought = run(clone, vambrace, "doctor", "--install", "--for", "report", "--quiet")
    assert brought.returncode == 0, brought.stderr
    assert run(clone, vambrace, "doctor", "--install", "--for", "report", "--quiet").stderr == ""
    done = run(clone, str(clone / ".venv" / "bin" / "python"), "-c", "import altair, jinja2, vl_convert")
    assert done.returncode == 0, done.stderr
