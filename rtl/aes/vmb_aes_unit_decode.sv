// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether an instruction is one of the AES unit's, which vmb_aes_unit describes, and
// may be executed: a function of the word and the privilege mode alone. Cores that
// decode and execute in different cycles have it twice.
//
// The unit's memory port bypasses the memory protection of a mode (PMP). So it is restricted to
// machine mode; UserMode = 1 allows every mode, for systems without other users' secrets, or with a
// protected memory port. Without a memory port (MemoryPort = 0) its instructions are illegal, and
// so are those for chaining with Chain = 0.

module vmb_aes_unit_decode #(
    parameter logic [6:0] Opcode = 7'h2b,
    parameter bit MemoryPort = 1'b1,
    parameter bit Chain = 1'b0,
    parameter bit UserMode = 1'b0
) (
    input  logic [31:0] instr_i,
    input  logic        privileged_i,  // the instruction is in machine mode
    output logic        accept_o
);

  // Which of rd, rs1 and rs2 are used.
  localparam logic [2:0] Nothing = 3'b000;
  localparam logic [2:0] Rs1Only = 3'b010;
  localparam logic [2:0] Rs1Rs2 = 3'b011;
  localparam logic [2:0] RdOnly = 3'b100;
  localparam logic [2:0] RdRs1 = 3'b110;
  localparam logic [2:0] RdRs1Rs2 = 3'b111;

  logic [6:0] funct7, opcode;
  logic [2:0] funct3;
  logic [4:0] rd, rs1, rs2;
  assign {funct7, rs2, rs1, funct3, rd, opcode} = instr_i;

  logic known, fields;
  always_comb begin
    known = 1'b0;
    unique case (funct7)
      7'h00, 7'h01: known = MemoryPort && funct3 == Rs1Only;  // load
      7'h02, 7'h04, 7'h05: known = funct3 == Rs1Rs2;  // write
      7'h06: known = MemoryPort && (funct3 == Rs1Only || funct3 == RdRs1);  // store
      7'h08, 7'h09, 7'h0a, 7'h0b: known = funct3 == RdOnly;  // read
      7'h0c, 7'h0d: known = funct3 == RdOnly;  // wait, features
      7'h0e: known = funct3 == Nothing;  // wipe
      7'h10, 7'h11, 7'h12, 7'h13: known = funct3 == Rs1Rs2;  // pair
      7'h14, 7'h15, 7'h16: known = MemoryPort && funct3 == Rs1Only;  // key
      7'h19, 7'h1a, 7'h1b: known = funct3 == Rs1Rs2;  // pair, the last
      7'h1c: known = MemoryPort && funct3 == Rs1Only;  // count
      7'h1e, 7'h1f: known = MemoryPort && (funct3 == Rs1Rs2 || funct3 == RdRs1Rs2);  // blocks
      default: known = MemoryPort && funct7[6] && (funct7[5:1] != '0) &&
          (funct3 == Rs1Rs2 || funct3 == RdRs1Rs2);  // few
    endcase
    if (Chain && MemoryPort && funct7 == 7'h03) known = funct3 == Rs1Only;  // load, chained
    if (Chain && funct7 == 7'h07) known = funct3 == Rs1Rs2;  // write, chained
  end

  // Unused fields are 0.
  assign fields   = (funct3[2] || rd == '0) && (funct3[1] || rs1 == '0) && (funct3[0] || rs2 == '0);
  assign accept_o = known && fields && (opcode == Opcode) && (privileged_i || UserMode);

endmodule
