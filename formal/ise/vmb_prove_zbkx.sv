// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_zbkx compared with its specification: acceptance, and the result of each instruction.

module vmb_prove_zbkx (
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic [31:0] result_o,
    output logic [31:0] value_o,

    output logic bad_xperm4,
    output logic bad_xperm8,
    output logic bad_accept
);

  logic [1:0] is_which;
  logic accept;
  logic [31:0] result, value;

  vmb_zbkx u_unit (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accept),
      .result_o(result)
  );
  vmb_spec_zbkx u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_which),
      .value_o(value)
  );
  assign result_o = result;
  assign value_o = value;

  assign bad_accept = accept != (is_which != '0);
  assign bad_xperm4 = is_which[0] && result != value;
  assign bad_xperm8 = is_which[1] && result != value;

endmodule
