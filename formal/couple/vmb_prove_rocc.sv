// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_rocc as a coprocessor of Rocket and as a core that uses the accelerator port, with the
// checkers that simulations use (rtl/assert). The accelerator is unconstrained, except that
// acceptance depends only on the instruction. Rocket keeps a command until it is accepted, and room
// for an answer until there is one.

module vmb_prove_rocc (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        cmd_valid_i,
    input logic [31:0] cmd_instr_i,
    input logic [31:0] cmd_rs1_i,
    input logic [31:0] cmd_rs2_i,
    input logic        resp_ready_i,
    input logic        accel_accept_i,
    input logic        accel_ready_i,
    input logic [31:0] accel_result_i,
    input logic        accel_busy_i,

    output logic       bad_answer,
    output logic       bad_end,
    output logic       bad_busy,
    output logic       bad_reset,
    output logic [1:0] bad_accel,
    output logic       bad_unknown,
    output logic [1:0] reach_answer
);

  logic cmd_valid, cmd_ready, resp_valid, busy, accel_valid;
  logic [4:0] resp_rd;
  logic [31:0] resp_data, accel_instr, accel_rs1, accel_rs2;
  assign cmd_valid = cmd_valid_i && rst_ni;
  vmb_rocc u_rocc (
      .rocc_cmd_valid_i(cmd_valid),
      .rocc_cmd_ready_o(cmd_ready),
      .rocc_cmd_instr_i(cmd_instr_i),
      .rocc_cmd_rs1_i(cmd_rs1_i),
      .rocc_cmd_rs2_i(cmd_rs2_i),
      .rocc_resp_valid_o(resp_valid),
      .rocc_resp_ready_i(resp_ready_i),
      .rocc_resp_rd_o(resp_rd),
      .rocc_resp_data_o(resp_data),
      .rocc_busy_o(busy),
      .accel_valid_o(accel_valid),
      .accel_instr_o(accel_instr),
      .accel_rs1_o(accel_rs1),
      .accel_rs2_o(accel_rs2),
      .accel_accept_i,
      .accel_ready_i,
      .accel_result_i,
      .accel_busy_i
  );

  logic [7:0] fault;
  vmb_check_rocc #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .cmd_valid_i(cmd_valid),
      .cmd_ready_i(cmd_ready),
      .cmd_instr_i,
      .cmd_rs1_i,
      .cmd_rs2_i,
      .resp_valid_i(resp_valid),
      .resp_ready_i,
      .resp_rd_i(resp_rd),
      .busy_i(busy),
      .mem_valid_i(1'b0),
      .mem_ready_i(1'b0),
      .mem_write_i(1'b0),
      .mem_size_i(2'd0),
      .mem_address_i(32'd0),
      .mem_data_i(32'd0),
      .mem_done_i(1'b0),
      .fault_o(fault)
  );
  logic [4:0] accel_fault;
  vmb_check_accel #(
      .Assert(1'b0)
  ) u_accel (
      .clk_i,
      .rst_ni,
      .decode_i (accel_instr),
      .accept_i (accel_accept_i),
      .valid_i  (accel_valid),
      .machine_i(1'b1),
      .instr_i  (accel_instr),
      .rs1_i    (accel_rs1),
      .rs2_i    (accel_rs2),
      .ready_i  (accel_ready_i),
      .retry_i  (1'b0),
      .fault_o  (accel_fault)
  );

  // There was room for the answer of a waiting command.
  logic room_q;
  always_ff @(posedge clk_i) room_q <= rst_ni && cmd_valid && !cmd_ready && resp_ready_i;

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!fault[0] && !accel_fault[2] && (resp_ready_i || !room_q)),
      .held_o(held)
  );

  assign bad_answer = held && fault[2];
  assign bad_end = held && fault[3];
  assign bad_busy = held && fault[4];
  assign bad_reset = held && (fault[7] || accel_fault[4]);
  assign bad_accel = {2{held}} & accel_fault[1:0];
  // A command that the accelerator does not accept has no effect, and ends immediately.
  assign bad_unknown = held && cmd_valid && !accel_accept_i &&
      (accel_valid || (resp_valid && resp_data != 32'h8000_0000) ||
       (!cmd_ready && (resp_ready_i || !cmd_instr_i[14])));
  assign reach_answer = {2{held && resp_valid && resp_ready_i}} & {accel_accept_i, !accel_accept_i};

endmodule
