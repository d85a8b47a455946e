// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of TileLink and OBI in every simulation (rtl/assert).
// Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_tl_mem vmb_check_tl #(
    .SizeBits(SizeBits),
    .SourceBits(SourceBits),
    .Bytes(PortBits / 8)
) u_check_tl (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .a_valid_i(a_valid_o),
    .a_ready_i(a_ready_i),
    .a_opcode_i(a_opcode_o),
    .a_size_i(a_size_o),
    .a_source_i(a_source_o),
    .a_address_i(a_address_o),
    .a_mask_i(a_mask_o),
    .d_valid_i(d_valid_i),
    .d_ready_i(d_ready_o),
    .d_opcode_i(d_opcode_i),
    .d_size_i(d_size_i),
    .d_source_i(d_source_i),
    .d_denied_i(d_denied_i),
    .d_corrupt_i(d_corrupt_i),
    .fault_o()
);

bind vmb_tl_mem vmb_check_obi #(
    .Bytes(PortBits / 8),
    .Depth(1 << SourceBits)
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
