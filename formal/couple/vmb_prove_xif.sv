// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_xif as a coprocessor of the CORE-V eXtension interface, and as a core that uses the
// accelerator port, with the checkers that simulations use (rtl/assert). Core and accelerator are
// unconstrained, except that the core keeps an offer unchanged.

module vmb_prove_xif (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        issue_valid_i,
    input logic [31:0] issue_instr_i,
    input logic [ 3:0] issue_id_i,
    input logic [31:0] issue_rs1_i,
    input logic [31:0] issue_rs2_i,
    input logic [ 1:0] issue_rs_valid_i,
    input logic        commit_valid_i,
    input logic [ 3:0] commit_id_i,
    input logic        commit_kill_i,
    input logic        result_ready_i,
    input logic        accel_accept_i,
    input logic        accel_ready_i,
    input logic [31:0] accel_result_i,

    output logic       bad_result,
    output logic       bad_stays,
    output logic       bad_places,
    output logic       bad_reset,
    output logic [1:0] bad_accel,
    output logic       bad_given,
    output logic       bad_word,
    output logic       bad_left,
    output logic       reach_result
);

  logic issue_ready, issue_accept, result_valid, accel_valid;
  logic [3:0] result_id;
  logic [4:0] result_rd;
  logic [31:0] result_data, accel_decode, accel_instr, accel_rs1, accel_rs2;
  vmb_xif #(
      .CommitIsFinal(1'b1)
  ) u_xif (
      .clk_i,
      .rst_ni,
      .issue_valid_i,
      .issue_ready_o(issue_ready),
      .issue_instr_i,
      .issue_id_i,
      .issue_rs1_i,
      .issue_rs2_i,
      .issue_rs_valid_i,
      .issue_accept_o(issue_accept),
      .commit_valid_i,
      .commit_id_i,
      .commit_kill_i,
      .result_valid_o(result_valid),
      .result_ready_i,
      .result_id_o(result_id),
      .result_data_o(result_data),
      .result_rd_o(result_rd),
      .accel_decode_o(accel_decode),
      .accel_accept_i,
      .accel_valid_o(accel_valid),
      .accel_instr_o(accel_instr),
      .accel_rs1_o(accel_rs1),
      .accel_rs2_o(accel_rs2),
      .accel_ready_i,
      .accel_result_i
  );

  logic [4:0] fault, accel_fault;
  vmb_check_xif #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .issue_valid_i (issue_valid_i && rst_ni),
      .issue_ready_i (issue_ready),
      .issue_accept_i(issue_accept),
      .issue_instr_i,
      .issue_id_i,
      .commit_valid_i,
      .commit_id_i,
      .commit_kill_i,
      .result_valid_i(result_valid),
      .result_ready_i,
      .result_id_i   (result_id),
      .result_data_i (result_data),
      .result_rd_i   (result_rd),
      .fault_o       (fault)
  );
  vmb_check_accel #(
      .SameWord(1'b0),
      .Assert  (1'b0)
  ) u_accel (
      .clk_i,
      .rst_ni,
      .decode_i (accel_decode),
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

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!fault[0]),
      .held_o(held)
  );

  assign bad_result   = held && fault[1];
  assign bad_stays    = held && fault[2];
  assign bad_places   = held && fault[3];
  assign bad_reset    = held && (fault[4] || accel_fault[4]);
  assign bad_accel    = {2{held}} & accel_fault[1:0];

  // The word and operands with which the last instruction was accepted.
  logic [95:0] issued_q;
  always_ff @(posedge clk_i) begin
    if (issue_valid_i && issue_ready && issue_accept) begin
      issued_q <= {issue_instr_i, issue_rs1_i, issue_rs2_i};
    end
  end
  assign bad_given = held && accel_valid && {accel_instr, accel_rs1, accel_rs2} != issued_q;

  // The result of the accelerator, for the register and the id of that instruction.
  logic [3:0] issued_id_q;
  logic [40:0] due_q;
  logic gives;
  assign gives = accel_valid && accel_ready_i;
  always_ff @(posedge clk_i) begin
    if (issue_valid_i && issue_ready && issue_accept) issued_id_q <= issue_id_i;
    if (gives) due_q <= {accel_result_i, issued_q[75:71], issued_id_q};
  end
  assign bad_word = held && rst_ni && result_valid && {result_data, result_rd, result_id} != due_q;

  // Operands are cleared when no instruction waits, a result when the core has received it.
  logic waits_q, committed_q, begun_q, killed;
  assign killed = waits_q && !committed_q && commit_valid_i && commit_kill_i &&
      commit_id_i == issued_id_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {waits_q, committed_q, begun_q} <= '0;
    else begin
      begun_q <= 1'b1;
      waits_q <= (issue_valid_i && issue_ready && issue_accept) || (waits_q && !gives && !killed);
      committed_q <= !gives && (committed_q ||
          (waits_q && commit_valid_i && !commit_kill_i && commit_id_i == issued_id_q));
    end
  end
  assign bad_left = held && rst_ni && begun_q && ((!waits_q && {accel_rs1, accel_rs2} != '0) ||
      (!result_valid && result_data != '0));

  assign reach_result = held && result_valid && result_ready_i && result_data != '0;

endmodule
