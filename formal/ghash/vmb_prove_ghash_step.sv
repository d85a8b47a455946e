// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_ghash_step compared with its definition: for each bit of the digit, from the highest, x times
// the sum so far, and h where the bit is 1. The sums are polynomials in the bits of the operands,
// and have to be 0.

module vmb_prove_ghash_step
  import vmb_spec_ghash_pkg::*;
#(
    parameter int unsigned Digit = 13
) (
    input  logic [    127:0] z_i,
    input  logic [Digit-1:0] digit_i,
    input  logic [    127:0] h_i,
    output logic [    127:0] bad_step
);

  logic [127:0] z, value;
  vmb_ghash_step #(
      .Digit(Digit)
  ) u_step (
      .z_i,
      .digit_i,
      .h_i,
      .z_o(z)
  );
  always_comb begin
    value = z_i;
    for (int i = Digit - 1; i >= 0; i--) begin
      value = times_x(value) ^ (h_i & {128{digit_i[i]}});
    end
  end
  assign bad_step = z ^ value;

endmodule
