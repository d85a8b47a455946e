// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checker of TileLink in every simulation (rtl/assert). Netlists
// and proofs leave this file out.
//
// Accesses other than whole register words are rejected, including requests that break the rules of
// the bus.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_couple_tlul vmb_check_tl #(
    .SourceBits(SourceBits),
    .Client(1'b0)
) u_check_tl (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .a_valid_i(a_valid_i),
    .a_ready_i(a_ready_o),
    .a_opcode_i(a_opcode_i),
    .a_size_i(a_size_i),
    .a_source_i(a_source_i),
    .a_address_i(32'(a_address_i)),
    .a_mask_i(a_mask_i),
    .d_valid_i(d_valid_o),
    .d_ready_i(d_ready_i),
    .d_opcode_i(d_opcode_o),
    .d_size_i(d_size_o),
    .d_source_i(d_source_o),
    .d_denied_i(d_denied_o),
    .d_corrupt_i(d_corrupt_o),
    .fault_o()
);
