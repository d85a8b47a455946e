// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The gather unit puts each byte of a segment into exactly one piece, in its lane; bound into
// vmb_gather. Words arrive as vmb_prove_reader proves: each remains until it is accepted, and the
// last word of a segment is marked. An arbitrary bit of an arbitrary byte is followed from the word
// to the piece.

module vmb_prove_gather #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned B = 2
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic       narrow_i,
    input logic       place_we_i,
    input logic [3:0] place_i,

    input logic        word_valid_i,
    input logic        word_ready_o,
    input logic [8*Bytes-1:0] word_i,
    input logic [B-1:0] first_i,
    input logic [B:0] count_i,
    input logic        last_i,

    input logic         piece_valid_o,
    input logic         piece_ready_i,
    input logic [127:0] piece_o,
    input logic [ 15:0] lanes_o,
    input logic         piece_last_o
);

  logic bad_ready, bad_last, bad_single, bad_begun, bad_byte;
  logic reach_last, reach_crossing;

  logic takes, taken, handed;
  assign takes  = word_valid_i && (!piece_valid_o || piece_ready_i);
  assign taken  = word_valid_i && word_ready_o;
  assign handed = piece_valid_o && piece_ready_i;

  // The position of the next byte in its block; whether a segment is in progress; whether its last
  // word has been accepted; whether a byte has arrived since the last piece; whether the segment
  // must fit one piece, and its bytes so far.
  logic [4:0] block;
  logic [3:0] place_q;
  logic open_q, ended_q, begun_q, single_q, narrow_q, waits_q;
  logic [5:0] bytes_q;
  logic [8*Bytes+2*B+2:0] word_q;
  assign block = narrow_i ? 5'd8 : 5'd16;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, ended_q, begun_q, single_q, waits_q, place_q, bytes_q} <= '0;
    else if (wipe_i) {open_q, ended_q, begun_q, single_q, waits_q, place_q, bytes_q} <= '0;
    else begin
      if (place_we_i) open_q <= 1'b1;
      else if (taken && last_i) open_q <= 1'b0;
      if (takes) ended_q <= taken && last_i;
      else if (handed) ended_q <= 1'b0;
      if (takes) begun_q <= 1'b1;
      else if (handed) begun_q <= 1'b0;
      if (place_we_i) {single_q, bytes_q} <= {word_i[0], 6'd0};
      else if (taken) bytes_q <= bytes_q + 6'(count_i);
      if (place_we_i) place_q <= place_i;
      else if (taken) place_q <= (place_q + 4'(count_i)) & (narrow_i ? 4'd7 : 4'd15);
      waits_q <= word_valid_i && !word_ready_o;
    end
  end
  always_ff @(posedge clk_i) begin
    word_q   <= {word_i, first_i, count_i, last_i, narrow_i};
    narrow_q <= narrow_i;
  end

  logic stays, fits, held;
  assign stays = (!waits_q ||
      (word_valid_i && {word_i, first_i, count_i, last_i, narrow_i} == word_q)) &&
      (!open_q || place_we_i || narrow_i == narrow_q);
  assign fits = !single_q || (!narrow_i && bytes_q + 6'(count_i) <= 6'd16 &&
      (bytes_q + 6'(count_i) != 6'd16 || last_i));
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((!word_valid_i || (open_q && count_i inside {[(B + 1)'(1) : (B + 1)'(Bytes)]} &&
                  (B + 2)'(first_i) + (B + 2)'(count_i) <= (B + 2)'(Bytes) && fits)) && stays &&
                 (!place_we_i || (!word_valid_i && !open_q && 5'(place_i) < block &&
                  (!word_i[0] || (place_i == '0 && !narrow_i))))),
      .held_o(held)
  );

  // An arbitrary bit of an arbitrary byte, chosen when its word arrives: without a segment's start,
  // place_i is ignored by the gather unit. `ahead_q` pieces precede that of the byte.
  logic chosen;  // unconstrained: a cut
  logic mark, marked_q, bit_q;
  logic [B-1:0] number;
  logic [1:0] ahead_q;
  logic [3:0] lane_q;
  logic [5:0] lane;
  logic [B+2:0] source;
  assign number = place_i[B-1:0];
  assign lane = 6'(place_q) + 6'(number);
  logic [1:0] ends;  // of blocks before the byte
  assign ends = narrow_i ? lane[4:3] : lane[5:4];
  assign source = {first_i + number, 3'd0};
  assign mark = word_valid_i && !waits_q && !marked_q && chosen && (B + 1)'(number) < count_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) marked_q <= 1'b0;
    else if (wipe_i) marked_q <= 1'b0;
    else if (mark) marked_q <= 1'b1;
    else if (handed && ahead_q == '0) marked_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (mark) begin
      {bit_q, lane_q} <= {word_i[source], lane[3:0] & (narrow_i ? 4'd7 : 4'd15)};
      ahead_q <= 2'(piece_valid_o && !piece_ready_i) + ends;
    end else if (handed) ahead_q <= ahead_q - 2'd1;
  end

  logic now;
  assign now = held && rst_ni && !wipe_i;
  assign bad_ready = now && word_ready_o && !takes;
  assign bad_last = now && (piece_valid_o && piece_last_o) != ended_q;
  assign bad_single = now && single_q && piece_valid_o && !ended_q;
  assign bad_begun = now && piece_valid_o && !begun_q;
  assign bad_byte = now && handed && marked_q && ahead_q == '0 &&
      (!lanes_o[lane_q] || piece_o[{lane_q, 3'd0}] != bit_q);
  assign reach_last = now && handed && piece_last_o && marked_q;
  assign reach_crossing = now && mark && ends != '0;

endmodule

bind vmb_gather vmb_prove_gather #(
    .Bytes(Bytes),
    .B(B)
) u_prove (.*);
