// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether all assumptions have held so far. The first of them is of every proof: the
// first cycle is one of reset. Registers are anything before; a reset may come again at
// any time.

module vmb_formal_held (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic assumed_i,  // what is assumed of this cycle
    output logic held_o      // of this cycle and all before
);

  logic before_q = 1'b0, held_q = 1'b1;
  assign held_o = held_q && assumed_i && (before_q || !rst_ni);
  always_ff @(posedge clk_i) begin
    before_q <= 1'b1;
    held_q   <= held_o;
  end

endmodule
