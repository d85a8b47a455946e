// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A second copy of a register, inverted, so that a fault in one of both shows: with
// we_i it takes next_i as the register does, from the next cycle on differs_o compares.
// For a register without a reset, the copy has none either.

module vmb_shadow #(
    parameter int unsigned Width = 1,
    parameter bit HasReset = 1'b1,
    parameter logic [Width-1:0] Reset = '0  // of the register
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             we_i,
    input  logic [Width-1:0] next_i,
    input  logic [Width-1:0] value_i,   // of the register
    output logic             differs_o
);

  logic [Width-1:0] shadow_q;
  if (HasReset) begin : gen_reset
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) shadow_q <= ~Reset;
      else if (we_i) shadow_q <= ~next_i;
    end
  end else begin : gen_no_reset
    always_ff @(posedge clk_i) if (we_i) shadow_q <= ~next_i;
    logic unused;
    assign unused = rst_ni;
  end
  assign differs_o = shadow_q != ~value_i;

endmodule
