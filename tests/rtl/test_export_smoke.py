# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke tests of bundles: with Icarus on Verilog-2005, with Verilator on SystemVerilog."""

from __future__ import annotations

import re

import pytest

from tests.rtl import exported
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

#: Blocks that connect an engine's memory port to a bus: test_export_memory.py.
ON_A_MEMORY_BUS = (
    *("axi-mem", "axi-mem-16", "axi-single", "wb-mem", "ahb-mem", "tl-mem", "tl-mem-ordered"),
    *("axis", "axis-64", "axis-128"),
)
#: Blocks without a smoke test: their ports are only for a core, or for an engine.
WITHOUT = ("xasconp", "xchacha", "xif", "rocc", "rocc-mem", "cfu", *ON_A_MEMORY_BUS)

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
    ("engine-ascon", "obi", ("PortBits=64",)),
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
