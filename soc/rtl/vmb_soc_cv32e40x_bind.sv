// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of the buses of CV32E40X in every simulation
// (rtl/assert). Netlists and proofs leave this file out. Its accelerator port is checked in
// vmb_xif.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_soc_cv32e40x vmb_check_obi u_check_instr (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(instr_req_o),
    .gnt_i(instr_gnt_i),
    .we_i(1'b0),
    .be_i(4'b1111),
    .addr_i(instr_addr_o),
    .wdata_i(32'd0),
    .rvalid_i(instr_rvalid_i),
    .withdrawn_i(1'b0),
    .fault_o()
);

bind vmb_soc_cv32e40x vmb_check_obi #(
    .Aligned(1'b0)
) u_check_data (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(data_req),
    .gnt_i(data_gnt),
    .we_i(data_we_o),
    .be_i(data_be_o),
    .addr_i(data_addr_o),
    .wdata_i(data_wdata_o),
    .rvalid_i(data_rvalid),
    .withdrawn_i(1'b0),
    .fault_o()
);
