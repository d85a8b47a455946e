// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The words that vmb_zbkc accepts, and the independence of its result from the numbers of the
// registers in them. vmb_prove_zbkc_product has the results.

module vmb_prove_zbkc (
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic bad_accept,
    output logic bad_fields
);

  logic accept, unused_accept;
  logic [1:0] is_which;
  logic [31:0] result, result_x0, unused_value;

  vmb_zbkc u_unit (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accept),
      .result_o(result)
  );
  vmb_zbkc u_x0 (
      .instr_i(instr_i & ~{7'd0, 10'h3ff, 3'd0, 5'h1f, 7'd0}),
      .rs1_i,
      .rs2_i,
      .accept_o(unused_accept),
      .result_o(result_x0)
  );
  vmb_spec_zbkc u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_which),
      .value_o(unused_value)
  );

  assign bad_accept = accept != (is_which != '0);
  assign bad_fields = accept && result != result_x0;

endmodule
