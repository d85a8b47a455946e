// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of the engine's memory port and cipher units in every
// simulation (rtl/assert). Netlists and proofs leave this file out.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_engine vmb_check_obi u_check_obi (
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
    .start_valid_i(start_valid_i),
    .start_ready_i(start_ready_o),
    .resume_i(resume_i),
    .what_i({family_i, algorithm_i, decrypt_i, key_len_i, nonce_len_i[3:0]}),
    .blocks_i(whole_o),
    .valid_i(valid_i),
    .ready_i(ready_o),
    .kind_i(kind_i),
    .lanes_i(lanes_i),
    .out_valid_i(out_valid_o),
    .out_ready_i(out_ready_i),
    .out_i(out_o),
    .tag_valid_i(tag_valid_o),
    .tag_i(tag_o),
    .ctx_we_i(ctx_we_i),
    .fault_o()
);
