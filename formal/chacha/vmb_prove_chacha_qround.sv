// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_chacha20_qround compared with RFC 8439, section 2.1, line by line; and the sum that its first
// adder computes for other modules.

module vmb_prove_chacha_qround (
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] c_i,
    input logic [31:0] d_i,
    input logic [31:0] addend_i,

    output logic bad_quarter,
    output logic bad_sum
);

  logic [31:0] a_o, b_o, c_o, d_o, sum, unused_sum;
  logic [3:0][31:0] unused_words;
  vmb_chacha20_qround u_quarter (
      .a_i,
      .b_i,
      .c_i,
      .d_i,
      .addend_i(b_i),
      .sum_o(unused_sum),
      .a_o,
      .b_o,
      .c_o,
      .d_o
  );
  vmb_chacha20_qround u_sum (
      .a_i,
      .b_i,
      .c_i,
      .d_i,
      .addend_i,
      .sum_o(sum),
      .a_o(unused_words[0]),
      .b_o(unused_words[1]),
      .c_o(unused_words[2]),
      .d_o(unused_words[3])
  );

  function automatic logic [31:0] turn(logic [31:0] x, int unsigned n);
    return (x << n) | (x >> (32 - n));
  endfunction

  logic [31:0] a, b, c, d;
  always_comb begin
    {a, b, c, d} = {a_i, b_i, c_i, d_i};
    a = a + b;
    d = d ^ a;
    d = turn(d, 16);
    c = c + d;
    b = b ^ c;
    b = turn(b, 12);
    a = a + b;
    d = d ^ a;
    d = turn(d, 8);
    c = c + d;
    b = b ^ c;
    b = turn(b, 7);
  end
  assign bad_quarter = {a_o, b_o, c_o, d_o} != {a, b, c, d};
  assign bad_sum = sum != a_i + addend_i;

endmodule
