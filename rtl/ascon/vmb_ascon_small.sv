// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ascon-AEAD128 of NIST SP 800-232 in little area: words of 32 bits; padding and the
// key are left to its user. README.md has the ports and the protocol.
//
// The state is ten words, two for each of S_0 to S_4, the low half first. In every
// cycle it either takes a round or rotates by a word: it is never held, which saves a
// multiplexer for each bit. Words 0 to 3 rotate, 4 and 5, and 6 to 9, so that four
// steps are a rotation. Only a word that passes position 0, 4 or 6 can be changed:
//
//   step                0     1     2     3
//   position 0          w 0   w 1   w 2   w 3
//   position 4          w 4   w 5   w 4   w 5
//   position 6          w 6   w 7   w 8   w 9
//   Init, position 0    IV    IV    K_0   K_1   replace
//   Init, position 4    K_2   K_3               replace
//   Init, position 6    N_0   N_1   N_2   N_3   replace
//   block, position 0   D_0   D_1   D_2   D_3   are added; ciphertext replaces
//   last, position 4                K_0   K_1   are added
//   last, position 6    K_2   K_3               are added
//   after 12 rounds, 6  K_0   K_1   K_2   K_3   are added, once
//   Tag, position 6     T_0   T_1   T_2   T_3   are given, or compared
//
// A word whose user is not ready waits for its step of the next rotation. Timing depends only on
// lengths, direction, and the user's readiness.
//
// Before the first message, and between messages, zeros replace every word that passes.

module vmb_ascon_small
  import vmb_ascon_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  logic start_valid_i,
    output logic start_ready_o,
    input  logic decrypt_i,

    output logic [ 1:0] key_index_o,
    input  logic [31:0] key_i,

    input  logic        valid_i,
    output logic        ready_o,
    input  logic [ 1:0] kind_i,
    input  logic [31:0] data_i,
    input  logic [ 3:0] lanes_i,

    output logic        out_valid_o,
    input  logic        out_ready_i,
    output logic [31:0] out_o,

    output logic done_o,
    output logic ok_o
);

  // ---- Control ----

  // Bit 2: blocks are accepted. Bits 2 and 1 are 0 between messages.
  typedef enum logic [2:0] {
    Idle = 3'b000,
    Done = 3'b001,
    Init = 3'b010,
    Tag  = 3'b011,
    Ad   = 3'b100,  // no data block yet
    Data = 3'b101
  } stage_e;

  // Rounds end with number 11; a rotation counts from 8 to 11 too.
  localparam logic [3:0] First = 4'd8, End = 4'd11;

  stage_e stage_q;
  logic [3:0] count_q;
  logic [1:0] step_q;  // the step of the word that is waited for
  // The state takes a round, or it turns: one of the two is 1. Two registers cost less than
  // one, since with them a multiplexer can be an AND-OR gate.
  logic round_q, turn_q;
  // The key is still to be added to the last four words; a tag word was wrong.
  logic owed_q, differs_q, fresh_q;

  logic wipe, turns, idle, block, init, tag, ends;
  logic [1:0] step;
  assign wipe = wipe_i || fresh_q;
  assign turns = turn_q && !wipe;
  assign idle = stage_q[2:1] == 2'b00;
  assign block = stage_q[2];
  assign init = stage_q == Init;
  assign tag = stage_q == Tag;
  assign step = count_q[1:0];
  assign ends = count_q == End;

  logic is_data, is_last;
  assign is_data = kind_i[1];
  assign is_last = kind_i == 2'd3;

  // The last block needs the key port in the same steps as the pending key, and waits for it; a tag
  // to compare waits too.
  logic due, gives, accept, complete;
  assign due = turns && step == step_q && !idle;
  always_comb begin
    ready_o = due;
    if (block) ready_o &= !(owed_q && is_last) && (out_ready_i || !is_data);
    else if (tag) ready_o &= decrypt_i && !owed_q;
  end
  assign accept = ready_o && valid_i;
  assign gives = due && tag && !decrypt_i;
  assign complete = (accept || (gives && out_ready_i)) && ends;

  logic absorbs, takes_data, takes_last;
  assign absorbs = block && accept;
  assign takes_data = absorbs && is_data;
  assign takes_last = absorbs && is_last;

  logic starts, permutes, long, rounds_next;
  assign start_ready_o = idle && ends && !wipe;
  assign starts = start_ready_o && start_valid_i;
  assign permutes = complete && !tag;
  assign long = init || is_last;  // 12 rounds
  assign rounds_next = permutes || (round_q && !ends && !wipe);
  assign done_o = stage_q == Done && !wipe;
  assign ok_o = done_o && !differs_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b1;
    else fresh_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (wipe) stage_q <= Idle;
    else if (starts) stage_q <= Init;
    else if (complete && init) stage_q <= Ad;
    else if (complete && tag) stage_q <= Done;
    else if (complete && is_last) stage_q <= Tag;
    else if (takes_data) stage_q <= Data;

    round_q <= rounds_next;
    turn_q <= !rounds_next;

    // Between messages, the next start waits for a rotation.
    if (permutes) count_q <= long ? 4'd0 : 4'd4;
    else if (wipe || (ends && (!idle || starts))) count_q <= First;
    else if (!(idle && ends)) count_q <= count_q + 4'd1;

    if (wipe || idle) step_q <= '0;
    else if (accept || (gives && out_ready_i)) step_q <= step_q + 2'd1;

    if (permutes) owed_q <= long;
    else if (wipe || (turns && ends)) owed_q <= 1'b0;
  end

  // ---- The words that pass positions 0, 4 and 6 ----

  // Words with odd numbers are stored inverted: in a rotation each follows a word that is not, so
  // that multiplexers can be inverting gates.
  localparam logic [9:0][31:0] Inverted = {5{~32'd0, 32'd0}};
  localparam logic [1:0][31:0] Iv = initial_lanes(Aead128);

  logic [9:0][31:0] state_q, words, turned;
  state_t after;
  assign words = state_q ^ Inverted;
  assign after = round(words, count_q);

  // K_2, K_3, K_0, K_1; a pending key is in order.
  assign key_index_o = {step[1] ^ !owed_q, step[0]};

  logic [31:0] first_in, first_sum, first_next, shown;
  logic [3:0] replaced;
  assign first_in = (data_i & {32{absorbs}}) | (key_i & {32{init && step[1]}}) |
      (Iv[step[0]] & {32{init && !step[1]}});
  assign first_sum = words[0] ^ first_in;
  assign replaced = {4{idle || init}} | ({4{takes_data && decrypt_i}} & lanes_i);
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) begin
      first_next[8*i+:8] = replaced[i] ? first_in[8*i+:8] : first_sum[8*i+:8];
      shown[8*i+:8] = {8{takes_data && lanes_i[i]}} & first_sum[8*i+:8];
    end
  end

  logic [31:0] middle_next;
  logic middle_key, middle_kept;
  assign middle_key = (init && !step[1]) || (takes_last && step[1]);
  assign middle_kept = !(idle || (init && !step[1]));
  assign middle_next = (key_i & {32{middle_key}}) ^ (words[4] & {32{middle_kept}});

  logic [31:0] last_next;
  logic last_key, last_kept;
  assign last_key = (owed_q && !idle) || (takes_last && !step[1]);
  assign last_kept = !(idle || (init && accept));
  assign last_next = ((data_i & {32{!block && accept}}) | (key_i & {32{last_key}})) ^
      (words[6] & {32{last_kept}});

  // The difference of a compared tag word: every word counts.
  always_ff @(posedge clk_i) begin
    if (init) differs_q <= 1'b0;
    else if (tag && accept && last_next != '0) differs_q <= 1'b1;
  end

  assign out_valid_o = gives || takes_data;
  assign out_o = shown | (last_next & {32{gives}});

  // At the end of the AD, bit 63 of S_4 changes: with the first data word, before word 9 has
  // passed.
  logic separates;
  assign separates = takes_data && stage_q == Ad;
  assign turned = {
    {last_next, words[9] ^ {separates, 31'd0}, words[8:7]},
    {middle_next, words[5]},
    {first_next, words[3:1]}
  };

  always_ff @(posedge clk_i) begin
    state_q <= ((after & {320{round_q}}) | (turned & {320{turn_q}})) ^ Inverted;
  end

endmodule
