// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checker of Wishbone in every simulation (rtl/assert). Netlists and
// proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_couple_wb vmb_check_wb #(
    .Pipelined  (Pipelined),
    .AddressBits(10)
) u_check_wb (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .cyc_i(cyc_i),
    .stb_i(stb_i),
    .stall_i(stall_o),
    .we_i(we_i),
    .sel_i(sel_i),
    .adr_i(adr_i),
    .dat_i(dat_i),
    .ack_i(ack_o),
    .err_i(err_o),
    .fault_o()
);
