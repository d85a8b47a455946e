# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether a netlist computes the same as its RTL, for all inputs: a proof by ABC's `cec`."""

from __future__ import annotations

from pathlib import Path

from vambrace.base import tools
from vambrace.silicon import synthesis, yosys
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.synthesis import Netlist


def proved(netlist: Netlist, library: Liberty, folder: Path) -> bool:
    """For a combinational part; the RTL is read again, independently of the synthesis."""
    plain = ["proc", "flatten", "opt", "techmap", "opt", "aigmap"]
    yosys.run(
        [
            *synthesis.read_commands(netlist.part, folder),
            *plain,
            "write_aiger rtl.aig",
            "design -reset",
            f"read_liberty -ignore_miss_func -ignore_miss_dir {library.path}",
            f"read_verilog {netlist.verilog}",
            f"hierarchy -top {netlist.part.top}",
            *plain,
            "write_aiger cells.aig",
        ],
        folder,
    )
    abc = tools.package_folder("pyosys") / "yosys-abc"
    words = tools.run([str(abc), "-c", f"cec -n {folder / 'rtl.aig'} {folder / 'cells.aig'}"])
    if "Networks are equivalent" in words:
        return True
    assert "NOT EQUIVALENT" in words, words
    return False
