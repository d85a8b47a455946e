// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Zkne and Zknd for RV32: aes32esi, aes32esmi, aes32dsi, aes32dsmi, each in one
// cycle.
// Source: RISC-V Cryptography Extensions Volume I, version 1.0, section 3;
// FIPS 197, sections 5.1 and 5.3.
//
// Byte number bs of rs2 goes through the S-box or its inverse, is expanded to its column of
// MixColumns or InvMixColumns (or stays one byte), is rotated to the left by bs bytes, and added to
// rs1. Bytes of a column are little-endian: row 0 is bits 7:0.
//
// accept_o depends on instr_i alone. If it is 0, result_o is undefined.
// Combinational, a Boolean circuit without any table.

module vmb_zkned
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*, vmb_zkned_sbox_pkg::*;
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

  logic [1:0] bs;
  logic [4:0] funct5;
  assign {bs, funct5} = instr.funct7;

  assign accept_o =
      (instr.opcode == OpcodeOp) && (instr.funct3 == Funct3Aes32esi) &&
      (funct5 inside {Funct5Aes32esi, Funct5Aes32esmi, Funct5Aes32dsi, Funct5Aes32dsmi});

  // The two bits in which the accepted encodings differ.
  logic decrypt, mix;
  assign decrypt = funct5[2];
  assign mix = funct5[1];

  logic [7:0] s;
  assign s = substitute(decrypt, rs2_i[8*bs+:8]);

  // Multiplication by x in GF(2^8), FIPS 197, section 4.2.1.
  function automatic logic [7:0] times2(logic [7:0] a);
    return {a[6:0], 1'b0} ^ (8'h1b & {8{a[7]}});
  endfunction

  // With s the byte: MixColumns yields rows {2} {1} {1} {3} of it, InvMixColumns {e} {9} {d} {b},
  // which is the former plus {c} {8} {c} {8}. Without mixing row 1 is s, and replaces row 0.
  logic [7:0] s2, inv4, inv8;
  logic [7:0] row0, row1, row2, row3;
  assign s2   = times2(s);
  assign inv4 = times2(times2(s & {8{decrypt && mix}}));
  assign inv8 = times2(inv4);
  assign row1 = s ^ inv8;
  assign row2 = row1 ^ inv4;
  assign row3 = (s ^ s2) ^ inv8;
  assign row0 = s2 ^ (inv4 ^ inv8);

  logic [1:0] rotation;
  logic [31:0] column, half_rotated, rotated;
  assign rotation = mix ? bs : bs - 2'd1;
  assign column = {row3 & {8{mix}}, row2 & {8{mix}}, row1, row0 & {8{mix}}};
  assign half_rotated = rotation[0] ? {column[23:0], column[31:24]} : column;
  assign rotated = rotation[1] ? {half_rotated[15:0], half_rotated[31:16]} : half_rotated;

  assign result_o = rs1_i ^ rotated;

endmodule
