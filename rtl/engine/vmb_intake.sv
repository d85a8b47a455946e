// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The input path of a job, from memory to pieces: vmb_feeder selects the next segment, vmb_reader
// fetches its words, vmb_gather forms pieces. The words of a context do not become pieces.

module vmb_intake
  import vmb_engine_regs_pkg::*;
#(
    parameter bit Dma = 1'b1,
    parameter int unsigned Bytes = 4,  // of a word of memory
    parameter bit Bursts = 1'b0,
    parameter int unsigned Outstanding = 2,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    // The job: vmb_feeder.
    input logic [RegDataTotal:0][31:0] words_i,
    input logic                        go_i,
    input logic                        again_i,
    input logic                        go_ad_i,
    input logic [                 3:0] place_i,
    input logic                        continues_i,
    input logic [                 5:0] key_bytes_i,
    input logic [                 4:0] nonce_bytes_i,
    input logic [                 5:0] ctx_bytes_i,
    input logic [                 4:0] tag_bytes_i,
    input logic                        narrow_i,       // blocks of AD and message have 8 bytes

    // The memory: vmb_port.
    output logic        read_o,
    input  logic        grant_i,
    output logic [31:0] address_o,
    output logic [ 4:0] left_o,   // 0 without Bursts
    output logic        upset_o,  // a fault
    input  logic        answer_i,
    input  logic [8*Bytes-1:0] data_i,

    output logic        ctx_valid_o,
    input  logic        ctx_take_i,
    output logic [31:0] ctx_word_o,

    output logic         piece_valid_o,
    input  logic         piece_ready_i,
    output logic [127:0] piece_o,
    output logic [ 15:0] lanes_o,
    output logic         piece_last_o
);

  logic busy, start, place_we, in_ctx, in_bytes;
  logic [31:0] address, bytes;
  logic [3:0] place, unused_place;

  vmb_feeder u_feeder (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .go_i,
      .again_i,
      .go_ad_i,
      .place_i,
      .continues_i,
      .key_address_i(words_i[RegKeyAddr]),
      .nonce_address_i(words_i[RegNonceAddr]),
      .ctx_address_i(words_i[RegCtxAddr]),
      .ad_address_i(words_i[RegAdAddr]),
      .data_address_i(words_i[RegInAddr]),
      .tag_address_i(words_i[RegTagAddr]),
      .key_bytes_i,
      .nonce_bytes_i,
      .ctx_bytes_i,
      .ad_bytes_i(words_i[RegAdLen]),
      .data_bytes_i(words_i[RegDataLen]),
      .tag_bytes_i,
      .reader_busy_i(busy),
      .start_o(start),
      .address_o(address),
      .bytes_o(bytes),
      .place_we_o(place_we),
      .place_o(place),
      .in_ctx_o(in_ctx),
      .in_bytes_o(in_bytes)
  );

  logic word_valid, gather_ready, last;
  localparam int unsigned B = $clog2(Bytes);
  logic [8*Bytes-1:0] word;
  logic [4:0] left;
  assign left_o = Bursts ? left : 5'd0;
  logic [B-1:0] first;
  logic [B:0] count;
  logic ctx_last;

  // One word more than the memory may owe makes up for cycles in which the port writes. Without a
  // memory port, one more for early software: vmb_pio has the limit.
  vmb_reader #(
      .Bytes(Bytes),
      .Depth(Dma ? Outstanding + 1 : 4),
      .Hardened(Hardened)
  ) u_reader (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .start_i(start),
      .address_i(Dma ? address : 32'd0),
      .bytes_i(bytes),
      .busy_o(busy),
      .read_o,
      .grant_i,
      .address_o,
      .left_o(left),
      .upset_o,
      .answer_i,
      .data_i,
      .word_valid_o(word_valid),
      .word_ready_i(in_ctx ? ctx_take_i && ctx_last : gather_ready),
      .word_o(word),
      .first_o(first),
      .count_o(count),
      .last_o(last)
  );

  // A context has words of 32 bits, and begins at the address of one.
  assign ctx_valid_o = word_valid && in_ctx;
  if (Bytes > 4) begin : gen_parts
    logic [B-3:0] part_q, part;  // of a word of memory
    assign part = first[B-1:2] + part_q;
    assign ctx_word_o = word[32*part+:32];
    assign ctx_last = (B + 1)'({part_q, 2'b00}) + (B + 1)'(4) == count;
    always_ff @(posedge clk_i) begin
      if (!in_ctx) part_q <= '0;
      else if (ctx_valid_o && ctx_take_i) part_q <= ctx_last ? '0 : part_q + (B - 2)'(1);
    end
  end else begin : gen_word
    assign ctx_word_o = word;
    assign ctx_last   = 1'b1;
  end

  vmb_gather #(
      .Bytes(Bytes)
  ) u_gather (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .narrow_i(narrow_i && in_bytes),
      .place_we_i(place_we),
      .place_i(place),
      .place_o(unused_place),
      .word_valid_i(word_valid && !in_ctx),
      .word_ready_o(gather_ready),
      .word_i(word),
      .first_i(first),
      .count_i(count),
      .last_i(last),
      .piece_valid_o,
      .piece_ready_i,
      .piece_o,
      .lanes_o,
      .piece_last_o
  );

  logic unused_words;
  assign unused_words = ^words_i;

endmodule
