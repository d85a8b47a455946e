// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of RoCC and of Rocket's device bus in all simulations
// (rtl/assert). Netlists and proofs omit this file.

// fault_o is only for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_soc_rocc vmb_check_rocc u_check_rocc (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .cmd_valid_i(rocc_req_i.cmd_valid),
    .cmd_ready_i(rocc_rsp_o.cmd_ready),
    .cmd_instr_i(rocc_req_i.cmd_instr),
    .cmd_rs1_i(rocc_req_i.cmd_rs1),
    .cmd_rs2_i(rocc_req_i.cmd_rs2),
    .resp_valid_i(rocc_rsp_o.resp_valid),
    .resp_ready_i(rocc_req_i.resp_ready),
    .resp_rd_i(rocc_rsp_o.resp_rd),
    .busy_i(rocc_rsp_o.busy),
    .mem_valid_i(rocc_rsp_o.mem_valid),
    .mem_ready_i(rocc_req_i.mem_ready),
    .mem_write_i(rocc_rsp_o.mem_write),
    .mem_size_i(rocc_rsp_o.mem_size),
    .mem_address_i(rocc_rsp_o.mem_address),
    .mem_data_i(rocc_rsp_o.mem_data),
    .mem_done_i(rocc_req_i.mem_done),
    .fault_o()
);

bind vmb_soc_rocc vmb_check_tl #(
    .SourceBits(7)
) u_check_tl (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .a_valid_i(periph_req_i.a_valid),
    .a_ready_i(periph_rsp_o.a_ready),
    .a_opcode_i(periph_req_i.a_opcode),
    .a_size_i(periph_req_i.a_size),
    .a_source_i(periph_req_i.a_source),
    .a_address_i(periph_req_i.a_address),
    .a_mask_i(periph_req_i.a_mask),
    .d_valid_i(periph_rsp_o.d_valid),
    .d_ready_i(periph_req_i.d_ready),
    .d_opcode_i(periph_rsp_o.d_opcode),
    .d_size_i(periph_rsp_o.d_size),
    .d_source_i(periph_rsp_o.d_source),
    .d_denied_i(periph_rsp_o.d_denied),
    .d_corrupt_i(periph_rsp_o.d_corrupt),
    .fault_o()
);
