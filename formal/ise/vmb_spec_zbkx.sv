// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Zbkx for RV32, written from RISC-V Cryptography Extensions Volume I, version
// 1.0, sections 2.3 and 3: each element of the result by a shift of rs1, which is 0 if the index is
// beyond the register.

module vmb_spec_zbkx (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [ 1:0] is_o,
    output logic [31:0] value_o
);

  logic right;
  assign right   = instr_i[31:25] == 7'b0010100 && instr_i[6:0] == 7'b0110011;
  assign is_o[0] = right && instr_i[14:12] == 3'b010;  // xperm4
  assign is_o[1] = right && instr_i[14:12] == 3'b100;  // xperm8

  logic [31:0] of_nibbles, of_bytes;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      of_nibbles[4*i+:4] = 4'(rs1_i >> {rs2_i[4*i+:4], 2'b00});
    end
    for (int unsigned i = 0; i < 4; i++) begin
      of_bytes[8*i+:8] = 8'(rs1_i >> {rs2_i[8*i+:8], 3'b000});
    end
  end
  assign value_o = is_o[1] ? of_bytes : of_nibbles;

endmodule
