// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A digit of a product in GHASH's field: z x^Digit + digit_i h, modulo x^128 + x^7 + x^2 + x + 1.
// Source: NIST SP 800-38D, sections 6.3 and 6.4.
//
// Combinational. Bit k of every port is the coefficient of x^k.

module vmb_ghash_step #(
    parameter int unsigned Digit = 13  // bits, 1 to 128
) (
    input  logic [    127:0] z_i,
    input  logic [Digit-1:0] digit_i,
    input  logic [    127:0] h_i,
    output logic [    127:0] z_o
);

  // The coefficient of x^k is the sum of digit_i[j] h_i[k - j], here one row of h_i for each k.
  localparam int unsigned Bits = 128 + Digit;
  logic [Digit-1:0] reversed;
  logic [127+2*(Digit-1):0] padded;
  logic [Bits-1:0] shifted, product, sum;
  for (genvar j = 0; j < Digit; j++) begin : gen_digit
    assign reversed[j] = digit_i[Digit-1-j];
  end
  assign padded = (128 + 2 * (Digit - 1))'(h_i) << (Digit - 1);
  for (genvar k = 0; k < Bits - 1; k++) begin : gen_coefficient
    assign product[k] = ^(reversed & padded[k+:Digit]);
  end
  assign product[Bits-1] = 1'b0;
  assign shifted = Bits'(z_i) << Digit;

  assign sum = shifted ^ product;

  // x^(128 + k) is x^k + x^(k+1) + x^(k+2) + x^(k+7): from the highest on, since that has
  // coefficients above 127 itself if k is above 120.
  logic [Digit-1:0] high;
  if (Digit > 121) begin : gen_twice
    always_comb begin
      high = sum[Bits-1:128];
      for (int k = Digit - 1; k > 120; k--) begin
        if (k > 126) high[k-127] ^= high[k];
        if (k > 125) high[k-126] ^= high[k];
        high[k-121] ^= high[k];
      end
    end
  end else begin : gen_once
    assign high = sum[Bits-1:128];
  end
  logic [127:0] x;
  assign x   = 128'(high);
  assign z_o = sum[127:0] ^ x ^ (x << 1) ^ (x << 2) ^ (x << 7);

endmodule
