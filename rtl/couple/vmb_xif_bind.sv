// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of CV-X-IF and the accelerator port in every simulation
// (rtl/assert). Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_xif vmb_check_xif #(
    .IdWidth(IdWidth)
) u_check_xif (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .issue_valid_i(issue_valid_i),
    .issue_ready_i(issue_ready_o),
    .issue_accept_i(issue_accept_o),
    .issue_instr_i(issue_instr_i),
    .issue_id_i(issue_id_i),
    .commit_valid_i(commit_valid_i),
    .commit_id_i(commit_id_i),
    .commit_kill_i(commit_kill_i),
    .result_valid_i(result_valid_o),
    .result_ready_i(result_ready_i),
    .result_id_i(result_id_o),
    .result_data_i(result_data_o),
    .result_rd_i(result_rd_o),
    .fault_o()
);

bind vmb_xif vmb_check_accel #(
    .SameWord(1'b0)
) u_check_accel (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .decode_i(accel_decode_o),
    .accept_i(accel_accept_i),
    .valid_i(accel_valid_o),
    .machine_i(1'b1),
    .instr_i(accel_instr_o),
    .rs1_i(accel_rs1_o),
    .rs2_i(accel_rs2_o),
    .ready_i(accel_ready_i),
    .retry_i(1'b0),
    .fault_o()
);
