// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Encodings of the extension instructions.
//
// Zbkb, Zbkc, Zkne and Zknd: RISC-V Cryptography Extensions Volume I, version 1.0,
// chapter 3. Xascon: docs/reference/ise.md. The intrinsics that emit the same
// encodings are in lib/include/vambrace/ise.h.

package vmb_ise_pkg;

  // The 32-bit instruction word in R-type fields. An I-type instruction keeps
  // its 12-bit immediate in {funct7, rs2}.
  typedef struct packed {
    logic [6:0] funct7;
    logic [4:0] rs2;
    logic [4:0] rs1;
    logic [2:0] funct3;
    logic [4:0] rd;
    logic [6:0] opcode;
  } instr_t;

  // Major opcodes, bits 6:0.
  localparam logic [6:0] OpcodeOp = 7'h33;
  localparam logic [6:0] OpcodeOpImm = 7'h13;
  localparam logic [6:0] OpcodeCustom1 = 7'h2b;

  // ---- Zbkb ----

  // Opcode OP, and OP-IMM for rori, whose shift amount is the rs2 field. On
  // RV32 bit 25 of rori is 0, which Funct7Rotate includes.
  localparam logic [6:0] Funct7Rotate = 7'h30;
  localparam logic [2:0] Funct3Rol = 3'h1;
  localparam logic [2:0] Funct3Ror = 3'h5;

  localparam logic [6:0] Funct7Logic = 7'h20;
  localparam logic [2:0] Funct3Xnor = 3'h4;
  localparam logic [2:0] Funct3Orn = 3'h6;
  localparam logic [2:0] Funct3Andn = 3'h7;

  localparam logic [6:0] Funct7Pack = 7'h04;
  localparam logic [2:0] Funct3Pack = 3'h4;
  localparam logic [2:0] Funct3Packh = 3'h7;

  // Opcode OP-IMM with a fixed immediate, bits 31:20; zip with Funct3Zip, the
  // others with Funct3Ror.
  localparam logic [11:0] Funct12Brev8 = 12'h687;
  localparam logic [11:0] Funct12Rev8 = 12'h698;
  localparam logic [11:0] Funct12Zip = 12'h08f;
  localparam logic [11:0] Funct12Unzip = 12'h08f;
  localparam logic [2:0] Funct3Zip = 3'h1;

  // ---- Zbkc ----

  // Opcode OP.
  localparam logic [6:0] Funct7Clmul = 7'h05;
  localparam logic [2:0] Funct3Clmul = 3'h1;
  localparam logic [2:0] Funct3Clmulh = 3'h3;

  // ---- Zkne, Zknd ----

  // Opcode OP; bits 31:30 are the byte number, bits 29:25 these.
  localparam logic [2:0] Funct3Aes32 = 3'h0;
  localparam logic [4:0] Funct5Aes32Esi = 5'h11;
  localparam logic [4:0] Funct5Aes32Esmi = 5'h13;
  localparam logic [4:0] Funct5Aes32Dsi = 5'h15;
  localparam logic [4:0] Funct5Aes32Dsmi = 5'h17;

  // ---- Xascon ----

  // Opcode custom-1; bits 31:30 choose the half, bits 29:25 are the index of
  // the state word, 0 to SigmaLast.
  localparam logic [2:0] Funct3Sigma = 3'h7;
  localparam logic [1:0] SigmaLo = 2'h0;
  localparam logic [1:0] SigmaHi = 2'h1;
  localparam logic [4:0] SigmaLast = 5'd4;

  // The two rotations of each state word's linear layer; Ascon v1.2,
  // section 2.6.3, and NIST SP 800-232, section 3.4.
  localparam int unsigned SigmaRotation[5][2] = '{
      '{19, 28},
      '{61, 39},
      '{1, 6},
      '{10, 17},
      '{7, 41}
  };

endpackage
