# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke tests of bundles: with Icarus on Verilog-2005, with Verilator on SystemVerilog."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.rtl import exported
from vambrace.base.errors import UsageError
from vambrace.cli.main import main
from vambrace.export import lists, smoke, subject
from vambrace.silicon import parts

EVERY = pytest.mark.long("another block, coupling or parameter; one of each kind always runs")
SHORT = (
    ("zkned", "", ()),
    ("ascon", "", ()),
    ("couple-ahb", "", ()),
    ("cfu-ise", "", ()),
    ("engine-ascon", "axi4l", ()),
    ("engine-ascon-hardened", "", ()),  # in four-valued logic its registers without a reset begin as neither 0 nor 1
)

#: Blocks without a smoke test: their ports are only for a core, or for an engine.
WITHOUT = ("xasconp", "xchacha", "xif", "rocc", "rocc-mem", "cfu", "axi-mem", "axi-mem-16", "axi-single", "axis")

#: Parameters that change a smoke test, besides the block and the bus.
SETTINGS = (
    ("engine-ascon", "obi", ("Dma=0",)),
    ("engine-ascon", "accel", ("Dma=0", "Opcode=0x2b")),
    ("engine-ascon", "wb", ("Pipelined=0", "HoldWords=0")),
    ("engine-ascon", "obi", ("MinPrivilege=3",)),
    ("engine-ascon", "axi4l", ("PrivilegedOnly=1", "SecureOnly=1")),
    ("engine-ascon", "apb", ("PrivilegedOnly=1", "SecureOnly=1")),
    ("engine-ascon", "ahb", ("PrivilegedOnly=1", "SecureOnly=1")),
    ("engine-ascon", "tlul", ("PrivilegedOnly=1", "SourceBits=5")),
    ("engine-ascon", "wb", ("PrivilegedOnly=1",)),
    ("engine", "axi4l", ("Slots=0", "Contexts=0")),
    ("engine-ascon", "axi4l", ("Bursts=1",)),
    ("engine-ascon-ring", "axi4l", ()),
    ("aes-128", "", ("StoredKeys=1", "Sbox=1")),
    ("aes-unit", "", ("KeyBits=256", "UserMode=1", "MemoryPort=0")),
    ("aes-unit-regs", "tlul", ()),
    ("aes-unit-regs", "axi4l", ("KeyBits=256", "ShorterKeys=0")),
    ("ascon-lwc", "", ("Hash=1", "RoundsPerCycle=4")),
)


def subjects(others: tuple = (EVERY,)) -> list:
    blocks = [(name, "", ()) for name in parts.exported() if name not in WITHOUT]
    behind = [("engine-ascon", bus, ()) for bus in subject.couplings()]
    every = [*blocks, *behind, *SETTINGS]
    return [
        pytest.param(*item, id="-".join([*item[:2], *item[2]]), marks=() if item in SHORT else others) for item in every
    ]


def passes(done, top: str) -> int:
    """Return the number of checks that the smoke test made."""
    assert done.returncode == 0, done.stdout
    match = re.search(rf"^PASS: (\d+) checks of {top}$", done.stdout, re.MULTILINE)
    assert match, done.stdout
    return int(match[1])


@pytest.mark.parametrize(("block", "bus", "settings"), subjects())
def test_icarus_runs_the_smoke_test(block, bus, settings, tmp_path):
    folder = exported.placed(tmp_path / "bundle", block, bus, *settings)
    top = subject.of_block(block, bus, settings).top
    assert passes(exported.simulated(folder, top, tmp_path), top) >= 2


@pytest.fixture(scope="module")
def on_axi4(tmp_path_factory):
    """An engine and the adapter from its memory port to AXI4, in two bundles."""
    folder = tmp_path_factory.mktemp("axi4")
    exported.placed(folder / "engine", "engine-ascon", "axi4l", "Bursts=1")
    exported.placed(folder / "vambrace_axi_mem", "axi-mem")
    return folder


def joined(folder: Path, work: Path, joint: str = ""):
    """The smoke test of both bundles; `joint` is another text of the module that joins them."""
    top = "vambrace_engine_ascon_axi4l_bursts1"
    module = folder / "engine" / "axi4" / f"{top}_axi4.v"
    if joint:
        module = work / "joint.v"
        module.write_text(joint)
    sources = [
        f"engine/axi4/{top}_axi4_smoke.v",
        f"engine/verilog/{top}.v",
        "vambrace_axi_mem/verilog/vambrace_axi_mem.v",
    ]
    built = exported.run(folder, "iverilog", "-g2005", "-Wall", "-o", str(work / "a.vvp"), str(module), *sources)
    if not joint:
        assert (built.returncode, built.stdout) == (0, ""), built.stdout
    return exported.run(folder, "vvp", "-n", str(work / "a.vvp"))


def test_an_engine_on_axi4(on_axi4, tmp_path):
    assert passes(joined(on_axi4, tmp_path), "vambrace_engine_ascon_axi4l_bursts1_axi4") >= 30


@pytest.mark.parametrize("wire", ["mem_posted", "mem_wdata"])
def test_an_open_wire_to_axi4_is_found(on_axi4, tmp_path, wire):
    text = (on_axi4 / "engine" / "axi4" / "vambrace_engine_ascon_axi4l_bursts1_axi4.v").read_text()
    place = text.index("u_axi_mem (") if wire != "mem_posted" else 0
    cut = text[:place] + re.sub(rf"\.(\w+_[io])\({wire}\)", r".\1()", text[place:], count=1)
    assert cut != text
    done = joined(on_axi4, tmp_path, cut)
    assert done.returncode != 0 and "FAIL: " in done.stdout and "PASS" not in done.stdout


def test_the_bus_axi4_names_the_bundles_to_combine():
    done = CliRunner().invoke(main, ["export", "engine", "--bus", "axi4", "-o", "/nowhere/at/all"])
    assert isinstance(done.exception, UsageError) and "vambrace export axi-mem`" in str(done.exception)
    assert "--bus axi4l --set Bursts=1" in str(done.exception)


def test_all_other_blocks_have_a_smoke_test():
    assert {name for name in parts.exported() if not smoke.exists(subject.of_block(name))} == set(WITHOUT)


@pytest.mark.parametrize(
    ("value", "says"),
    [("Slots(4)", "Slots must be 0 to 3"), ("AsconRoundsPerCycle(3)", "AsconRoundsPerCycle must be 1, 2 or 4")],
)
def test_verilator_stops_at_illegal_parameters(tmp_path, value, says):
    """With the command of the README, which allows no other warnings."""
    folder = exported.placed(tmp_path / "bundle", "engine-ascon", "axi4l")
    top = subject.of_block("engine-ascon", "axi4l").top
    source = folder / "rtl" / f"{top}.sv"
    text, count = re.subn(rf"\.{value[: value.index('(')]}\(\d+\)", f".{value}", source.read_text())
    if not count:
        text, count = re.subn(r"vmb_engine #\(\n", f"vmb_engine #(\n      .{value},\n", text)
    assert count == 1
    source.write_text(text)
    command = re.search(r"^    verilator --binary .*?-o smoke$", (folder / "README.md").read_text(), re.M | re.S)
    done = exported.run(folder, "bash", "-c", command[0], env=exported.environment(tmp_path))
    assert done.returncode != 0 and re.search(rf"%Error-USERERROR: .*{says}", done.stdout), done.stdout
    assert all(flag in (folder / f"{top}.core").read_text() for flag in lists.WARNINGS)


#: A defect of the Verilog-2005 for each block and bus, and the message of its smoke test.
DEFECTS = [
    ("zkned", "", r"rs1_i \^ rotated", "rs1_i | rotated", "result_o: "),
    ("ascon", "", r"rate \^ piece", "rate | piece", "tag: "),
    ("ascon-lwc", "", r"failed_q \|\| differs_q", "failed_q", "refused: "),
    ("xif-ise", "", r"decided && commit_kill_i;", "1'b0;", "issue_ready_o: "),
    (
        "couple-ahb",
        "",
        r"assign hresp_o = .*;",
        "assign hresp_o = 1'b0;",
        "a write outside the registers is rejected: 0 inst",
    ),
    ("engine-ascon", "axi4l", r"\.mem_wdata_o\(mem_wdata_o\)", ".mem_wdata_o()", "ciphertext: "),
]


@pytest.mark.parametrize(("block", "bus", "sound", "wrong", "says"), DEFECTS)
def test_a_defect_is_found(block, bus, sound, wrong, says, tmp_path):
    folder = exported.placed(tmp_path / "bundle", block, bus)
    top = subject.of_block(block, bus).top
    source = folder / "verilog" / f"{top}.v"
    text, count = re.subn(sound, wrong, source.read_text())
    assert count, "the defect is nowhere"
    source.write_text(text)
    done = exported.simulated(folder, top, tmp_path)
    assert done.returncode != 0 and says in done.stdout and "FAIL: " in done.stdout and "PASS" not in done.stdout
