// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The unverified plaintext buffer contains only zeros when vmb_hold is idle: bound into vmb_hold,
// with few words. A bit of a row depends on no other bit, so each is proved separately.
//
// Assumptions about the engine, which tests check: words arrive at an index that exists, the first
// while vmb_hold is idle, and none while others are released or cleared; a release ends with the
// highest of them.

module vmb_prove_hold #(
    parameter int unsigned Words = 4,
    parameter int unsigned Rows  = 2,
    parameter int unsigned Bytes = 4,
    parameter int unsigned B = 2
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                     idle_o,
    input logic                     put_i,
    input logic [$clog2(Words)-1:0] index_i,
    input logic                     release_i,
    input logic [             31:0] address_i,
    input logic [             31:0] bytes_i,
    input logic [              1:0] state,
    input logic [$clog2(Words)-1:0] top_q,
    input logic [     16*Bytes-1:0] words,
    input logic [     16*Bytes-1:0] memory[Rows]
);

  // ---- Assumptions ----

  logic held, order;
  logic [31:0] last;  // the end of the released bytes, in words of the memory
  assign last = (bytes_i + 32'(address_i[B-1:0]) - 32'd1) >> B;
  always_comb begin
    order = 1'b1;
    if (put_i) order &= (idle_o || state == 2'd1) && !release_i && 32'(index_i) < 32'(Words);
    if (release_i) order &= bytes_i != '0 && bytes_i < 32'(Bytes * Words) && last == 32'(top_q);
  end
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(order),
      .held_o(held)
  );

  // ---- Properties ----

  logic [16*Bytes-1:0] bad_left;
  logic reach_word;
  always_comb begin
    bad_left = words;
    for (int unsigned i = 0; i < Rows; i++) bad_left |= memory[i];
    bad_left &= {16 * Bytes{held && rst_ni && idle_o}};
  end
  assign reach_word = held && words != '0;

endmodule

bind vmb_hold vmb_prove_hold #(
    .Words(Words),
    .Rows(Rows),
    .Bytes(Bytes),
    .B(B)
) u_prove (
    .*,
    .state(2'(state)),
    .memory(u_memory.memory_q)
);
