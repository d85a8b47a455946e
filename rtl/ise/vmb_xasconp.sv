// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Xasconp for RV32: ascon.round, one round of Ascon's permutation on ten general
// registers at once, in one cycle.
// Source: docs/reference/ise.md; NIST SP 800-232, sections 3.2 to 3.4.
//
// registers_i are the core's general registers by their numbers. rounded_o has the new values of
// RoundRegisters, zero for the others; the core writes all ten at the same clock edge, when the
// instruction completes. Word i of the state is elements 2i and 2i+1 of RoundRegisters, low and
// high half.
//
// hazard_o: the pending write_i to register write_address_i would be missed by the round.
//
// accept_o depends on instr_i alone. If it is 0, rounded_o is undefined. Combinational; no path to
// accept_o or hazard_o depends on register values.

module vmb_xasconp
  import vmb_ise_encodings_pkg::*, vmb_xasconp_pkg::*;
(
    input  logic [31:0]       instr_i,
    input  logic [31:0][31:0] registers_i,
    input  logic              write_i,
    input  logic [ 4:0]       write_address_i,
    output logic              accept_o,
    output logic              hazard_o,
    output logic [31:0][31:0] rounded_o
);

  logic [6:0] opcode;
  logic [4:0] rd, rs1;
  logic [2:0] funct3;
  logic [3:0] above;
  logic [7:0] constant;
  assign {above, constant, rs1, funct3, rd, opcode} = instr_i;

  assign accept_o = (opcode == OpcodeCustom1) && (funct3 == Funct3AsconRound) &&
                    ({above, rs1, rd} == {Funct4AsconRound, 10'd0});
  assign hazard_o = write_i && RoundRegisterSet[write_address_i];

  logic unused_registers;  // those without state
  assign unused_registers = ^registers_i;

  // The constant, then the S-box on the 64 columns: 10 XOR and 5 other gates of each.
  logic [4:0][63:0] x, y;
  always_comb begin
    for (int unsigned i = 0; i < 5; i++) begin
      x[i] = {registers_i[RoundRegisters[2*i+1]], registers_i[RoundRegisters[2*i]]};
    end
    x[2][7:0] ^= constant;
    y[0] = x[3] ^ x[4] ^ (x[1] | (x[0] ^ x[4] ^ x[2]));
    y[1] = x[0] ^ x[4] ^ ((x[1] ^ x[2]) | (x[1] ^ x[3]));
    y[2] = x[1] ^ x[2] ^ (x[3] | ~x[4]);
    y[3] = x[1] ^ x[2] ^ (x[0] | (x[3] ^ x[4]));
    y[4] = x[3] ^ x[4] ^ (x[1] & ~(x[0] ^ x[4]));
  end

  // The linear layer: each word and two rotations of it.
  logic [4:0][127:0] twice;
  logic [4:0][ 63:0] z;
  for (genvar i = 0; i < 5; i++) begin : gen_sigma
    assign twice[i] = {y[i], y[i]};
    assign z[i] = y[i] ^ twice[i][vmb_ise_pkg::SigmaRotation[i][0]+:64] ^
                  twice[i][vmb_ise_pkg::SigmaRotation[i][1]+:64];
  end

  always_comb begin
    rounded_o = '0;
    for (int unsigned i = 0; i < 5; i++) begin
      {rounded_o[RoundRegisters[2*i+1]], rounded_o[RoundRegisters[2*i]]} = z[i];
    end
  end

endmodule
