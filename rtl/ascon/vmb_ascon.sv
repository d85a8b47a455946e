// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The Ascon family as a unit of the AEAD engine, also usable alone: one message
// at a time, in pieces (README.md has the handshakes). Algorithms and sources:
// vmb_ascon_pkg.sv. A start with an unsupported algorithm is never taken: start_ready_o stays 0.
//
// algorithm_i, decrypt_i, key_i and ad_len_i are stable from the start of a message to its tag;
// decrypt_i is 0 for hash functions. Lanes: byte i is bits 8i+7:8i; v1.2, which is big-endian,
// swaps inside. Only the lanes that lanes_i names are read.
//
// A piece is answered in the cycle that takes it: out_valid_o depends on
// out_ready_i, and out_o is 0 in every other cycle.
//
// A permutation of n rounds takes n / RoundsPerCycle cycles (rounded up), the
// first of them the one that accepts the piece; the key of the tag is added in one
// more. The key at the end of initialization is added in the cycle after it, which
// can take a piece. Timing depends only on the algorithm and on lengths: see README.md.
//
// A context is 11 words: the state, S_0 first and low halves first, and whether
// there was AD. It is read and written between pieces, while start_ready_o is 1:
// never in the cycle before the key is added, since initialization without it can be inverted. A
// context does not contain the key.

module vmb_ascon
  import vmb_ascon_pkg::*;
  import vmb_unit_pkg::*;
#(
    parameter int unsigned RoundsPerCycle = 1,  // 1, 2 or 4
    // Hash256, XOF128 and CXOF128; Ascon-128 and -128a; save and restore.
    parameter bit Hash = 1'b1,
    parameter bit V12 = 1'b1,
    parameter bit Contexts = 1'b1
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic wipe_i,

    input  logic                start_valid_i,
    output logic                start_ready_o,
    input  logic                resume_i,
    input  algorithm_e          algorithm_i,
    input  logic                decrypt_i,
    input  logic        [127:0] key_i,
    input  logic        [127:0] nonce_i,
    input  logic        [ 31:0] ad_len_i,       // length of the customization string for CXOF128
    output logic        [  4:0] rate_o,

    input  logic          valid_i,
    output logic          ready_o,
    input  kind_e         kind_i,
    input  logic  [127:0] data_i,
    input  logic  [ 15:0] lanes_i,

    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic [127:0] out_o,

    output logic         tag_valid_o,
    output logic [127:0] tag_o,

    input  logic        ctx_we_i,
    input  logic [ 4:0] ctx_addr_i,
    input  logic [31:0] ctx_wdata_i,
    output logic [31:0] ctx_rdata_o,
    output logic [ 4:0] ctx_words_o
);

  if (!(RoundsPerCycle inside {1, 2, 4})) begin : gen_wrong_rounds
    $error("RoundsPerCycle must be 1, 2 or 4");
  end

  // ---- Properties of the algorithm ----

  algorithm_e algorithm;
  logic is_hash, is_v12, is_cxof, known;
  assign is_hash = Hash && (algorithm_i inside {Hash256, Xof128, Cxof128});
  assign is_cxof = Hash && (algorithm_i == Cxof128);
  assign is_v12 = V12 && (algorithm_i inside {Ascon128, Ascon128a});
  always_comb begin
    algorithm = Aead128;
    if (is_hash || is_v12) algorithm = algorithm_i;
  end
  assign known = algorithm_i == algorithm;

  logic narrow;  // 8-byte blocks
  assign narrow = is_hash || (V12 && algorithm_i == Ascon128);
  assign rate_o = narrow ? 5'd8 : 5'd16;

  function automatic logic [127:0] swapped(logic [127:0] x);
    logic [127:0] y;
    for (int unsigned i = 0; i < 8; i++) begin
      y[8*i+:8] = x[56-8*i+:8];
      y[64+8*i+:8] = x[120-8*i+:8];
    end
    return y;
  endfunction

  // Conversion between lanes and state words, in either direction.
  function automatic logic [127:0] turned(logic [127:0] x, logic big_endian);
    return big_endian ? swapped(x) : x;
  endfunction

  // ---- Control ----

  // After a permutation the key is still to be added in the next cycle.
  typedef enum logic [1:0] {
    Nothing,
    Domain,  // the AD has ended: the last round separates it from data
    Length,  // CXOF128: the length of the customization string, absorbed once more
    Tag
  } then_e;

  state_t state_q;
  logic busy_q, fresh_q, open_q, owed_q, tag_valid_q, ad_seen_q;
  logic [3:0] round_q;
  then_e then_q;

  logic wipe, start, begins, accept, gives, permute, last, idle, ctx_we;
  assign wipe = wipe_i || fresh_q;
  assign idle = !busy_q && !wipe;
  assign ctx_we = Contexts && ctx_we_i && start_ready_o;
  assign gives = (kind_i == KindSqueeze) || (kind_i == KindData && !is_hash);
  assign start_ready_o = idle && !owed_q && known;
  assign ready_o = idle && open_q && !start_valid_i && (out_ready_i || !gives);
  assign start = start_valid_i && start_ready_o;
  assign begins = start && !resume_i;
  assign accept = valid_i && ready_o;

  logic complete, pads, ends, tag_key;
  assign complete = narrow ? lanes_i[7] : lanes_i[15];
  assign pads = (kind_i == KindDataEnd) || (kind_i == KindAdEnd && (ad_seen_q || is_cxof));
  assign ends = accept && kind_i == KindDataEnd && !is_hash;
  assign tag_key = busy_q && round_q == 4'd12 && !wipe;

  always_comb begin
    permute = busy_q && !tag_key && !wipe;
    if (begins) permute = 1'b1;
    else if (accept) permute = pads || (complete && kind_i inside {KindAd, KindData, KindSqueeze});
  end

  logic [3:0] round_now;
  always_comb begin
    round_now = 4'd0;
    if (busy_q) round_now = round_q;
    else if (!start && !is_hash && kind_i != KindDataEnd) round_now = narrow ? 4'd6 : 4'd4;
  end
  assign last = busy_q && (round_q >= 4'(12 - RoundsPerCycle)) && !wipe;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      fresh_q <= 1'b1;
      open_q <= 1'b0;
      tag_valid_q <= 1'b0;
    end else begin
      fresh_q <= 1'b0;
      busy_q <= permute && (!last || then_q inside {Length, Tag});
      if (start) open_q <= 1'b1;
      else if (wipe || ends) open_q <= 1'b0;
      if (wipe || start) tag_valid_q <= 1'b0;
      else if (tag_key) tag_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (last && then_q == Tag) round_q <= 4'd12;
    else if (last) round_q <= 4'd0;
    else round_q <= round_now + 4'(RoundsPerCycle);

    if (start && is_cxof) then_q <= Length;
    else if (accept && kind_i == KindAdEnd && !is_hash) then_q <= Domain;
    else if (accept && kind_i == KindDataEnd && !is_hash) then_q <= Tag;
    else if (start || accept || last) then_q <= Nothing;

    if (begins) owed_q <= !is_hash;
    else if (wipe || idle) owed_q <= 1'b0;

    if (wipe || begins) ad_seen_q <= 1'b0;
    else if (accept) ad_seen_q <= kind_i == KindAd;
    else if (ctx_we && ctx_addr_i == 5'd10) ad_seen_q <= ctx_wdata_i[0];
  end

  // ---- The block: lanes of the state and of the piece ----

  logic [127:0] rate, piece, sum, block;
  logic [15:0] bytes, replaced, shown;
  assign bytes = {16{accept && kind_i inside {KindAd, KindData}}} & lanes_i;
  // In decryption, the piece replaces lanes of the state; at a start all lanes are replaced, so
  // that they need no clearing.
  assign replaced = ({16{accept && kind_i == KindData && decrypt_i}} & lanes_i) | {16{begins}};
  assign shown = {16{accept && gives}} & lanes_i;
  assign rate = turned({state_q[1], state_q[0]}, is_v12);
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      piece[8*i+:8] = {8{bytes[i]}} & data_i[8*i+:8];
      if (accept && pads && lanes_i[i]) piece[8*i+:8] = is_v12 ? 8'h80 : 8'h01;
    end
    if (begins) piece[63:0] = initial_lanes(algorithm);
    if ((begins && !is_hash) || (ends && narrow)) piece[127:64] = key_i[63:0];
  end
  assign sum = rate ^ piece;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      block[8*i+:8] = replaced[i] ? piece[8*i+:8] : sum[8*i+:8];
      out_o[8*i+:8] = {8{shown[i]}} & sum[8*i+:8];
    end
  end
  assign out_valid_o = accept && gives;

  // ---- The state ----

  logic [127:0] key, nonce;
  assign key = turned(key_i, is_v12);
  assign nonce = turned(nonce_i, is_v12);

  logic keyed, owes, ends_wide, ends_narrow;
  assign keyed = begins && !is_hash;
  assign owes = (idle && owed_q) || tag_key;
  assign ends_wide = ends && !narrow;
  assign ends_narrow = ends && narrow;

  // The value added to the words outside the block, and their initial values.
  state_t absorbed, after, next;
  logic [4:2][63:0] added, first;
  assign added[2] = (key[63:0] & {64{ends_wide}}) | (key[127:64] & {64{ends_narrow}});
  assign added[3] = (key[63:0] & {64{owes}}) | (key[127:64] & {64{ends_wide}});
  assign added[4] = key[127:64] & {64{owes}};
  assign first = {nonce, key[127:64]} & {192{keyed}};

  assign {absorbed[1], absorbed[0]} = turned(block, is_v12);
  assign absorbed[4:2] = begins ? first : state_q[4:2] ^ added;

  always_comb begin
    after = absorbed;
    for (int unsigned i = 0; i < RoundsPerCycle; i++) begin
      // 6 rounds, 4 per cycle: half of the second cycle.
      if (i < 2 || round_now != 4'd10) after = round(after, round_now + 4'(i));
    end
  end

  // No round coincides with a wipe, so nothing has to hold the state.
  logic hold, separates;
  assign hold = !permute && !wipe;
  assign separates = last ? then_q == Domain : accept && kind_i == KindAdEnd && !is_hash && !pads;
  always_comb begin
    next = (after & {320{permute}}) | (absorbed & {320{hold}});
    if (last && then_q == Length) next[0] ^= {29'd0, ad_len_i, 3'd0};
    next[4] ^= separates ? (is_v12 ? 64'd1 : 64'd1 << 63) : 64'd0;
  end

  // Without `moves`, `next` is the state: synthesis without clock gates needs no multiplexer.
  logic moves;
  assign moves = busy_q || wipe || begins || accept || owes;
  for (genvar i = 0; i < 10; i++) begin : gen_word
    logic write;
    assign write = ctx_we && ctx_addr_i == 5'(i);
    always_ff @(posedge clk_i) begin
      if (moves || write) begin
        state_q[i/2][32*(i%2)+:32] <= write ? ctx_wdata_i : next[i/2][32*(i%2)+:32];
      end
    end
  end

  assign tag_valid_o = tag_valid_q;
  assign tag_o = turned({state_q[4], state_q[3]}, is_v12) & {128{tag_valid_q}};

  // ---- The context ----

  assign ctx_words_o = Contexts ? 5'd11 : 5'd0;
  always_comb begin
    ctx_rdata_o = '0;
    if (Contexts && start_ready_o) begin
      for (int unsigned i = 0; i < 10; i++) begin
        if (ctx_addr_i == 5'(i)) ctx_rdata_o = state_q[i/2][32*(i%2)+:32];
      end
      if (ctx_addr_i == 5'd10) ctx_rdata_o = {31'd0, ad_seen_q};
    end
  end

endmodule
