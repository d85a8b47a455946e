# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Exported points of CV32E40X: patches for a copy of the core outside the project, and the patched core with the
bundle's units at its eXtension interface."""

from __future__ import annotations

import random
import re
import shutil

import pytest
import yaml

from tests.rtl import exported
from tests.rtl.test_export_points import program, texts
from tests.rtl.test_export_projects import fusesoc
from vambrace.base.paths import root
from vambrace.export import bundle, patches, subject
from vambrace.hardware import overlay, reference_ise

POINT, TOP = "cv32e40x/zkned", "vambrace_cv32e40x_zkned"
UPSTREAM = patches.UPSTREAMS["cv32e40x"]


@pytest.fixture(scope="module")
def files():
    return bundle.files(subject.of(POINT))


@pytest.fixture
def folder(files, tmp_path):
    """Return the bundle, and next to it a copy of the core's rtl/, patched by the README's commands."""
    created = tmp_path / "project" / "bundle"
    bundle.write(created, files)
    shutil.copytree(UPSTREAM.sources / "rtl", created.parent / "cv32e40x" / "rtl")
    commands = exported.patching(created)
    assert len(commands) == 2
    for command in commands:
        done = exported.shell(created, command, tmp_path, CV32E40X=str(created.parent / "cv32e40x"))
        assert done.returncode == 0, done.stdout
    return created


def listed(folder) -> list[str]:
    """Return the files that the core file of the patched copy lists."""
    core = yaml.safe_load((folder.parent / "cv32e40x" / "cv32e40x.core").read_text().split("\n", 1)[1])
    assert core["name"] == f"{UPSTREAM.core}:0"
    return core["filesets"]["rtl"]["files"]


def test_patches_are_the_overlay(folder):
    upstream, patched = texts(UPSTREAM.sources), texts(folder.parent / "cv32e40x")
    overlaid = overlay.apply(root() / "cores" / "cv32e40x" / "overlay.toml", UPSTREAM.sources / "rtl")
    assert {name for name in upstream if upstream[name] != patched[name]} == {*overlaid}
    assert {name: patched[name] for name in overlaid} == overlaid


def test_the_core_file_lists_every_module_once(folder):
    actual, copy = listed(folder), folder.parent / "cv32e40x"
    assert len(actual) == len(set(actual)) and {path for path in actual if "include" not in path} == {
        f"rtl/{path.name}" for path in (copy / "rtl").glob("*.sv")
    }
    assert all((copy / path).is_file() for path in actual)


def test_the_bundle_matches_its_units(files):
    assert subject.of(POINT).module.parameters == (("FunctionUnits", reference_ise.ZKNED),)
    core = yaml.safe_load(str(files[f"{TOP}.core"]).split("\n", 1)[1])
    assert core["filesets"]["upstream"] == {
        "depend": [UPSTREAM.core],
        "file_type": "systemVerilogSource",
        "files": [f"xif/{TOP}_xif.sv"],
    }
    assert "lint_core" not in core["targets"]


def test_icarus_runs_the_units(folder, tmp_path):
    assert "PASS: " in exported.simulated(folder, TOP, tmp_path).stdout


@pytest.mark.long("Verilator reads all of CV32E40X, and g++ compiles it")
def test_the_patched_core_executes_them(folder, tmp_path):
    words, expected = program(random.Random(1))
    memory = [0x6F] * 32 + words  # it begins at byte 0x80
    (tmp_path / "program.hex").write_text("".join(f"{word:08x}\n" for word in memory + [0x6F] * (64 - len(memory))))
    copy = folder.parent / "cv32e40x"
    sources = [str(copy / name) for name in listed(folder)]
    sources += [str(UPSTREAM.sources / "bhv" / "cv32e40x_sim_clock_gate.sv"), "-F", str(folder / "lists/verilator.f")]
    sources += [str(folder / f"xif/{TOP}_xif.sv"), str(root() / "tests" / "rtl" / "cv32e40x_bench.sv")]
    command = ["verilator", "--binary", "--timing", "-Wno-fatal", f"-DTOP={TOP}_xif", "-O3"]
    created = ["--top-module", "cv32e40x_bench", "--Mdir", str(tmp_path / "obj"), "-o", "bench"]
    built = exported.run(tmp_path, *command, *sources, *created, env=exported.environment(tmp_path))
    assert built.returncode == 0, built.stdout
    done = exported.run(tmp_path, str(tmp_path / "obj" / "bench"))
    assert re.findall(r"^STORED (\w+)", done.stdout, re.MULTILINE) == [f"{expected:08x}"], done.stdout


@pytest.mark.long("downloads FuseSoC")
def test_fusesoc_finds_the_core(folder, tmp_path):
    """The bundle and the patched copy both list all files of a design."""
    fusesoc(folder.parent, "--setup", "--tool=verilator", f"vambrace:ip:{TOP.removeprefix('vambrace_')}")
    (actual,) = folder.parent.rglob("*.vc")
    assert all(f"/{name.rpartition('/')[2]}" in actual.read_text() for name in [*listed(folder), f"xif/{TOP}_xif.sv"])
