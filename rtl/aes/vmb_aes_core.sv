// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES block cipher: a block in, a block out.
// Source: FIPS 197.
//
// Byte i of a block or key is bits 8i+7:8i. A key shorter than KeyBits is in the
// low bits of key_i; the rest is ignored.
//
// Parameters:
//   KeyBits         the longest key, 128, 192 or 256; key_len_i (vmb_aes_pkg)
//                   chooses among those up to it, and means the longest where it
//                   is longer
//   ShorterKeys     0: KeyBits is the only key length, whatever key_len_i says
//   Decrypt         both directions over one data path, decrypt_i choosing; with
//                   0 only encryption, and decrypt_i has no effect
//   RoundsPerCycle  1, 2, or 0 for all of them
//   Sbox            0: Boolean circuits, 1: tables, for FPGAs
//   StoredKeys      0: round keys on the fly, 1: stored when the key is loaded
//   KeyHeld         1: key_i is held as long as the key is in use, and the core
//                   keeps no copy; for encryption with keys on the fly
//   GateOutput      0: block_o shows the state between the rounds too, for a user
//                   that masks it while valid_o is 0
//   TwoStages       1: a register within the round, for a short clock period: a round
//                   takes two cycles, and two blocks can be in progress; with one
//                   round per cycle and keys on the fly
//
// A key is taken where key_valid_i and key_ready_o are 1, and has precedence
// over a block. A block is taken where valid_i and ready_o are 1, in the cycle
// of its first round. valid_o and block_o are valid from the cycle after the last round until the
// next block is taken, which may be that cycle. ready_o does not depend on valid_i. Treat decrypt_i
// as a mode bit: when it changes, the key schedule first moves to its other end, and ready_o is 0
// until then.
//
// With TwoStages = 1, the cycle after the one in which a block is taken can take another,
// second_i, where second_ready_o is 1, in the same direction. first_valid_o is then 1 for the one
// cycle in which block_o is the first result; valid_o and the second result follow in the next.
//
// Timing does not depend on a key or a block. wipe_i clears key, round keys and state within its
// cycle; a reset does the same, and valid_o is 0 until then.

module vmb_aes_core
  import vmb_aes_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter bit ShorterKeys = 1'b1,
    parameter bit Decrypt = 1'b1,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Sbox = 1'b0,
    parameter bit StoredKeys = 1'b0,
    parameter bit KeyHeld = 1'b0,
    parameter bit GateOutput = 1'b1,
    parameter bit TwoStages = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  logic         key_valid_i,
    output logic         key_ready_o,
    input  logic [  1:0] key_len_i,
    input  logic [255:0] key_i,

    input  logic         valid_i,
    output logic         ready_o,
    input  logic         decrypt_i,
    input  logic [127:0] block_i,

    input  logic second_i,
    output logic second_ready_o,
    output logic first_valid_o,

    output logic         valid_o,
    output logic [127:0] block_o
);

  if (!(KeyBits inside {128, 192, 256})) begin : gen_wrong_key_bits
    $error("KeyBits must be 128, 192 or 256");
  end
  if (RoundsPerCycle > 2) begin : gen_wrong_rounds
    $error("RoundsPerCycle must be 1, 2 or 0");
  end
  if (KeyHeld && (Decrypt || StoredKeys)) begin : gen_wrong_key_held
    $error("KeyHeld is for encryption with keys on the fly");
  end
  if (TwoStages && (RoundsPerCycle != 1 || StoredKeys)) begin : gen_wrong_two_stages
    $error("TwoStages is for RoundsPerCycle = 1 with keys on the fly");
  end

  localparam bit Whole = RoundsPerCycle == 0;
  localparam int unsigned Stages = Whole ? KeyBits / 32 + 6 : RoundsPerCycle;

  // ---- Control ----

  // The first bit: data_q holds a block between two rounds. The second: there is a key.
  typedef enum logic [2:0] {
    StWipe = 3'b000,  // first cycle after a reset
    StEmpty = 3'b001,  // no key
    StPrepare = 3'b010,  // the key is being prepared
    StIdle = 3'b011,
    StTurn = 3'b110,  // the other direction is being prepared
    StBusy = 3'b111  // second and later cycles of a block
  } state_e;

  state_e state_q, state_d;
  logic valid_q, valid_d, turned_q, turned_d;
  logic [3:0] round_q, round_d;
  logic [1:0] key_len_q;

  logic wipe, load, right_way, take, running, last, ends, last_prepare;
  logic [3:0] rounds;
  assign rounds = round_count(key_len_q);
  assign wipe = wipe_i || (state_q == StWipe);
  assign right_way = !Decrypt || (decrypt_i == turned_q);

  assign key_ready_o = (state_q == StEmpty) || (state_q == StIdle);
  assign load = key_valid_i && key_ready_o;
  assign ready_o = (state_q == StIdle) && right_way && !key_valid_i;
  assign take = valid_i && ready_o;
  assign running = take || (state_q == StBusy);

  // With two stages, phase_q counts the two cycles of a round: in the first, the block is substituted,
  // and in the second mixed. A second block is one cycle behind, so that it has the same round key
  // in its own mixing. In its last cycle, tail_q, the first result is in data_q.
  logic phase, second, opens, tail;
  logic [3:0] key_round;
  if (TwoStages) begin : gen_phase
    logic phase_q, phase_d, second_q, tail_q;
    logic [3:0] key_round_d, key_round_q;
    assign second_ready_o = (state_q == StBusy) && (round_q == 4'd1) && !phase_q;
    assign opens = second_i && second_ready_o;
    assign phase_d = state_q[2] && !ends && !phase_q && !wipe;
    // The key schedule moves one cycle before the mixing. Its path is long: the number is prepared.
    assign key_round_d = wipe ? 4'd1 : round_d + 4'(phase_d);
    always_ff @(posedge clk_i) begin
      key_round_q <= turned_d ? rounds + 4'd1 - key_round_d : key_round_d;
      phase_q  <= phase_d;
      second_q <= state_q[2] && !ends && (opens || second_q) && !wipe;
      tail_q   <= (state_q == StBusy) && last && second_q && !tail_q && !wipe;
    end
    assign {phase, second, tail} = {phase_q, second_q, tail_q};
    assign key_round = key_round_q;
  end else begin : gen_no_phase
    logic unused_second;
    assign unused_second = second_i;
    assign {second_ready_o, opens, phase, second, tail} = '0;
    assign key_round = (Whole && !StoredKeys) ? 4'd1 : round_q;
  end
  assign first_valid_o = tail && (state_q == StBusy);

  // The first round of this cycle; 1 between blocks.
  if (TwoStages) begin : gen_two_stages
    // Of a block the cycle of its last mixing, of a turn the one before.
    assign last = tail || ((round_q == rounds) && (phase == (state_q == StBusy)));
    assign ends = last && !(second && !tail);
  end else if (Whole) begin : gen_whole
    assign last = 1'b1;
  end else if (Decrypt) begin : gen_rounds
    assign last = round_q == rounds - 4'(Stages - 1);
  end else begin : gen_known_rounds
    // Known a cycle earlier, because round_d is, and because no block ends in its first cycle.
    logic last_q;
    always_ff @(posedge clk_i) last_q <= round_d == rounds - 4'(Stages - 1);
    assign last = last_q;
  end
  if (!TwoStages) begin : gen_ends
    assign ends = last;
  end
  assign last_prepare = !StoredKeys || (round_q == rounds);

  always_comb begin
    state_d  = state_q;
    turned_d = turned_q;
    unique case (state_q)
      StWipe: state_d = StEmpty;
      StPrepare: if (last_prepare) state_d = StIdle;
      StBusy: if (ends) state_d = StIdle;
      StTurn: begin
        if (last || StoredKeys) begin
          state_d  = StIdle;
          turned_d = !turned_q;
        end
      end
      default: begin
        if (load) state_d = (Whole && !StoredKeys) ? StIdle : StPrepare;
        else if (take && !last) state_d = StBusy;
        else if ((state_q == StIdle) && !right_way) state_d = StTurn;
      end
    endcase
    if (load) turned_d = 1'b0;
    if (wipe_i) begin
      state_d  = StEmpty;
      turned_d = 1'b0;
    end
    if (!Decrypt) turned_d = 1'b0;
  end

  // A block drives the old result out in its first cycle.
  assign valid_d = !wipe && (running ? ends : valid_q);

  always_comb begin
    round_d = 4'd1;
    if (running && !last) round_d = round_q + 4'(Stages);
    if ((state_q == StTurn) && !last && !StoredKeys) round_d = round_q + 4'(Stages);
    if (TwoStages) round_d = (state_q[2] && !ends) ? round_q + 4'(phase) : 4'd1;
    if ((state_q == StPrepare) && !last_prepare) round_d = round_q + 4'd1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StWipe;
      valid_q  <= 1'b0;
      turned_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      valid_q  <= valid_d;
      turned_q <= turned_d;
    end
  end

  // Known before the first key: the first cycle after a reset sets one bit, and loading a key the
  // other.
  always_ff @(posedge clk_i) begin
    round_q <= wipe ? 4'd1 : round_d;
    if (load) key_len_q <= fitting_key_len(KeyBits, ShorterKeys, key_len_i);
  end

  // ---- Keys ----

  logic [127:0] first_key;
  logic [Stages-1:0][127:0] round_keys;

  if (StoredKeys) begin : gen_stored
    vmb_aes_keys_stored #(
        .KeyBits(KeyBits),
        .Stages (Stages),
        .Decrypt(Decrypt),
        .Table  (Sbox)
    ) u_keys (
        .clk_i(clk_i),
        .wipe_i(wipe),
        .load_i(load),
        .key_i(key_i[KeyBits-1:0]),
        .key_len_i(key_len_q),
        .prepare_i(state_q == StPrepare),
        .turned_i(turned_q),
        .round_i(key_round),
        .first_key_o(first_key),
        .round_keys_o(round_keys)
    );
  end else begin : gen_fly
    vmb_aes_keys_fly #(
        .KeyBits(KeyBits),
        .Stages (Stages),
        .Decrypt(Decrypt),
        .Table  (Sbox),
        .Whole  (Whole),
        .KeyHeld(KeyHeld),
        .TwoStages(TwoStages)
    ) u_keys (
        .clk_i(clk_i),
        .wipe_i(wipe),
        .load_i(load),
        .prepare_i(state_q == StPrepare),
        .key_i(key_i[KeyBits-1:0]),
        .key_len_i(key_len_q),
        .sub_take_i((state_q == StIdle) || phase),
        .advance_i(TwoStages ? state_q[2] && (ends || !phase) : running || (state_q == StTurn)),
        .last_i(ends),
        .turn_i(state_q == StTurn),
        .turned_i(turned_q),
        .round_i(key_round),
        .first_key_o(first_key),
        .round_keys_o(round_keys)
    );
  end

  if (KeyBits < 256) begin : gen_short_key
    logic unused_key;
    assign unused_key = ^key_i[255:KeyBits];
  end

  // ---- Data ----

  logic [127:0] data_q, after;
  logic [  Stages:0][127:0] data;
  logic [Stages-1:0][127:0] entered;  // input of each round

  // Outside a block the first round processes block_i, whatever it is, so that no external signal
  // controls a multiplexer.
  if (TwoStages) begin : gen_registers
    assign data[0] = data_q;
    assign entered = data[0];
  end else if (Decrypt) begin : gen_first_key
    assign data[0] = (state_q[2] && !Whole) ? data_q : block_i ^ first_key;
    assign entered = data[Stages-1:0];
  end else begin : gen_keys_before
    // Each round adds the key before it, and the last also its own.
    assign data[0] = (state_q[2] && !Whole) ? data_q : block_i;
    for (genvar s = 0; s < Stages; s++) begin : gen_key_before
      assign entered[s] = data[s] ^ (s == 0 ? first_key : round_keys[s-1]);
    end
  end

  // With two stages the direction has registers of its own in each: it selects some hundred bits.
  logic substitutes_back, mixes_back;
  if (TwoStages && Decrypt) begin : gen_directions
    logic substitutes_back_q, mixes_back_q;
    always_ff @(posedge clk_i) begin
      if (take) substitutes_back_q <= turned_q;
      if ((state_q == StBusy) && !phase) mixes_back_q <= substitutes_back_q;
    end
    assign {substitutes_back, mixes_back} = {substitutes_back_q, mixes_back_q};
  end else begin : gen_direction
    assign {substitutes_back, mixes_back} = {2{turned_q}};
  end

  logic [Stages-1:0][127:0] middle;
  logic [127:0] middle_q;
  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    vmb_aes_round #(
        .Decrypt(Decrypt),
        .Table(Sbox),
        .TwoStages(TwoStages)
    ) u_round (
        .decrypt_i(substitutes_back),
        .last_i(Whole ? rounds == 4'(s + 1) : last && (s == Stages - 1)),
        .state_i(entered[s]),
        .key_i(round_keys[s]),
        .state_o(data[s+1]),
        .middle_decrypt_i(mixes_back),
        .middle_i(middle_q),
        .middle_o(middle[s])
    );
  end

  if (TwoStages) begin : gen_after
    assign after = (opens || !state_q[2]) ? block_i ^ first_key : data[1];
  end else if (Whole) begin : gen_after
    // The rounds of shorter keys end earlier.
    always_comb begin
      after = data[Stages];
      for (int unsigned s = 10; s < Stages; s += 2) if (rounds == 4'(s)) after = data[s];
    end
  end else begin : gen_after
    assign after = data[Stages];
  end

  logic [127:0] result;
  assign result = data_q & {128{valid_q || first_valid_o}};

  // 0 without a result or a block in progress. With two stages a block in progress is in data_q or in
  // middle_q; both move if there are two.
  logic moves;
  assign moves = TwoStages ? take || opens || ((state_q == StBusy) && (phase || second)) : running;
  always_ff @(posedge clk_i) begin
    if (moves || wipe) begin
      data_q <= (after & {128{moves && !wipe}}) | (data_q & {128{!moves && !wipe}});
    end
  end

  if (TwoStages) begin : gen_middle
    logic substitutes, keeps;
    assign substitutes = (state_q == StBusy) && !ends && (!phase || second) && !wipe;
    assign keeps = !(state_q[2] && (ends || !phase || second)) && !wipe;
    always_ff @(posedge clk_i) begin
      if (!keeps) middle_q <= (middle[0] & {128{substitutes}}) | (middle_q & {128{keeps}});
    end
  end else begin : gen_no_middle
    logic unused_middle;
    assign unused_middle = ^middle;
    assign middle_q = '0;
  end

  assign valid_o = valid_q;
  assign block_o = GateOutput ? result : data_q;

endmodule
