// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// When the units of the engine answer, and give a tag: of vmb_units with all of them. The
// cores of AES, ChaCha20 and Poly1305 are left out: what comes from them is anything at any
// time, which includes what the real ones give.
//
// Assumed, because the engine does so (vmb_prove_engine): a wipe after a reset; what comes
// with a start stays until the next wipe.

module vmb_prove_units
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input unit_e        family_i,
    input logic [  2:0] algorithm_i,
    input logic         decrypt_i,
    input logic [  1:0] key_len_i,
    input logic [255:0] key_i,
    input logic [127:0] nonce_i,
    input logic [  4:0] nonce_len_i,
    input logic [ 31:0] ad_len_i,
    input logic [ 31:0] data_len_i,
    input logic [  4:0] tag_len_i,
    input logic         start_valid_i,
    input logic         resume_i,
    input logic         valid_i,
    input kind_e        kind_i,
    input logic [127:0] data_i,
    input logic [ 15:0] lanes_i,
    input logic         out_ready_i,
    input logic         ctx_we_i,
    input logic [  3:0] ctx_addr_i,
    input logic [ 31:0] ctx_wdata_i,

    output logic bad_answer_ascon,
    output logic bad_answer_chacha,
    output logic bad_answer_aes,
    output logic bad_answer_none,
    output logic bad_tag,

    output logic [2:0] reach_answer,
    output logic [2:0] reach_tag
);

  logic start_ready, ready, out_valid, tag_valid;
  vmb_units u_units (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .family_i,
      .algorithm_i,
      .decrypt_i,
      .key_len_i,
      .key_i,
      .nonce_i,
      .nonce_len_i,
      .ad_len_i,
      .data_len_i,
      .tag_len_i,
      .start_valid_i,
      .start_ready_o(start_ready),
      .resume_i,
      .narrow_o(),
      .ad_offset_o(),
      .whole_o(),
      .valid_i,
      .ready_o(ready),
      .kind_i,
      .data_i,
      .lanes_i,
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_o(),
      .tag_valid_o(tag_valid),
      .tag_o(),
      .idle_o(),
      .ctx_we_i,
      .ctx_addr_i,
      .ctx_wdata_i,
      .ctx_rdata_o(),
      .ctx_words_o()
  );

  // ---- Assumptions ----

  logic reset_q, started_q, held;
  logic [5:0] what, what_q;
  assign what = {family_i, algorithm_i, decrypt_i};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {reset_q, started_q} <= 2'b10;
    else begin
      reset_q <= 1'b0;
      if (wipe_i) started_q <= 1'b0;
      else if (start_valid_i && start_ready) started_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) what_q <= what;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((!reset_q || wipe_i) && (!started_q || what == what_q)),
      .held_o(held)
  );

  // ---- Properties ----

  logic fault, blocks;  // ECB or CBC
  assign blocks = family_i == UnitAes && !algorithm_i[1];
  vmb_formal_answers u_answers (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .start_i(start_valid_i && start_ready),
      .blocks_i(blocks),
      .valid_i,
      .ready_i(ready),
      .kind_i,
      .lanes_i,
      .out_valid_i(out_valid),
      .out_ready_i,
      .fault_o(fault)
  );
  assign bad_answer_ascon  = held && fault && family_i == UnitAscon;
  assign bad_answer_chacha = held && fault && family_i == UnitChacha;
  assign bad_answer_aes    = held && fault && family_i == UnitAes;
  assign bad_answer_none   = held && family_i == UnitNone && (out_valid || tag_valid || ready);

  // A tag comes after the end of a message that was started, and no other time.
  logic ended_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ended_q <= 1'b0;
    else if (wipe_i || (start_valid_i && start_ready)) ended_q <= 1'b0;
    else if (valid_i && ready && kind_i == KindDataEnd) ended_q <= 1'b1;
  end
  assign bad_tag = held && rst_ni && tag_valid && !wipe_i && !ended_q;

  for (genvar u = 0; u < 3; u++) begin : gen_reach
    assign reach_answer[u] = held && out_valid && ready && 2'(u) == family_i;
    assign reach_tag[u] = held && tag_valid && ended_q && 2'(u) == family_i;
  end

endmodule
