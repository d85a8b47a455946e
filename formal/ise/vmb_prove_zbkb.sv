// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_zbkb compared with its specification: acceptance, the result of each instruction, and which
// instructions are rotates, for a core that rotates by itself.

module vmb_prove_zbkb
  import vmb_ise_pkg::*;
#(
    parameter bit Rotator = 1'b1
) (
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic [31:0] result_o,
    output logic [31:0] value_o,

    output logic bad_rol,
    output logic bad_ror,
    output logic bad_rori,
    output logic bad_andn,
    output logic bad_orn,
    output logic bad_xnor,
    output logic bad_pack,
    output logic bad_packh,
    output logic bad_brev8,
    output logic bad_rev8,
    output logic bad_zip,
    output logic bad_unzip,
    output logic bad_accept,
    output logic bad_rotates
);

  logic [11:0] is_which;
  logic accept;
  logic [31:0] result, value;

  vmb_zbkb #(
      .Rotator(Rotator)
  ) u_unit (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accept),
      .result_o(result)
  );
  vmb_spec_zbkb u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_which),
      .value_o(value)
  );
  assign result_o = result;
  assign value_o = value;

  assign bad_accept = accept != (is_which != '0);
  assign bad_rotates = accept && rotates(instr_i) != (is_which[2:0] != '0);
  assign bad_rol = is_which[0] && result != value;
  assign bad_ror = is_which[1] && result != value;
  assign bad_rori = is_which[2] && result != value;
  assign bad_andn = is_which[3] && result != value;
  assign bad_orn = is_which[4] && result != value;
  assign bad_xnor = is_which[5] && result != value;
  assign bad_pack = is_which[6] && result != value;
  assign bad_packh = is_which[7] && result != value;
  assign bad_brev8 = is_which[8] && result != value;
  assign bad_rev8 = is_which[9] && result != value;
  assign bad_zip = is_which[10] && result != value;
  assign bad_unzip = is_which[11] && result != value;

endmodule
