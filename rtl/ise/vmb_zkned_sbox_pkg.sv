// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES S-box or its inverse as a Boolean circuit of short paths, for a function
// unit between the registers of a core: nothing whose path depends on the byte.
// vmb_aes_sbox_pkg has the smaller ones, for cores with many.
// Source: FIPS 197, sections 5.1.1 and 5.3.2. The idea of leaving out the linear
// layer after the inversion: A. Maximov, P. Ekdahl, "New Circuit Minimization
// Techniques for Smaller and Faster AES SBoxes", 2019.
//
// Let x be the byte of which the inverse is wanted, n = x^17 its norm, which lies in
// GF(2^4), and Tr the trace, the sum of all conjugates. A bit of either result is
// Tr(a / x) for some a, plus a constant, and 1/x = x^16 / n. Be y the four coordinates
// of 1/n in a basis h of GF(2^4). Then
//
//   Tr(a / x) = sum over i of y[i] * l[i]   with l[i] = Tr(a h[i] x^16)
//
// and l[i], a sum of bits of the byte, does not wait for y: only a product and a sum of
// four follow the inversion in GF(2^4), and what depends on the direction is chosen
// before. Bits of n are quadratic in those of the byte: each is a sum of four products
// of sums of at most four bits. Bases and products were searched for few sums, and so
// that the inversion has two levels.

package vmb_zkned_sbox_pkg;

  function automatic logic [7:0] substitute(logic decrypt, logic [7:0] b);
    /* verilator no_inline_task */
    logic e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
    logic e10, e11, e12, e13, e14, e15, e16, e17, e18, e19;
    logic e20, e21, e22, e23, e24, e25, e26, e27, e28, e29;
    logic e30, e31, e32, e33, e34, e35, e36, e37, e38, e39;
    logic e40, e41, e42, e43, e44, e45, e46, e47, e48, e49;
    logic e50;
    logic d0, d1, d2, d3, d4, d5, d6, d7, d8, d9;
    logic d10, d11, d12, d13, d14, d15, d16, d17, d18, d19;
    logic d20, d21, d22, d23, d24, d25, d26, d27, d28, d29;
    logic d30, d31, d32, d33, d34, d35, d36, d37, d38, d39;
    logic d40, d41, d42, d43, d44, d45, d46;
    logic [3:0] forward_norm, backward_norm, n, y;
    logic [7:0][3:0] forward, backward, l;
    logic [7:0] constant, substituted;

    // Sums of bits, for the S-box and for the inverse.
    e0 = b[1] ^ b[4];
    e1 = b[0] ^ b[2];
    e2 = b[3] ^ b[7];
    e3 = b[5] ^ b[6];
    e4 = e0 ^ e1;
    e5 = b[4] ^ e3;
    e6 = b[0] ^ b[1];
    e7 = b[2] ^ b[5];
    e8 = e1 ^ e2;
    e9 = b[6] ^ e0;
    e10 = b[5] ^ b[7];
    e11 = b[6] ^ b[7];
    e12 = e2 ^ e9;
    e13 = b[0] ^ b[3];
    e14 = b[6] ^ e1;
    e15 = e0 ^ e7;
    e16 = b[3] ^ e4;
    e17 = b[3] ^ b[4];
    e18 = e2 ^ e6;
    e19 = b[6] ^ e17;
    e20 = e3 ^ e8;
    e21 = e6 ^ e10;
    e22 = e5 ^ e13;
    e23 = b[1] ^ e20;
    e24 = b[2] ^ b[3];
    e25 = e2 ^ e3;
    e26 = b[3] ^ b[5];
    e27 = b[4] ^ e14;
    e28 = b[1] ^ b[7];
    e29 = b[1] ^ b[5];
    e30 = b[2] ^ b[7];
    e31 = b[0] ^ e0;
    e32 = e0 ^ e30;
    e33 = e3 ^ e28;
    e34 = e6 ^ e11;
    e35 = b[0] ^ e12;
    e36 = e1 ^ e11;
    e37 = b[4] ^ e10;
    e38 = b[2] ^ e5;
    e39 = e2 ^ e7;
    e40 = b[4] ^ b[7];
    e41 = b[5] ^ e16;
    e42 = e1 ^ e5;
    e43 = b[3] ^ e15;
    e44 = b[4] ^ b[5];
    e45 = e9 ^ e13;
    e46 = b[5] ^ e8;
    e47 = e0 ^ e3;
    e48 = b[7] ^ e4;
    e49 = e2 ^ e38;
    e50 = b[6] ^ e4;
    d0 = b[0] ^ b[1];
    d1 = b[4] ^ b[5];
    d2 = b[2] ^ b[7];
    d3 = b[3] ^ b[6];
    d4 = b[6] ^ d0;
    d5 = b[1] ^ d1;
    d6 = b[2] ^ b[5];
    d7 = b[4] ^ d3;
    d8 = b[5] ^ b[7];
    d9 = b[2] ^ d0;
    d10 = d2 ^ d5;
    d11 = b[3] ^ d1;
    d12 = b[3] ^ b[5];
    d13 = b[0] ^ b[4];
    d14 = b[3] ^ d2;
    d15 = b[4] ^ b[6];
    d16 = d1 ^ d3;
    d17 = b[3] ^ b[4];
    d18 = b[6] ^ b[7];
    d19 = b[4] ^ d9;
    d20 = d1 ^ d2;
    d21 = b[1] ^ d7;
    d22 = b[3] ^ b[7];
    d23 = b[3] ^ d8;
    d24 = b[5] ^ d0;
    d25 = d4 ^ d6;
    d26 = d0 ^ d14;
    d27 = b[5] ^ d4;
    d28 = d9 ^ d11;
    d29 = d3 ^ d10;
    d30 = b[6] ^ d8;
    d31 = d2 ^ d4;
    d32 = b[7] ^ d4;
    d33 = d7 ^ d9;
    d34 = b[1] ^ d12;
    d35 = b[0] ^ b[3];
    d36 = b[7] ^ d13;
    d37 = b[4] ^ d0;
    d38 = b[0] ^ d6;
    d39 = b[7] ^ d1;
    d40 = b[0] ^ d16;
    d41 = b[6] ^ d10;
    d42 = b[0] ^ b[5];
    d43 = d3 ^ d6;
    d44 = b[2] ^ b[6];
    d45 = b[2] ^ d1;
    d46 = b[1] ^ d15;

    forward_norm[0] = ~(((~b[2] & ~b[4]) ^ (~e8 & e2)) ^ ((e26 & e6) ^ (e15 & ~e33)));
    forward_norm[1] = ~(((~e7 & ~e8) ^ (e32 & ~e11)) ^ ((~b[1] & b[5]) ^ (e19 & e36)));
    forward_norm[2] = ~(((~b[3] & e32) ^ (~e17 & ~e26)) ^ ((e0 & ~e33) ^ (e24 & ~e36)));
    forward_norm[3] = ~(((~e40 & ~b[0]) ^ (e3 & ~e1)) ^ ((e32 & ~e19) ^ (~e29 & e34)));
    backward_norm[0] = ~(((~d13 & ~d15) ^ (d17 & d24)) ^ ((d2 & d37) ^ (~b[2] & d44)));
    backward_norm[1] = ~(((~d0 & d45) ^ (~d13 & ~d7)) ^ ((b[7] & ~b[1]) ^ (~d1 & d18)));
    backward_norm[2] = ~(((d6 & ~d37) ^ (~b[2] & ~d2)) ^ ((~d38 & ~d17) ^ (~d24 & ~d7)));
    backward_norm[3] = ~(((~d44 & d37) ^ (~d13 & d0)) ^ ((~b[3] & b[2]) ^ (d24 & d39)));
    n = decrypt ? backward_norm : forward_norm;
    y[0] = ~((n[2] & ~n[3]) | (n[0] & n[1] & ~n[3]) | (~n[0] & ~n[1]));
    y[1] = (~n[0] & n[1]) | (n[1] & ~n[2]) | (~n[1] & n[2] & ~n[3]);
    y[2] = (~n[0] & ~n[1] & n[2] & n[3]) | (n[0] & ~n[2]) | (n[1] & ~n[3]);
    y[3] = (n[0] & ~n[1] & n[2]) | (n[0] & n[1] & ~n[3]) | (~n[2] & n[3]);

    // The last S-box column is complemented where a bit has the constant 1.
    forward[0] = {~e16, e27, e21, e35};
    forward[1] = {~e44, b[7], e4, e12};
    forward[2] = {e12, e37, e44, e48};
    forward[3] = {e31, e18, e46, e42};
    forward[4] = {e2, e41, e22, e45};
    forward[5] = {~e14, e17, b[2], e49};
    forward[6] = {~e47, e5, e39, e10};
    forward[7] = {e25, e43, e50, e23};
    backward[0] = {d22, ~d32, ~d15, ~d18};
    backward[1] = {~d35, ~d11, d26, ~d29};
    backward[2] = {d27, ~d41, ~d33, ~d4};
    backward[3] = {d46, d10, d25, d14};
    backward[4] = {~d31, ~d28, ~d36, d21};
    backward[5] = {d30, ~d12, ~d20, ~d40};
    backward[6] = {~d23, ~d8, d43, d34};
    backward[7] = {d19, d42, d5, ~d1};
    l = decrypt ? backward : forward;
    constant = 8'h63 & {8{!decrypt}};
    for (int j = 0; j < 8; j++) begin
      substituted[j] = ((y[0] & l[j][0]) ^ (y[1] & l[j][1])) ^
          ((y[2] & l[j][2]) ^ (y[3] ? l[j][3] : constant[j]));
    end
    return substituted;
  endfunction

endpackage
