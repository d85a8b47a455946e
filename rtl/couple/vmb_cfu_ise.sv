// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Function units (vmb_ise) behind the CFU interface of VexRiscv (vmb_cfu). They answer in the cycle of
// the command. CFU brings two operands and funct7 with funct3: units whose instructions read fields of
// registers as an immediate do not fit.

module vmb_cfu_ise #(
    parameter int unsigned FunctionUnits = 0,  // bits by vmb_ise_encodings_pkg
    parameter logic [6:0] Opcode = 7'b0101011
) (
    input  logic        cmd_valid_i,
    output logic        cmd_ready_o,
    input  logic [ 9:0] cmd_function_id_i,  // funct7, funct3
    input  logic [31:0] cmd_inputs_0_i,
    input  logic [31:0] cmd_inputs_1_i,
    output logic        rsp_valid_o,
    input  logic        rsp_ready_i,
    output logic [31:0] rsp_outputs_0_o
);

  logic [31:0] instr, rs1, rs2, result;
  logic accept, unused_valid;

  vmb_cfu #(
      .Opcode(Opcode)
  ) u_cfu (
      .cmd_valid_i,
      .cmd_ready_o,
      .cmd_function_id_i,
      .cmd_inputs_0_i,
      .cmd_inputs_1_i,
      .rsp_valid_o,
      .rsp_ready_i,
      .rsp_outputs_0_o,
      .accel_valid_o (unused_valid),
      .accel_instr_o (instr),
      .accel_rs1_o   (rs1),
      .accel_rs2_o   (rs2),
      .accel_accept_i(accept),
      .accel_ready_i (1'b1),
      .accel_result_i(result)
  );

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i (instr),
      .rs1_i   (rs1),
      .rs2_i   (rs2),
      .accept_o(accept),
      .result_o(result)
  );

endmodule
