# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One image with several builds of the library (vambrace/several.h), made as the guide says, on processors with and
without their instructions; and an image with one build, which is the same with and without it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.host import runner as host
from vambrace import config
from vambrace.base.paths import root
from vambrace.software.running import aead, spike
from vambrace.software.toolchain import program

SEVERAL, ONE = (root() / "tests" / "aead" / name for name in ("several.c", "several_one.c"))
BASE = "rv32imc_zicsr"


def commands() -> list[str]:
    """The commands of the guide that make an object of a build."""
    text = (root() / "docs" / "user" / "library.md").read_text()
    (block,) = [b for b in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "zkned_aeads" in b]
    return block.replace("\\\n", " ").strip().split("\n")


def made(folder: Path, label: str, table: str, name: str) -> Path:
    """The object of a build, by the commands of the guide, whose example is Zkned's."""
    library = program.library(BUILDS[label].on_spike(32))
    for command in commands():
        line = command.replace("vmb_aeads_zkned", table).replace("zkned_aeads", name).replace("zkned.o", f"{name}.o")
        line = line.replace("build-zkned/libvambrace.a", str(library))
        subprocess.run(line, shell=True, cwd=folder, check=True)
    return folder / f"{name}.o"


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several")
    objects = [
        made(folder, "zkned", "vmb_aeads_zkned", "zkned_aeads"),
        made(folder, "none:size", "vmb_aeads_size", "small_aeads"),
    ]
    return program.link([SEVERAL], BUILDS["none"].on_spike(32), 4 << 20, more=objects)


@pytest.mark.parametrize(
    ("isa", "aes", "ascon"),
    [(BASE, 3, 3), (f"{BASE}_zkne_zknd", 1, 1), (f"{BASE}_zbkb", 2, 2), (f"{BASE}_zkne", 3, 3)],
)
def test_the_processor_decides_which_build_runs(image, isa, aes, ascon):
    code = spike.run(image, isa, cached=True).exit_code
    assert code == aes + 16 * ascon, f"check {code:#x}" if code & 0x80 else (code & 15, code >> 4)


@pytest.mark.parametrize("runner", host.RUNNERS, ids=lambda runner: runner.name)
def test_the_choice_on_the_host(runner):
    """This machine has only one build; the choice is the same C code."""
    assert subprocess.run([host.build("several", runner.flags, [], [ONE])]).returncode == 0


@pytest.mark.parametrize("label", ["none", "zkned", "xasconp:size"])
def test_one_build_costs_nothing(label):
    """The program of every measurement is the same, byte for byte, with a library that lacks the choice."""
    build = BUILDS[label]
    sources = [s for s in program.library_sources() if s.name != "several.c"]
    objects = program.compile_objects(sources, program.source_flags(build), build.xlen)
    without = program.archive("libvambrace.a", list(map(program.member, sources)), objects)
    for name in ("aes-128-ccm", "ascon-aead128"):
        known = config.algorithms()[name]
        full, part = (aead.runner(known, build, other=other) for other in (program.library(build), without))
        assert full.path.read_bytes() == part.path.read_bytes()
