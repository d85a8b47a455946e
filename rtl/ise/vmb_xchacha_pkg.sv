// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The registers that chacha.half and poly1305.mac work on: docs/reference/ise.md.

package vmb_xchacha_pkg;

  // The upper three bits of the numbers of the registers that hold a row of ChaCha20's
  // matrix: x16 to x19, x20 to x23, x24 to x27, x28 to x31.
  localparam int unsigned RowA = 4;
  localparam int unsigned RowB = 5;
  localparam int unsigned RowC = 6;
  localparam int unsigned RowD = 7;

  // The sum of products: low and high half.
  localparam logic [4:0] Low = 5'd6;
  localparam logic [4:0] High = 5'd7;

  // As sets, bit i for register i: those that the unit or the multiplier reads, and those that the
  // core writes for them besides rd. The register file uses them.
  // verilator lint_off UNUSEDPARAM
  localparam logic [31:0] SeenSet = 32'h00ff_00c0;
  localparam logic [31:0] WrittenSet = 32'hfff0_0040;
  // verilator lint_on UNUSEDPARAM

endpackage
