// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Zknh for RV32, written from RISC-V Cryptography Extensions Volume I, version
// 1.0, sections 2.6 and 3: sha256 by shifts of a word that is written twice, sha512 by the shifts
// of rs1 and rs2 in the standard's pseudocode.

module vmb_spec_zknh (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [ 9:0] is_o,
    output logic [31:0] value_o
);

  logic one_word, two_words;
  assign one_word = instr_i[31:22] == 10'b0001000000 && instr_i[14:12] == 3'b001 &&
                    instr_i[6:0] == 7'b0010011;
  assign two_words = instr_i[31:28] == 4'b0101 && instr_i[14:12] == 3'b000 &&
                     instr_i[6:0] == 7'b0110011;
  assign is_o[0] = one_word && instr_i[21:20] == 2'b00;  // sha256sum0
  assign is_o[1] = one_word && instr_i[21:20] == 2'b01;  // sha256sum1
  assign is_o[2] = one_word && instr_i[21:20] == 2'b10;  // sha256sig0
  assign is_o[3] = one_word && instr_i[21:20] == 2'b11;  // sha256sig1
  assign is_o[4] = two_words && instr_i[27:25] == 3'b000;  // sha512sum0r
  assign is_o[5] = two_words && instr_i[27:25] == 3'b001;  // sha512sum1r
  assign is_o[6] = two_words && instr_i[27:25] == 3'b010;  // sha512sig0l
  assign is_o[7] = two_words && instr_i[27:25] == 3'b011;  // sha512sig1l
  assign is_o[8] = two_words && instr_i[27:25] == 3'b110;  // sha512sig0h
  assign is_o[9] = two_words && instr_i[27:25] == 3'b111;  // sha512sig1h

  logic [63:0] twice;
  assign twice = {rs1_i, rs1_i};

  logic [31:0] x, y;
  assign x = rs1_i;
  assign y = rs2_i;

  always_comb begin
    value_o = '0;
    if (is_o[0]) value_o = 32'(twice >> 2) ^ 32'(twice >> 13) ^ 32'(twice >> 22);
    if (is_o[1]) value_o = 32'(twice >> 6) ^ 32'(twice >> 11) ^ 32'(twice >> 25);
    if (is_o[2]) value_o = 32'(twice >> 7) ^ 32'(twice >> 18) ^ (x >> 3);
    if (is_o[3]) value_o = 32'(twice >> 17) ^ 32'(twice >> 19) ^ (x >> 10);
    if (is_o[4]) value_o = (x << 25) ^ (x << 30) ^ (x >> 28) ^ (y >> 7) ^ (y >> 2) ^ (y << 4);
    if (is_o[5]) value_o = (x << 23) ^ (x >> 14) ^ (x >> 18) ^ (y >> 9) ^ (y << 18) ^ (y << 14);
    if (is_o[6]) value_o = (x >> 1) ^ (x >> 7) ^ (x >> 8) ^ (y << 31) ^ (y << 25) ^ (y << 24);
    if (is_o[7]) value_o = (x << 3) ^ (x >> 6) ^ (x >> 19) ^ (y >> 29) ^ (y << 26) ^ (y << 13);
    if (is_o[8]) value_o = (x >> 1) ^ (x >> 7) ^ (x >> 8) ^ (y << 31) ^ (y << 24);
    if (is_o[9]) value_o = (x << 3) ^ (x >> 6) ^ (x >> 19) ^ (y >> 29) ^ (y << 13);
  end

endmodule
