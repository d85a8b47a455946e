// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The registers that ascon.round works on: docs/reference/ise.md.

package vmb_xasconp_pkg;

  // The general registers that hold the state, all caller-saved: low and high half of word 0, 1, ..
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
