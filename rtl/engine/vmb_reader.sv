// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A segment of memory, at any address and of any length, as words with the range
// of their bytes that belongs to it. Reads ahead as far as there is room for the
// answers. No word outside of the segment is read, but whole words at its ends.

module vmb_reader #(
    parameter int unsigned Depth = 4  // words held: 3 for one a cycle from a memory that answers in one
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    // bytes_i above 0. busy_o falls when the last word has been taken.
    input  logic        start_i,
    input  logic [31:0] address_i,
    input  logic [31:0] bytes_i,
    output logic        busy_o,

    output logic        read_o,
    input  logic        grant_i,
    output logic [31:0] address_o,
    input  logic        answer_i,
    input  logic [31:0] data_i,

    output logic        word_valid_o,
    input  logic        word_ready_i,
    output logic [31:0] word_o,
    output logic [ 1:0] first_o,
    output logic [ 2:0] count_o,
    output logic        last_o
);

  localparam int unsigned W = $clog2(Depth + 1);

  // Words: those to ask for, and those to hand on.
  logic [29:0] address_q;
  logic [30:0] to_ask_q;
  logic [31:0] to_give_q;  // bytes
  logic [ 1:0] first_q;
  logic [31:0] held_q   [Depth];
  logic [W-1:0] used_q, asked_q;

  logic [31:0] reach;  // bytes from the start of the first word
  assign reach = bytes_i + 32'(address_i[1:0]) + 32'd3;
  logic unused_reach;
  assign unused_reach = ^reach[1:0];

  logic gives, asks;
  assign gives = word_valid_o && word_ready_i;
  assign asks = read_o && grant_i;

  assign read_o = (to_ask_q != '0) && (used_q + asked_q < W'(Depth));
  assign address_o = {address_q, 2'b00};
  assign busy_o = to_give_q != '0;

  assign word_valid_o = used_q != '0;
  assign word_o = held_q[0];
  assign first_o = first_q;
  logic [2:0] room;
  assign room = 3'd4 - 3'(first_q);
  assign last_o = to_give_q <= 32'(room);
  assign count_o = last_o ? to_give_q[2:0] : room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      to_ask_q  <= '0;
      to_give_q <= '0;
      used_q    <= '0;
      asked_q   <= '0;
    end else if (wipe_i) begin
      to_ask_q  <= '0;
      to_give_q <= '0;
      used_q    <= '0;
      asked_q   <= '0;
    end else begin
      if (start_i) begin
        to_ask_q  <= {1'b0, reach[31:2]};
        to_give_q <= bytes_i;
      end else begin
        if (asks) to_ask_q <= to_ask_q - 31'd1;
        if (gives) to_give_q <= to_give_q - 32'(count_o);
      end
      used_q  <= used_q + W'(answer_i) - W'(gives);
      asked_q <= asked_q + W'(asks) - W'(answer_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      address_q <= address_i[31:2];
      first_q   <= address_i[1:0];
    end else begin
      if (asks) address_q <= address_q + 30'd1;
      if (gives) first_q <= '0;
    end
    for (int unsigned i = 0; i < Depth; i++) begin
      if (gives && i + 1 < Depth) held_q[i] <= held_q[(i+1)%Depth];
      if (answer_i && used_q - W'(gives) == W'(i)) held_q[i] <= data_i;
      if (wipe_i) held_q[i] <= '0;
    end
  end

endmodule
