# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Small circuits and cell libraries, written for a test."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vambrace.silicon import liberty
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Part


@cache
def osu018() -> Liberty:
    """The cell library of area and timing tests; reading it takes a second, once per process."""
    return liberty.load(liberty.default_path())


def part(folder: Path, text: str, top: str = "dut", left_out: tuple[str, ...] = (), **parameters: int) -> Part:
    """Return a part with this SystemVerilog as its source."""
    (folder / "dut.sv").write_text(text)
    core = folder / "dut.core"
    core.write_text("CAPI=2:\nname: test::dut:0\nfilesets:\n  rtl:\n    files: [dut.sv]\n")
    return Part("block", top, tuple(parameters.items()), str(core), left_out=left_out)


NAND = """
  cell (MY_ND2) {
    area : 3; cell_leakage_power : 0.5;
    pin (X1) { direction : input; capacitance : 0.01; }
    pin (X2) { direction : input; capacitance : 0.02; }
    pin (Q) { direction : output; function : "!X1 + !X2"; }
  }
"""
INVERTER = """
  cell (MY_INV) {
    area : 2;
    pin (A) { direction : input; capacitance : 0.01; }
    pin (Y) { direction : output; function : "!A"; }
  }
"""
NOR = NAND.replace("MY_ND2", "MY_NR2").replace("!X1 + !X2", "!(X1 + X2)")
BUFFER = INVERTER.replace("MY_INV", "MY_BUF").replace("!A", "A")
FLOP = """
  cell (MY_FF) {
    area : 12;
    ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; }
    pin (C) { direction : input; capacitance : 0.01; clock : true; }
    pin (D) { direction : input; capacitance : 0.01; }
    pin (Q) { direction : output; function : "IQ"; }
  }
"""


def library(folder: Path, *cells: str, more: str = "") -> Path:
    path = folder / "cells.lib"
    path.write_text(f"library (my_cells) {{ {more} {''.join(cells)} }}\n")
    return path


def read(folder: Path, *cells: str, more: str = "") -> Liberty:
    return liberty.load(library(folder, *cells, more=more))
