# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The contents of a bundle besides its RTL: descriptions of registers, constraints, the driver."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from systemrdl import RDLCompiler
from systemrdl.node import RegNode

from tests.host import package_tools
from tests.rtl import exported
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.base.tools import OSU018
from vambrace.export import driver, registers, subject, wrapper
from vambrace.silicon import yosys
from vambrace_dev import registers as described

OTHER = pytest.mark.long("another kind of bundle; one of each kind always runs")
BUILT = pytest.mark.long("a build of the whole library for each way to the engine")
IPXACT = {"ipxact": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}


@pytest.fixture(scope="module")
def coupling(tmp_path_factory):
    return exported.placed(tmp_path_factory.mktemp("export") / "coupling", "couple-apb")


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    return exported.placed(tmp_path_factory.mktemp("export") / "engine", "engine-ascon", "axi4l")


@pytest.fixture(scope="module")
def ring(tmp_path_factory):
    return exported.placed(tmp_path_factory.mktemp("export") / "ring", "engine-ascon-ring", "axi4l")


def read_back(path: Path) -> list[RegNode]:
    """Return the registers of an IP-XACT file, by another part of its generator."""
    from peakrdl_ipxact import IPXACTImporter

    compiler = RDLCompiler()
    IPXACTImporter(compiler).import_file(str(path))
    (name,) = compiler.get_public_definition_names() if hasattr(compiler, "get_public_definition_names") else (None,)
    top = compiler.elaborate(name).top if name else compiler.elaborate().top
    return [node for node in top.descendants(unroll=False) if isinstance(node, RegNode)]


def test_ipxact_has_the_registers(coupling):
    """Offsets, fields, and who may access them."""
    results = read_back(coupling / registers.IPXACT.format("vambrace_couple_apb"))
    assert {node.inst_name: node.raw_address_offset for node in results} == described.offsets()
    assert {n.inst_name: {f.inst_name: (f.low, f.width) for f in n.fields()} for n in results} == described.fields()
    access = {n.inst_name: (n.has_sw_readable, n.has_sw_writable) for n in results}
    assert access["job"] == (False, True) and access["status"] == (True, False) and access["irq"] == (True, True)


def test_ipxact_has_the_registers_of_a_ring(ring):
    results = read_back(ring / registers.IPXACT.format("vambrace_engine_ascon_ring_axi4l"))
    offsets = described.offsets() | described.offsets(described.RING)
    assert {node.inst_name: node.raw_address_offset for node in results} == offsets and offsets["ring_status"] == 0xD0
    fields = described.fields() | described.fields(described.RING)
    assert {n.inst_name: {f.inst_name: (f.low, f.width) for f in n.fields()} for n in results} == fields
    access = {n.inst_name: (n.has_sw_readable, n.has_sw_writable) for n in results}
    assert access["ring_head"] == (True, False) and access["ring_tail"] == access["ring_status"] == (True, True)
    pages = (ring / "registers" / "html" / "data" / "ral-data-0.json").read_text()
    assert all(f'"{name}"' in pages for name in offsets)


def test_the_driver_of_a_ring_has_it(ring, tmp_path):
    """The command of the README configures it, and its file has the functions."""
    (configured,) = [command for command in exported.commands(ring) if command.startswith("cmake -S")]
    assert "-DVAMBRACE_ENGINE_RING=ON" in configured and "engine_ring.h" in (ring / "README.md").read_text()
    created = ring / driver.FOLDER
    flags = [
        "-march=rv32imc",
        "-mabi=ilp32",
        "-ffreestanding",
        "-Os",
        f"-I{created / 'include'}",
        f"-I{created / 'src'}",
    ]
    flags += ["-DVMB_ENGINE_MMIO=1", "-DVMB_ENGINE_BASE=0x40000000", "-DVMB_ENGINE_RING=1"]
    source, made = created / "src" / "engine" / "engine_ring_submit.c", tmp_path / "ring.o"
    subprocess.run(["riscv64-unknown-elf-gcc", *flags, "-c", source, "-o", made], check=True)
    symbols = subprocess.run(["riscv64-unknown-elf-nm", made], capture_output=True, text=True, check=True).stdout
    assert re.search(r" T vmb_engine_ring_submit$", symbols, re.MULTILINE)


def test_ipxact_has_ports_and_files(engine):
    path = engine / registers.IPXACT.format("vambrace_engine_ascon_axi4l")
    component = ElementTree.parse(path).getroot()
    ports = {}
    for port in component.iterfind("ipxact:model/ipxact:ports/ipxact:port", IPXACT):
        left = port.findtext(".//ipxact:left", "0", IPXACT)
        ports[port.findtext("ipxact:name", "", IPXACT)] = (port.findtext(".//ipxact:direction", "", IPXACT), int(left))
    top = wrapper.top(subject.of_block("engine-ascon", "axi4l"))
    assert ports == {p.name: (p.way.removesuffix("put"), p.width - 1) for p in top.ports}
    listed = [name.text for name in component.iterfind(".//ipxact:file/ipxact:name", IPXACT)]
    assert len(listed) > 40 and all((path.parent / name).is_file() for name in listed)


def bus_interface(folder: Path, top: str, which: str = "registers") -> tuple[str, dict[str, str]]:
    """A bus of a component, and its signals with their ports."""
    component = ElementTree.parse(folder / registers.IPXACT.format(top)).getroot()
    listed = component.iterfind("ipxact:busInterfaces/ipxact:busInterface", IPXACT)
    (actual,) = (bus for bus in listed if bus.findtext("ipxact:name", "", IPXACT) == which)
    maps = {
        str(item.findtext("ipxact:logicalPort/ipxact:name", "", IPXACT)): item.findtext(
            "ipxact:physicalPort/ipxact:name", "", IPXACT
        )
        for item in actual.iterfind(".//ipxact:portMap", IPXACT)
    }
    bus, where = actual.find("ipxact:busType", IPXACT), actual.find("ipxact:slave/ipxact:memoryMapRef", IPXACT)
    assert bus is not None
    if which != "registers":
        mode = "slave" if which == "in" else "master"
        assert actual.find(f"ipxact:{mode}", IPXACT) is not None and where is None
    else:
        known = component.findtext("ipxact:memoryMaps/ipxact:memoryMap/ipxact:name", "", IPXACT)
        assert where is not None and where.attrib == {"memoryMapRef": known}
    return ":".join(bus.attrib[name] for name in ("vendor", "library", "name", "version")), maps


def test_ipxact_has_the_bus(coupling, engine):
    """Every port of the coupling except the alert, which no bus has."""
    bus, maps = bus_interface(coupling, "vambrace_couple_apb")
    ports = [port.name for port in wrapper.top(subject.of_block("couple-apb")).ports]
    own = {port for port in ports if not port.startswith(("reg_", "alert"))}
    assert bus == "amba.com:AMBA4:APB4:r0p0_0" and set(maps.values()) == own and maps["PSELx"] == "psel_i"
    bus, maps = bus_interface(engine, "vambrace_engine_ascon_axi4l")
    assert bus == "amba.com:AMBA4:AXI4-Lite:r0p0_0" and maps["ARESETn"] == "rst_ni" and maps["RDATA"] == "rdata_o"
    channels = [port for port in maps.values() if re.match(r"aw|w|b|ar|r(?!st)", port)]
    assert len(channels) == len(set(channels)) == 19 and len(maps) == 21


@pytest.mark.long("elaborates an engine for each bus")
@pytest.mark.parametrize(
    ("memory", "bus", "count"),
    [
        ("axi4", "amba.com:AMBA4:AXI4:r0p0_0", 31),
        ("axi4-single", "amba.com:AMBA4:AXI4:r0p0_0", 31),
        ("ahb", "amba.com:AMBA3:AHBLite:r2p0_0", 13),
        ("wb", "opencores.org:interface:wishbone:b4", 10),
    ],
)
def test_ipxact_has_the_bus_of_the_memory_port(memory, bus, count, tmp_path):
    """Every port of the memory's side, except strobes of AHB5."""
    folder = exported.placed(tmp_path / "bundle", "engine-ascon", "axi4l", memory=memory)
    chosen = subject.of_block("engine-ascon", "axi4l", (), memory)
    actual, maps = bus_interface(folder, chosen.top, "memory")
    own = {port.name for port in wrapper.top(chosen).ports if port.name.startswith("m_")} - {"m_hwstrb_o"}
    assert actual == bus and {port for port in maps.values() if port.startswith("m_")} == own and len(maps) == count
    assert bus_interface(folder, chosen.top)[0] == "amba.com:AMBA4:AXI4-Lite:r0p0_0"


@pytest.mark.long("elaborates an engine")
def test_ipxact_has_the_streams(tmp_path):
    folder = exported.placed(tmp_path / "bundle", "engine-ascon", "axi4l", memory="axi-stream")
    top = subject.of_block("engine-ascon", "axi4l", (), "axi-stream").top
    for which, prefix, signals in (("in", "s_", 5), ("out", "m_", 6)):
        bus, maps = bus_interface(folder, top, which)
        assert bus == "amba.com:AMBA4:AXI4Stream:r0p0_0" and len(maps) == signals + 2
        assert maps["TDATA"] == f"{prefix}tdata_{'i' if which == 'in' else 'o'}" and maps["ACLK"] == "clk_i"


@pytest.mark.long("downloads packages")
def test_ipxact_is_valid(tmp_path):
    """The file follows the schema of IEEE 1685-2014, behind every bus that has a definition, and behind one that has
    none."""
    folder = package_tools.folder("ipxact")
    check = (
        "import sys\nfrom lxml import etree\nschema = etree.XMLSchema(etree.parse(sys.argv[1]))\n"
        "schema.assertValid(etree.parse(sys.argv[2]))\n"
    )
    schema = str(folder / "pyEDAA" / "IPXACT" / "Schema" / "ieee-1685-2014" / "index.xsd")

    def valid(path: Path) -> bool:
        done = package_tools.run("ipxact", ["-c", check, schema, str(path)], tmp_path)
        assert done.returncode == 0 or "DocumentInvalid" in done.stderr, done.stderr
        return done.returncode == 0

    for bus in ("axi4l", "apb", "ahb", "wb", "obi"):
        created = exported.placed(tmp_path / bus, f"couple-{bus}")
        path = created / registers.IPXACT.format(f"vambrace_couple_{bus}")
        assert valid(path), bus
        assert (bus == "obi") == ("busInterfaces" not in path.read_text())
    for memory in ("axi4", "ahb", "wb", "tlul"):
        created = exported.placed(tmp_path / f"memory-{memory}", "engine-ascon", "axi4l", memory=memory)
        (path,) = created.glob("registers/*.xml")
        assert valid(path), memory
        assert path.read_text().count("<ipxact:busInterface>") == 1 + (memory != "tlul")
    path.write_text(re.sub(r"<ipxact:version>.*</ipxact:version>", "", path.read_text()))
    assert not valid(path)


def test_pages_have_every_register(coupling):
    pages = coupling / "registers" / "html"
    assert (pages / "index.html").is_file()
    text = (
        "".join(path.read_text() for path in pages.rglob("*.html")) + (pages / "data" / "ral-data-0.json").read_text()
    )
    assert all(f'"{name}"' in text for name in described.offsets())
    assert (coupling / registers.RDL).read_text() == (root() / described.SOURCE).read_text()


def test_pages_include_their_licenses(coupling):
    """The scripts and styles of peakrdl-html are under the LGPL, and fonts under others."""
    pages = coupling / "registers" / "html"
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (pages / "LICENSE").read_text()
    assert "FontAwesome" in (pages / "LICENSE-3RD-PARTY").read_text()
    assert "LGPL" in (coupling / "README.md").read_text()


def test_other_bundles_have_no_register_descriptions(tmp_path):
    folder = exported.placed(tmp_path / "zkned", "zkned")
    assert not (folder / "registers").exists() and not (folder / "driver").exists()
    assert "registers/" not in (folder / "README.md").read_text()


# ---- Constraints ----


def timed(folder: Path, top: str, work: Path) -> str:
    """Return OpenSTA's report on the worst paths of a bundle under its constraints."""
    commands = [f"read_verilog {folder / 'verilog' / f'{top}.v'}", f"synth -flatten -top {top}"]
    commands += [f"dfflibmap -liberty {OSU018}", f"abc -liberty {OSU018}", "opt_clean -purge", "setundef -zero"]
    yosys.run([*commands, "write_verilog -simple-lhs -noattr -noexpr netlist.v"], work)
    script = [f"read_liberty {OSU018}", "read_verilog netlist.v", f"link_design {top}"]
    script += [f"read_sdc {folder / 'constraints' / f'{top}.sdc'}", "check_setup"]
    script += ["report_checks", "report_check_types -recovery -removal"]
    (work / "check.tcl").write_text("\n".join([*script, "exit"]) + "\n")
    tools.version("sta")
    done = exported.run(work, "sta", "-exit", "check.tcl")
    assert done.returncode == 0 and "Error" not in done.stdout, done.stdout
    return done.stdout


def test_constraints_reach_every_port_and_the_reset(tmp_path):
    """With clock uncertainty, and timed release of the reset: recovery and removal."""
    said = timed(exported.placed(tmp_path / "ahb", "couple-ahb"), "vambrace_couple_ahb", tmp_path)
    assert "missing" not in said, said
    assert re.search(r"10\.00 +10\.00 +clock clk_i", said) and "slack (MET)" in said and "(VIOLATED)" not in said
    assert re.search(r"-0\.50 +9\.50 +clock uncertainty", said)
    assert len(re.findall(r"^\*\*async_default\*\* +\d+\.\d+$", said, re.MULTILINE)) == 2, said


@OTHER
def test_constraints_of_a_block_without_a_clock(tmp_path):
    said = timed(exported.placed(tmp_path / "zbkb", "zbkb"), "vambrace_zbkb", tmp_path)
    assert "slack (MET)" in said and "missing" not in said


def test_constraints_are_the_same_for_fpgas(engine):
    """Except drive and load, which only cells have; each kind reaches every port."""
    stem = engine / "constraints" / "vambrace_engine_ascon_axi4l"
    sdc, quartus, vivado = (Path(f"{stem}{end}").read_text() for end in (".sdc", "_fpga.sdc", ".xdc"))
    lines = [[line for line in text.splitlines() if line[:1] != "#"] for text in (sdc, quartus, vivado)]
    assert lines[1] == lines[2] == [line for line in lines[0] if line and "transition" not in line][:-1]
    assert lines[0][-1].startswith("set_load 0.05 ") and "set_input_transition 0.2 " in sdc
    ports = {p.name for p in wrapper.top(subject.of_block("engine-ascon", "axi4l")).ports}
    assert set(re.findall(r"get_ports \{?(\w+)", vivado)) == ports and "set_false_path" not in sdc


RESETS = """module bench;
  reg clk = 0, rst_n = 1;
  wire released;
  TOP_reset_sync dut (.clk_i(clk), .rst_ni(rst_n), .rst_no(released));
  task expect(input wanted);
    if (released !== wanted) $fatal(1, "released is %b at %0t", released, $time);
  endtask
  always #5 clk = !clk;  // edges at 5, 15, ..
  initial begin
    #2 rst_n = 0;
    #1 expect(0);
    #5 rst_n = 1;
    #5 expect(0);  // no edge since 8
    #4 expect(0);  // one, at 15
    #10 expect(1);  // two
    #1 rst_n = 0;
    #1 expect(0);  // without an edge
    $display("PASS");
    $finish;
  end
endmodule
"""


def test_the_reset_is_released_synchronously(engine, tmp_path):
    top = "vambrace_engine_ascon_axi4l"
    (tmp_path / "bench.v").write_text(RESETS.replace("TOP", top))
    source = str(engine / "reset" / f"{top}_reset_sync.v")
    built = exported.run(tmp_path, "iverilog", "-g2005", "-Wall", "-o", "a.vvp", "bench.v", source)
    assert (built.returncode, built.stdout) == (0, "") and "PASS" in exported.run(tmp_path, "vvp", "-n", "a.vvp").stdout
    done = exported.run(tmp_path, "verilator", "--lint-only", "-Wall", source, env=exported.environment(tmp_path))
    assert done.returncode == 0 and "%Warning" not in done.stdout, done.stdout


# ---- The driver ----


@pytest.mark.parametrize(
    ("bus", "settings", "kind"),
    [("accel", [], "port"), ("accel", ["Dma=0"], "port_pio"), ("axi4l", [], "mmio"), ("wb", ["Dma=0"], "pio")],
)
def test_the_driver_matches_its_engine(bus, settings, kind):
    assert driver.kind(subject.of_block("engine-ascon", bus, settings)) == kind


def test_the_driver_has_its_sources(engine):
    created = engine / driver.FOLDER
    assert all((created / source).is_file() for source in (created / "sources.txt").read_text().split())
    assert (created / "include" / "vambrace" / "engine_regs.h").read_bytes() == (
        root() / "lib" / "include" / "vambrace" / "engine_regs.h"
    ).read_bytes()


@BUILT
@pytest.mark.parametrize(("bus", "settings"), [("accel", []), ("axi4l", []), ("wb", ["Dma=0"])])
def test_the_driver_builds_as_the_readme_says(bus, settings, tmp_path):
    folder = exported.placed(tmp_path / "bundle", "engine-ascon", bus, *settings)
    for command in exported.commands(folder):
        if command.startswith("cmake "):
            done = exported.shell(folder, command, tmp_path)
            assert done.returncode == 0, done.stdout
    symbols = subprocess.run(
        ["riscv64-unknown-elf-nm", *map(str, (folder / "build").rglob("*.a"))], capture_output=True, text=True
    ).stdout
    assert re.search(r" T vmb_engine_check$", symbols, re.MULTILINE)
    assert re.search(r" T vmb_ascon_aead128_seal$", symbols, re.MULTILINE)


def placed_drivers(folder: Path) -> None:
    """The drivers of two bundles with names, and a project with both."""
    for name in ("left", "right_side"):
        for path, text in driver.files(name).items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(text)
    (folder / "both.c").write_text(
        '#include "left/aead.h"\n#include "left/engine.h"\n'
        '#include "right_side/aead.h"\n#include "right_side/engine.h"\n'
        "int main(void)\n{\n    static left_ascon_aead128_key a;\n    static right_side_ascon_aead128_key b;\n"
        "    static const unsigned char key[16];\n"
        "    if (left_engine_check() != LEFT_OK || right_side_engine_check() != RIGHT_SIDE_OK)\n        return 1;\n"
        "    return left_ascon_aead128_init(&a, key, 16) + right_side_ascon_aead128_init(&b, key, 16);\n}\n"
    )
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(both LANGUAGES C ASM)\n"
        "add_subdirectory(left/driver)\nadd_subdirectory(right_side/driver)\nadd_executable(both both.c)\n"
        "target_link_libraries(both left::left right_side::right_side)\n"
        "target_link_options(both PRIVATE -nostartfiles -nostdlib -Wl,-e,main -lgcc)\n"
    )


def test_a_driver_with_a_name_has_no_other_names(tmp_path):
    placed_drivers(tmp_path)
    created = tmp_path / "left" / driver.FOLDER
    assert all((created / source).is_file() for source in (created / "sources.txt").read_text().split())
    for path in (p for p in created.rglob("*") if p.is_file()):
        text = path.read_text()
        assert not re.search(r'\bvmb_|\bVMB_|\bVAMBRACE_|"vambrace/|add_library\(vambrace|-lvambrace', text), path
    flags = [
        "-DLEFT_ENGINE_PORT=1",
        "-DRIGHT_SIDE_ENGINE_PORT_PIO=1",
        "-march=rv32imc",
        "-mabi=ilp32",
        "-ffreestanding",
    ]
    includes = [f"-I{tmp_path / name / driver.FOLDER / 'include'}" for name in ("left", "right_side")]
    subprocess.run(
        ["riscv64-unknown-elf-gcc", *flags, "-Wall", "-Werror", *includes, "-c", "both.c"], cwd=tmp_path, check=True
    )
    symbols = subprocess.run(["riscv64-unknown-elf-nm", "-u", "both.o"], cwd=tmp_path, capture_output=True, text=True)
    assert set(symbols.stdout.split()) - {"U"} == {
        f"{name}_{call}" for name in ("left", "right_side") for call in ("engine_check", "ascon_aead128_init_engine")
    }


@BUILT
def test_drivers_of_two_engines_fit_into_one_program(tmp_path):
    placed_drivers(tmp_path)
    options = ["-DLEFT_ENGINE=mmio", "-DLEFT_ENGINE_BASE=0x40000000"]
    options += ["-DRIGHT_SIDE_ENGINE=pio", "-DRIGHT_SIDE_ENGINE_BASE=0x50000000"]
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={tmp_path / 'left' / driver.FOLDER / driver.TOOLCHAIN}"
    for command in (["cmake", "-S.", "-Bbuild", toolchain, *options], ["cmake", "--build", "build"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    check = ["--disassemble=left_engine_check", "build/both"]
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", *check], cwd=tmp_path, capture_output=True, text=True)
    assert "0x40000" in code.stdout and "0x50000" not in code.stdout
    symbols = subprocess.run(["riscv64-unknown-elf-nm", "build/both"], cwd=tmp_path, capture_output=True, text=True)
    assert all(f" T {name}_engine_check" in symbols.stdout for name in ("left", "right_side"))
    assert " vmb_" not in symbols.stdout
