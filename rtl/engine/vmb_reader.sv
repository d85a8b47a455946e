// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a segment of memory, at any address and of any length, as words with the range of bytes
// that belong to it. No word outside the segment is read, but words at its ends are read whole. A
// word has Bytes bytes.
//
// It reads ahead: Depth words are held or asked for. With answers L cycles after the
// grant, a word a cycle takes Depth = L + 1; one more makes up for cycles in which
// the port writes. A word is handed on in the cycle of its answer if none is before
// it. read_o stays until granted, and depends on registers alone. left_o is the number of words
// still to be requested, at most 31, for a read-ahead buffer at the port.
//
// With Hardened, the remaining range has a parity: upset_o reports a fault in it.

module vmb_reader #(
    parameter int unsigned Bytes = 4,  // 4, 8 or 16
    parameter int unsigned Depth = 3,
    parameter bit Hardened = 1'b0,
    localparam int unsigned B = $clog2(Bytes)  // bits of a position in a word
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    // busy_o falls when the last word has been taken; with no bytes it stays 0.
    input  logic        start_i,
    input  logic [31:0] address_i,
    input  logic [31:0] bytes_i,
    output logic        busy_o,

    output logic        read_o,
    input  logic        grant_i,
    output logic [31:0] address_o,
    output logic [ 4:0] left_o,
    output logic        upset_o,
    input  logic        answer_i,
    input  logic [8*Bytes-1:0] data_i,

    // Bytes first_o to first_o + count_o - 1 of a word.
    output logic        word_valid_o,
    input  logic        word_ready_i,
    output logic [8*Bytes-1:0] word_o,
    output logic [B-1:0] first_o,
    output logic [B:0] count_o,
    output logic        last_o
);

  localparam int unsigned W = $clog2(Depth + 1);
  localparam int unsigned P = $clog2(Depth);
  localparam int unsigned Low = $clog2(Bytes * (Depth + 1));

  logic busy_q;
  logic [31:B] address_q;  // of the next word to request
  logic [31:0] to_give_q;  // bytes
  logic [B-1:0] first_q;
  logic [8*Bytes-1:0] held_q[Depth];
  logic [P-1:0] oldest;  // where the oldest held word is
  logic [W-1:0] used_q, asked_q;

  logic gives, asks;
  assign gives = word_valid_o && word_ready_i;
  assign asks  = read_o && grant_i;

  // Words held or requested, and whether there are further bytes.
  logic [W-1:0] ahead;
  logic more;
  assign ahead = used_q + asked_q;
  assign more = to_give_q[31:Low] != '0 ||
      (Low + 1)'(to_give_q[Low-1:0]) + (Low + 1)'(first_q) > (Low + 1)'({ahead, B'(0)});

  assign read_o = busy_q && more && ahead != W'(Depth);
  assign address_o = {address_q, B'(0)};
  assign busy_o = busy_q;

  logic [B+6:0] to_give;
  logic [6:0] left;
  assign to_give = (B + 7)'(to_give_q[B+5:0]) + (B + 7)'(first_q) + (B + 7)'(Bytes - 1);
  assign left = to_give[B+6:B] - 7'(ahead);
  always_comb begin
    left_o = left[4:0] | {5{left[6:5] != '0}};
    if (to_give_q[31:B+6] != '0) left_o = '1;
    if (!busy_q) left_o = '0;
  end
  logic unused_bytes;
  assign unused_bytes = ^to_give[B-1:0];

  logic [B:0] room;
  assign word_valid_o = used_q != '0 || answer_i;
  assign word_o = used_q != '0 ? held_q[oldest] : data_i;
  assign first_o = first_q;
  assign room = (B + 1)'(Bytes) - (B + 1)'(first_q);
  assign last_o = to_give_q <= 32'(room);
  assign count_o = last_o ? to_give_q[B:0] : room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      used_q  <= '0;
      asked_q <= '0;
    end else if (wipe_i) begin
      busy_q  <= 1'b0;
      used_q  <= '0;
      asked_q <= '0;
    end else begin
      if (start_i) busy_q <= bytes_i != '0;
      else if (gives && last_o) busy_q <= 1'b0;
      used_q  <= used_q + W'(answer_i) - W'(gives);
      asked_q <= asked_q + W'(asks) - W'(answer_i);
    end
  end

  logic [31:0] to_give_d;
  logic [B-1:0] first_d;
  assign to_give_d = start_i ? bytes_i : to_give_q - 32'(count_o);
  assign first_d   = start_i ? address_i[B-1:0] : '0;

  if (Hardened) begin : gen_hardened
    logic parity_q;
    always_ff @(posedge clk_i) if (start_i || gives) parity_q <= ^{first_d, to_give_d};
    assign upset_o = busy_q && parity_q != ^{first_q, to_give_q};
  end else begin : gen_plain
    assign upset_o = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start_i || gives) {first_q, to_give_q} <= {first_d, to_give_d};
    if (start_i) address_q <= address_i[31:B];
    else if (asks) address_q <= address_q + (32 - B)'(1);
  end

  // A few words move up when one is handed on. More of them stay where they are, in a ring: one of
  // them changes with an answer, instead of all with each word that is handed on.
  if (Depth <= 4) begin : gen_shift
    assign oldest = '0;
    logic [Depth-1:0] arrives;
    always_comb begin
      for (int unsigned i = 0; i < Depth; i++) begin
        arrives[i] = answer_i && used_q - W'(gives) == W'(i);
      end
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        if (wipe_i || (gives && i + 1 < Depth) || arrives[i]) begin
          held_q[i] <= wipe_i ? '0 : arrives[i] ? data_i : held_q[(i+1)%Depth];
        end
      end
    end
  end else begin : gen_ring
    logic [P-1:0] oldest_q;
    logic [P:0] place, wrapped;  // of the next answer
    assign oldest  = oldest_q;
    assign place   = (P + 1)'(oldest_q) + (P + 1)'(used_q);
    assign wrapped = place < (P + 1)'(Depth) ? place : place - (P + 1)'(Depth);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) oldest_q <= '0;
      else if (wipe_i) oldest_q <= '0;
      else if (gives) oldest_q <= oldest_q == P'(Depth - 1) ? '0 : oldest_q + P'(1);
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        if (wipe_i || (answer_i && wrapped[P-1:0] == P'(i))) held_q[i] <= wipe_i ? '0 : data_i;
      end
    end
    logic unused_wrapped;
    assign unused_wrapped = wrapped[P];
  end

endmodule
