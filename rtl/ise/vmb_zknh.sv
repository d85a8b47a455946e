// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Zknh for RV32: the functions of SHA-256 on one word, and those of SHA-512 on the two halves of a
// word of 64 bits, each in one cycle.
// Source: RISC-V Cryptography Extensions Volume I, version 1.0, sections 2.6 and 3; FIPS 180-4,
// sections 4.1.2 and 4.1.3.
//
// Each is the XOR of three rotated or shifted words. Choosing the three words before they are added
// takes 1.0 kGE, choosing among eight results 1.4. An instruction of SHA-512 computes one half of
// the result, that of rs1, with rs2 the other half. sha512sig0h and sha512sig1h differ from
// sha512sig0l and sha512sig1l in the bits that a shift, not a rotation, moves from rs2 to rs1.
//
// accept_o depends on instr_i alone. If it is 0, result_o is undefined. Combinational.

module vmb_zknh
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
  assign unused_instr = ^{instr.rs1, instr.rd};

  logic [11:0] funct12;
  assign funct12 = {instr.funct7, instr.rs2};

  logic accept_op_imm, accept_op;
  assign accept_op_imm =
      (instr.opcode == OpcodeOpImm) && (instr.funct3 == Funct3Sha256sum0) &&
      (funct12 inside {Funct12Sha256sum0, Funct12Sha256sum1, Funct12Sha256sig0, Funct12Sha256sig1});
  assign accept_op =
      (instr.opcode == OpcodeOp) && (instr.funct3 == Funct3Sha512sum0r) &&
      (instr.funct7 inside {Funct7Sha512sum0r, Funct7Sha512sum1r, Funct7Sha512sig0l,
                            Funct7Sha512sig1l, Funct7Sha512sig0h, Funct7Sha512sig1h});
  assign accept_o = accept_op_imm || accept_op;

  // What the accepted encodings differ in: sha512, not sha256; sig, not sum; number 1, not 0; the
  // low half.
  logic wide, sig, one, low;
  assign wide = instr.opcode[5];
  assign sig  = wide ? instr.funct7[1] : instr.rs2[1];
  assign one  = wide ? instr.funct7[0] : instr.rs2[0];
  assign low  = !instr.funct7[2];

  // The three words that are added. Of sha512, rotated to the right by n: rs1 >> n and
  // rs2 << (32 - n); by n + 32, with rs1 and rs2 swapped.
  logic [31:0] first, second, third;
  always_comb begin
    unique case ({
      wide, sig, one
    })
      3'b000: begin
        first  = {rs1_i[1:0], rs1_i[31:2]};
        second = {rs1_i[12:0], rs1_i[31:13]};
        third  = {rs1_i[21:0], rs1_i[31:22]};
      end
      3'b001: begin
        first  = {rs1_i[5:0], rs1_i[31:6]};
        second = {rs1_i[10:0], rs1_i[31:11]};
        third  = {rs1_i[24:0], rs1_i[31:25]};
      end
      3'b010: begin
        first  = {rs1_i[6:0], rs1_i[31:7]};
        second = {rs1_i[17:0], rs1_i[31:18]};
        third  = rs1_i >> 3;
      end
      3'b011: begin
        first  = {rs1_i[16:0], rs1_i[31:17]};
        second = {rs1_i[18:0], rs1_i[31:19]};
        third  = rs1_i >> 10;
      end
      3'b100: begin
        first  = {rs2_i[27:0], rs1_i[31:28]};
        second = {rs1_i[1:0], rs2_i[31:2]};
        third  = {rs1_i[6:0], rs2_i[31:7]};
      end
      3'b101: begin
        first  = {rs2_i[13:0], rs1_i[31:14]};
        second = {rs2_i[17:0], rs1_i[31:18]};
        third  = {rs1_i[8:0], rs2_i[31:9]};
      end
      3'b110: begin
        first  = {rs2_i[0], rs1_i[31:1]};
        second = {rs2_i[7:0], rs1_i[31:8]};
        third  = {rs2_i[6:0] & {7{low}}, rs1_i[31:7]};
      end
      3'b111: begin
        first  = {rs2_i[18:0], rs1_i[31:19]};
        second = {rs1_i[28:0], rs2_i[31:29]};
        third  = {rs2_i[5:0] & {6{low}}, rs1_i[31:6]};
      end
      default: ;
    endcase
  end
  assign result_o = first ^ second ^ third;

endmodule
