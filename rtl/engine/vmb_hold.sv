// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The unverified plaintext buffer: a memory of words of Bytes bytes, filled like the destination memory, and then
// either released in address order or overwritten. Released words are overwritten too. The memory has
// one port and rows of two words: while words are released, it reads a row for two of them, and
// overwrites it.
//
// idle_o: the buffer is empty, and all words are 0.
//
// A word that comes with a wipe, or after it before all is 0, is dropped.
//
// With Hardened, the state has a shadow, and the remaining range a parity. A fault in either clears
// the buffer, and is reported.

module vmb_hold #(
    parameter int unsigned Words = 321,
    parameter int unsigned Bytes = 4,  // of a word: 4, 8 or 16
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,
    output logic idle_o,
    output logic upset_o,

    // A word, or bytes of it, at an index below Words.
    input logic                     put_i,
    input logic [$clog2(Words)-1:0] index_i,
    input logic [      8*Bytes-1:0] word_i,
    input logic [        Bytes-1:0] enable_i,

    // Outputs bytes_i bytes, at least 1, to address_i and on.
    input  logic        release_i,
    input  logic [31:0] address_i,
    input  logic [31:0] bytes_i,
    output logic        word_valid_o,
    input  logic        word_ready_i,
    output logic [31:0] address_o,
    output logic [8*Bytes-1:0] word_o,
    output logic [Bytes-1:0] enable_o
);

  localparam int unsigned W = $clog2(Words);
  localparam int unsigned Rows = (Words + 1) / 2;
  localparam int unsigned R = (Rows > 1) ? $clog2(Rows) : 1;
  localparam int unsigned B = $clog2(Bytes);

  function automatic logic [R-1:0] row_of(logic [W-1:0] index);
    return R'(index >> 1);
  endfunction

  typedef enum logic [1:0] {
    StEmpty,
    StFill,
    StGive,
    StClear
  } state_e;

  state_e state_q, state_d;
  state_e state;  // StClear after a fault
  logic [W-1:0] index_q, top_q;  // the current one; the highest used
  logic [8*Bytes-1:0] word;
  logic [1:0][8*Bytes-1:0] words;
  assign word = words[index_q[0]];
  logic [31:B] address_q;
  logic [31:0] left_q;  // bytes
  logic [B-1:0] first_q;

  logic gives, ends;
  logic [B:0] room, count;
  assign room = (B + 1)'(Bytes) - (B + 1)'(first_q);
  assign ends = left_q <= 32'(room);
  assign count = ends ? left_q[B:0] : room;
  assign gives = word_valid_o && word_ready_i;
  assign word_valid_o = state == StGive;
  assign address_o = {address_q, B'(0)};
  assign word_o = word & {8 * Bytes{word_valid_o}};
  assign enable_o = Bytes'(((Bytes + 1)'(1) << count) - (Bytes + 1)'(1)) << first_q;
  // The memory's output holds the last word until the next read.
  logic stale_q;
  assign idle_o = state == StEmpty && !stale_q;

  // A second release, after a fault, is ignored.
  logic starts;
  assign starts = release_i && state == StFill;

  logic puts;
  assign puts = put_i && !wipe_i && (idle_o || state == StFill);

  always_comb begin
    state_d = state;
    unique case (state)
      StEmpty: if (puts) state_d = StFill;
      StFill: if (starts) state_d = StGive;
      StGive: if (gives && ends) state_d = StEmpty;
      default: if (row_of(index_q) == row_of(top_q) && !upset_o) state_d = StEmpty;
    endcase
    if (wipe_i && state inside {StFill, StGive}) state_d = StClear;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StClear;
      index_q <= '0;
      top_q   <= W'(Words - 1);
    end else begin
      state_q <= state_d;
      if (gives) index_q <= index_q + W'(1);
      if (state == StClear) index_q <= index_q + (row_of(index_q) == '0 ? W'(1) : W'(2));
      if (state == StEmpty) begin
        index_q <= '0;
        top_q   <= '0;
      end
      if (puts && index_i > top_q) top_q <= index_i;
      if (upset_o) top_q <= W'(Words - 1);
      if (upset_o || (wipe_i && state inside {StFill, StGive})) index_q <= '0;
    end
  end

  logic [31:0] left_d;
  logic [B-1:0] first_d;
  assign left_d  = starts ? bytes_i : left_q - 32'(count);
  assign first_d = starts ? address_i[B-1:0] : '0;

  if (Hardened) begin : gen_hardened
    logic state_upset, left_upset, parity_q;
    vmb_shadow #(
        .Width(2),
        .Reset(StClear)
    ) u_state (
        .clk_i,
        .rst_ni,
        .we_i(1'b1),
        .next_i(state_d),
        .value_i(state_q),
        .differs_o(state_upset)
    );
    always_ff @(posedge clk_i) if (starts || gives) parity_q <= ^{first_d, left_d};
    assign left_upset = state_q == StGive && parity_q != ^{first_q, left_q};
    assign upset_o = state_upset || left_upset;
    assign state = upset_o ? StClear : state_q;
  end else begin : gen_plain
    assign upset_o = 1'b0;
    assign state = state_q;
  end

  // A released row is read with the word before it, and overwritten while it is given: the memory's
  // output keeps it. After the first row has been cleared, it is read, so that the output is 0 soon.
  logic first, next, clears;
  logic [R-1:0] row;
  logic [2*Bytes-1:0] enable;
  assign first = state == StEmpty || starts ||
      (state == StClear && index_q == W'(1));
  assign next = gives && !ends && index_q[0];
  assign clears = (state == StClear && !first) || (state == StGive && !next);
  always_comb begin
    row = row_of(index_q) + R'(next);
    if (first) row = '0;
    if (puts) row = row_of(index_i);
    enable = {2 * Bytes{clears}};
    if (puts) enable = {enable_i & {Bytes{index_i[0]}}, enable_i & {Bytes{!index_i[0]}}};
  end

  vmb_hold_memory #(
      .Rows (Rows),
      .Bytes(2 * Bytes)
  ) u_memory (
      .clk_i,
      .enable_i      (puts || clears || next || (first && !idle_o)),
      .write_enable_i(enable),
      .row_i         (row),
      .write_words_i ({2{word_i & {8 * Bytes{puts}}}}),
      .read_words_o  (words)
  );

  always_ff @(posedge clk_i) begin
    stale_q <= state != StEmpty;
    if (starts || gives) {first_q, left_q} <= {first_d, left_d};
    if (starts) address_q <= address_i[31:B];
    else if (gives) address_q <= address_q + (32 - B)'(1);
  end

endmodule
