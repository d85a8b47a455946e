# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks of a module by cocotb, with bus models of cocotbext: one run of Verilator's model, from the cache."""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

from vambrace.base import store, tools

_TIMESCALE = ("1ns", "1ps")
# Every signal is public here: Verilator does not split words whose bits depend on each other, and takes them for loops.
_FLAGS = ["-O3", "-Wno-PINCONNECTEMPTY", "-Wno-UNOPTFLAT", "-Wno-SPLITVAR"]
# The binary wheel's own makefile holds values with blanks; make needs them whole.
_MAKE = [
    "CFG_CXXFLAGS_PCH_I=-include",
    "CFG_CXXFLAGS_STD=-std=gnu++17",
    "CFG_LDLIBS_THREADS=-pthread",
    "PYTHON3=python3",
    "OPT_FAST=-O1",
    "OPT_SLOW=-O0",
]


def _built(work: Path, top: str, sources: Sequence[Path], parameters: dict[str, int]) -> Path:
    def build(folder: Path) -> None:
        verilator = tools.package_folder("verilator")
        program = work / "bin" / "verilator"  # which cocotb looks for on the path
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{verilator / "bin" / "verilator_bin"}" "$@"\n')
        program.chmod(0o755)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
            patch.setenv("VERILATOR_ROOT", str(verilator))
            patch.setenv("MAKEFLAGS", f"-- {' '.join(_MAKE)}")
            get_runner("verilator").build(
                sources=sources,
                hdl_toplevel=top,
                build_dir=folder,
                build_args=_FLAGS,
                parameters=parameters,
                timescale=_TIMESCALE,
            )

    key = store.digest(
        tools.version("verilator"),
        tools.version("g++"),
        metadata.version("cocotb"),
        top,
        _TIMESCALE,
        _FLAGS,
        _MAKE,
        parameters,
        store.digest_files(sources),
    )
    return store.entry("test-cocotb", key, build)


def results(
    work: Path, module: str, top: str, sources: Sequence[Path], parameters: dict[str, int], **environment: str
) -> dict[str, str | None]:
    """Return the result of each check of `module`: "" or the failure, or None if it was skipped."""
    built = _built(work, top, sources, parameters)
    runner = get_runner("verilator")
    runner.build_dir = built
    report = runner.test(
        test_module=module,
        hdl_toplevel=top,
        hdl_toplevel_lang="verilog",
        build_dir=built,
        test_dir=work,
        results_xml=str(work / "results.xml"),
        extra_env={"PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )
    return {
        case.get("name", ""): None
        if case.find("skipped") is not None
        else "".join(f.get("error_msg", "failed") for f in case if f.tag in ("failure", "error"))
        for case in ET.parse(report).iter("testcase")
    }
