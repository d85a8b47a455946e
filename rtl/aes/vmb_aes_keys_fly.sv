// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Round keys on the fly, for vmb_aes_core: Stages of them each cycle.
// Source: FIPS 197, sections 5.2 and 5.3.
//
// Two registers of the size of the key: `home` holds the window of the key
// schedule (see vmb_aes_key_step) where blocks start, `work` the window in the
// middle of a block; between blocks `work` equals `home`. Blocks start where the
// key is (turned_i = 0, the window moves forwards) or where the last round key
// is (turned_i = 1, it moves backwards). To turn, the window moves once from the
// one to the other. With all rounds in one cycle (Whole = 1) there is no `work`.
// With KeyHeld = 1 there is no `home`: key_i itself replaces it.
//
// load_i takes key_i. In the next cycle, with advance_i 0, it reaches `work`.
// wipe_i clears both registers. While there is no key (present_i = 0) `work` does
// not take a key_i that is held.
//
// With TwoStages = 1 (and Stages = 1) SubWord has a register: sub_take_i comes in the cycle before
// the window moves, with the same window and round_i, which is then that of the step, in
// either direction. The keys of a cycle are then those before the
// move: both outputs are the round key of the window.

module vmb_aes_keys_fly
  import vmb_aes_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter int unsigned Stages = 1,
    parameter bit Decrypt = 1'b1,
    parameter bit Table = 1'b0,
    parameter bit Whole = 1'b0,
    parameter bit KeyHeld = 1'b0,
    parameter bit TwoStages = 1'b0
) (
    input logic clk_i,
    input logic wipe_i,

    input logic               load_i,
    input logic               prepare_i,
    input logic [KeyBits-1:0] key_i,
    input logic [        1:0] key_len_i,

    // This cycle moves the window by Stages rounds from the one before round_i; last_i: it ends a
    // block, or turn_i.
    input logic       sub_take_i,
    input logic       advance_i,
    input logic       last_i,
    input logic       turn_i,
    input logic       turned_i,
    input logic [3:0] round_i,

    output logic [     127:0]        first_key_o,
    output logic [Stages-1:0][127:0] round_keys_o
);

  logic [KeyBits-1:0] home, work;

  // ---- The window along the rounds of this cycle ----

  logic turned;
  logic [3:0] rounds;
  assign turned = Decrypt && turned_i;
  assign rounds = round_count(key_len_i);

  logic [Stages:0][KeyBits-1:0] window;
  logic [KeyBits-1:0] moved;

  assign window[0]   = work;
  assign first_key_o = work[127:0];

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    logic [3:0] forward_round;
    assign forward_round = round_i + 4'(s);

    logic [31:0] sub, sub_word;
    vmb_aes_key_step #(
        .KeyBits(KeyBits),
        .Decrypt(Decrypt),
        .Table(Table),
        .TwoStages(TwoStages)
    ) u_step (
        .decrypt_i(turned),
        .key_len_i(key_len_i),
        .round_i  (turned && !TwoStages ? rounds + 4'd1 - forward_round : forward_round),
        .window_i (window[s]),
        .window_o (window[s+1]),
        .sub_i    (sub_word),
        .sub_o    (sub)
    );

    if (TwoStages) begin : gen_stages
      logic [31:0] sub_q;
      always_ff @(posedge clk_i) begin
        if (sub_take_i || wipe_i) sub_q <= sub & {32{!wipe_i}};
      end
      assign sub_word = sub_q;
      assign round_keys_o[s] = work[127:0];
    end else begin : gen_keys
      assign sub_word = '0;
      logic unused_sub;
      assign unused_sub = ^{sub, sub_take_i};
      assign round_keys_o[s] = window[s+1][127:0];
    end
  end

  // ---- Registers ----

  if (KeyHeld) begin : gen_held
    logic unused_load;
    assign unused_load = load_i;
    assign home = key_i;
  end else begin : gen_home
    logic keep, end_turn;
    logic [KeyBits-1:0] home_q;
    assign end_turn = Decrypt && turn_i && last_i;
    assign keep = !(load_i || end_turn);
    always_ff @(posedge clk_i) begin
      if (!keep || wipe_i) begin
        home_q <= (key_i & {KeyBits{load_i && !wipe_i}}) |
            (moved & {KeyBits{end_turn && !wipe_i}}) | (home_q & {KeyBits{keep && !wipe_i}});
      end
    end
    assign home = home_q;
  end

  if (Whole) begin : gen_whole
    // The rounds of shorter keys end earlier.
    always_comb begin
      moved = window[Stages];
      for (int unsigned s = 10; s < Stages; s += 2) if (rounds == 4'(s)) moved = window[s];
    end
    logic unused_move;
    assign unused_move = ^{advance_i, last_i, prepare_i};
    assign work = home;
    if (KeyHeld) begin : gen_no_register
      logic unused_clock;
      assign unused_clock = ^{clk_i, wipe_i, turn_i, moved};
    end
  end else begin : gen_work
    logic move;
    logic [KeyBits-1:0] work_q;
    assign moved = window[Stages];
    assign move  = advance_i && (!last_i || turn_i);
    always_ff @(posedge clk_i) begin
      if (advance_i || prepare_i || wipe_i) begin
        work_q <= (moved & {KeyBits{move && !wipe_i}}) | (home & {KeyBits{!move && !wipe_i}});
      end
    end
    assign work = work_q;
  end

endmodule
