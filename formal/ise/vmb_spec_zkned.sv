// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Zkne and Zknd for RV32: RISC-V Cryptography Extensions Volume I,
// version 1.0, section 3, with the arithmetic of FIPS 197 by its definitions.

module vmb_spec_zkned
  import vmb_spec_aes_pkg::*;
(
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [ 3:0] is_o,
    output logic [31:0] value_o,

    // For checks of the specification itself: the inverse of the byte times the byte, and the
    // inverse S-box of its S-box.
    output logic [7:0] byte_o,
    output logic [7:0] unity_o,
    output logic [7:0] back_o
);

  logic right;
  assign right   = instr_i[14:12] == 3'b000 && instr_i[6:0] == 7'b0110011;
  assign is_o[0] = right && instr_i[29:25] == 5'b10001;  // aes32esi
  assign is_o[1] = right && instr_i[29:25] == 5'b10011;  // aes32esmi
  assign is_o[2] = right && instr_i[29:25] == 5'b10101;  // aes32dsi
  assign is_o[3] = right && instr_i[29:25] == 5'b10111;  // aes32dsmi

  logic [1:0] bs;
  logic [4:0] shamt;
  logic [7:0] si, so, so_inverse;
  assign bs = instr_i[31:30];
  assign shamt = {bs, 3'b000};
  assign si = 8'(rs2_i >> shamt);
  assign so = sbox(si);
  assign so_inverse = inverse_sbox(si);

  logic [31:0] column;
  always_comb begin
    unique case (1'b1)
      is_o[0]: column = {24'd0, so};
      is_o[1]: column = {times(8'h03, so), so, so, times(8'h02, so)};
      is_o[2]: column = {24'd0, so_inverse};
      default: begin
        column = {
          times(8'h0b, so_inverse),
          times(8'h0d, so_inverse),
          times(8'h09, so_inverse),
          times(8'h0e, so_inverse)
        };
      end
    endcase
  end
  assign value_o = rs1_i ^ ((column << shamt) | (column >> (6'd32 - 6'(shamt))));

  assign byte_o  = si;
  assign unity_o = times(si, inverse(si));
  assign back_o  = inverse_sbox(so);

endmodule
