// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The accelerator port behind the CORE-V eXtension interface (CV-X-IF), for
// cores that issue, commit and take results in program order: CV32E40X.
//
// An instruction goes through three steps, each a cycle at best:
//
// | step   | what happens                                                        |
// | ------ | ------------------------------------------------------------------- |
// | issue  | the core shows word and operands; accepted, they are kept here      |
// | commit | the core says for sure: only now accel_valid_o is 1                 |
// | result | the result waits here until the core takes it                       |
//
// Before its commit an instruction is speculative: a killed one is dropped and never reaches the
// accelerator. So units with side effects need no undo (see below). Steps of consecutive
// instructions overlap: a unit that is ready at once takes one instruction a cycle.
//
// The accelerator port is Ibex's (docs/reference/port.md), but decoding and executing are in
// different cycles and therefore separate: accel_accept_i answers accel_decode_o in the same cycle,
// from the instruction word alone; accel_valid_o with accel_instr_o and operands stays until
// accel_ready_i, and accel_result_i counts in that cycle. An instruction without a result has rd =
// x0.
//
// Operands and results may be words of keys: they are cleared when the instruction completes or is
// killed, and when the core has the result; both after a reset.
//
// Only the part of CV-X-IF for register-to-register instructions is implemented.
// The integrator ties off the rest: issue_resp.writeback is accept and the other
// fields are 0, result.we is 1 and exc, err, dbg, ecs* are 0, compressed and
// memory interfaces are unused. The id identifies the instruction of a commit.
// (CV32E40X may give two consecutive instructions the same id: harmless, since
// the second is issued when the first has had its commit, or in that cycle.)
//
// Units with side effects need a core whose commit is final: each instruction that it has
// committed retires. CV32E40X is such a core. CVA6 commits an instruction when it issues it, and
// may squash it afterwards without notifying the coprocessor (README.md has the source). The
// integrator must set CommitIsFinal or NoSideEffects.

module vmb_xif #(
    parameter int unsigned IdWidth = 4,
    parameter bit CommitIsFinal = 1'b0,  // a committed instruction always retires
    parameter bit NoSideEffects = 1'b0  // units depend only on word and operands
) (
    input logic clk_i,
    input logic rst_ni,

    // Issue: the core asks whether an instruction is supported.
    input  logic               issue_valid_i,
    output logic               issue_ready_o,
    input  logic [       31:0] issue_instr_i,
    input  logic [IdWidth-1:0] issue_id_i,
    input  logic [       31:0] issue_rs1_i,
    input  logic [       31:0] issue_rs2_i,
    input  logic [        1:0] issue_rs_valid_i,
    output logic               issue_accept_o,

    // Commit: after the issue, once for each instruction, in order.
    input logic               commit_valid_i,
    input logic [IdWidth-1:0] commit_id_i,
    input logic               commit_kill_i,

    output logic               result_valid_o,
    input  logic               result_ready_i,
    output logic [IdWidth-1:0] result_id_o,
    output logic [       31:0] result_data_o,
    output logic [        4:0] result_rd_o,

    // The accelerator port.
    output logic [31:0] accel_decode_o,
    input  logic        accel_accept_i,
    output logic        accel_valid_o,
    output logic [31:0] accel_instr_o,
    output logic [31:0] accel_rs1_o,
    output logic [31:0] accel_rs2_o,
    input  logic        accel_ready_i,
    input  logic [31:0] accel_result_i
);

  if (!CommitIsFinal && !NoSideEffects) begin : gen_speculative
    $error("units with side effects need a core whose commit is final: set a parameter");
  end

  // The accepted instruction that is not complete, if held_q; committed_q only then.
  logic held_q, committed_q;
  logic [31:0] instr_q, rs1_q, rs2_q;
  logic [IdWidth-1:0] id_q;

  // The result that the core has not taken yet, if result_valid_q.
  logic result_valid_q;
  logic [31:0] result_q;
  logic [IdWidth-1:0] result_id_q;
  logic [4:0] result_rd_q;

  logic decided, certain, killed, done, take;
  assign decided = held_q && !committed_q && commit_valid_i && commit_id_i == id_q;
  assign certain = committed_q || (decided && !commit_kill_i);
  assign killed = decided && commit_kill_i;

  assign accel_decode_o = issue_instr_i;
  assign accel_valid_o = certain && (!result_valid_q || result_ready_i);
  assign accel_instr_o = instr_q;
  assign accel_rs1_o = rs1_q;
  assign accel_rs2_o = rs2_q;
  assign done = accel_valid_o && accel_ready_i;

  // An unsupported instruction needs no entry and is rejected at once.
  assign issue_accept_o = accel_accept_i;
  assign issue_ready_o = !accel_accept_i || ((&issue_rs_valid_i) && (!held_q || done || killed));
  assign take = issue_valid_i && issue_ready_o && issue_accept_o;

  assign result_valid_o = result_valid_q;
  assign result_id_o = result_id_q;
  assign result_data_o = result_q;
  assign result_rd_o = result_rd_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q         <= 1'b0;
      committed_q    <= 1'b0;
      result_valid_q <= 1'b0;
    end else begin
      held_q         <= take || (held_q && !done && !killed);
      committed_q    <= certain && !done;
      result_valid_q <= done || (result_valid_q && !result_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      instr_q <= issue_instr_i;
      rs1_q   <= issue_rs1_i;
      rs2_q   <= issue_rs2_i;
      id_q    <= issue_id_i;
    end else if (!held_q || done || killed) begin
      rs1_q <= '0;
      rs2_q <= '0;
    end
    if (done) begin
      result_q    <= accel_result_i;
      result_id_q <= id_q;
      result_rd_q <= instr_q[11:7];
    end else if (!result_valid_q || result_ready_i) result_q <= '0;
  end

endmodule
