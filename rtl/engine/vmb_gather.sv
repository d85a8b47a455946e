// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// From words of memory, of any alignment, to the pieces that a unit takes: 1 to
// 16 bytes in the lanes where the last piece ended, none across the end of a
// block. A word of Bytes bytes takes one cycle, and one more for each end of a
// block inside it. A piece waits while the unit works; words of the next one are accepted as soon as it has
// been taken.
//
// place_o is the lane of the next byte: 0 after a complete block. It is set by
// place_we_i, between segments. Unused lanes are 0, once a wipe has followed the reset.

module vmb_gather #(
    parameter int unsigned Bytes = 4,  // of a word: 4, 8 or 16
    localparam int unsigned B = $clog2(Bytes)  // bits of a position in a word
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic       narrow_i,    // 8-byte blocks instead of 16
    input logic       place_we_i,
    input logic [3:0] place_i,
    output logic [3:0] place_o,

    // Bytes first_i to first_i + count_i - 1 of a word; last_i: the last of this segment.
    input  logic        word_valid_i,
    output logic        word_ready_o,
    input  logic [8*Bytes-1:0] word_i,
    input  logic [B-1:0] first_i,
    input  logic [B:0] count_i,       // 1 to Bytes
    input  logic        last_i,

    output logic         piece_valid_o,
    input  logic         piece_ready_i,
    output logic [127:0] piece_o,
    output logic [ 15:0] lanes_o,
    output logic         piece_last_o  // the last of the segment
);

  logic [127:0] piece_q;
  logic [15:0] lanes_q;
  logic [3:0] place_q;
  logic [B-1:0] taken_q;  // bytes of the word that went into the last blocks
  logic full_q;         // a piece waits
  logic final_q;        // it ends the segment

  // Bytes to take now: the rest of the word, or of the block.
  logic [B:0] left, taking;
  logic [4:0] room;
  logic       crosses;
  assign left = count_i - (B + 1)'(taken_q);
  assign room = (narrow_i ? 5'd8 : 5'd16) - 5'(place_q);
  assign crosses = 5'(left) > room;
  assign taking = crosses ? room[B:0] : left;

  logic take, ends;
  assign take = word_valid_i && (!full_q || piece_ready_i);
  assign word_ready_o = take && !crosses;
  assign ends = 5'(left) >= room;  // of the block
  assign place_o = place_q;

  // Lane i takes byte (i + turn) mod Bytes of the word.
  logic [B-1:0] turn;
  logic [8*Bytes-1:0] turned;
  assign turn = first_i + taken_q - place_q[B-1:0];
  always_comb begin
    turned = word_i;
    for (int unsigned i = 1; i < Bytes; i++) begin
      if (turn == B'(i)) turned = (word_i >> (8 * i)) | (word_i << (8 * Bytes - 8 * i));
    end
  end

  logic [15:0] filling;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      filling[i] = 5'(i) >= 5'(place_q) && 5'(i) < 5'(place_q) + 5'(taking);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
      final_q <= 1'b0;
      lanes_q <= '0;
      place_q <= '0;
      taken_q <= '0;
    end else if (wipe_i) begin
      full_q <= 1'b0;
      final_q <= 1'b0;
      lanes_q <= '0;
      place_q <= '0;
      taken_q <= '0;
    end else begin
      if (full_q && piece_ready_i) begin
        full_q <= 1'b0;
        lanes_q <= '0;
      end
      if (take) begin
        lanes_q <= (full_q ? 16'd0 : lanes_q) | filling;
        final_q <= last_i && !crosses;
        full_q <= ends || last_i;
        place_q <= ends ? 4'd0 : place_q + 4'(taking);
        taken_q <= crosses ? taking[B-1:0] + (Bytes > 8 ? taken_q : B'(0)) : '0;
      end
      if (place_we_i) place_q <= place_i;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 16; i++) begin
      if (wipe_i || (full_q && piece_ready_i) || (take && filling[i])) begin
        piece_q[8*i+:8] <= turned[8*(i%Bytes)+:8] & {8{!wipe_i && take && filling[i]}};
      end
    end
  end

  assign piece_valid_o = full_q;
  assign piece_o = piece_q;
  assign lanes_o = lanes_q;
  assign piece_last_o = final_q;

endmodule
