// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_xasconp compared with its specification: acceptance, the round on each word of the state, and
// the writes for which it requests the core to wait.

module vmb_prove_xasconp (
    input logic [31:0]       instr_i,
    input logic [31:0][31:0] registers_i,
    input logic              write_i,
    input logic [ 4:0]       write_address_i,

    output logic bad_accept,
    output logic bad_word0,
    output logic bad_word1,
    output logic bad_word2,
    output logic bad_word3,
    output logic bad_word4,
    output logic bad_others,
    output logic bad_hazard
);

  logic accept, hazard, is_round;
  logic [31:0][31:0] rounded, value;
  logic [31:0] changed;

  vmb_xasconp u_unit (
      .instr_i,
      .registers_i,
      .write_i,
      .write_address_i,
      .accept_o (accept),
      .hazard_o (hazard),
      .rounded_o(rounded)
  );
  vmb_spec_xasconp u_spec (
      .instr_i,
      .registers_i,
      .is_o(is_round),
      .value_o(value),
      .changed_o(changed)
  );

  assign bad_accept = accept != is_round;
  assign bad_word0  = is_round && rounded[13:12] != value[13:12];
  assign bad_word1  = is_round && rounded[15:14] != value[15:14];
  assign bad_word2  = is_round && rounded[17:16] != value[17:16];
  assign bad_word3  = is_round && rounded[29:28] != value[29:28];
  assign bad_word4  = is_round && rounded[31:30] != value[31:30];
  assign bad_hazard = hazard != (write_i && changed[write_address_i]);
  always_comb begin
    bad_others = 1'b0;
    for (int unsigned i = 0; i < 32; i++) bad_others |= !changed[i] && rounded[i] != '0;
  end

endmodule
