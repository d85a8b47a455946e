// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The encoding of ascon.round, and the registers that it works on:
// docs/reference/ise.md, lib/include/vambrace/ise.h.

package vmb_xasconp_pkg;

  // Opcode custom-1, I-type: the constant in bits 27:20, all other fields 0. In the
  // format of RoCC this funct3 is an instruction with rd and rs2 alone, which no
  // coupling of this project has.
  localparam logic [6:0] OpcodeRound = 7'h2b;
  localparam logic [2:0] Funct3Round = 3'h5;

  // The general registers that hold the state, all the caller's to save: low and
  // high half of word 0, 1, ..
  localparam int unsigned Registers = 10;
  localparam logic [Registers-1:0][4:0] RoundRegisters = {
    // t6, t5, t4, t3
    5'd31,
    5'd30,
    5'd29,
    5'd28,
    // a7 to a2
    5'd17,
    5'd16,
    5'd15,
    5'd14,
    5'd13,
    5'd12
  };

  // The same as a set, bit i for register i.
  localparam logic [31:0] RoundRegisterSet = 32'hf003_f000;

endpackage
