// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The segments of memory that a job reads, in order: key, nonce, context,
// associated data, message, and the tag to be verified. It runs ahead of the
// sequencer, so that the next segment's words arrive while the unit works on the
// last ones.
//
// A segment starts when all words of the previous one have been taken; empty segments are skipped.

module vmb_feeder (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic       go_i,        // starting at the key
    input logic       again_i,     // starting at the associated data
    input logic       go_ad_i,     // the position of the first byte of AD or message is known
    input logic [3:0] place_i,
    input logic       continues_i, // the message continues at that position, instead of AD

    input logic [31:0] key_address_i,
    input logic [31:0] nonce_address_i,
    input logic [31:0] ctx_address_i,
    input logic [31:0] ad_address_i,
    input logic [31:0] data_address_i,
    input logic [31:0] tag_address_i,
    input logic [ 5:0] key_bytes_i,
    input logic [ 4:0] nonce_bytes_i,
    input logic [ 5:0] ctx_bytes_i,
    input logic [31:0] ad_bytes_i,
    input logic [31:0] data_bytes_i,
    input logic [ 4:0] tag_bytes_i,

    input  logic        reader_busy_i,
    output logic        start_o,
    output logic [31:0] address_o,
    output logic [31:0] bytes_o,
    output logic        place_we_o,
    output logic [ 3:0] place_o,
    output logic        in_ctx_o,      // the reader's words belong to the context
    output logic        in_bytes_o     // they belong to associated data or message
);

  typedef enum logic [2:0] {
    SegKey,
    SegNonce,
    SegCtx,
    SegAd,
    SegData,
    SegTag,
    SegNone
  } segment_e;

  // A job's first segment is read from the cycle that starts it on.
  segment_e segment, segment_q, reading_q;
  always_comb begin
    segment = segment_q;
    if (go_i) segment = (key_bytes_i != '0) ? SegKey : SegNonce;
  end

  always_comb begin
    unique case (segment)
      SegKey: {address_o, bytes_o} = {key_address_i, 26'd0, key_bytes_i};
      SegNonce: {address_o, bytes_o} = {nonce_address_i, 27'd0, nonce_bytes_i};
      SegCtx: {address_o, bytes_o} = {ctx_address_i, 26'd0, ctx_bytes_i};
      SegAd: {address_o, bytes_o} = {ad_address_i, ad_bytes_i};
      SegData: {address_o, bytes_o} = {data_address_i, data_bytes_i};
      default: {address_o, bytes_o} = {tag_address_i, 27'd0, tag_bytes_i};
    endcase
  end

  logic waits, next;
  assign waits   = (segment inside {SegAd, SegData}) && !go_ad_i;
  assign next    = (segment != SegNone) && !reader_busy_i && !waits;
  assign start_o = next && (bytes_o != '0);

  assign place_we_o = start_o;
  assign place_o = (segment == SegAd) || (segment == SegData && continues_i) ? place_i : 4'd0;
  assign in_ctx_o = reading_q == SegCtx;
  assign in_bytes_o = reading_q inside {SegAd, SegData};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) segment_q <= SegNone;
    else if (wipe_i) segment_q <= SegNone;
    else if (again_i) segment_q <= SegAd;
    else if (next) segment_q <= segment_e'(segment + 3'd1);
    else if (go_i) segment_q <= segment;
  end

  always_ff @(posedge clk_i) begin
    if (start_o) reading_q <= segment;
  end

endmodule
