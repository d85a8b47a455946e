// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The quarter-round of ChaCha20, combinational.
// Source: RFC 8439, section 2.1.
//
// Its first adder is shared: with addend_i = b_i this is the quarter-round, with any other addend
// sum_o = a_i + addend_i and the other outputs are undefined.

module vmb_chacha20_qround (
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] c_i,
    input  logic [31:0] d_i,
    input  logic [31:0] addend_i,
    output logic [31:0] sum_o,
    output logic [31:0] a_o,
    output logic [31:0] b_o,
    output logic [31:0] c_o,
    output logic [31:0] d_o
);

  function automatic logic [31:0] rotated(logic [31:0] x, int unsigned left);
    return (x << left) | (x >> (32 - left));
  endfunction

  logic [31:0] b1, c1, d1;
  assign sum_o = a_i + addend_i;
  assign d1 = rotated(d_i ^ sum_o, 16);
  assign c1 = c_i + d1;
  assign b1 = rotated(b_i ^ c1, 12);

  assign a_o = sum_o + b1;
  assign d_o = rotated(d1 ^ a_o, 8);
  assign c_o = c1 + d_o;
  assign b_o = rotated(b1 ^ c_o, 7);

endmodule
