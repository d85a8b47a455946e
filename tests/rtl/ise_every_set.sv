// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Instances of vmb_ise with every set of function units side by side, for the tests:
// set number s has FunctionUnits = s.

module ise_every_set
  import vmb_ise_encodings_pkg::*;
#(
    parameter int unsigned Sets = 1 << Units
) (
    input  logic [    31:0]       instr_i,
    input  logic [    31:0]       rs1_i,
    input  logic [    31:0]       rs2_i,
    output logic [Sets-1:0]       accept_o,
    output logic [Sets-1:0][31:0] result_o
);

  for (genvar s = 0; s < Sets; s++) begin : gen_set
    vmb_ise #(
        .FunctionUnits(s)
    ) u_ise (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(accept_o[s]),
        .result_o(result_o[s])
    );
  end

endmodule
