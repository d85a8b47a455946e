// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the bus checkers of CV32E40X in all simulations (rtl/assert). Netlists
// and proofs omit this file. The accelerator port is checked in vmb_xif.

// fault_o is only for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_soc_cv32e40x vmb_check_obi u_check_instr (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(instr_req_o.req),
    .gnt_i(instr_rsp_i.gnt),
    .we_i(1'b0),
    .be_i(4'b1111),
    .addr_i(instr_req_o.addr),
    .wdata_i(32'd0),
    .rvalid_i(instr_rsp_i.rvalid),
    .withdrawn_i(1'b0),
    .fault_o()
);

bind vmb_soc_cv32e40x vmb_check_obi #(
    .Aligned(1'b0)
) u_check_data (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(data_req.req),
    .gnt_i(data_rsp.gnt),
    .we_i(data_req.we),
    .be_i(data_req.be),
    .addr_i(data_req.addr),
    .wdata_i(data_req.wdata),
    .rvalid_i(data_rsp.rvalid),
    .withdrawn_i(1'b0),
    .fault_o()
);
