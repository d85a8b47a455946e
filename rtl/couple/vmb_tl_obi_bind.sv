// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of TileLink and OBI in every simulation (rtl/assert).
// Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_tl_obi vmb_check_tl #(
    .SizeBits(SizeBits),
    .SourceBits(SourceBits),
    .Bytes(Bytes)
) u_check_tl (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .a_valid_i(a_valid_i),
    .a_ready_i(a_ready_o),
    .a_opcode_i(a_opcode_i),
    .a_size_i(a_size_i),
    .a_source_i(a_source_i),
    .a_address_i(a_address_i),
    .a_mask_i(a_mask_i),
    .d_valid_i(d_valid_o),
    .d_ready_i(d_ready_i),
    .d_opcode_i(d_opcode_o),
    .d_size_i(d_size_o),
    .d_source_i(d_source_o),
    .d_denied_i(d_denied_o),
    .d_corrupt_i(d_denied_o && d_opcode_o[0]),
    .fault_o()
);

bind vmb_tl_obi vmb_check_obi #(
    .Bytes(Bytes)
) u_check_obi (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(req_o),
    .gnt_i(gnt_i),
    .we_i(we_o),
    .be_i(be_o),
    .addr_i(addr_o),
    .wdata_i(wdata_o),
    .rvalid_i(rvalid_i),
    .withdrawn_i(1'b0),
    .fault_o()
);
