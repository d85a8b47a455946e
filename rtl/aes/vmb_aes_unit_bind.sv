// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of the accelerator port and the memory port in every
// simulation (rtl/assert). Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_aes_unit vmb_check_accel u_check_accel (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .decode_i(instr_i),
    .accept_i(accept_o),
    .valid_i(valid_i),
    .machine_i(privileged_i),
    .instr_i(instr_i),
    .rs1_i(rs1_i),
    .rs2_i(rs2_i),
    .ready_i(ready_o),
    .retry_i(retry_o),
    .fault_o()
);

bind vmb_aes_unit vmb_check_obi u_check_obi (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(mem_req_o),
    .gnt_i(mem_gnt_i),
    .we_i(mem_we_o),
    .be_i(mem_be_o),
    .addr_i(mem_addr_o),
    .wdata_i(mem_wdata_o),
    .rvalid_i(mem_rvalid_i),
    .withdrawn_i(1'b0),
    .fault_o()
);
