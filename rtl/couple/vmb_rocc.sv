// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An accelerator port (docs/reference/port.md) behind RoCC, Rocket's coprocessor
// interface: commands in the order of the program, each after it has retired, answers
// by the number of their register.
//
// A command that the accelerator does not accept has no effect, and returns 1 << 31 if it has a
// destination register: at this point RoCC cannot reject an instruction. A command with an answer
// starts when there is space for the answer, which stays reserved until then.
//
// rocc_busy_o delays the processor's fences; it includes waiting commands.

module vmb_rocc (
    input  logic        rocc_cmd_valid_i,
    output logic        rocc_cmd_ready_o,
    input  logic [31:0] rocc_cmd_instr_i,
    input  logic [31:0] rocc_cmd_rs1_i,
    input  logic [31:0] rocc_cmd_rs2_i,
    output logic        rocc_resp_valid_o,
    input  logic        rocc_resp_ready_i,
    output logic [ 4:0] rocc_resp_rd_o,
    output logic [31:0] rocc_resp_data_o,
    output logic        rocc_busy_o,

    output logic        accel_valid_o,
    output logic [31:0] accel_instr_o,
    output logic [31:0] accel_rs1_o,
    output logic [31:0] accel_rs2_o,
    input  logic        accel_accept_i,
    input  logic        accel_ready_i,
    input  logic [31:0] accel_result_i,
    input  logic        accel_busy_i
);

  localparam int unsigned HasRd = 14;  // RoCC's xd

  logic answers, done;
  assign answers = rocc_cmd_instr_i[HasRd];

  assign accel_valid_o = rocc_cmd_valid_i && accel_accept_i && (!answers || rocc_resp_ready_i);
  assign accel_instr_o = rocc_cmd_instr_i;
  assign accel_rs1_o = rocc_cmd_rs1_i;
  assign accel_rs2_o = rocc_cmd_rs2_i;

  assign done = !accel_accept_i || accel_ready_i;
  assign rocc_cmd_ready_o = done && (!answers || rocc_resp_ready_i);
  assign rocc_resp_valid_o = rocc_cmd_valid_i && answers && done;
  assign rocc_resp_rd_o = rocc_cmd_instr_i[11:7];
  assign rocc_resp_data_o = accel_accept_i ? accel_result_i : 32'h8000_0000;
  assign rocc_busy_o = rocc_cmd_valid_i || accel_busy_i;

endmodule
