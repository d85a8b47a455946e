# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The couplings, CV-X-IF's adapter, the AES unit, the checkers of rtl/assert and the modules that the simulated systems
add to a core: without warnings from Verilator's linter and from slang, which synthesis uses. The systems themselves
need upstream's files.
"""

from __future__ import annotations

import re
from pathlib import Path

import pyslang
import pytest
import yaml
from pyslang.driver import Driver

from tests import ran
from vambrace.base.paths import root
from vambrace.hardware import rtl

FOLDERS = (root() / "rtl" / "couple", root() / "soc" / "rtl", root() / "rtl" / "assert")

CORES = [*(core for folder in FOLDERS for core in sorted(folder.glob("*.core"))), root() / "rtl/aes/vmb_aes_unit.core"]

#: Core file, flags and module of each target that lints, and Verilator's options for it.
TARGETS: dict[str, tuple[Path, tuple[str, ...], str, list[str]]] = {
    f"{core.stem} {name}": (
        core,
        tuple(target.get("flags", ())),
        target["toplevel"],
        target["tools"]["verilator"]["verilator_options"],
    )
    for core in CORES
    for name, target in yaml.safe_load(core.read_text().split("\n", 1)[1])["targets"].items()
    if name.startswith("lint")
}

SYSTEMS = ("ibex", "cv32e40x", "rocket")

#: The modules added by the flag `engines`.
ENGINES = {"vmb_soc_engines", "vmb_soc_engine_pair", "vmb_couple_decode"}

#: The modules added by the flag `aes_unit`.
AES_UNIT = {"vmb_aes_unit", "vmb_aes_unit_decode", "vmb_aes_unit_regs"}


def test_every_module_is_linted():
    """Each module is linted, as the top of a target or inside of one."""
    inside = {"vmb_couple_decode", "vmb_soc_mmio", "vmb_soc_options_pkg", "vmb_soc_ring"}
    systems = {f"vmb_soc_{core}" for core in SYSTEMS}
    modules = {path.stem for folder in FOLDERS for path in folder.glob("*.sv") if not path.stem.endswith("_bind")}
    assert modules == inside | systems | {top for core, _, top, _ in TARGETS.values() if core.parent in FOLDERS}


@pytest.mark.parametrize("target", TARGETS)
def test_verilator(target):
    core, flags, top, options = TARGETS[target]
    assert "-Wall" in options
    done = ran.verilator(["--lint-only", *options, "--top-module", top], rtl.core_files(core, flags))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_slang(target):
    core, flags, top, options = TARGETS[target]
    inputs = " ".join(option for option in options if option.startswith("-G"))
    driver = Driver()
    driver.addStandardArgs()
    assert driver.parseCommandLine(f"slang --top {top} {inputs} {' '.join(map(str, rtl.core_files(core, flags)))}")
    assert driver.processOptions() and driver.parseAllSources()
    diagnostics = driver.createCompilation().getAllDiagnostics()
    engine = pyslang.DiagnosticEngine(driver.sourceManager)
    assert [engine.formatMessage(d) for d in diagnostics if d.isError()] == []


@pytest.mark.parametrize("flags", [(), ("engines",), ("aes_unit",)], ids=["units", "engines", "aes_unit"])
@pytest.mark.parametrize("core", SYSTEMS)
def test_a_system_lists_what_it_instantiates(core, flags):
    """Its .core file leads to every module, each before its users; modules that depend on a parameter come with its
    flag."""
    files = rtl.core_files(root() / "soc" / "rtl" / f"vmb_soc_{core}.core", flags)
    assert len(files) == len(set(files))
    seen: set[str] = set()
    for path in files:
        users = set(re.findall(r"^\s+(vmb_\w+)\s+(?:#\(|u_)", path.read_text(), re.MULTILINE))
        users -= {"vmb_rocket_subsystem"}  # generated
        if path.stem in (f"vmb_soc_{core}", "vmb_soc_accelerator", "vmb_soc_rocc"):
            users -= set() if "engines" in flags else ENGINES
            users -= set() if "aes_unit" in flags else AES_UNIT
            users -= set() if flags else {"vmb_couple_tlul"}
        assert users <= seen, path
        seen.add(path.stem)
    assert ("vmb_engine" in seen, "vmb_aes_unit" in seen) == ("engines" in flags, "aes_unit" in flags)
    assert f"vmb_soc_{core}" in seen


def test_cores_do_not_depend_on_systems():
    for path in sorted((root() / "cores").rglob("*.core")):
        assert not any((root() / "soc") in used.parents for used in rtl.core_files(path, ("engines", "aes_unit"))), path


def test_the_example_in_the_readme(tmp_path):
    """The instances in soc/README.md are complete and have the right widths."""
    code = re.search(r"```systemverilog\n(.*?)```", (root() / "soc" / "README.md").read_text(), re.DOTALL).group(1)
    ports = {"clk": "i", "rst_n": "i", "page_req": "i", "page_gnt": "o", "page_we": "i", "page_be": "i4",
             "page_addr": "i32", "page_wdata": "i32", "page_rvalid": "o", "page_err": "o", "page_rdata": "o32",
             "irq": "o", "mem_req": "o", "mem_gnt": "i", "mem_addr": "o32", "mem_we": "o", "mem_be": "o4",
             "mem_wdata": "o32", "mem_rvalid": "i", "mem_rdata": "i32", "mem_err": "i"}  # fmt: skip
    heads = []
    for name, kind in ports.items():
        suffix = "i" if name == "rst_n" else f"_{kind[0]}"
        heads.append(f"{'input' if kind[0] == 'i' else 'output'} logic [{int(kind[1:] or 1) - 1}:0] {name}{suffix}")
    signals = "logic req, we, ready, fault; logic [4:0] index; logic [31:0] wdata, rdata;"
    unused = "logic unused; assign unused = ^page_addr_i[31:12];"
    top = tmp_path / "example.sv"
    top.write_text(f"module example({', '.join(heads)});\n{signals}\n{code}\n{unused}\nendmodule\n")
    done = ran.verilator(
        ["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", "--top-module", "example"],
        [*rtl.core_files(FOLDERS[0] / "vmb_couple.core"), top],
    )
    assert done.returncode == 0, done.stderr
