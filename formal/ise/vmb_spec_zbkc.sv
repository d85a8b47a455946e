// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Zbkc for RV32, written from RISC-V Cryptography Extensions Volume I,
// version 1.0, sections 2.5 and 3: the product of polynomials over GF(2), term by term.

module vmb_spec_zbkc (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [ 1:0] is_o,
    output logic [31:0] value_o
);

  logic right;
  assign right   = instr_i[31:25] == 7'b0000101 && instr_i[6:0] == 7'b0110011;
  assign is_o[0] = right && instr_i[14:12] == 3'b001;  // clmul
  assign is_o[1] = right && instr_i[14:12] == 3'b011;  // clmulh

  logic [63:0] product;
  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < 32; i++) begin
      if (rs2_i[i]) product ^= 64'(rs1_i) << i;
    end
  end
  assign value_o = is_o[1] ? product[63:32] : product[31:0];

endmodule
