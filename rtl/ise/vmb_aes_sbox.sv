// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES S-box (decrypt_i = 0) and its inverse (decrypt_i = 1) as one Boolean
// circuit: no table, nothing whose path depends on the byte.
// Source: FIPS 197, sections 5.1.1 and 5.3.2.
//
// Both directions invert in GF(2^8), the one before and the other after the
// affine map, and share the inversion. It is done in the tower
// GF(((2^2)^2)^2), where it comes down to a few multiplications of two-bit
// elements. Each level uses a normal basis, named here as bytes of FIPS 197:
//
//   GF(2^2): W^2, W      W = bd  W^2 + W = 1   W^3  = 1
//   GF(2^4): Z^4, Z      Z = 5d  Z^4 + Z = 1   Z^5  = W^2 = bc
//   GF(2^8): Y^16, Y     Y = fe  Y^16 + Y = 1  Y^17 = ec
//
// so that an element is (high, low) = high * Y^16 + low * Y, and likewise
// below. The change of basis and the affine map are linear: `inward` and
// `outward` compute both at once, for both directions, with shared sums. Of all
// normal bases with these unit traces this one needs the fewest: 20 and 19.
//
// The complete truth tables are checked in tests/rtl.

module vmb_aes_sbox (
    input  logic       decrypt_i,
    input  logic [7:0] byte_i,
    output logic [7:0] byte_o
);

  // ---- GF(2^2) ----

  function automatic logic [1:0] gf4_times(logic [1:0] a, logic [1:0] b);
    logic mixed;
    mixed = (a[1] ^ a[0]) & (b[1] ^ b[0]);
    return {(a[1] & b[1]) ^ mixed, (a[0] & b[0]) ^ mixed};
  endfunction

  // The square; also the inverse, since W^3 = 1.
  function automatic logic [1:0] gf4_square(logic [1:0] a);
    return {a[0], a[1]};
  endfunction

  function automatic logic [1:0] gf4_times_w2(logic [1:0] a);
    return {a[0], a[1] ^ a[0]};
  endfunction

  // ---- GF(2^4) ----

  function automatic logic [3:0] gf16_times(logic [3:0] a, logic [3:0] b);
    logic [1:0] mixed;
    mixed = gf4_times_w2(gf4_times(a[3:2] ^ a[1:0], b[3:2] ^ b[1:0]));
    return {gf4_times(a[3:2], b[3:2]) ^ mixed, gf4_times(a[1:0], b[1:0]) ^ mixed};
  endfunction

  // The norm a^5 lies in GF(2^2), and 1 / a = a^4 / a^5, where a^4 swaps the
  // halves.
  function automatic logic [3:0] gf16_inverse(logic [3:0] a);
    logic [1:0] norm, over;
    norm = gf4_times_w2(gf4_square(a[3:2] ^ a[1:0])) ^ gf4_times(a[3:2], a[1:0]);
    over = gf4_square(norm);
    return {gf4_times(over, a[1:0]), gf4_times(over, a[3:2])};
  endfunction

  // a^2 * Y^17
  function automatic logic [3:0] gf16_square_times_y17(logic [3:0] a);
    return {a[3] ^ a[2], a[2], a[2] ^ a[0], a[3] ^ a[1]};
  endfunction

  // ---- Into the tower ----

  logic [7:0] b, forward, backward, x;
  logic e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
  logic e10, e11, e12, e13, e14, e15, e16, e17, e18, e19;
  assign b = byte_i;
  assign e0 = b[0] ^ b[6];
  assign e1 = b[1] ^ e0;
  assign e2 = b[5] ^ e1;
  assign e3 = b[5] ^ e0;
  assign e4 = b[4] ^ b[7];
  assign e5 = b[3] ^ e1;
  assign e6 = b[2] ^ b[7];
  assign e7 = b[0] ^ b[3];
  assign e8 = b[4] ^ b[6];
  assign e9 = b[2] ^ e5;
  assign e10 = e4 ^ e7;
  assign e11 = b[4] ^ e2;
  assign e12 = b[4] ^ e3;
  assign e13 = b[4] ^ e1;
  assign e14 = e2 ^ e6;
  assign e15 = b[5] ^ e6;
  assign e16 = b[4] ^ e7;
  assign e17 = b[6] ^ e4;
  assign e18 = b[7] ^ e3;
  assign e19 = b[1] ^ e10;
  assign forward = {e3, e9, e19, b[0], e2, e18, e14, e12};
  assign backward = {~e16, e11, ~e17, ~e15, ~e8, ~e5, e4, ~e13};
  assign x = decrypt_i ? backward : forward;

  // ---- GF(2^8): the inverse, by the norm as above ----

  logic [7:0] y;
  logic [3:0] norm, over;
  assign norm = gf16_square_times_y17(x[7:4] ^ x[3:0]) ^ gf16_times(x[7:4], x[3:0]);
  assign over = gf16_inverse(norm);
  assign y = {gf16_times(over, x[3:0]), gf16_times(over, x[7:4])};

  // ---- Out of the tower ----

  logic [7:0] substituted, restored;
  logic m0, m1, m2, m3, m4, m5, m6, m7, m8, m9;
  logic m10, m11, m12, m13, m14, m15, m16, m17, m18;
  assign m0 = y[3] ^ y[5];
  assign m1 = y[0] ^ m0;
  assign m2 = y[2] ^ y[7];
  assign m3 = y[4] ^ m1;
  assign m4 = y[3] ^ m2;
  assign m5 = y[6] ^ m3;
  assign m6 = y[1] ^ m1;
  assign m7 = y[6] ^ y[7];
  assign m8 = m6 ^ m7;
  assign m9 = y[0] ^ y[6];
  assign m10 = m2 ^ m3;
  assign m11 = y[1] ^ m0;
  assign m12 = y[0] ^ m2;
  assign m13 = y[1] ^ y[5];
  assign m14 = y[3] ^ y[7];
  assign m15 = y[1] ^ m5;
  assign m16 = y[0] ^ y[7];
  assign m17 = y[1] ^ m4;
  assign m18 = y[2] ^ m6;
  assign substituted = {m0, ~m13, ~m9, m11, m18, m5, ~m4, ~m12};
  assign restored = {m2, m8, m15, m16, m10, m17, m14, y[4]};
  assign byte_o = decrypt_i ? restored : substituted;

endmodule
