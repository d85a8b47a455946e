// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Xascon for RV32: ascon.sigma.lo and ascon.sigma.hi, one half of the linear
// layer of one word of the Ascon state, each in one cycle.
// Source: docs/reference/ise.md; NIST SP 800-232, section 3.4.
//
// rs1 holds the low half of state word number i, rs2 the high half; the index
// i is in the instruction. The high half of a rotated word is the low half of
// the same rotation of the word with its halves swapped: so sigma.hi swaps its
// operands and there is one data path, to the low half.
//
// accept_o depends on instr_i alone. If it is 0, result_o is undefined.
// Combinational.

module vmb_xascon
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

  logic [1:0] half;
  logic [4:0] index;
  assign {half, index} = instr.funct7;

  assign accept_o = (instr.opcode == OpcodeCustom1) && (instr.funct3 == Funct3AsconSigmaLo) &&
                    (half inside {Funct2AsconSigmaLo, Funct2AsconSigmaHi}) &&
                    (index <= IndexLastAsconSigmaLo);

  logic swap;  // selects the high half, if accepted
  assign swap = half[0];

  // The word, twice: a rotation is 32 adjacent bits of it.
  logic [63:0] word;
  assign word = swap ? {rs1_i, rs2_i} : {rs2_i, rs1_i};
  logic [127:0] twice;
  assign twice = {word, word};

  logic [31:0] rotated0, rotated1;
  always_comb begin
    rotated0 = '0;
    rotated1 = '0;
    for (int unsigned i = 0; i <= 32'(IndexLastAsconSigmaLo); i++) begin
      rotated0 |= {32{index[2:0] == 3'(i)}} & twice[SigmaRotation[i][0]+:32];
      rotated1 |= {32{index[2:0] == 3'(i)}} & twice[SigmaRotation[i][1]+:32];
    end
  end

  assign result_o = word[31:0] ^ rotated0 ^ rotated1;

endmodule
