// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Function units (vmb_ise) behind the CORE-V eXtension interface: what a core of that
// interface, such as CV32E40X, needs for the instructions of FunctionUnits. Ports and
// what the integrator ties off are those of vmb_xif. The units are combinational and have no
// side effects, so they are also safe on a core that squashes committed instructions (CVA6).

module vmb_xif_ise #(
    parameter int unsigned FunctionUnits = 0,  // bits by vmb_ise_encodings_pkg
    parameter int unsigned IdWidth = 4
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic               issue_valid_i,
    output logic               issue_ready_o,
    input  logic [       31:0] issue_instr_i,
    input  logic [IdWidth-1:0] issue_id_i,
    input  logic [       31:0] issue_rs1_i,
    input  logic [       31:0] issue_rs2_i,
    input  logic [        1:0] issue_rs_valid_i,
    output logic               issue_accept_o,

    input logic               commit_valid_i,
    input logic [IdWidth-1:0] commit_id_i,
    input logic               commit_kill_i,

    output logic               result_valid_o,
    input  logic               result_ready_i,
    output logic [IdWidth-1:0] result_id_o,
    output logic [       31:0] result_data_o,
    output logic [        4:0] result_rd_o
);

  logic [31:0] decode, instr, rs1, rs2, result, unused_result;
  logic accept, unused_valid, unused_accept;

  vmb_xif #(
      .IdWidth(IdWidth),
      .NoSideEffects(1'b1)
  ) u_xif (
      .clk_i,
      .rst_ni,
      .issue_valid_i,
      .issue_ready_o,
      .issue_instr_i,
      .issue_id_i,
      .issue_rs1_i,
      .issue_rs2_i,
      .issue_rs_valid_i,
      .issue_accept_o,
      .commit_valid_i,
      .commit_id_i,
      .commit_kill_i,
      .result_valid_o,
      .result_ready_i,
      .result_id_o,
      .result_data_o,
      .result_rd_o,
      .accel_decode_o(decode),
      .accel_accept_i(accept),
      .accel_valid_o (unused_valid),
      .accel_instr_o (instr),
      .accel_rs1_o   (rs1),
      .accel_rs2_o   (rs2),
      .accel_ready_i (1'b1),
      .accel_result_i(result)
  );

  // Decoding and executing handle different instructions in the same cycle. Only the decoder of the
  // first instance is used, and everything except the decoder of the second.
  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_decode (
      .instr_i (decode),
      .rs1_i   (32'd0),
      .rs2_i   (32'd0),
      .accept_o(accept),
      .result_o(unused_result)
  );

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i (instr),
      .rs1_i   (rs1),
      .rs2_i   (rs2),
      .accept_o(unused_accept),
      .result_o(result)
  );

endmodule
