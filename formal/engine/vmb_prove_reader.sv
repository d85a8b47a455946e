// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The reader returns the bytes of its segment, in order, once each, and reads no word outside it;
// bound into vmb_reader. The memory answers each request once and in order; a segment begins after
// the previous one has ended, and does not wrap around the address space. An arbitrary bit of an
// arbitrary answer is followed from the answer to the returned word.

module vmb_prove_reader #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned B = 2,
    parameter int unsigned Depth = 3,
    parameter int unsigned W = 2,
    parameter int unsigned P = 2
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic        start_i,
    input logic [31:0] address_i,
    input logic [31:0] bytes_i,
    input logic        busy_o,

    input logic        read_o,
    input logic        grant_i,
    input logic [31:0] address_o,
    input logic        answer_i,
    input logic [8*Bytes-1:0] data_i,

    input logic        word_valid_o,
    input logic        word_ready_i,
    input logic [8*Bytes-1:0] word_o,
    input logic [B-1:0] first_o,
    input logic [B:0] count_o,
    input logic        last_o,

    // Registers, for the invariant.
    input logic [31:B] address_q,
    input logic [31:0] to_give_q,
    input logic [B-1:0] first_q,
    input logic [8*Bytes-1:0] held_q[Depth],
    input logic [P-1:0] oldest,
    input logic [W-1:0] used_q,
    input logic [W-1:0] asked_q
);

  logic [7:0] bad_registers;
  logic bad_busy, bad_range, bad_order, bad_asked, bad_word;
  logic reach_last;

  logic gives, asks;
  assign gives = word_valid_o && word_ready_i;
  assign asks  = read_o && grant_i;

  // The segment: the next byte to return, the end, the next word to request; unanswered requests,
  // and answers not yet returned.
  logic reading_q;
  logic [32:0] end_q;
  logic [31:0] at_q;
  logic [31:B] ask_q;
  logic [W-1:0] waiting_q, there_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {reading_q, waiting_q, there_q} <= '0;
    else if (wipe_i) {reading_q, waiting_q, there_q} <= '0;
    else begin
      if (start_i) reading_q <= bytes_i != '0;
      else if (gives && last_o) reading_q <= 1'b0;
      waiting_q <= waiting_q + W'(asks) - W'(answer_i);
      there_q   <= there_q + W'(answer_i) - W'(gives);
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) end_q <= 33'(address_i) + 33'(bytes_i);
    if (start_i) at_q <= address_i;
    else if (gives) at_q <= at_q + 32'(count_o);
    if (start_i) ask_q <= address_i[31:B];
    else if (asks) ask_q <= ask_q + (32 - B)'(1);
  end

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((waiting_q != '0 || !answer_i) && (!start_i || !reading_q) &&
                 (!start_i || 33'(address_i) + 33'(bytes_i) <= 33'h1_0000_0000)),
      .held_o(held)
  );

  // An arbitrary bit of an arbitrary answer: without a start, the reader ignores address_i.
  logic mark, marked_q, bit_q;
  logic [B+2:0] place, place_q;
  logic [W-1:0] ahead_q;
  assign mark  = answer_i && address_i[B+3] && !marked_q && !start_i;
  assign place = address_i[B+2:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) marked_q <= 1'b0;
    else if (wipe_i) marked_q <= 1'b0;
    else if (mark) marked_q <= !(gives && there_q == '0);
    else if (gives && ahead_q == '0) marked_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (mark) begin
      {place_q, bit_q} <= {place, data_i[place]};
      ahead_q <= there_q - W'(gives);
    end else if (gives) ahead_q <= ahead_q - W'(1);
  end

  logic now;
  assign now = held && rst_ni;

  // The contents of the registers: the invariant.
  logic [31:B] next;  // the word of at_q
  assign next = at_q[31:B];
  logic [P-1:0] followed;  // where the followed bit is
  assign followed = P'((32'(oldest) + 32'(ahead_q)) % Depth);
  assign bad_registers = {8{now}} & {
    32'(oldest) >= Depth,
    busy_o != reading_q || used_q != there_q || asked_q != waiting_q ||
        32'(used_q) + 32'(asked_q) > Depth,
    !reading_q && {used_q, asked_q} != '0,
    reading_q && {used_q, asked_q} != '0 && 33'(to_give_q) + 33'(first_q) <=
        33'({32'(used_q) + 32'(asked_q) - 32'd1, B'(0)}),
    reading_q && (first_q != at_q[B-1:0] || to_give_q == '0 ||
                  end_q > 33'h1_0000_0000),
    reading_q && 33'(at_q) + 33'(to_give_q) != end_q,
    reading_q && (address_q != ask_q || ask_q != next + (32 - B)'(used_q) + (32 - B)'(asked_q)),
    marked_q && (ahead_q >= used_q || held_q[followed][place_q] != bit_q)
  };

  assign bad_busy = now && (busy_o != reading_q || (word_valid_o && !reading_q));
  assign bad_range = now && word_valid_o && (first_o != at_q[B-1:0] || count_o == '0 ||
      33'(at_q) + 33'(count_o) > end_q || (6'(first_o) + 6'(count_o) != 6'(Bytes) && !last_o) ||
      6'(first_o) + 6'(count_o) > 6'(Bytes) || last_o != (33'(at_q) + 33'(count_o) == end_q));
  assign bad_asked = now && read_o && (address_o != {ask_q, B'(0)} || 33'(address_o) >= end_q);
  assign bad_order = now && word_valid_o &&
      next + (32 - B)'(there_q) + (32 - B)'(waiting_q) != ask_q;
  assign bad_word = now && gives &&
      ((marked_q && ahead_q == '0 && word_o[place_q] != bit_q) ||
       (mark && there_q == '0 && word_o[place] != data_i[place]));

  assign reach_last = now && gives && last_o && marked_q && ahead_q == '0 && first_o != '0;

endmodule

bind vmb_reader vmb_prove_reader #(
    .Bytes(Bytes),
    .B(B),
    .Depth(Depth),
    .W(W),
    .P(P)
) u_prove (.*);
