// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The product of an accumulator and GHASH's key H in GF(2^128), Digit bits of the accumulator a
// cycle. Source: NIST SP 800-38D, section 6.3.
//
// Byte i of a block is bits 8i+7:8i; the coefficient of x^0 is the most significant bit of byte 0.
//
// The user has the accumulator in a register. From the cycle after go_i on, for
// ceil(128 / Digit) cycles (run_o), this register takes shifted_o; in the last of them (last_o)
// product_o is the product, which the register takes instead, or adds a block to. go_i may be
// given again in that cycle.
//
// Horner's rule: z := z x^Digit + d H for each digit d of the accumulator, from the highest
// coefficients on. The register moves up by a digit each cycle. So the last digit ends with
// Pad zeros below the coefficient of x^0, and the product is one with x^Pad too many: the stored
// key is H x^-Pad.
//
// Registers select by AND and OR rather than by if, which makes them smaller in the synthesis that
// this project measures with.

module vmb_ghash_multiplier #(
    parameter int unsigned Digit = 13  // bits, 1 to 128
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         wipe_i,     // clears the key and the product; no run
    input  logic         key_i,      // h_i is the key, from the next cycle on
    input  logic [127:0] h_i,
    input  logic         go_i,       // the next cycle begins a product
    input  logic [127:0] y_i,        // the user's register
    output logic         run_o,
    output logic         last_o,
    output logic [127:0] shifted_o,
    output logic [127:0] product_o
);

  if (Digit < 1 || Digit > 128) begin : gen_wrong_digit
    $error("Digit must be 1 to 128");
  end

  localparam int unsigned Cycles = (128 + Digit - 1) / Digit;
  localparam int unsigned Pad = Cycles * Digit - 128;
  localparam int unsigned CountBits = $clog2(Cycles + 1);

  // Block to polynomial and back: the bits of each byte reversed.
  function automatic logic [127:0] reversed(logic [127:0] block);
    for (int i = 0; i < 128; i++) reversed[i] = block[8*(i/8)+7-i%8];
  endfunction

  // h / x^Pad: x^128 + x^7 + x^2 + x + 1 is added where the coefficient of x^0 is 1.
  function automatic logic [127:0] divided(logic [127:0] h);
    divided = h;
    for (int i = 0; i < int'(Pad); i++) begin
      divided = {1'b0, divided[127:1]} ^ ({1'b1, 120'd0, 7'b1000011} & {128{divided[0]}});
    end
  endfunction

  logic [CountBits-1:0] count_q;  // remaining cycles
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (wipe_i) count_q <= '0;
    else if (go_i) count_q <= CountBits'(Cycles);
    else if (run_o) count_q <= count_q - 1'b1;
  end
  assign run_o  = count_q != '0;
  assign last_o = count_q == CountBits'(1);

  logic [127:0] h_q, z_q, y, z;
  assign y = reversed(y_i);
  assign shifted_o = reversed(y << Digit);
  assign product_o = reversed(z);

  vmb_ghash_step #(
      .Digit(Digit)
  ) u_step (
      .z_i(z_q),
      .digit_i(y[127-:Digit]),
      .h_i(h_q),
      .z_o(z)
  );

  // Without a reset: z is 0 unless a product is in progress, and the user wipes before a message.
  always_ff @(posedge clk_i) begin
    if (key_i || wipe_i) begin
      h_q <= (divided(reversed(h_i)) & {128{key_i && !wipe_i}}) | (h_q & {128{!key_i && !wipe_i}});
    end
    z_q <= z & {128{run_o && !last_o && !wipe_i}};
  end

endmodule
