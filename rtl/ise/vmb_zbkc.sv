// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Zbkc for RV32: clmul and clmulh, the halves of the carry-less product of two
// words, each in one cycle.
// Source: RISC-V Cryptography Extensions Volume I, version 1.0, section 3.
//
// Bit k of a carry-less product is the sum of all a[i] & b[k-i]. With both
// operands' bits in reverse order, the product is in reverse order too: bit k is then bit 62-k of
// the wanted product. So one array of partial products, for bits 31:0, serves both halves, and
// clmulh reverses its operands and its result. Its bit 31 would be bit 63 of the product and is 0.
//
// Where that array needs a product of two parts whole, Karatsuba's method forms
// it of three products of half the width instead of four.
//
// accept_o depends on instr_i alone. If it is 0, result_o is undefined. Combinational; timing does
// not depend on operand values.

module vmb_zbkc
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*;
(
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic        accept_o,
    output logic [31:0] result_o
);

  instr_t instr;
  assign instr = instr_t'(instr_i);

  logic unused_instr;
  assign unused_instr = ^{instr.rs2, instr.rs1, instr.rd};

  assign accept_o = (instr.opcode == OpcodeOp) && (instr.funct7 == Funct7Clmul) &&
                    (instr.funct3 inside {Funct3Clmul, Funct3Clmulh});

  logic high;  // clmulh, if accepted
  assign high = instr.funct3[1];

  function automatic logic [31:0] reversed32(logic [31:0] x);
    for (int unsigned i = 0; i < 32; i++) reversed32[i] = x[31-i];
  endfunction

  function automatic logic [30:0] reversed31(logic [30:0] x);
    for (int unsigned i = 0; i < 31; i++) reversed31[i] = x[30-i];
  endfunction

  // Whole products. With a = a1 : a0 and b = b1 : b0, Karatsuba's method computes a1 b0 + a0 b1 =
  // (a1 + a0)(b1 + b0) + a1 b1 + a0 b0.
  function automatic logic [6:0] times4(logic [3:0] a, logic [3:0] b);
    times4 = '0;
    for (int unsigned i = 0; i < 4; i++) times4 ^= 7'(a & {4{b[i]}}) << i;
  endfunction

  function automatic logic [14:0] times8(logic [7:0] a, logic [7:0] b);
    logic [6:0] upper, lower, mixed;
    upper  = times4(a[7:4], b[7:4]);
    lower  = times4(a[3:0], b[3:0]);
    mixed  = times4(a[7:4] ^ a[3:0], b[7:4] ^ b[3:0]) ^ upper ^ lower;
    times8 = {upper, 8'b0} ^ {4'b0, mixed, 4'b0} ^ {8'b0, lower};
  endfunction

  function automatic logic [30:0] times16(logic [15:0] a, logic [15:0] b);
    logic [14:0] upper, lower, mixed;
    upper   = times8(a[15:8], b[15:8]);
    lower   = times8(a[7:0], b[7:0]);
    mixed   = times8(a[15:8] ^ a[7:0], b[15:8] ^ b[7:0]) ^ upper ^ lower;
    times16 = {upper, 16'b0} ^ {8'b0, mixed, 8'b0} ^ {16'b0, lower};
  endfunction

  // The low halves of products: all of a0 b0, and the low halves of a1 b0 and a0 b1.
  function automatic logic [7:0] low8(logic [7:0] a, logic [7:0] b);
    low8 = '0;
    for (int unsigned i = 0; i < 8; i++) low8 ^= (a & {8{b[i]}}) << i;
  endfunction

  function automatic logic [15:0] low16(logic [15:0] a, logic [15:0] b);
    low16 = {1'b0, times8(a[7:0], b[7:0])} ^ {low8(a[15:8], b[7:0]) ^ low8(a[7:0], b[15:8]), 8'b0};
  endfunction

  function automatic logic [31:0] low32(logic [31:0] a, logic [31:0] b);
    low32 = {1'b0, times16(a[15:0], b[15:0])} ^
        {low16(a[31:16], b[15:0]) ^ low16(a[15:0], b[31:16]), 16'b0};
  endfunction

  logic [31:0] a, b, product;
  assign a = high ? reversed32(rs1_i) : rs1_i;
  assign b = high ? reversed32(rs2_i) : rs2_i;
  assign product = low32(a, b);

  assign result_o = high ? {1'b0, reversed31(product[30:0])} : product;

endmodule
