// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305, to seal or to open, as a unit of the AEAD engine, also usable alone: one
// message at a time, in pieces (vmb_unit_pkg). Source: RFC 8439, section 2.8. Byte i of a key,
// nonce, block or tag is bits 8i+7:8i.
//
// The inputs of start_valid_i are stored; with KeyHeld = 1 they must be stable until the tag,
// except resume_i, and the lengths need not be valid before DATA_END. A piece is answered in the
// cycle that takes it. Only the lanes that lanes_i names are read; the others of out_o are 0. out_o
// holds keystream only while out_valid_o is 1.
//
// Pieces of one block are added to Poly1305's accumulator one by one, so nothing
// but the keystream waits between them. The second half of the one-time key is
// not kept: at the end of a message block 0 of the keystream is computed again, while Poly1305
// still works.
//
// A context is 6 words: 0 is the position in the keystream (quarter in bits 1:0,
// counter in 28:2, from 1 on; data of block 0, whose keystream is Poly1305's key, is
// never taken), 1 to 5 the accumulator, least significant word first. Words
// are read when start_ready_o is 1 between pieces, and written then too, word 0
// first. Key, nonce, lengths and direction are provided again with start_valid_i and resume_i. The
// accumulator reveals r to an attacker who knows the message, so a context is as secret as the key,
// for this nonce.
//
// Timing does not depend on key or data; see README.md.

module vmb_chacha20_poly1305
  import vmb_unit_pkg::*;
#(
    parameter int unsigned QuarterRounds = 4,   // a cycle: 1, 2, 4 or 8
    parameter int unsigned BitsPerCycle  = 15,  // of Poly1305's accumulator: 4 is small
    parameter bit          Contexts      = 1'b1,
    parameter bit          KeyHeld       = 1'b0
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         wipe_i,

    input  logic         start_valid_i,
    output logic         start_ready_o,
    input  logic         resume_i,
    input  logic         decrypt_i,
    input  logic [255:0] key_i,
    input  logic [ 95:0] nonce_i,
    input  logic [ 31:0] ad_len_i,
    input  logic [ 31:0] data_len_i,
    output logic [  4:0] rate_o,

    input  logic         valid_i,
    output logic         ready_o,
    input  kind_e        kind_i,
    input  logic [127:0] data_i,
    input  logic [ 15:0] lanes_i,

    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic [127:0] out_o,

    output logic         tag_valid_o,
    output logic [127:0] tag_o,

    input  logic         ctx_we_i,
    input  logic [  4:0] ctx_addr_i,
    input  logic [ 31:0] ctx_wdata_i,
    output logic [ 31:0] ctx_rdata_o,
    output logic [  4:0] ctx_words_o
);

  assign rate_o = 5'd16;

  // ---- Inputs of the start ----

  logic wipe, start;
  logic decrypt;
  logic [31:0] ad_len, data_len;
  logic [95:0] nonce;
  logic [255:0] key;
  if (KeyHeld) begin : gen_held
    assign {decrypt, ad_len, data_len, nonce, key} = {
      decrypt_i, ad_len_i, data_len_i, nonce_i, key_i
    };
  end else begin : gen_kept
    logic [416:0] kept_q;
    always_ff @(posedge clk_i) begin
      if (start || wipe) begin
        kept_q <= ({decrypt_i, ad_len_i, data_len_i, nonce_i, key_i} & {417{start && !wipe}}) |
                  (kept_q & {417{!start && !wipe}});
      end
    end
    assign {decrypt, ad_len, data_len, nonce, key} = kept_q;
  end

  // ---- Control ----

  typedef enum logic [2:0] {
    StWipe,  // first cycle after a reset
    StIdle,
    StKey,  // waits for the first quarter of block 0: r
    StPieces,
    StLengths,
    StTag,  // waits for the second quarter of block 0: s
    StDone
  } state_e;

  state_e state_q;
  logic zero_q;  // the available keystream belongs to block 0
  logic [26:0] counter_q;  // the block of the next data byte
  logic [1:0] quarter_q;  // its quarter

  logic idle, settled;
  assign wipe = wipe_i || (state_q == StWipe);
  assign idle = state_q inside {StIdle, StPieces, StDone};
  assign start_ready_o = idle && settled;
  assign start = start_valid_i && start_ready_o;

  logic ctx_we, ctx_position;
  assign ctx_we = Contexts && ctx_we_i && idle;
  assign ctx_position = ctx_we && (ctx_addr_i == 5'd0);

  logic stream_valid, stream_ready, stream_fits;
  logic [1:0] stream_quarter;
  logic [127:0] stream;
  // Block 0 is the key of Poly1305: it is never used for data, even after a wrap of the counter.
  assign stream_fits = stream_valid && !zero_q && counter_q != '0 && (stream_quarter == quarter_q);

  // The requirements of a piece. An end without a block to pad has none.
  logic is_data, is_bytes, is_end, complete;
  assign is_data = kind_i == KindData;
  assign is_bytes = is_data || (kind_i == KindAd);
  assign is_end = (kind_i == KindAdEnd) || (kind_i == KindDataEnd);
  assign complete = is_bytes ? lanes_i[15] : 1'b1;

  logic poly_valid, poly_ready, open, can, take;
  assign open = (state_q == StPieces) && !start_valid_i && !ctx_we;
  always_comb begin
    can = 1'b0;
    if (is_end) can = lanes_i[0] || poly_ready;
    else if (is_data) can = stream_fits && poly_ready;
    else if (is_bytes) can = poly_ready;
  end
  assign ready_o = open && can && (out_ready_i || !is_data);
  assign take = valid_i && ready_o;
  assign out_valid_o = valid_i && open && can && is_data;

  logic block_done, data_ends;
  assign block_done = take && is_data && complete;
  assign data_ends = take && (kind_i == KindDataEnd);

  logic key_valid, tag_valid;
  assign key_valid = (state_q == StKey) && stream_valid;
  assign tag_valid = (state_q == StTag) && stream_valid && (stream_quarter == 2'd1);
  always_comb begin
    poly_valid = (take && !(is_end && lanes_i[0])) || key_valid || tag_valid;
    if (state_q == StLengths || (ctx_we && !ctx_position)) poly_valid = 1'b1;
  end

  // Unneeded quarters are taken and dropped.
  always_comb begin
    stream_ready = 1'b0;
    unique case (state_q)
      StKey: stream_ready = poly_ready;
      StPieces: stream_ready = block_done || (stream_valid && !stream_fits);
      StLengths, StTag: stream_ready = stream_quarter == 2'd0;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StWipe;
    end else if (wipe || ctx_position) begin
      state_q <= StIdle;
    end else if (start) begin
      state_q <= StKey;
    end else begin
      unique case (state_q)
        StKey: if (key_valid && poly_ready) state_q <= StPieces;
        StPieces: if (data_ends) state_q <= StLengths;
        StLengths: if (poly_ready) state_q <= StTag;
        StTag: if (tag_valid && poly_ready) state_q <= StDone;
        default: ;
      endcase
    end
  end

  logic [26:0] next_counter;  // the block after the available one
  assign next_counter = counter_q + {26'd0, !zero_q};

  always_ff @(posedge clk_i) begin
    if (start || data_ends) zero_q <= 1'b1;
    else if (stream_valid && stream_ready && stream_quarter == 2'd3) zero_q <= 1'b0;

    if (wipe || (start && !resume_i)) {counter_q, quarter_q} <= {27'd1, 2'd0};
    else if (ctx_position) {counter_q, quarter_q} <= ctx_wdata_i[28:0];
    else if (block_done) begin
      quarter_q <= quarter_q + 2'd1;
      if (quarter_q == 2'd3) counter_q <= next_counter;
    end
  end

  // ---- Keystream ----

  vmb_chacha20_core #(
      .QuarterRounds(QuarterRounds),
      .GateOutput(1'b0)
  ) u_chacha20 (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe),
      .start_i(start || data_ends),
      .key_i(key),
      .nonce_i(nonce),
      .counter_i({5'd0, counter_q & {27{!zero_q}}}),
      .next_counter_i({5'd0, next_counter}),
      .valid_o(stream_valid),
      .ready_i(stream_ready),
      .quarter_o(stream_quarter),
      .block_o(stream)
  );

  // ---- The piece ----

  logic [127:0] piece, crypt;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      piece[8*i+:8] = data_i[8*i+:8] & {8{lanes_i[i] && valid_i && open && is_bytes}};
      crypt[8*i+:8] = piece[8*i+:8] ^ (stream[8*i+:8] & {8{lanes_i[i] && out_valid_o}});
    end
  end
  assign out_o = crypt;

  // ---- Authenticator ----

  logic multiply;
  logic [129:0] block;
  assign multiply = (state_q == StLengths) || (take && complete);
  always_comb begin
    block = {2'b00, decrypt ? piece : crypt};
    if (key_valid || tag_valid) block[127:0] |= stream;
    if (state_q == StLengths) block[127:0] |= {32'd0, data_len, 32'd0, ad_len};
    if (multiply) block[128] = 1'b1;
    if (ctx_we) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (ctx_addr_i == 5'(i + 1)) block[32*i+:32] |= ctx_wdata_i;
      end
      if (ctx_addr_i == 5'd5) block[129:128] |= ctx_wdata_i[1:0];
    end
  end

  logic [129:0] h;
  vmb_poly1305_core #(
      .BitsPerCycle(BitsPerCycle)
  ) u_poly1305 (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe || ctx_position || (start && !resume_i)),
      .valid_i(poly_valid),
      .ready_o(poly_ready),
      .key_i(state_q == StKey),
      .tag_i(state_q == StTag),
      .multiply_i(multiply),
      .block_i(block),
      .h_o(h),
      .settled_o(settled)
  );

  assign tag_valid_o = state_q == StDone;
  assign tag_o = h[127:0] & {128{tag_valid_o}};

  // ---- Contexts ----

  if (Contexts) begin : gen_contexts
    logic [5:0][31:0] words;
    assign words = {30'd0, h, 3'd0, counter_q, quarter_q};
    assign ctx_words_o = 5'd6;
    always_comb begin
      ctx_rdata_o = '0;
      for (int unsigned i = 0; i < 6; i++) begin
        if (state_q == StPieces && settled && ctx_addr_i == 5'(i)) ctx_rdata_o = words[i];
      end
    end
  end else begin : gen_no_contexts
    logic unused_ctx;
    assign unused_ctx = ^{ctx_we_i, ctx_addr_i, ctx_wdata_i, resume_i, h[129:128]};
    assign ctx_words_o = '0;
    assign ctx_rdata_o = '0;
  end

endmodule
