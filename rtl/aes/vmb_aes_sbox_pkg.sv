// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES S-box (decrypt = 0) and its inverse (decrypt = 1) as one Boolean
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

package vmb_aes_sbox_pkg;

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

  // ---- The whole ----

  function automatic logic [7:0] substitute(logic decrypt, logic [7:0] b);
    // A simulation model then has this once, not once for each byte of a round.
    /* verilator no_inline_task */
    logic [7:0] forward, backward, x;
    logic e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
    logic e10, e11, e12, e13, e14, e15, e16, e17, e18, e19;
    logic [7:0] y;
    logic [3:0] norm, over;
    logic [7:0] substituted, restored;
    logic m0, m1, m2, m3, m4, m5, m6, m7, m8, m9;
    logic m10, m11, m12, m13, m14, m15, m16, m17, m18;

    // Into the tower.

    e0 = b[0] ^ b[6];
    e1 = b[1] ^ e0;
    e2 = b[5] ^ e1;
    e3 = b[5] ^ e0;
    e4 = b[4] ^ b[7];
    e5 = b[3] ^ e1;
    e6 = b[2] ^ b[7];
    e7 = b[0] ^ b[3];
    e8 = b[4] ^ b[6];
    e9 = b[2] ^ e5;
    e10 = e4 ^ e7;
    e11 = b[4] ^ e2;
    e12 = b[4] ^ e3;
    e13 = b[4] ^ e1;
    e14 = e2 ^ e6;
    e15 = b[5] ^ e6;
    e16 = b[4] ^ e7;
    e17 = b[6] ^ e4;
    e18 = b[7] ^ e3;
    e19 = b[1] ^ e10;
    forward = {e3, e9, e19, b[0], e2, e18, e14, e12};
    backward = {~e16, e11, ~e17, ~e15, ~e8, ~e5, e4, ~e13};
    x = decrypt ? backward : forward;

    // GF(2^8): the inverse, by the norm as above.

    norm = gf16_square_times_y17(x[7:4] ^ x[3:0]) ^ gf16_times(x[7:4], x[3:0]);
    over = gf16_inverse(norm);
    y = {gf16_times(over, x[3:0]), gf16_times(over, x[7:4])};

    // Out of the tower.

    m0 = y[3] ^ y[5];
    m1 = y[0] ^ m0;
    m2 = y[2] ^ y[7];
    m3 = y[4] ^ m1;
    m4 = y[3] ^ m2;
    m5 = y[6] ^ m3;
    m6 = y[1] ^ m1;
    m7 = y[6] ^ y[7];
    m8 = m6 ^ m7;
    m9 = y[0] ^ y[6];
    m10 = m2 ^ m3;
    m11 = y[1] ^ m0;
    m12 = y[0] ^ m2;
    m13 = y[1] ^ y[5];
    m14 = y[3] ^ y[7];
    m15 = y[1] ^ m5;
    m16 = y[0] ^ y[7];
    m17 = y[1] ^ m4;
    m18 = y[2] ^ m6;
    substituted = {m0, ~m13, ~m9, m11, m18, m5, ~m4, ~m12};
    restored = {m2, m8, m15, m16, m10, m17, m14, y[4]};
    return decrypt ? restored : substituted;
  endfunction

endpackage
