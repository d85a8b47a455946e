// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether all assumptions have held so far. The first of them belongs to every proof: the first
// cycle is one of reset. Registers are unconstrained before; another reset may occur at any time.

module vmb_formal_held (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic assumed_i,  // assumptions about this cycle
    output logic held_o      // true in this and all previous cycles
);

  logic before_q = 1'b0, held_q = 1'b1;
  assign held_o = held_q && assumed_i && (before_q || !rst_ni);
  always_ff @(posedge clk_i) begin
    before_q <= 1'b1;
    held_q   <= held_o;
  end

endmodule
