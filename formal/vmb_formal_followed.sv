// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One bit of one register, any one, the same in every cycle: what proofs of cores follow
// instead of all registers.

module vmb_formal_followed (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [ 9:0] any_i,       // anything during reset
    output logic [ 4:0] register_o,
    output logic [ 4:0] place_o,
    input  logic [31:0] word_i,      // what this register holds
    output logic        now_o,       // the bit, in this cycle
    output logic        earlier_o,   // and in the one before
    output logic        counts_o     // both are of no reset, and not of x0
);

  logic reset_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {register_o, place_o} <= any_i;
    earlier_o <= now_o;
    reset_q  <= !rst_ni;
  end
  assign now_o = word_i[place_o];
  assign counts_o = rst_ni && !reset_q && register_o != '0;

endmodule
