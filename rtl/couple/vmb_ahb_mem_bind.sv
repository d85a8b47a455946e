// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of AHB and OBI in every simulation (rtl/assert).
// Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_ahb_mem vmb_check_ahb #(
    .AddressBits(32),
    .Bytes(PortBits / 8)
) u_check_ahb (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .hsel_i(1'b1),
    .hready_i(hready_i),
    .htrans_i(htrans_o),
    .hwrite_i(hwrite_o),
    .hsize_i(hsize_o),
    .haddr_i(haddr_o),
    .hprot_i(hprot_o),
    .hwdata_i(hwdata_o),
    .hreadyout_i(hready_i),
    .hresp_i(hresp_i),
    .fault_o()
);

bind vmb_ahb_mem vmb_check_obi #(
    .Bytes(PortBits / 8),
    .Depth(1)
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
