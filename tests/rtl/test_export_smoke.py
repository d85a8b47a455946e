# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke tests of bundles: with Icarus on Verilog-2005, with Verilator on SystemVerilog."""

from __future__ import annotations

import re

import pytest

from tests.rtl import exported
from vambrace.export import smoke, subject
from vambrace.silicon import parts

EVERY = pytest.mark.long("another block, coupling or parameter; one of each kind always runs")
VERILATED = pytest.mark.long("g++ compiles a model and what Verilator needs for delays: half a minute")
SHORT = (("zkn", "", ()), ("ascon", "", ()), ("couple-ahb", "", ()), ("engine-ascon", "axi4l", ()))

#: Blocks without a smoke test: their ports are for a core alone, for an engine, or for the test benches of LWC.
WITHOUT = ("ascon-lwc", "xasconp", "xchacha", "xif", "rocc", "rocc-mem", "cfu", "axi-mem", "axi-mem-16", "axis")

#: What changes a smoke test, next to the block and the bus.
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
    ("aes-128", "", ("StoredKeys=1", "Sbox=1")),
)


def subjects(marked: tuple = ()) -> list:
    blocks = [(name, "", ()) for name in parts.blocks() if name not in WITHOUT]
    behind = [("engine-ascon", bus, ()) for bus in subject.couplings()]
    every = [*blocks, *behind, *SETTINGS]
    return [
        pytest.param(*one, id="-".join([*one[:2], *one[2]]), marks=marked or (() if one in SHORT else (EVERY,)))
        for one in every
    ]


def passes(done, top: str) -> int:
    """How many checks the smoke test made."""
    assert done.returncode == 0, done.stdout
    found = re.search(rf"^PASS: (\d+) checks of {top}$", done.stdout, re.MULTILINE)
    assert found, done.stdout
    return int(found[1])


@pytest.mark.parametrize(("block", "bus", "settings"), subjects())
def test_icarus_runs_it(block, bus, settings, tmp_path):
    folder = exported.placed(tmp_path / "bundle", block, bus, *settings)
    top = subject.of_block(block, bus, settings).top
    assert passes(exported.simulated(folder, top, tmp_path), top) >= 2


@pytest.mark.parametrize(("block", "bus", "settings"), subjects((VERILATED,)))
def test_verilator_runs_it(block, bus, settings, tmp_path):
    folder = exported.placed(tmp_path / "bundle", block, bus, *settings)
    top = subject.of_block(block, bus, settings).top
    assert passes(exported.verilated(folder, top, tmp_path), top) >= 2


def test_all_others_have_one():
    assert {name for name in parts.blocks() if not smoke.exists(subject.of_block(name))} == set(WITHOUT)


#: By block and bus: what of the Verilog-2005 is wrong, and what the smoke test says of it.
DEFECTS = [
    ("zkn", "", r"rs1_i \^ rotated", "rs1_i | rotated", "result_o: "),
    ("ascon", "", r"rate \^ piece", "rate | piece", "tag: "),
    ("couple-ahb", "", r"assign hresp_o = .*;", "assign hresp_o = 1'b0;", "a write to no register is refused: 0 inst"),
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
