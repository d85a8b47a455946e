// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Zkne and Zknd for RV32: RISC-V Cryptography Extensions Volume I,
// version 1.0, section 3, with FIPS 197 by its definitions: GF(2^8) (section 4), the
// S-box as multiplicative inverse and affine transformation (section 5.1.1), its inverse
// (section 5.3.2), a column times the matrices of sections 5.1.3 and 5.3.3. Nothing is a
// table.

module vmb_spec_zkn (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [ 3:0] is_o,
    output logic [31:0] value_o,

    // Of the byte, for checks of the specification itself: the inverse times the byte,
    // the inverse S-box of the S-box.
    output logic [7:0] byte_o,
    output logic [7:0] unity_o,
    output logic [7:0] back_o
);

  // Modulo x^8 + x^4 + x^3 + x + 1.
  function automatic logic [7:0] times(logic [7:0] a, logic [7:0] b);
    logic [7:0] sum, power;
    sum   = '0;
    power = a;
    for (int unsigned i = 0; i < 8; i++) begin
      if (b[i]) sum ^= power;
      power = {power[6:0], 1'b0} ^ (power[7] ? 8'h1b : 8'h00);
    end
    return sum;
  endfunction

  // The inverse of a is a^254; 0 stays 0.
  function automatic logic [7:0] inverse(logic [7:0] a);
    logic [7:0] product, square;
    product = 8'h01;
    square  = a;
    for (int unsigned i = 1; i < 8; i++) begin
      square  = times(square, square);
      product = times(product, square);
    end
    return product;
  endfunction

  function automatic logic [7:0] sbox(logic [7:0] a);
    logic [7:0] b, s;
    b = inverse(a);
    for (int unsigned i = 0; i < 8; i++) begin
      s[i] = b[i] ^ b[(i+4)%8] ^ b[(i+5)%8] ^ b[(i+6)%8] ^ b[(i+7)%8];
    end
    return s ^ 8'h63;
  endfunction

  function automatic logic [7:0] inverse_sbox(logic [7:0] a);
    logic [7:0] b;
    for (int unsigned i = 0; i < 8; i++) b[i] = a[(i+2)%8] ^ a[(i+5)%8] ^ a[(i+7)%8];
    return inverse(b ^ 8'h05);
  endfunction

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
