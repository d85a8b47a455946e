// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checker of APB in every simulation (rtl/assert). Netlists and
// proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_couple_apb vmb_check_apb u_check_apb (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .psel_i(psel_i),
    .penable_i(penable_i),
    .pwrite_i(pwrite_i),
    .paddr_i(paddr_i),
    .pprot_i(pprot_i),
    .pstrb_i(pstrb_i & {4{pwrite_i}}),  // absent on APB3
    .pwdata_i(pwdata_i),
    .pready_i(pready_o),
    .pslverr_i(pslverr_o),
    .fault_o()
);
