// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of RoCC and the devices' bus of Rocket in every
// simulation (rtl/assert). Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_soc_rocc vmb_check_rocc u_check_rocc (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .cmd_valid_i(rocc_cmd_valid_i),
    .cmd_ready_i(rocc_cmd_ready_o),
    .cmd_instr_i(rocc_cmd_instr_i),
    .cmd_rs1_i(rocc_cmd_rs1_i),
    .cmd_rs2_i(rocc_cmd_rs2_i),
    .resp_valid_i(rocc_resp_valid_o),
    .resp_ready_i(rocc_resp_ready_i),
    .resp_rd_i(rocc_resp_rd_o),
    .busy_i(rocc_busy_o),
    .mem_valid_i(rocc_mem_valid_o),
    .mem_ready_i(rocc_mem_ready_i),
    .mem_write_i(rocc_mem_write_o),
    .mem_size_i(rocc_mem_size_o),
    .mem_address_i(rocc_mem_address_o),
    .mem_data_i(rocc_mem_data_o),
    .mem_done_i(rocc_mem_done_i),
    .fault_o()
);

bind vmb_soc_rocc vmb_check_tl #(
    .SourceBits(7)
) u_check_tl (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .a_valid_i(a_valid_i),
    .a_ready_i(a_ready_o),
    .a_opcode_i(a_opcode_i),
    .a_size_i(a_size_i),
    .a_source_i(a_source_i),
    .a_address_i(a_address_i),
    .a_mask_i(a_mask_i),
    .d_valid_i(d_valid_o),
    .d_ready_i(d_ready_i),
    .d_opcode_i(d_opcode_o),
    .d_size_i(d_size_o),
    .d_source_i(d_source_o),
    .d_denied_i(d_denied_o),
    .d_corrupt_i(d_corrupt_o),
    .fault_o()
);
