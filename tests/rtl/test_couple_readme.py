# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""rtl/couple/README.md: the cycles of an access, and OBI's diagram, recomputed from the couplings."""

from __future__ import annotations

import functools
import itertools
import re

from tests.rtl import tables
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from vambrace.base.paths import root

FOLDER = root() / "rtl" / "couple"
README = FOLDER / "README.md"
HEAD = "cycles of an access"
SET = 3 << 12 | 0x0B  # an instruction of vmb_couple_accel

#: The signals of a coupling's master, and the outputs at which an access is taken and answered.
MASTERS: dict[str, tuple[dict[str, int], str, str]] = {
    "vmb_couple_accel": ({"valid_i": 1, "instr_i": SET, "privileged_i": 1}, "ready_o", "ready_o"),
    "vmb_couple_obi": ({"req_i": 1, "be_i": 15}, "gnt_o", "rvalid_o"),
    "vmb_couple_axi4l": ({"arvalid_i": 1, "rready_i": 1}, "arready_o", "rvalid_o"),
    "vmb_couple_tlul": (
        {"a_valid_i": 1, "a_opcode_i": 4, "a_size_i": 2, "a_mask_i": 15, "d_ready_i": 1},
        "a_ready_o",
        "d_valid_o",
    ),
    "vmb_couple_wb": ({"cyc_i": 1, "stb_i": 1, "sel_i": 15}, "reg_req_o", "ack_o"),
    "vmb_couple_apb": ({"psel_i": 1}, "psel_i", "pready_o"),
    "vmb_couple_ahb": (
        {"hsel_i": 1, "htrans_i": 2, "hsize_i": 2, "hready_i": 1},
        "hreadyout_o",
        "reg_req_o",  # in the data phase, which never waits here
    ),
}
STANDARD = "`vmb_couple_wb` with `Pipelined` = 0"
WRITES = {"awvalid_i": 1, "wvalid_i": 1, "wstrb_i": 15, "bready_i": 1}


@functools.cache
def _model(name: str, **parameters: int):
    files = [FOLDER / f"{name}.sv"]
    if name == "vmb_couple_accel":
        files += [FOLDER / "vmb_couple_decode.sv", root() / "tests" / "rtl" / "couple.vlt"]
        files.insert(0, root() / "rtl" / "engine" / "vmb_engine_regs_pkg.sv")
    return build(name, checked(*files), **parameters)


def measured(name: str, drives: dict[str, int], taken: str, answered: str, **parameters: int) -> list[int]:
    """Cycles from an access to its answer, and between two accesses, with a master and registers that never wait."""
    dut = Dut(_model(name, **parameters))
    dut.reset()
    dut.drive(reg_ready_i=1, **{port: value for port, value in drives.items() if port in dut})
    takes, answers = [], []
    for cycle in range(40):
        if "penable_i" in dut:  # a setup phase and an access phase alternate
            dut.drive(penable_i=cycle % 2, psel_i=1)
        takes += [cycle] * (getattr(dut, taken) and not ("penable_i" in dut and cycle % 2))
        answers += [cycle] * getattr(dut, answered)
        dut.cycle()
    assert len(answers) > 10
    latencies = {answer - take for take, answer in zip(takes, answers, strict=False)}
    intervals = {b - a for a, b in itertools.pairwise(takes)}
    assert len(latencies) == len(intervals) == 1
    return [*latencies, *intervals]


def test_the_cycles_of_an_access():
    rows = {
        name.strip("`"): [int(c) for c in row[1:]] for name, row in tables.table(README, HEAD).items() if name != HEAD
    }
    standard = rows.pop(STANDARD.strip("`"))
    assert rows == {name: measured(name, *master) for name, master in MASTERS.items()}
    assert standard == measured("vmb_couple_wb", *MASTERS["vmb_couple_wb"], Pipelined=0)
    assert rows["vmb_couple_axi4l"] == measured("vmb_couple_axi4l", WRITES, "awready_o", "bvalid_o")


def test_the_timing_diagram_of_obi():
    """A signal changes after a rising edge; its value in a cycle is that before the next edge."""
    text = README.read_text().partition("## Instructions")[0]
    lines = dict(re.findall(r"^    (clk_i|req_i|gnt_o|rvalid_o) [ (OBI)]*([_/‾\\]+)", text, re.MULTILINE))
    assert len(lines) == 4 and len({len(line) for line in lines.values()}) == 1
    edges = [at for at, sign in enumerate(lines["clk_i"]) if sign == "/"]
    assert len(edges) == 4
    drawn = {name: [int(line[edge - 1] == "‾") for edge in [*edges, len(line)]] for name, line in lines.items()}
    dut = Dut(_model("vmb_couple_obi"))
    dut.reset()
    dut.drive(be_i=15, reg_ready_i=1)
    for cycle in range(5):
        dut.req_i = drawn["req_i"][cycle]
        assert (dut.gnt_o, dut.rvalid_o) == (drawn["gnt_o"][cycle], drawn["rvalid_o"][cycle])
        dut.cycle()
    assert sum(drawn["req_i"]) == sum(drawn["rvalid_o"]) == 2
