// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The rest of the engine receives from vmb_keys only the key of a job that uses a slot. The words
// written to KEY while the slot is open, and thereby its contents, are secret. Pieces are secret
// too from the cycle in which a job has taken its key to the next wipe, because they may then
// depend on it.

module vmb_time_keys
  import vmb_engine_pkg::*;
#(
    parameter int unsigned Slot = 1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic        wipe_slots_i,
    input logic        slot_we_i,
    input logic        slot_word_we_i,
    input logic [ 2:0] word_index_i,
    input logic [31:0] word_i,

    input logic [  1:0] use_i,
    input unit_e        family_i,
    input logic         long_key_i,
    input logic         key_take_i,
    input logic         slot_take_i,
    input logic         nonce_take_i,
    input logic [127:0] piece_i,

    input logic [ 31:0] secret_word_i,
    input logic [127:0] secret_piece_i,

    output logic [  7:0] same_slots,
    output logic [383:0] same_key,

    output logic when_untaken
);

  logic opened, secret, slot_refused, slot_word_refused, slot_valid, taken_q;
  logic [  1:0] slot_used_len;
  logic [  3:1] loaded;
  logic [255:0] key;
  logic [127:0] nonce;

  vmb_keys #(
      .Slots(3)
  ) u_keys (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .wipe_slots_i,
      .slot_we_i,
      .slot_refused_o(slot_refused),
      .slot_word_we_i,
      .slot_word_refused_o(slot_word_refused),
      .word_index_i,
      .word_i(secret ? secret_word_i : word_i),
      .loaded_o(loaded),
      .use_i,
      .family_i,
      .long_key_i,
      .slot_valid_o(slot_valid),
      .slot_used_len_o(slot_used_len),
      .key_take_i,
      .slot_take_i,
      .nonce_take_i,
      .piece_i(taken_q ? secret_piece_i : piece_i),
      .key_o(key),
      .nonce_o(nonce)
  );
  assign opened = u_keys.u_slots.open_q == 2'(Slot);
  assign secret = opened && slot_word_we_i && !slot_we_i;

  always_ff @(posedge clk_i) begin
    if (wipe_i) taken_q <= 1'b0;
    else if (slot_take_i && use_i == 2'(Slot)) taken_q <= 1'b1;
  end
  assign when_untaken = !taken_q;

  // The rejection of a SLOT write does not depend on words of a key.
  assign same_slots = {
    loaded, slot_valid, slot_used_len, slot_word_refused, slot_refused && !secret
  };
  assign same_key = {key, nonce} & {384{!taken_q}};

endmodule
