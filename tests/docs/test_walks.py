# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Two walks from a clean clone, every command as written, in order, with its seconds: to a simulation of the engine in
a FuseSoC project of one's own, and from firmware without an operating system to an authenticated packet."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.docs import documents
from tests.docs.test_integration_pages import ENGINE, blocks
from tests.docs.test_setup import clone  # noqa: F401  a fixture
from vambrace.base.paths import root

pytestmark = pytest.mark.long("downloads packages, and sets up two environments")

PACKET = root() / "examples" / "packet" / "README.md"

#: The maximum time of a walk, in seconds.
MOST = 15 * 60


@pytest.fixture(autouse=True)
def fresh(clone):  # noqa: F811
    """Each walk begins before `make setup`."""
    yield
    subprocess.run(["make", "clean"], cwd=clone, check=True)


def walked(name: str, clone: Path, folder: Path, commands: list[str], **variables: str) -> str:  # noqa: F811
    """What the commands print, of which the first is `make setup` in the clone; what follows finds its programs."""
    programs = f"{clone / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    left = ("PYTHONPATH", "VIRTUAL_ENV", "VAMBRACE_CACHE")
    env = {**{k: v for k, v in os.environ.items() if k not in left}, **variables, "PATH": programs}
    printed, total = [], 0.0
    for command in ["make setup", *commands]:
        begin = time.monotonic()
        where = clone if command == "make setup" else folder
        done = subprocess.run(["bash", "-c", command], cwd=where, env=env, capture_output=True, text=True)
        total += time.monotonic() - begin
        print(f"{name}: {time.monotonic() - begin:6.1f} s  {command}")
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        printed.append(done.stdout)
    print(f"{name}: {total / 60:.1f} minutes")
    assert total < MOST
    return "".join(printed)


def test_the_engine_in_a_project(clone, tmp_path):  # noqa: F811
    project = tmp_path / "project"
    project.mkdir()
    (project / "my_crypto.sv").write_text(blocks(ENGINE, "systemverilog")[0])
    (project / "my_crypto.core").write_text(blocks(ENGINE, "yaml")[0])
    commands = [line for block in blocks(ENGINE, "sh") for line in block.splitlines()]
    assert len(commands) == 8
    assert walked("engine", clone, project, commands).count("PASS: ") == 2


def test_an_authenticated_packet(clone):  # noqa: F811
    shown = documents.read(PACKET).blocks[0].commands[:2]
    assert [command.text.split()[0] for command in shown] == ["make", "vambrace"]
    printed = walked("packet", clone, clone / "examples" / "packet", [command.text for command in shown])
    assert printed.endswith("\n".join(shown[1].output) + "\n") and "forged: refused, body zeroed" in printed
