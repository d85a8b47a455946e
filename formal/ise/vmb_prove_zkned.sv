// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_zkned compared with its specification: acceptance, and the result of each instruction; and
// the specification's inverses with the inverses of its functions.

module vmb_prove_zkned (
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic [31:0] result_o,
    output logic [31:0] value_o,

    output logic bad_inverse,  // of the specification
    output logic bad_inverse_sbox,
    output logic bad_esi,
    output logic bad_esmi,
    output logic bad_dsi,
    output logic bad_dsmi,
    output logic bad_accept
);

  logic [3:0] is_which;
  logic [7:0] operand, unity, back;
  logic accept;
  logic [31:0] result, value;

  vmb_zkned u_unit (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accept),
      .result_o(result)
  );
  vmb_spec_zkned u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .byte_o(operand),
      .unity_o(unity),
      .back_o(back),
      .is_o(is_which),
      .value_o(value)
  );
  assign result_o = result;
  assign value_o = value;

  assign bad_accept = accept != (is_which != '0);
  assign bad_esi = is_which[0] && result != value;
  assign bad_esmi = is_which[1] && result != value;
  assign bad_dsi = is_which[2] && result != value;
  assign bad_dsmi = is_which[3] && result != value;

  assign bad_inverse = unity != (operand == 8'h00 ? 8'h00 : 8'h01);
  assign bad_inverse_sbox = back != operand;

endmodule
