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

package vmb_zkn_sbox_pkg;

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
    e0 = b[3] ^ b[5];
    e1 = b[0] ^ b[2];
    e2 = b[4] ^ b[6];
    e3 = b[1] ^ b[7];
    e4 = e0 ^ e1;
    e5 = b[1] ^ e2;
    e6 = b[1] ^ b[4];
    e7 = b[2] ^ e0;
    e8 = b[3] ^ e3;
    e9 = b[0] ^ b[6];
    e10 = b[7] ^ e4;
    e11 = b[5] ^ b[7];
    e12 = e1 ^ e6;
    e13 = b[6] ^ e1;
    e14 = b[0] ^ e3;
    e15 = e8 ^ e9;
    e16 = b[1] ^ b[5];
    e17 = b[0] ^ b[3];
    e18 = e1 ^ e5;
    e19 = e2 ^ e10;
    e20 = b[5] ^ e5;
    e21 = b[7] ^ e7;
    e22 = b[3] ^ b[7];
    e23 = e2 ^ e11;
    e24 = b[6] ^ b[7];
    e25 = e2 ^ e4;
    e26 = e1 ^ e2;
    e27 = b[0] ^ e2;
    e28 = b[4] ^ b[5];
    e29 = b[6] ^ e11;
    e30 = b[5] ^ e14;
    e31 = e2 ^ e8;
    e32 = b[1] ^ b[3];
    e33 = e2 ^ e7;
    e34 = b[4] ^ e10;
    e35 = b[3] ^ e1;
    e36 = e0 ^ e9;
    e37 = e0 ^ e3;
    e38 = e0 ^ e27;
    e39 = b[4] ^ e35;
    e40 = e13 ^ e16;
    e41 = b[2] ^ b[3];
    e42 = b[2] ^ e3;
    e43 = e5 ^ e7;
    e44 = b[0] ^ e5;
    e45 = b[2] ^ b[7];
    e46 = b[2] ^ b[4];
    e47 = e0 ^ e24;
    e48 = b[3] ^ e12;
    e49 = b[3] ^ e13;
    e50 = b[0] ^ e6;
    d0 = b[3] ^ b[7];
    d1 = b[0] ^ b[1];
    d2 = b[5] ^ b[6];
    d3 = b[2] ^ b[4];
    d4 = b[4] ^ b[6];
    d5 = b[1] ^ b[5];
    d6 = b[2] ^ b[7];
    d7 = d0 ^ d3;
    d8 = b[0] ^ b[3];
    d9 = b[6] ^ d1;
    d10 = b[0] ^ b[5];
    d11 = b[2] ^ d0;
    d12 = b[5] ^ b[7];
    d13 = b[1] ^ d4;
    d14 = d1 ^ d3;
    d15 = b[4] ^ d2;
    d16 = b[1] ^ d2;
    d17 = b[4] ^ d1;
    d18 = b[7] ^ d17;
    d19 = b[0] ^ b[7];
    d20 = d1 ^ d2;
    d21 = b[4] ^ b[5];
    d22 = d8 ^ d15;
    d23 = d7 ^ d16;
    d24 = d6 ^ d9;
    d25 = b[3] ^ d13;
    d26 = d2 ^ d6;
    d27 = d12 ^ d14;
    d28 = b[0] ^ b[4];
    d29 = d3 ^ d19;
    d30 = b[3] ^ d3;
    d31 = b[6] ^ d11;
    d32 = d3 ^ d5;
    d33 = b[3] ^ d5;
    d34 = b[7] ^ d2;
    d35 = b[2] ^ d2;
    d36 = b[6] ^ b[7];
    d37 = d4 ^ d19;
    d38 = b[4] ^ d12;
    d39 = b[5] ^ d0;
    d40 = b[6] ^ d0;
    d41 = d0 ^ d15;
    d42 = d5 ^ d11;
    d43 = d0 ^ d10;
    d44 = b[4] ^ d10;
    d45 = b[3] ^ d9;
    d46 = b[1] ^ b[7];

    forward_norm[0] = ~(((~e32 & e36) ^ (~b[2] & e45)) ^ ((e14 & e6) ^ (~e46 & ~e9)));
    forward_norm[1] = ~(((~b[2] & ~e42) ^ (~e41 & e36)) ^ ((~e11 & e26) ^ (~e23 & e45)));
    forward_norm[2] = ~(((e23 & ~e42) ^ (e46 & ~e2)) ^ ((e7 & ~e6) ^ (~b[1] & ~e14)));
    forward_norm[3] = ~(((e3 & ~e28) ^ (e45 & e14)) ^ ((e36 & ~e23) ^ (~e32 & ~e17)));
    backward_norm[0] = ~(((~d4 & d35) ^ (~b[4] & ~b[3])) ^ ((d5 & d0) ^ (d1 & d12)));
    backward_norm[1] = ~(((~b[6] & ~d32) ^ (d12 & ~d1)) ^ ((~b[3] & d43) ^ (~d30 & d6)));
    backward_norm[2] = ~(((~d0 & d28) ^ (~d16 & d4)) ^ ((b[0] & d1) ^ (d30 & ~b[2])));
    backward_norm[3] = ~(((~d5 & ~b[2]) ^ (b[3] & ~d28)) ^ ((d46 & ~d38) ^ (~d35 & d10)));
    n = decrypt ? backward_norm : forward_norm;
    y[0] = ~((n[2] & ~n[3]) | (n[0] & n[1] & ~n[3]) | (~n[0] & ~n[1]));
    y[1] = (~n[0] & n[1]) | (n[1] & ~n[2]) | (~n[1] & n[2] & ~n[3]);
    y[2] = (~n[0] & ~n[1] & n[2] & n[3]) | (n[0] & ~n[2]) | (n[1] & ~n[3]);
    y[3] = (n[0] & ~n[1] & n[2]) | (n[0] & n[1] & ~n[3]) | (~n[2] & n[3]);

    // The last column of the S-box has the complement where a bit has the constant 1.
    forward[0] = {~e40, e48, e4, e30};
    forward[1] = {~e19, e28, e49, e12};
    forward[2] = {e25, e31, e12, e28};
    forward[3] = {e15, e50, e44, e10};
    forward[4] = {e37, e22, e39, e38};
    forward[5] = {~e34, e13, e29, b[2]};
    forward[6] = {~e43, e20, e33, e21};
    forward[7] = {e2, e47, e42, e18};
    backward[0] = {~d36, ~d45, d0, d18};
    backward[1] = {~d23, d44, ~d8, ~d27};
    backward[2] = {~d9, ~d29, d20, d43};
    backward[3] = {d11, d26, d13, d37};
    backward[4] = {d25, d41, ~d24, d42};
    backward[5] = {~d22, ~d40, d34, d7};
    backward[6] = {d33, b[3], ~d39, ~d31};
    backward[7] = {~d21, d32, d14, d17};
    l = decrypt ? backward : forward;
    constant = 8'h63 & {8{!decrypt}};
    for (int j = 0; j < 8; j++) begin
      substituted[j] = ((y[0] & l[j][0]) ^ (y[1] & l[j][1])) ^
          ((y[2] & l[j][2]) ^ (y[3] ? l[j][3] : constant[j]));
    end
    return substituted;
  endfunction

endpackage
