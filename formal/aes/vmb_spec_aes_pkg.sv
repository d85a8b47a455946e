// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of the arithmetic of AES, by the definitions of FIPS 197: GF(2^8) (section 4), the
// S-box as multiplicative inverse and affine transformation (section 5.1.1), its inverse (section
// 5.3.2), and a column times the matrices of sections 5.1.3 and 5.3.3. It has no tables.
//
// Byte r of a column is its row r, byte i of a block is row i % 4 of column i / 4.

package vmb_spec_aes_pkg;

  typedef logic [3:0][7:0] column_t;
  typedef logic [15:0][7:0] block_t;

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

  // A column times the circulant matrix whose first row is c0, c1, c2, c3.
  function automatic column_t matrix(column_t s, logic [7:0] c0, logic [7:0] c1, logic [7:0] c2,
                                     logic [7:0] c3);
    column_t m;
    for (int unsigned r = 0; r < 4; r++) begin
      m[r] = times(c0, s[r]) ^ times(c1, s[(r+1)%4]) ^ times(c2, s[(r+2)%4]) ^
          times(c3, s[(r+3)%4]);
    end
    return m;
  endfunction

  function automatic column_t mix_column(column_t s);
    return matrix(s, 8'h02, 8'h03, 8'h01, 8'h01);
  endfunction

  function automatic column_t inverse_mix_column(column_t s);
    return matrix(s, 8'h0e, 8'h0b, 8'h0d, 8'h09);
  endfunction

  function automatic block_t mix_columns(block_t s);
    block_t m;
    for (int unsigned c = 0; c < 4; c++) m[4*c+:4] = mix_column(s[4*c+:4]);
    return m;
  endfunction

  function automatic block_t inverse_mix_columns(block_t s);
    block_t m;
    for (int unsigned c = 0; c < 4; c++) m[4*c+:4] = inverse_mix_column(s[4*c+:4]);
    return m;
  endfunction

  // Section 5.1.2: row r is shifted left by r.
  function automatic block_t shift_rows(block_t s);
    block_t t;
    for (int unsigned r = 0; r < 4; r++) begin
      for (int unsigned c = 0; c < 4; c++) t[4*c+r] = s[4*((c+r)%4)+r];
    end
    return t;
  endfunction

  // Section 5.3.1: row r is shifted right by r.
  function automatic block_t inverse_shift_rows(block_t s);
    block_t t;
    for (int unsigned r = 0; r < 4; r++) begin
      for (int unsigned c = 0; c < 4; c++) t[4*((c+r)%4)+r] = s[4*c+r];
    end
    return t;
  endfunction

endpackage
