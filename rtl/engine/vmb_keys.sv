// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The key and the nonce of a job, from pieces or from a slot, until it ends.
//
// A key of Ascon-AEAD128 with 32 bytes masks the nonce (SP 800-232, section 4.2.2): its second half
// is added to nonce_q, which a wipe has set to 0, and then the nonce is.

module vmb_keys
  import vmb_engine_pkg::*;
#(
    parameter int unsigned Slots = 2,
    parameter bit Masks = 1'b1,  // there is Ascon-AEAD128
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    // Slots: vmb_key_slots.
    input  logic        wipe_slots_i,
    input  logic        slot_we_i,
    output logic        slot_refused_o,
    input  logic        slot_word_we_i,
    output logic        slot_word_refused_o,
    input  logic [ 2:0] word_index_i,
    input  logic [31:0] word_i,
    output logic [ 3:1] loaded_o,

    // For the job.
    input  logic [  1:0] use_i,
    input  unit_e        family_i,
    input  logic         long_key_i,       // the key has 32 bytes
    output logic         slot_valid_o,
    output logic [  1:0] slot_used_len_o,
    input  logic         key_take_i,
    input  logic         slot_take_i,
    input  logic         nonce_take_i,
    input  logic [127:0] piece_i,
    output logic [255:0] key_o,
    output logic [127:0] nonce_o
);

  logic [255:0] slot_key;
  vmb_key_slots #(
      .Slots(Slots),
      .Hardened(Hardened)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe_slots_i),
      .slot_we_i,
      .slot_refused_o,
      .word_we_i(slot_word_we_i),
      .word_refused_o(slot_word_refused_o),
      .word_index_i,
      .word_i,
      .use_i,
      .family_i,
      .valid_o(slot_valid_o),
      .key_len_o(slot_used_len_o),
      .key_o(slot_key),
      .loaded_o
  );

  logic [255:0] key_q;
  logic [127:0] nonce_q;
  logic high_q;  // the next piece of a key is its second half
  logic mask_take;
  assign mask_take = Masks && family_i == UnitAscon && long_key_i &&
      (slot_take_i || (key_take_i && high_q));
  logic [255:0] key;
  logic [127:0] masked;
  assign key = wipe_i ? '0 : Slots != 0 && slot_take_i ? slot_key : {2{piece_i}};
  assign masked = key[255:128] ^ (nonce_q & {128{Masks && !wipe_i}});
  always_ff @(posedge clk_i) begin
    high_q <= (key_take_i || high_q) && !wipe_i;
    if (wipe_i || slot_take_i || (key_take_i && !high_q)) key_q[127:0] <= key[127:0];
    if (wipe_i || slot_take_i || (key_take_i && high_q)) key_q[255:128] <= key[255:128];
    if (wipe_i || nonce_take_i || mask_take) nonce_q <= masked;
  end
  assign key_o   = key_q;
  assign nonce_o = nonce_q;

endmodule
