// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// All units that a core can have at once: those of vmb_ise, Xasconp and Xchacha. No word is an
// instruction of two of the three, so that a system can combine their answers.

module vmb_prove_together (
    input logic [31:0] instr_i,

    output logic       bad_shared,
    output logic       bad_rotates,
    output logic [2:0] reach_accept
);

  logic ise, round, half;
  vmb_ise #(
      .FunctionUnits((1 << vmb_ise_encodings_pkg::Units) - 1)
  ) u_ise (
      .instr_i,
      .rs1_i   ('0),
      .rs2_i   ('0),
      .accept_o(ise),
      .result_o()
  );
  vmb_xasconp u_xasconp (
      .instr_i,
      .registers_i    ('0),
      .write_i        (1'b0),
      .write_address_i('0),
      .accept_o       (round),
      .hazard_o       (),
      .rounded_o      ()
  );
  vmb_xchacha u_xchacha (
      .instr_i,
      .rs1_i          ('0),
      .rs2_i          ('0),
      .registers_i    ('0),
      .low_i          ('0),
      .write_i        (1'b0),
      .write_address_i('0),
      .accept_o       (half),
      .mac_o          (),
      .hazard_o       (),
      .result_o       (),
      .changed_o      (),
      .words_o        ()
  );

  assign reach_accept = {half, round, ise};
  assign bad_shared = $countones(reach_accept) > 1;

  // No accepted word that the core's shifter rotates (TwoCycleRotates) works in place.
  assign bad_rotates = vmb_ise_pkg::rotates(instr_i) && (round || half);

endmodule
