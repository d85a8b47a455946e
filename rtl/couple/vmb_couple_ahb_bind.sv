// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checker of AHB in every simulation (rtl/assert). Netlists and
// proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_couple_ahb vmb_check_ahb u_check_ahb (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .hsel_i(hsel_i),
    .hready_i(hready_i),
    .htrans_i(htrans_i),
    .hwrite_i(hwrite_i),
    .hsize_i(hsize_i),
    .haddr_i(haddr_i),
    .hprot_i(hprot_i),
    .hwdata_i(hwdata_i),
    .hreadyout_i(hreadyout_o),
    .hresp_i(hresp_o),
    .fault_o()
);
