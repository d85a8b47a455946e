// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_ghash_multiplier compared with NIST SP 800-38D, section 6.3, cycle by cycle, bound into it.
//
// Together the properties are the multiplication: a key becomes H x^-Pad (bad_key), and stays
// (bad_held); a product begins with z = 0 (bad_zero) and takes as many cycles as there are digits
// (bad_count, bad_run); each of them computes a step from z, the highest digit of the user's
// register and the key (bad_step), which becomes z (bad_next) or, in the last of them, the user's
// product; and this register moves up by a digit (bad_shifted). The digits are so those of y x^Pad.

module vmb_prove_ghash
  import vmb_spec_ghash_pkg::*;
#(
    parameter int unsigned Digit = 13,
    parameter int unsigned Cycles = (128 + Digit - 1) / Digit,
    parameter int unsigned Pad = Cycles * Digit - 128,
    parameter int unsigned CountBits = $clog2(Cycles + 1)
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 wipe_i,
    input logic                 key_i,
    input logic                 go_i,
    input logic                 run_o,
    input logic                 last_o,
    input logic [        127:0] h_i,
    input logic [        127:0] y_i,
    input logic [        127:0] shifted_o,
    input logic [        127:0] product_o,
    input logic [CountBits-1:0] count_q,
    input logic [        127:0] h_q,
    input logic [        127:0] z_q
);

  // The polynomial of a block: its bits from the left are the coefficients of x^0, x^1, ...
  function automatic logic [127:0] polynomial(logic [127:0] block);
    for (int byte_at = 0; byte_at < 16; byte_at++) begin
      for (int bit_at = 0; bit_at < 8; bit_at++) begin
        polynomial[8*byte_at+bit_at] = block[8*byte_at+(7-bit_at)];
      end
    end
  endfunction

  logic after_q, wiped_q, keyed_q, going_q, running_q, ended_q;
  logic [CountBits-1:0] old_count_q;
  logic [127:0] old_h_q, given_q, old_product_q;
  always_ff @(posedge clk_i) begin
    {wiped_q, keyed_q, going_q} <= {wipe_i, key_i, go_i};
    {running_q, ended_q} <= {run_o, last_o};
    {old_count_q, old_h_q, given_q, old_product_q} <= {count_q, h_q, h_i, product_o};
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) after_q <= 1'b0;
    else after_q <= 1'b1;
  end

  // A product begins only when none is in progress, or in the last cycle of one.
  logic held, now;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!go_i || !run_o || last_o),
      .held_o(held)
  );
  assign now = held && rst_ni && after_q;

  logic [127:0] y, stepped;
  assign y = polynomial(y_i);
  vmb_ghash_step #(
      .Digit(Digit)
  ) u_step (
      .z_i(z_q),
      .digit_i(y[127-:Digit]),
      .h_i(h_q),
      .z_o(stepped)
  );

  logic bad_key, bad_held, bad_count, bad_run, bad_zero, bad_step, bad_next, bad_shifted;
  assign bad_key = now && keyed_q && !wiped_q && times_power(h_q, Pad) != polynomial(given_q);
  assign bad_held = now && (wiped_q || !keyed_q) && h_q != (wiped_q ? '0 : old_h_q);
  assign bad_count = now && count_q != (wiped_q ? '0 : going_q ? CountBits'(Cycles) :
                                        running_q ? old_count_q - 1'b1 : '0);
  assign bad_run = now && (run_o != (count_q != '0) || last_o != (count_q == CountBits'(1)));
  assign bad_zero = now && (count_q == '0 || count_q == CountBits'(Cycles)) && z_q != '0;
  assign bad_step = now && polynomial(product_o) != stepped;
  assign bad_next = now && running_q && !ended_q && !wiped_q && z_q != polynomial(old_product_q);
  assign bad_shifted = now && polynomial(shifted_o) != y << Digit;

endmodule

bind vmb_ghash_multiplier vmb_prove_ghash #(.Digit(Digit)) u_prove (.*);
