# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands of each bundle's README, run as they are printed from a clean shell: only HOME and a PATH with the
programs that set-up installs, the system's, FuseSoC and Bender."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from tests.host import package_tools
from tests.rtl import exported, test_export_smoke
from vambrace.base import installation
from vambrace.export import bundle, patches, subject
from vambrace.silicon import parts

LONG = pytest.mark.long("g++ compiles a model, and packages are downloaded; one bundle always runs without these")

#: Points with function units for each upstream core.
POINTS = ("ibex-ref/zkned", "cv32e40x/zkned")

#: Parts that `make test` leaves out: a model is half a minute of g++, FuseSoC and Bender are downloads, the driver is a
#: build of the library.
SLOW = ("verilator --binary", "obj_dir/", "fusesoc ", "bender ", "cmake ")


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def programs(work: Path, every: bool) -> None:
    """Yosys if the system has none; with `every` also FuseSoC and Bender."""
    if shutil.which("yosys", path="/usr/bin:/bin") is None:
        code = "import sys; from pyosys import libyosys as y; y.run_pass('script ' + sys.argv[2], y.Design())"
        script(work / "bin" / "yosys", f'exec "{sys.executable}" -c "{code}" "$@"')
    if every:
        where = package_tools.folder("fusesoc")
        start = "import sys; from fusesoc.main import main; sys.argv[0] = 'fusesoc'; sys.exit(main())"
        script(work / "bin" / "fusesoc", f'PYTHONPATH="{where}" exec "{sys.executable}" -c "{start}" "$@"')
        script(work / "bin" / "bender", f'exec "{package_tools.crate("bender")}" "$@"')


def followed(folder: Path, work: Path, every: bool, **variables: str) -> dict[str, str]:
    """Return the output of each command of a README, by the command; without `every` only of quick ones."""
    programs(work, every)
    printed = {}
    for command in exported.commands(folder):
        if every or not command.startswith(SLOW):
            done = exported.shell(folder, command, work, **variables)
            assert done.returncode == 0, f"{command}\n{done.stdout}"
            printed[command] = done.stdout
    return printed


def test_quick_commands_run(tmp_path):
    folder = exported.placed(tmp_path / "bundle", "zkned")
    printed = followed(folder, tmp_path, every=False)
    assert [command.split()[0] for command in printed] == ["verilator"] * 2 + ["iverilog", "yosys", "iverilog"]
    assert sum("PASS: " in text for text in printed.values()) == 1


@LONG
@pytest.mark.parametrize(
    ("block", "bus", "settings"),
    [*test_export_smoke.subjects(()), *((name, "", ()) for name in test_export_smoke.WITHOUT)],
)
def test_every_command_runs(block, bus, settings, tmp_path):
    folder = exported.placed(tmp_path / "bundle", block, bus, *settings)
    chosen = subject.of_block(block, bus, settings)
    printed = followed(folder, tmp_path, every=True)
    passed = [command for command, text in printed.items() if f"checks of {chosen.top}" in text and "PASS: " in text]
    wanted = 0 if block in test_export_smoke.WITHOUT else 3  # Icarus, the model, FuseSoC
    assert len(passed) == wanted and len(printed) >= 5 + 6 * (wanted > 0), list(printed)
    assert ("cmake --build build" in printed) == (chosen.module.is_engine)


@LONG
@pytest.mark.parametrize("name", POINTS)
def test_every_command_of_a_point_runs(name, tmp_path):
    chosen = subject.of(name)
    folder, core = tmp_path / "bundle", patches.of(chosen)
    bundle.write(folder, bundle.files(chosen))
    shutil.copytree(core.sources / "rtl", tmp_path / core.name / "rtl")
    printed = followed(folder, tmp_path, True, **{core.name.upper(): str(tmp_path / core.name)})
    assert sum("PASS: " in text for text in printed.values()) == 3 and len(printed) == 13


def test_the_commands_of_every_block_run():
    marked = {param.values[0] for param in test_export_smoke.subjects()}
    assert marked | {*test_export_smoke.WITHOUT} == {*parts.exported()}


# ---- The program verilator ----


@pytest.fixture
def scripts(tmp_path, monkeypatch):
    """The folder of an environment's programs, and nothing else on the PATH."""
    monkeypatch.setattr(installation.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    monkeypatch.setattr(sys, "base_prefix", "/elsewhere")
    return tmp_path


def test_set_up_places_verilator_once(scripts):
    path = installation.place_verilator()
    assert path == scripts / "verilator" and os.access(path, os.X_OK)
    path.write_text(path.read_text() + "# of an older set-up\n")
    assert installation.place_verilator() == path and path.read_text() == installation.verilator_program()


def test_set_up_leaves_the_verilator_of_a_user_alone(scripts, monkeypatch):
    script(scripts / "elsewhere" / "verilator", "exit 1")
    assert installation.place_verilator() is None and not (scripts / "verilator").exists()
    (scripts / "elsewhere" / "verilator").rename(scripts / "verilator")
    assert installation.place_verilator() is None and "exit 1" in (scripts / "verilator").read_text()


def test_set_up_places_nothing_outside_an_environment(scripts, monkeypatch):
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    assert installation.place_verilator() is None and not (scripts / "verilator").exists()
