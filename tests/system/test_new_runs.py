# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Skeletons of `vambrace new` pass their own tests, and are measured, as they are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from vambrace.base.paths import home


def vambrace(*words, folder=None) -> str:
    return python("-m", "vambrace", *map(str, words), folder=folder)


def python(*words, folder=None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(home() / "src")}
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, cwd=folder)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout + done.stderr if words[1] == "unittest" else done.stdout


@pytest.mark.long("a model of a core with another unit: half a minute")
def test_a_new_extension(tmp_path):
    folder = tmp_path / "xtry"
    vambrace("new", "extension", "xtry", "--in", folder)
    assert "Ran 3 tests" in python("-m", "unittest", "discover", "-s", "tests", folder=folder)
    records = json.loads(vambrace("bench", "ibex-ref/xtry", "-a", "xtry-mac", "--json", "-", "--plugin", folder))
    assert all(r["tools"]["plug-in xtry"].startswith("0.1.0 (") for r in records)


@pytest.mark.long("a quarter of a minute: a new algorithm always runs")
def test_a_new_unit(tmp_path):
    folder, checkout = tmp_path / "tryit", {"PYTHONPATH": os.pathsep.join(str(home() / n) for n in ("", "src", "dev"))}
    vambrace("new", "unit", "tryit", "--in", folder)
    command = [sys.executable, "-m", "unittest", "discover", "-s", "tests"]

    def tested() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **checkout}, cwd=folder)

    done = tested()
    assert done.returncode == 0 and "Ran 4 tests" in done.stderr and "skipped" not in done.stderr, done.stderr
    unit = folder / "rtl" / "tryit" / "vmb_tryit.sv"
    unit.write_text(unit.read_text().replace("if (wipe) state_q <= '0;\n    else if", "if"))
    assert "test_nothing_is_left_after_a_wipe" in tested().stderr


@pytest.mark.long("another model of the same core")
def test_a_wrong_result_of_the_unit_is_found(tmp_path):
    folder = tmp_path / "xtry"
    vambrace("new", "extension", "xtry", "--in", folder)
    unit = folder / "rtl" / "ise" / "vmb_xtry.sv"
    unit.write_text(unit.read_text().replace("^ rs2_i", "^ {rs2_i[31:1], 1'b0}"))
    command = [sys.executable, "-m", "vambrace", "run", "programs/compare.c", "--point", "ibex-ref/xtry"]
    environment = {**os.environ, "PYTHONPATH": str(home() / "src")}
    done = subprocess.run([*command, "--plugin", "."], capture_output=True, text=True, env=environment, cwd=folder)
    assert done.returncode == 1 and done.stdout.endswith("of 3200 results differ\n") and done.stdout[0] != "0"


@pytest.mark.long("a quarter of a minute: a new kind of record always runs")
def test_a_new_algorithm_with_a_scenario_and_a_core(tmp_path):
    vambrace("new", "algorithm", "try-mac", "--in", tmp_path / "algorithm")
    vambrace("new", "scenario", "tiny", "--ad", "0", "--message", "9", "--in", tmp_path / "scenario")
    vambrace("new", "core", "ibex-try", "--in", tmp_path / "core")
    inputs = [word for name in ("algorithm", "scenario", "core") for word in ("--plugin", tmp_path / name)]
    asked = ("bench", "ibex-try/none", "ibex-ref/none", "-a", "try-mac", "-s", "tiny", "--json", "-")
    records = json.loads(vambrace(*asked, *inputs))
    assert {(r["core"], r["operation"], r["message_bytes"], r["checked"]) for r in records} == {
        (core, operation, 9, True) for core in ("ibex-try", "ibex-ref") for operation in ("compute", "verify")
    }
    memory = json.loads(vambrace("memory", "ibex-ref/none", "-a", "try-mac", "--json", "-", *inputs))
    assert memory and all(r["algorithm"] == "try-mac" for r in memory)
    assert {name for r in records for name in r["tools"] if name.startswith("plug-in")} == {
        "plug-in algorithm",
        "plug-in scenario",
        "plug-in core",
    }


def test_a_new_kind_of_record(tmp_path):
    """In a copy of the checkout: it is measured at once, and the rest is listed."""
    for name in ("src", "configs", "lib", "rtl", "cores", "soc", "firmware", "docs", "changes"):
        shutil.copytree(home() / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tests").mkdir()

    def copied(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
        command = [sys.executable, "-m", "vambrace", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = copied("new", "kind", "accesses")
    assert "src/vambrace/measure/accesses.py" in told and "  tests/report/made_up.py: records that are made up" in told
    assert "accesses    Measure how often a call accesses memory." in copied("--help")
    asked = ("accesses", "ibex-ref/none", "-a", "ascon-aead128", "-s", "zigbee")
    assert "loaded" in copied(*asked)
    seal, opened = json.loads(copied(*asked, "--json", "-"))
    assert (seal["operation"], opened["operation"]) == ("seal", "open") and seal["bytes_loaded"] > 86
    shutil.copyfile(home() / "pyproject.toml", tmp_path / "pyproject.toml")
    for check in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "src/vambrace"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout
