// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The clock gate that CV32E40X expects from its integrator, always open: for netlists, because
// their cell libraries may lack a cell for it. The core still sleeps, but its clock runs. Ports and
// parameter are upstream's.

module cv32e40x_clock_gate #(
    parameter int LIB = 0
) (
    input  logic clk_i,
    input  logic en_i,
    input  logic scan_cg_en_i,
    output logic clk_o
);

  assign clk_o = clk_i;

  logic unused;
  assign unused = ^{en_i, scan_cg_en_i, 1'(LIB)};

endmodule
