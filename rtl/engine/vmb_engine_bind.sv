// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of the engine's memory port and cipher units in every
// simulation (rtl/assert). Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_engine vmb_check_obi #(
    .Bytes(PortBits / 8),
    .Depth(Outstanding)
) u_check_obi (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(mem_req_o),
    .gnt_i(mem_gnt_i),
    .we_i(mem_we_o),
    .be_i(mem_be_o),
    .addr_i(mem_addr_o),
    .wdata_i(mem_wdata_o),
    .rvalid_i(mem_rvalid_i),
    .withdrawn_i(late),
    .fault_o()
);

bind vmb_units vmb_check_unit u_check_unit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .wipe_i(wipe_i),
    .start_valid_i(req_i.start_valid),
    .start_ready_i(rsp_o.start_ready),
    .resume_i(req_i.resume),
    .what_i({
      family_i, req_i.algorithm, req_i.decrypt, req_i.key_len, req_i.nonce_len[3:0]
    }),
    .blocks_i(rsp_o.whole),
    .valid_i(req_i.valid),
    .ready_i(rsp_o.ready),
    .kind_i(req_i.kind),
    .lanes_i(req_i.lanes),
    .out_valid_i(rsp_o.out_valid),
    .out_ready_i(req_i.out_ready),
    .out_i(rsp_o.out),
    .tag_valid_i(rsp_o.tag_valid),
    .tag_i(rsp_o.tag),
    .ctx_we_i(req_i.ctx_we),
    .fault_o()
);
