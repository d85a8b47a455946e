// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checker of AXI4 in every simulation (rtl/assert). Netlists and
// proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_axi_mem vmb_check_axi4 #(
    .Bytes(PortBits / 8)
) u_check_axi4 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .awvalid_i(awvalid_o),
    .awready_i(awready_i),
    .awaddr_i(awaddr_o),
    .awlen_i(awlen_o),
    .wvalid_i(wvalid_o),
    .wready_i(wready_i),
    .wdata_i(wdata_o),
    .wstrb_i(wstrb_o),
    .wlast_i(wlast_o),
    .bvalid_i(bvalid_i),
    .bready_i(bready_o),
    .bresp_i(bresp_i),
    .arvalid_i(arvalid_o),
    .arready_i(arready_i),
    .araddr_i(araddr_o),
    .arlen_i(arlen_o),
    .rvalid_i(rvalid_i),
    .rready_i(rready_o),
    .rdata_i(rdata_i),
    .rresp_i(rresp_i),
    .rlast_i(rlast_i),
    .fault_o()
);
