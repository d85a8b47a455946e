# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""ghdl.py restores the defaults of multiplexers that GHDL 2.0 leaves out, and changes nothing else."""

from __future__ import annotations

from tests.rtl.ghdl import completed

DUMP = r"""
    instance %7{i1}: $const_UB32
      parameters $val=5
      outputs %7.$o{n2w3}
    instance %8{i2}: $const_UL32
      parameters $val=4294967295 $xz=4294967295
      outputs %8.$o{n3w8}
    instance %9{i3}: $extract
    instance %11{i4}: $pmux
      input %11.$def{p1} <- %7.$o{n2w3}
    instance %12{i5}: $pmux
      input %12.$def{p2} <- %8.$o{n3w8}
    instance %13{i6}: $pmux
      input %13.$def{p3} <- %9.$o{n4w1}
    instance %14{i7}: $pmux
      input %14.$def{p4} <- \some_unit.\data_i{n5w32}
"""
CASE = "  always @*\n    case (n3_o)\n      2'b10: n{0}_o <= a;\n      2'b01: n{0}_o <= b;\n{1}    endcase\n"


def test_defaults():
    values = {11: "3'd5", 12: "8'd0", 13: "n9_o", 14: "data_i"}
    for number, value in values.items():
        wanted = CASE.format(number, f"      default: n{number}_o <= {value};\n")
        assert completed(CASE.format(number, ""), DUMP) == wanted
        assert completed(wanted, DUMP) == wanted
    assert completed(CASE.format(15, ""), DUMP) == CASE.format(15, "")
