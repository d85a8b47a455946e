// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Zbkx for RV32: xperm4 and xperm8, lookups in a register, each in one cycle.
// Source: RISC-V Cryptography Extensions Volume I, version 1.0, sections 2.3 and 3.
//
// Every nibble of rs2 is the index of a nibble of rs1 (xperm4), every byte that of a
// byte (xperm8); an index beyond the register gives 0. A byte is two neighbouring
// nibbles, so xperm8 is xperm4 with other indices: nibble 2k+h of the result is
// nibble 2x+h of rs1, where x is byte k of rs2.
//
// accept_o depends on instr_i alone. If it is 0, result_o is undefined. Combinational: every index
// takes the same path, for all values.

module vmb_zbkx
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

  assign accept_o = (instr.opcode == OpcodeOp) && (instr.funct7 == Funct7Xperm4) &&
                    (instr.funct3 inside {Funct3Xperm4, Funct3Xperm8});

  logic bytes;  // xperm8, if accepted
  assign bytes = instr.funct3[2];

  logic [7:0][3:0] nibbles;
  assign nibbles = rs1_i;

  for (genvar n = 0; n < 8; n++) begin : gen_nibble
    localparam int unsigned Byte = 8 * (n / 2);  // first bit of this nibble's byte
    logic inside_register;
    logic [2:0] index;
    assign inside_register = bytes ? (rs2_i[Byte+2+:6] == '0) : !rs2_i[4*n+3];
    assign index = bytes ? {rs2_i[Byte+:2], 1'(n % 2)} : rs2_i[4*n+:3];
    assign result_o[4*n+:4] = nibbles[index] & {4{inside_register}};
  end

endmodule
