// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Xchacha for RV32: chacha.half, half a quarter round of ChaCha20 on four registers at
// once, in one cycle; and the decoder of poly1305.mac, which the core's multiplier
// executes.
// Source: docs/reference/ise.md; RFC 8439, section 2.1.
//
// rs1_i and rs2_i are the instruction's operands c and d, as the core reads them.
// registers_i are the core's general registers by their numbers, of which the unit sees
// those of SeenSet: a and b. result_o is the new value of rd, a. changed_o has the bits of the
// other three registers, and words_o their new values, each row's word at all of its four
// registers; the core writes them at the same clock edge as rd, when the instruction completes. Of
// poly1305.mac, mac_o, there is only the word of register Low: low_i.
//
// hazard_o: the pending write_i to register write_address_i would be missed by the instruction, or
// would overwrite its result.
//
// accept_o, mac_o and changed_o depend on instr_i alone. If accept_o is 0, the other outputs are
// undefined. Combinational; no path to them or to hazard_o depends on register values.

module vmb_xchacha
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*, vmb_xchacha_pkg::*;
(
    input  logic [31:0]       instr_i,
    input  logic [31:0]       rs1_i,
    input  logic [31:0]       rs2_i,
    input  logic [31:0][31:0] registers_i,
    input  logic [31:0]       low_i,
    input  logic              write_i,
    input  logic [ 4:0]       write_address_i,
    output logic              accept_o,
    output logic              mac_o,
    output logic              hazard_o,
    output logic [31:0]       result_o,
    output logic [31:0]       changed_o,
    output logic [31:0][31:0] words_o
);

  instr_t instr;
  assign instr = instr_t'(instr_i);

  logic ours, half;
  assign ours = (instr.opcode == OpcodeCustom1) && (instr.funct3 == Funct3ChachaHalf);
  assign half = ours && (instr.funct7[6:3] == Funct4ChachaHalf) && (instr.rd[4:2] == 3'(RowA)) &&
                (instr.rs1[4:2] == 3'(RowC)) && (instr.rs2[4:2] == 3'(RowD));
  assign mac_o = ours && (instr.funct7 == Funct7Poly1305Mac) && (instr.rd == High);
  assign accept_o = half || mac_o;

  logic second;  // second half of the quarter-round
  logic [1:0] column_a, column_b;
  assign second   = instr.funct7[2];
  assign column_a = instr.rd[1:0];
  assign column_b = instr.funct7[1:0];

  logic [4:0] number_b;
  assign number_b = {3'(RowB), column_b};

  logic unused_registers;  // those that are neither a nor b
  assign unused_registers = ^registers_i;

  // Rows A and B: four words each; the others are not read.
  logic [3:0][31:0] row_a, row_b;
  assign row_a = registers_i[4*RowA+:4];
  assign row_b = registers_i[4*RowB+:4];

  logic [31:0] a, b, c, d, xor_d, xor_b;
  assign a     = row_a[column_a] + row_b[column_b];
  assign xor_d = rs2_i ^ a;
  assign d     = second ? {xor_d[23:0], xor_d[31:24]} : {xor_d[15:0], xor_d[31:16]};
  assign c     = rs1_i + d;
  assign xor_b = row_b[column_b] ^ c;
  assign b     = second ? {xor_b[24:0], xor_b[31:25]} : {xor_b[19:0], xor_b[31:20]};

  assign result_o = a;

  always_comb begin
    words_o = '0;
    words_o[4*RowB+:4] = {4{b}};
    words_o[4*RowC+:4] = {4{c}};
    words_o[4*RowD+:4] = {4{d}};
    words_o[Low] = low_i;

    changed_o = '0;
    if (mac_o) begin
      changed_o[Low] = 1'b1;
    end else begin
      changed_o[number_b] = 1'b1;
      changed_o[{3'(RowC), instr.rs1[1:0]}] = 1'b1;
      changed_o[{3'(RowD), instr.rs2[1:0]}] = 1'b1;
    end
  end

  // The multiplier reads Low first and High in its last cycle, when nothing is pending.
  logic same_half, same_mac;
  assign same_half = (write_address_i == instr.rd) || (write_address_i == number_b) ||
                     (write_address_i == instr.rs1) || (write_address_i == instr.rs2);
  assign same_mac  = write_address_i == Low;
  assign hazard_o  = write_i && ((half && same_half) || (mac_o && same_mac));

endmodule
