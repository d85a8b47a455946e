// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_ise with every set of its units: it accepts the instructions that the specifications of these
// units have, and no others; no instruction belongs to two units; and its result is that of the
// unit to which the instruction belongs. The results of each unit are proved separately.
//
// Set number s has FunctionUnits = s, and is_of the same bits.

module vmb_prove_ise
  import vmb_ise_encodings_pkg::*;
(
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,

    output logic bad_shared,
    output logic bad_accept,
    output logic bad_result
);

  logic [11:0] is_zbkb;
  logic [1:0] is_zbkc, is_zbkx, is_xascon;
  logic [3:0] is_zkned;
  logic [9:0] is_zknh;
  logic [Units-1:0] is_of, accepts, claimed;
  logic [Units-1:0][31:0] results, unused_values;
  logic [2:0][7:0] unused_bytes;

  vmb_spec_zbkb u_spec_zbkb (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_zbkb),
      .value_o(unused_values[UnitZbkb])
  );
  vmb_spec_zbkc u_spec_zbkc (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_zbkc),
      .value_o(unused_values[UnitZbkc])
  );
  vmb_spec_zbkx u_spec_zbkx (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_zbkx),
      .value_o(unused_values[UnitZbkx])
  );
  vmb_spec_zkned u_spec_zkned (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_zkned),
      .value_o(unused_values[UnitZkned]),
      .byte_o(unused_bytes[0]),
      .unity_o(unused_bytes[1]),
      .back_o(unused_bytes[2])
  );
  vmb_spec_xascon u_spec_xascon (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_xascon),
      .value_o(unused_values[UnitXascon])
  );
  vmb_spec_zknh u_spec_zknh (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o(is_zknh),
      .value_o(unused_values[UnitZknh])
  );
  assign is_of[UnitZbkb] = is_zbkb != '0;
  assign is_of[UnitZbkc] = is_zbkc != '0;
  assign is_of[UnitZbkx] = is_zbkx != '0;
  assign is_of[UnitZkned] = is_zkned != '0;
  assign is_of[UnitXascon] = is_xascon != '0;
  assign is_of[UnitZknh] = is_zknh != '0;

  vmb_zbkb u_zbkb (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accepts[UnitZbkb]),
      .result_o(results[UnitZbkb])
  );
  vmb_zbkc u_zbkc (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accepts[UnitZbkc]),
      .result_o(results[UnitZbkc])
  );
  vmb_zbkx u_zbkx (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accepts[UnitZbkx]),
      .result_o(results[UnitZbkx])
  );
  vmb_zkned u_zkned (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accepts[UnitZkned]),
      .result_o(results[UnitZkned])
  );
  vmb_xascon u_xascon (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accepts[UnitXascon]),
      .result_o(results[UnitXascon])
  );
  vmb_zknh u_zknh (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(accepts[UnitZknh]),
      .result_o(results[UnitZknh])
  );

  logic [31:0] expected;
  always_comb begin
    expected = '0;
    for (int unsigned u = 0; u < Units; u++) if (is_of[u]) expected = results[u];
  end

  localparam int unsigned Sets = 1 << Units;
  logic [Sets-1:0] wrong_accept, wrong_result;
  for (genvar s = 0; s < Sets; s++) begin : gen_set
    logic accept;
    logic [31:0] result;
    vmb_ise #(
        .FunctionUnits(s)
    ) u_ise (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(accept),
        .result_o(result)
    );
    assign wrong_accept[s] = accept != ((is_of & Units'(s)) != '0);
    assign wrong_result[s] = accept && result != expected;
  end

  assign claimed = is_of | accepts;
  assign bad_shared = (claimed & (claimed - Units'(1))) != '0;
  assign bad_accept = wrong_accept != '0;
  assign bad_result = wrong_result != '0;

endmodule
