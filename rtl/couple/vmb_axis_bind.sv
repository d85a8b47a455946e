// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of both streams in every simulation (rtl/assert).
// Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_axis vmb_check_axis #(
    .Bytes(PortBits / 8)
) u_check_in (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .tvalid_i(s_tvalid_i),
    .tready_i(s_tready_o),
    .tdata_i(s_tdata_i),
    .tkeep_i(s_tkeep_i),
    .tlast_i(s_tlast_i),
    .tuser_i(2'd0),
    .fault_o()
);

bind vmb_axis vmb_check_axis #(
    .Bytes(PortBits / 8)
) u_check_out (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .tvalid_i(m_tvalid_o),
    .tready_i(m_tready_i),
    .tdata_i(m_tdata_o),
    .tkeep_i(m_tkeep_o),
    .tlast_i(m_tlast_o),
    .tuser_i(m_tuser_o),
    .fault_o()
);
