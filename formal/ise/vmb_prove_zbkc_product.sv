// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The results of vmb_zbkc compared with its specification, with the instruction word fixed (rd,
// rs1 and rs2 are x0), so that they are polynomials in the bits of the operands: the sums
// have to be 0. vmb_prove_zbkc has the other words.

module vmb_prove_zbkc_product (
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic [31:0] bad_clmul,
    output logic [31:0] bad_clmulh
);

  for (genvar h = 0; h < 2; h++) begin : gen_half
    localparam logic [31:0] Word = {7'b0000101, 10'd0, h == 0 ? 3'b001 : 3'b011, 5'd0, 7'b0110011};
    logic unused_accept;
    logic [1:0] unused_is;
    logic [31:0] result, value;

    vmb_zbkc u_unit (
        .instr_i(Word),
        .rs1_i,
        .rs2_i,
        .accept_o(unused_accept),
        .result_o(result)
    );
    vmb_spec_zbkc u_spec (
        .instr_i(Word),
        .rs1_i,
        .rs2_i,
        .is_o(unused_is),
        .value_o(value)
    );
  end
  assign bad_clmul  = gen_half[0].result ^ gen_half[0].value;
  assign bad_clmulh = gen_half[1].result ^ gen_half[1].value;

endmodule
