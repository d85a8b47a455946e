// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// GHASH: y := (y + block) H in GF(2^128), GhashBitsPerCycle bits of y a cycle.
// Source: NIST SP 800-38D, section 6.4. Byte i of a block is bits 8i+7:8i.
//
// A block can be given in parts, each with its bytes at their positions, in steps without
// multiply_i except for the last.

module vmb_ghash #(
    parameter int unsigned GhashBitsPerCycle = 13  // a block takes ceil(128 / this) cycles
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         wipe_i,      // H, y := 0: every message begins with it
    input  logic         valid_i,
    output logic         ready_o,     // independent of valid_i
    input  logic         key_i,       // block_i is H; y remains
    input  logic         multiply_i,  // after adding block_i, multiply
    input  logic [127:0] block_i,
    output logic [127:0] y_o,         // 0 during a multiplication
    output logic         settled_o    // y_o is the result of all steps
);

  if (GhashBitsPerCycle < 1 || GhashBitsPerCycle > 128) begin : gen_wrong_digit
    $error("GhashBitsPerCycle must be 1 to 128");
  end

  logic fresh_q;  // first cycle after a reset
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b1;
    else fresh_q <= 1'b0;
  end

  logic wipe, take, run, last;
  assign wipe = wipe_i || fresh_q;
  assign ready_o = !run || last;
  assign take = valid_i && ready_o;
  assign settled_o = !run;

  logic [127:0] y_q, shifted, product, sum;
  vmb_ghash_multiplier #(
      .Digit(GhashBitsPerCycle)
  ) u_multiplier (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe),
      .key_i(take && key_i),
      .h_i(block_i),
      .go_i(take && multiply_i && !key_i),
      .y_i(y_q),
      .run_o(run),
      .last_o(last),
      .shifted_o(shifted),
      .product_o(product)
  );

  assign sum = (y_q & {128{!run}}) ^ (product & {128{last}}) ^ (block_i & {128{take && !key_i}});
  always_ff @(posedge clk_i) begin
    y_q <= ((sum & {128{ready_o}}) | (shifted & {128{!ready_o}})) & {128{!wipe}};
  end
  assign y_o = y_q & {128{!run}};

endmodule
