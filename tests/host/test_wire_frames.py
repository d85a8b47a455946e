# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The frames of the packet interface's peers (soc/sim/net), under sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.host.runner import SANITIZERS
from vambrace.base import store, tools
from vambrace.base.paths import root

SIM = root() / "soc" / "sim"
SOURCES = [Path(__file__).with_name("wire_frames.cpp"), SIM / "net" / "wire.cpp", SIM / "net" / "lowpan.cpp"]
FLAGS = ["-std=gnu++17", "-O1", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_ASSERTIONS", *SANITIZERS, f"-I{SIM}"]


def program() -> Path:
    def compile_into(folder: Path) -> None:
        tools.run(["g++", *FLAGS, *map(str, SOURCES), "-o", "program"], cwd=folder)

    key = store.digest(tools.version("g++"), FLAGS[:-1], store.digest_files([*SOURCES, *(SIM / "net").glob("*.h")]))
    return store.entry("host", key, compile_into) / "program"


@pytest.mark.long("a quarter of a minute of the compiler; tests of each stack use the same code")
def test_datagrams_come_back_and_no_frame_reaches_beyond_its_end():
    done = subprocess.run(
        [program()], capture_output=True, text=True, env={**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
    )
    assert done.returncode == 0, done.stderr
