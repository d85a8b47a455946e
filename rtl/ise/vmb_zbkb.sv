// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Zbkb for RV32: rol, ror, rori, andn, orn, xnor, pack, packh, brev8, rev8,
// zip, unzip, each in one cycle. Rotator = 0 is for a core that rotates by itself: the results of
// rol, ror and rori are undefined, and there is no rotator. Source: RISC-V Cryptography Extensions
// Volume I, version 1.0, section 3.
//
// Every instruction is a word formed from the operands and then rotated to the
// right. rol rotates by the negated amount; the logic instructions, pack,
// packh, zip and unzip by nothing. brev8 and rev8 need no word of their own:
// in a byte or bit reversal, every bit moves by an amount of its own, and all
// these moves fit through the five stages of the one rotator without meeting.
// Their immediates hold the amounts that need the fewest exceptions.
//
// accept_o depends on instr_i alone. If it is 0, result_o is undefined. Combinational; amounts and
// data take the same path for all values.

module vmb_zbkb
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*;
#(
    parameter bit Rotator = 1'b1
) (
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

  // ---- Which instruction ----

  logic accept_op, accept_op_imm;
  always_comb begin
    unique case (instr.funct7)
      Funct7Rol:  accept_op = instr.funct3 inside {Funct3Rol, Funct3Ror};
      Funct7Andn: accept_op = instr.funct3 inside {Funct3Xnor, Funct3Orn, Funct3Andn};
      Funct7Pack: accept_op = instr.funct3 inside {Funct3Pack, Funct3Packh};
      default:    accept_op = 1'b0;
    endcase
  end

  logic [11:0] funct12;
  assign funct12 = {instr.funct7, instr.rs2};
  always_comb begin
    unique case (instr.funct3)
      Funct3Zip: accept_op_imm = funct12 == Funct12Zip;
      Funct3Rori: begin
        accept_op_imm = (instr.funct7 == Funct7Rori) ||
                        (funct12 inside {Funct12Brev8, Funct12Rev8, Funct12Unzip});
      end
      default:   accept_op_imm = 1'b0;
    endcase
  end

  assign accept_o = ((instr.opcode == OpcodeOp) && accept_op) ||
                    ((instr.opcode == OpcodeOpImm) && accept_op_imm);

  // The data path's operations. Each flag uses only the bits that distinguish the accepted
  // instructions; it is arbitrary for all others.
  logic shuffle;  // funct3 of rotates, brev8, rev8, zip, unzip
  logic high;  // funct7 of rotates, brev8, rev8, andn, orn, xnor
  logic rotate, brev8, rev8, zip, unzip, andn, orn, xnorn, pack, packh, left;

  assign shuffle = instr.funct3[1:0] == Funct3Rol[1:0];
  assign high = instr.funct7[5];
  assign left = !instr.funct3[2];
  assign rotate = shuffle && high;
  assign brev8 = rotate && instr.funct7[2] && !instr.rs2[4];
  assign rev8 = rotate && instr.funct7[2] && instr.rs2[4];
  assign zip = shuffle && !high && left;
  assign unzip = shuffle && !high && !left;
  assign andn = !shuffle && high && (instr.funct3[1:0] == Funct3Andn[1:0]);
  assign orn = !shuffle && high && (instr.funct3[1:0] == Funct3Orn[1:0]);
  assign xnorn = !shuffle && high && (instr.funct3[1:0] == Funct3Xnor[1:0]);
  assign packh = !shuffle && !high && instr.funct3[0];
  assign pack = !shuffle && !high && !instr.funct3[0];

  // ---- The word ----

  // zip interleaves the bits of the two halves, starting with the low half; unzip is its inverse.
  logic [31:0] zipped, unzipped;
  for (genvar i = 0; i < 16; i++) begin : gen_zip
    assign zipped[2*i]    = rs1_i[i];
    assign zipped[2*i+1]  = rs1_i[i+16];
    assign unzipped[i]    = rs1_i[2*i];
    assign unzipped[i+16] = rs1_i[2*i+1];
  end

  logic [31:0] packed_rs2;  // pack and packh: position of the second operand
  assign packed_rs2 = {
    rs2_i[15:0] & {16{pack}}, (rs2_i[7:0] & {8{packh}}) | (rs1_i[15:8] & {8{pack}}), rs1_i[7:0]
  };

  logic [31:0] word;
  assign word =
      ({32{rotate && Rotator}} & rs1_i) |
      ({32{zip}} & zipped) |
      ({32{unzip}} & unzipped) |
      ({32{andn}} & rs1_i & ~rs2_i) |
      ({32{orn}} & (rs1_i | ~rs2_i)) |
      ({32{xnorn}} & ~(rs1_i ^ rs2_i)) |
      ({32{pack || packh}} & packed_rs2);

  // ---- The rotator ----

  if (Rotator) begin : gen_rotator
    logic [4:0] field, amount;
    assign field  = instr.opcode[5] ? rs2_i[4:0] : instr.rs2;
    assign amount = {5{rotate}} & (left ? -field : field);

    // Each stage takes, for every result bit that is 1 in its select word, the bit 1, 2, 4, 8 or 16
    // places higher. For brev8 and rev8 `amount` is right except at the bits of these masks.
    localparam logic [31:0] OddBits = 32'haaaa_aaaa;
    localparam logic [31:0] OddPairs = 32'hcccc_cccc;
    localparam logic [31:0] OddNibbles = 32'hf0f0_f0f0;
    localparam logic [31:0] OddBytes = 32'hff00_ff00;

    logic [31:0] select1, select2, select4, select8, select16;
    assign select1  = {32{amount[0]}};
    assign select2  = {32{amount[1]}} & ~(brev8 ? OddBits : '0);
    assign select4  = {32{amount[2]}} & ~(brev8 ? OddPairs : '0);
    assign select8  = {32{amount[3]}} | (brev8 ? OddNibbles : '0);
    assign select16 = ({32{amount[4]}} | (brev8 ? OddNibbles : '0)) & ~(rev8 ? OddBytes : '0);

    logic [31:0] by1, by2, by4, by8;
    assign by1 = ({word[0], word[31:1]} & select1) | (word & ~select1);
    assign by2 = ({by1[1:0], by1[31:2]} & select2) | (by1 & ~select2);
    assign by4 = ({by2[3:0], by2[31:4]} & select4) | (by2 & ~select4);
    assign by8 = ({by4[7:0], by4[31:8]} & select8) | (by4 & ~select8);
    assign result_o = ({by8[15:0], by8[31:16]} & select16) | (by8 & ~select16);
  end else begin : gen_no_rotator
    logic [31:0] bits, bytes;  // brev8 and rev8
    for (genvar i = 0; i < 32; i++) begin : gen_reversed
      assign bits[i]  = rs1_i[i^7];
      assign bytes[i] = rs1_i[i^24];
    end
    assign result_o = word | ({32{brev8}} & bits) | ({32{rev8}} & bytes);
  end

endmodule
