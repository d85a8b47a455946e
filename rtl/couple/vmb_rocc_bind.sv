// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of the memory port behind RoCC in every simulation
// (rtl/assert). Netlists and proofs leave this file out. RoCC itself is checked in soc/rtl,
// where there is a clock.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_rocc_mem vmb_check_obi u_check_obi (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(req_i),
    .gnt_i(gnt_o),
    .we_i(we_i),
    .be_i(be_i),
    .addr_i(addr_i),
    .wdata_i(wdata_i),
    .rvalid_i(rvalid_o),
    .withdrawn_i(1'b0),
    .fault_o()
);
