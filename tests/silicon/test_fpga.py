# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FPGA: small circuits whose primitives can be counted by hand, and one that is placed and routed."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.silicon.small import part
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.main import main
from vambrace.measure import fpga as fpga_records
from vambrace.silicon import fpga, parts
from vambrace.view import fpga_table

#: Behind flip-flops, what two tables make; a parity of five bits; and a memory that in the flow of cells is left out.
CIRCUIT = """module vmb_hold_memory (input logic clk_i, we_i, input logic [8:0] w_i, r_i, input logic [31:0] d_i,
                                   output logic [31:0] q_o);
  logic [31:0] memory_q[512];
  always_ff @(posedge clk_i) begin
    if (we_i) memory_q[w_i] <= d_i;
    q_o <= memory_q[r_i];
  end
endmodule
module dut (input logic clk_i, we_i, input logic [8:0] w_i, r_i, input logic [31:0] d_i, output logic [31:0] q_o,
            input logic [4:0] a_i, output logic [1:0] and_o, output logic parity_o);
  vmb_hold_memory u_memory (.clk_i, .we_i, .w_i, .r_i, .d_i, .q_o);
  always_ff @(posedge clk_i) and_o <= a_i[1:0] & a_i[3:2];
  assign parity_o = ^a_i;
endmodule
"""
GATES = """module dut (input logic clk_i, input logic [3:0] a_i, output logic [1:0] q_o, output logic parity_o);
  always_ff @(posedge clk_i) q_o <= a_i[1:0] & a_i[3:2];
  assign parity_o = ^a_i;
endmodule
"""


#: Yosys reads its library of primitives in each.
SECONDS = pytest.mark.long("four seconds or more of Yosys; two circuits always run")


@pytest.mark.long("maps cells of another vendor: six seconds")
def test_counted_by_hand(tmp_path):
    actual = fpga.resources(part(tmp_path, CIRCUIT, left_out=parts.MEMORIES))
    assert actual.luts == {1: 0, 2: 2, 3: 0, 4: 0, 5: 1, 6: 0} and actual.lut == 3
    assert (actual.flip_flops, actual.muxf7, actual.carry4, actual.bram18, actual.dsp) == (2, 0, 0, 1, 0)


@pytest.mark.long("five seconds: a design that is counted by hand always runs")
def test_a_hole_with_parameters(tmp_path):
    """Its inputs and its outputs count."""
    text = """module hole #(parameter int W = 1) (input logic [W-1:0] a_i, output logic [W-1:0] y_o); endmodule
      module dut (input logic [5:0] a_i, output logic y_o);
        logic [2:0] y;
        hole #(.W(3)) u_hole (.a_i(a_i[5:3] & a_i[2:0]), .y_o(y));
        assign y_o = ^y;
      endmodule"""
    actual = fpga.resources(part(tmp_path, text, left_out=("hole",)))
    assert actual.luts == {1: 0, 2: 3, 3: 1, 4: 0, 5: 0, 6: 0}


#: Functions of eight bits, which need four LUTs and three multiplexers, each in a module with a parameter.
TABLES = """module table_of #(parameter bit Odd = 1'b0) (input logic [7:0] a_i, output logic y_o);
      localparam logic [255:0] Table = 256'h9b1c73f055e20d48a6b71f93c40e2d5a786be1c9334790fdb25e18a46cd7f035;
      assign y_o = Table[a_i] ^ (Odd && a_i[7]);
    endmodule
    module pair (input logic [7:0] a_i, output logic y_o);
      logic [1:0] y;
      table_of #(.Odd(1'b0)) u_even (.a_i, .y_o(y[0]));
      table_of #(.Odd(1'b1)) u_odd (.a_i, .y_o(y[1]));
      assign y_o = &y;
    endmodule
    module dut (input logic [15:0] a_i, output logic y_o);
      logic [1:0] y;
      pair u_low (.a_i(a_i[7:0]), .y_o(y[0]));
      pair u_high (.a_i(a_i[15:8]), .y_o(y[1]));
      assign y_o = ^y;
    endmodule"""


@SECONDS
def test_modules_by_themselves(tmp_path):
    """There is no optimisation across their ports, and each instance counts, with its parameters."""
    some = replace(part(tmp_path, TABLES), preserved=("pair", "table_of"))
    assert fpga.flow(some) == "synth_xilinx -family xc7 -flatten, pair by itself, table_of by itself"
    actual = fpga.resources(some)
    assert actual.luts == {1: 0, 2: 3, 3: 0, 4: 0, 5: 0, 6: 16} and (actual.muxf7, actual.muxf8) == (8, 4)


@SECONDS
def test_wide_multiplexers_are_used(tmp_path):
    """For a function of eight inputs, as by the manufacturer's tools."""
    text = TABLES.replace("module table_of", "module dut", 1).split("endmodule")[0] + "endmodule"
    wide = fpga.resources(part(tmp_path, text))
    assert (wide.lut, wide.muxf7, wide.muxf8) == (4, 2, 1)


def test_other_primitives_are_counted_by_kind():
    some = parts.Part("block", "dut", (), "", left_out=("hole",))
    cells = {"LUT6": 4, "INV": 1, "MUXF7": 2, "MUXF8": 1, "FDCE": 3, "FDSE": 2, "RAMB36E1": 1, "RAMB18E1": 1,
             "RAM32M": 2, "DSP48E1": 1, "CARRY4": 5, "hole": 1, "$scopeinfo": 7}  # fmt: skip
    actual = fpga._resources(cells, some)
    assert (actual.lut, actual.lut_memory, actual.muxf7, actual.muxf8) == (4 + 1 + 8, 8, 2, 1)
    assert (actual.flip_flops, actual.bram18, actual.dsp, actual.carry4) == (5, 3, 1, 5)
    with pytest.raises(VambraceError, match="unknown primitives: PLLE2_ADV"):
        fpga._resources({"PLLE2_ADV": 1}, some)


COUNTED = fpga.Resources(
    luts={1: 0, 2: 2, 3: 0, 4: 1, 5: 0, 6: 0}, lut_memory=0, muxf7=0, muxf8=0, carry4=0, flip_flops=2, bram18=0, dsp=0
)


@pytest.mark.long("a quarter of a minute; each routed block of the tables is a longer one")
def test_placed_and_routed(tmp_path):
    small = part(tmp_path, GATES)
    actual = fpga.routed(small, [1])
    assert 50 < actual.fmax[1] < 1000
    assert (actual.mean, actual.deviation) == (actual.fmax[1], None)
    assert fpga.Routed({1: 90.0, 2: 110.0}, {}).mean == 100 and fpga.Routed({1: 90.0, 2: 110.0}, {}).deviation > 14
    assert actual.used["TRELLIS_FF"] == 4 + 2 + 3  # at the inputs, its own, at the outputs
    created = fpga_records.record(parts.Subject("dut", "", (small,)), [COUNTED], [actual])
    assert json.loads(json.dumps(created))["fmax_mhz"] == actual.mean
    (grid,) = fpga_table.grids([created])
    assert grid.rows[0][:2] == ["dut", "3"] and f"{actual.mean:.1f}" in grid.rows[0]


def test_similar_names_are_suggested_for_an_unknown_one():
    done = CliRunner().invoke(main, ["fpga", "aes128"])
    assert isinstance(done.exception, UsageError) and "did you mean 'aes-128'" in str(done.exception)
