// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of chacha.half, and of the words that are instructions of Xchacha, written from
// docs/reference/ise.md and RFC 8439, section 2.1: the lines of the quarter-round, with the
// rotations of its first or second half. rs1_i and rs2_i are the registers that the word names.

module vmb_spec_xchacha (
    input  logic [31:0]       instr_i,
    input  logic [31:0]       rs1_i,
    input  logic [31:0]       rs2_i,
    input  logic [31:0][31:0] registers_i,
    output logic [ 1:0]       is_o,         // chacha.half, poly1305.mac
    output logic [ 3:0][ 4:0] number_o,     // of the registers a, b, c, d
    output logic [ 3:0][31:0] value_o       // their new values
);

  logic [4:0] rd, rs1, rs2;
  assign {rs2, rs1, rd} = {instr_i[24:15], instr_i[11:7]};

  // 31:28 is 1; rd is x16 to x19, rs1 x24 to x27, rs2 x28 to x31.
  logic right;
  assign right = instr_i[14:12] == 3'b101 && instr_i[6:0] == 7'b0101011;
  assign is_o[0] = right && instr_i[31:28] == 4'b0001 && rd >= 5'd16 && rd < 5'd20 &&
      rs1 >= 5'd24 && rs1 < 5'd28 && rs2 >= 5'd28;
  // 31:25 is 16; rd is x7.
  assign is_o[1] = right && instr_i[31:25] == 7'd16 && rd == 5'd7;

  assign number_o[0] = rd;
  assign number_o[1] = 5'd20 + 5'(instr_i[26:25]);
  assign number_o[2] = rs1;
  assign number_o[3] = rs2;

  function automatic logic [31:0] turn(logic [31:0] x, int unsigned n);
    return (x << n) | (x >> (32 - n));
  endfunction

  logic [31:0] a, b, c, d;
  always_comb begin
    a = registers_i[number_o[0]];
    b = registers_i[number_o[1]];
    c = rs1_i;
    d = rs2_i;
    a = a + b;
    d = d ^ a;
    d = instr_i[27] ? turn(d, 8) : turn(d, 16);
    c = c + d;
    b = b ^ c;
    b = instr_i[27] ? turn(b, 7) : turn(b, 12);
  end
  assign value_o = {d, c, b, a};

endmodule
