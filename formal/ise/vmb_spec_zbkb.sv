// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Zbkb for RV32, written from RISC-V Cryptography Extensions Volume I,
// version 1.0, sections 2.4 and 3; it shares nothing with the unit.
//
// is_o has one bit for each instruction: the one that the word is, or none. value_o is rd of that
// instruction.

module vmb_spec_zbkb (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [11:0] is_o,
    output logic [31:0] value_o
);

  logic op, op_imm;
  assign op = instr_i[6:0] == 7'b0110011;
  assign op_imm = instr_i[6:0] == 7'b0010011;

  logic [6:0] funct7;
  logic [11:0] funct12;
  logic [4:0] field;
  logic [2:0] funct3;
  assign funct7 = instr_i[31:25];
  assign field  = instr_i[24:20];
  assign funct12 = instr_i[31:20];
  assign funct3 = instr_i[14:12];

  assign is_o[0] = op && funct7 == 7'b0110000 && funct3 == 3'b001;  // rol
  assign is_o[1] = op && funct7 == 7'b0110000 && funct3 == 3'b101;  // ror
  assign is_o[2] = op_imm && funct7 == 7'b0110000 && funct3 == 3'b101;  // rori
  assign is_o[3] = op && funct7 == 7'b0100000 && funct3 == 3'b111;  // andn
  assign is_o[4] = op && funct7 == 7'b0100000 && funct3 == 3'b110;  // orn
  assign is_o[5] = op && funct7 == 7'b0100000 && funct3 == 3'b100;  // xnor
  assign is_o[6] = op && funct7 == 7'b0000100 && funct3 == 3'b100;  // pack
  assign is_o[7] = op && funct7 == 7'b0000100 && funct3 == 3'b111;  // packh
  assign is_o[8] = op_imm && funct12 == 12'b0110100_00111 && funct3 == 3'b101;  // brev8
  assign is_o[9] = op_imm && funct12 == 12'b0110100_11000 && funct3 == 3'b101;  // rev8
  assign is_o[10] = op_imm && funct12 == 12'b0000100_01111 && funct3 == 3'b001;  // zip
  assign is_o[11] = op_imm && funct12 == 12'b0000100_01111 && funct3 == 3'b101;  // unzip

  // A rotation by n is a shift and the opposite shift by 32 - n.
  function automatic logic [31:0] right(logic [31:0] x, logic [4:0] n);
    return (x >> n) | (x << (6'd32 - 6'(n)));
  endfunction
  function automatic logic [31:0] left(logic [31:0] x, logic [4:0] n);
    return (x << n) | (x >> (6'd32 - 6'(n)));
  endfunction

  logic [31:0] brev8, rev8, zip, unzip;
  always_comb begin
    for (int unsigned i = 0; i < 32; i++) brev8[i] = rs1_i[i-i%8+7-i%8];
    for (int unsigned i = 0; i < 4; i++) rev8[8*i+:8] = rs1_i[8*(3-i)+:8];
    for (int unsigned i = 0; i < 16; i++) begin
      {zip[2*i+1], zip[2*i]} = {rs1_i[i+16], rs1_i[i]};
      {unzip[i+16], unzip[i]} = {rs1_i[2*i+1], rs1_i[2*i]};
    end
  end

  always_comb begin
    unique case (1'b1)
      is_o[0]: value_o = left(rs1_i, rs2_i[4:0]);
      is_o[1]: value_o = right(rs1_i, rs2_i[4:0]);
      is_o[2]: value_o = right(rs1_i, field);
      is_o[3]: value_o = rs1_i & ~rs2_i;
      is_o[4]: value_o = rs1_i | ~rs2_i;
      is_o[5]: value_o = ~(rs1_i ^ rs2_i);
      is_o[6]: value_o = {rs2_i[15:0], rs1_i[15:0]};
      is_o[7]: value_o = {16'd0, rs2_i[7:0], rs1_i[7:0]};
      is_o[8]: value_o = brev8;
      is_o[9]: value_o = rev8;
      is_o[10]: value_o = zip;
      is_o[11]: value_o = unzip;
      default: value_o = '0;
    endcase
  end

endmodule
