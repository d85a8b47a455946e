// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One arbitrary bit of one arbitrary register, the same in every cycle, which proofs of cores
// follow instead of all registers.

module vmb_formal_followed (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [ 9:0] any_i,       // unconstrained during reset
    output logic [ 4:0] register_o,
    output logic [ 4:0] place_o,
    input  logic [31:0] word_i,      // the contents of this register
    output logic        now_o,       // the bit, in this cycle
    output logic        earlier_o,   // and in the previous one
    output logic        counts_o     // neither cycle is in reset, and the register is not x0
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
