// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of an instruction word, and the rotations of Ascon.
// vmb_ise_encodings_pkg has the encodings.

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

  // Return whether an accepted instruction is rol, ror or rori, by the bits that distinguish these.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic rotates(instr_t instr);
    return !instr.opcode[3] && instr.funct3[1:0] == 2'b01 && instr.funct7[5] && !instr.funct7[2];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

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
