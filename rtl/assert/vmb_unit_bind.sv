// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of cipher units that are simulated alone. In an engine
// vmb_units is checked, in front of them (rtl/engine/vmb_engine_bind.sv).

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_ascon vmb_check_unit u_check_unit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .wipe_i(wipe_i),
    .start_valid_i(start_valid_i),
    .start_ready_i(start_ready_o),
    .resume_i(resume_i),
    .what_i('0),
    .blocks_i(1'b0),
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

bind vmb_chacha20_poly1305 vmb_check_unit u_check_unit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .wipe_i(wipe_i),
    .start_valid_i(start_valid_i),
    .start_ready_i(start_ready_o),
    .resume_i(resume_i),
    .what_i('0),
    .blocks_i(1'b0),
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

bind vmb_aes_modes vmb_check_unit u_check_unit (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .wipe_i(wipe_i),
    .start_valid_i(start_valid_i),
    .start_ready_i(start_ready_o),
    .resume_i(resume_i),
    .what_i('0),
    .blocks_i(1'b1),
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
