// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of Wishbone and OBI in every simulation (rtl/assert).
// Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_wb_mem vmb_check_wb #(
    .Pipelined(Pipelined),
    .AddressBits(32),
    .Bytes(PortBits / 8),
    .Depth(Depth)
) u_check_wb (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .cyc_i(cyc_o),
    .stb_i(stb_o),
    .stall_i(stall_i),
    .we_i(we_o),
    .sel_i(sel_o),
    .adr_i(adr_o),
    .dat_i(dat_o),
    .ack_i(ack_i),
    .err_i(err_i),
    .fault_o()
);

bind vmb_wb_mem vmb_check_obi #(
    .Bytes(PortBits / 8),
    .Depth(Depth)
) u_check_obi (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(req_i),
    .gnt_i(gnt_o),
    .we_i(we_i),
    .be_i(be_i),
    .addr_i(addr_i),
    .wdata_i(wdata_i),
    .rvalid_i(rvalid_o),
    .withdrawn_i(1'b1),
    .fault_o()
);
