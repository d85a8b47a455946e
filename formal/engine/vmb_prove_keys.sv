// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The nonce that vmb_keys gives to a unit: the one of the job, to which the second half of a key of
// Ascon-AEAD128 with 32 bytes is added, as SP 800-232, section 4.2.2, masks it. The key slots are
// removed: the key of a slot is unconstrained.
//
// Assumed, because the sequencer ensures it: a job takes its key, in one piece or two or from a
// slot, and then its nonce; the job stays until the next wipe.

module vmb_prove_keys
  import vmb_engine_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input unit_e        family_i,
    input logic         long_key_i,
    input logic         key_take_i,
    input logic         slot_take_i,
    input logic         nonce_take_i,
    input logic [127:0] piece_i,

    output logic [127:0] bad_nonce,
    output logic         reach_masked,
    output logic         reach_slot
);

  logic [255:0] key;
  logic [127:0] nonce;
  vmb_keys u_keys (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .wipe_slots_i(1'b0),
      .slot_we_i(1'b0),
      .slot_refused_o(),
      .slot_word_we_i(1'b0),
      .slot_word_refused_o(),
      .word_index_i('0),
      .word_i('0),
      .loaded_o(),
      .use_i(2'd1),
      .family_i,
      .long_key_i,
      .slot_valid_o(),
      .slot_used_len_o(),
      .key_take_i,
      .slot_take_i,
      .nonce_take_i,
      .piece_i,
      .key_o(key),
      .nonce_o(nonce)
  );

  // Since the last wipe: pieces of the key, whether it is a slot's, and the nonce.
  logic wiped_q, slot_q, given_q, masks, masks_q;
  logic [1:0] pieces_q;
  logic [127:0] given;
  assign masks = family_i == UnitAscon && long_key_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {wiped_q, slot_q, given_q, pieces_q} <= '0;
    else if (wipe_i) {wiped_q, slot_q, given_q, pieces_q} <= {1'b1, 1'b0, 1'b0, 2'd0};
    else begin
      slot_q   <= slot_q || slot_take_i;
      given_q  <= given_q || nonce_take_i;
      pieces_q <= pieces_q + 2'(key_take_i);
    end
  end
  always_ff @(posedge clk_i) begin
    masks_q <= masks;
    if (nonce_take_i) given <= piece_i;
  end

  logic began, right, held;
  assign began = slot_q || pieces_q != 2'd0;
  always_comb begin
    right = $onehot0({key_take_i, slot_take_i, nonce_take_i});
    if (key_take_i && (slot_q || given_q || pieces_q == 2'd2)) right = 1'b0;
    if (slot_take_i && (began || given_q)) right = 1'b0;
    if (nonce_take_i && (given_q || !(slot_q || pieces_q == (masks ? 2'd2 : pieces_q)))) begin
      right = 1'b0;
    end
    if (began && masks != masks_q) right = 1'b0;
  end
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(right),
      .held_o(held)
  );

  assign bad_nonce = {128{held && rst_ni && wiped_q && given_q}} &
      (nonce ^ given ^ (key[255:128] & {128{masks}}));

  assign reach_masked = held && given_q && masks && pieces_q == 2'd2 && key[255:128] != '0;
  assign reach_slot = held && given_q && masks && slot_q && key[255:128] != '0;

endmodule
