// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Converts the output pieces of a unit to memory words, at any alignment: the reverse of
// vmb_gather. A piece of 16 bytes takes 16 / Bytes cycles of the port, one more if its lanes and the
// address are not aligned to each other.
//
// address_we_i sets the address of the next byte. idle_o: nothing waits.

module vmb_scatter #(
    parameter int unsigned Bytes = 4,  // of a word: 4, 8 or 16
    localparam int unsigned B = $clog2(Bytes)  // bits of a position in a word
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  logic        address_we_i,
    input  logic [31:0] address_i,
    output logic        idle_o,

    input  logic         piece_valid_i,
    output logic         piece_ready_o,
    input  logic [127:0] piece_i,
    input  logic [ 15:0] lanes_i,        // consecutive, one at least

    output logic        word_valid_o,
    input  logic        word_ready_i,
    output logic [31:0] address_o,       // a multiple of Bytes
    output logic [8*Bytes-1:0] word_o,
    output logic [Bytes-1:0] enable_o
);

  logic [127:0] piece_q;
  logic [ 15:0] lanes_q;  // remaining lanes
  logic [ 31:0] address_q;  // of the next byte

  // The lowest waiting lane.
  logic [3:0] lane;
  always_comb begin
    lane = '0;
    for (int unsigned i = 0; i < 16; i++) if (lanes_q[15-i]) lane = 4'(15 - i);
  end

  // Byte j of the word is byte turn + j of the piece, from j = offset on. Lanes below the lowest
  // are complete, and turn + j never wraps to a pending one.
  logic [B-1:0] offset;
  logic [3:0] turn;
  assign offset = address_q[B-1:0];
  assign turn = lane - 4'(offset);

  logic [127:0] turned;
  logic [ 15:0] turned_lanes;
  always_comb begin
    turned = piece_q;
    turned_lanes = lanes_q;
    for (int unsigned i = 4; i > 0; i--) begin
      if (turn[i-1]) begin
        turned = (turned >> (4 << i)) | (turned << (128 - (4 << i)));
        turned_lanes = (turned_lanes >> (1 << (i - 1))) | (turned_lanes << (16 - (1 << (i - 1))));
      end
    end
    for (int unsigned j = 0; j < Bytes; j++) begin
      enable_o[j] = B'(j) >= offset && turned_lanes[j];
      word_o[8*j+:8] = enable_o[j] ? turned[8*j+:8] : 8'd0;
    end
  end

  logic [15:0] going;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      going[i] = lanes_q[i] && 6'(i) < 6'(lane) + 6'(Bytes) - 6'(offset);
    end
  end

  assign word_valid_o = lanes_q != '0;
  assign address_o = {address_q[31:B], B'(0)};
  assign idle_o = lanes_q == '0;

  // The next piece is loaded with the last word of this one.
  logic sent;
  assign sent = word_valid_o && word_ready_i;
  assign piece_ready_o = (lanes_q & ~(sent ? going : 16'd0)) == '0;

  logic [B:0] bytes;
  always_comb begin
    bytes = '0;
    for (int unsigned j = 0; j < Bytes; j++) bytes += (B + 1)'(enable_o[j]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lanes_q <= '0;
    else if (wipe_i) lanes_q <= '0;
    else if (piece_valid_i && piece_ready_o) lanes_q <= lanes_i;
    else if (sent) lanes_q <= lanes_q & ~going;
  end

  always_ff @(posedge clk_i) begin
    if (address_we_i) address_q <= address_i;
    else if (sent) address_q <= address_q + 32'(bytes);
    if (wipe_i || (piece_valid_i && piece_ready_o)) piece_q <= wipe_i ? '0 : piece_i;
  end

endmodule
