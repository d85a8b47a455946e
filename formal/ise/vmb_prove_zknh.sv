// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_zknh compared with its specification: acceptance, and the result of each instruction.

module vmb_prove_zknh (
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic [31:0] result_o,
    output logic [31:0] value_o,

    output logic bad_sha256sum0,
    output logic bad_sha256sum1,
    output logic bad_sha256sig0,
    output logic bad_sha256sig1,
    output logic bad_sha512sum0r,
    output logic bad_sha512sum1r,
    output logic bad_sha512sig0l,
    output logic bad_sha512sig1l,
    output logic bad_sha512sig0h,
    output logic bad_sha512sig1h,
    output logic bad_accept
);

  logic [9:0] is_which;
  logic accept;
  logic [31:0] result, value;

  vmb_zknh u_unit (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accept),
      .result_o(result)
  );
  vmb_spec_zknh u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_which),
      .value_o(value)
  );
  assign result_o = result;
  assign value_o = value;

  assign bad_accept = accept != (is_which != '0);
  assign bad_sha256sum0 = is_which[0] && result != value;
  assign bad_sha256sum1 = is_which[1] && result != value;
  assign bad_sha256sig0 = is_which[2] && result != value;
  assign bad_sha256sig1 = is_which[3] && result != value;
  assign bad_sha512sum0r = is_which[4] && result != value;
  assign bad_sha512sum1r = is_which[5] && result != value;
  assign bad_sha512sig0l = is_which[6] && result != value;
  assign bad_sha512sig1l = is_which[7] && result != value;
  assign bad_sha512sig0h = is_which[8] && result != value;
  assign bad_sha512sig1h = is_which[9] && result != value;

endmodule
