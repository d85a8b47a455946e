// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES S-box and its inverse as Boolean circuits: nothing whose path depends
// on the byte. substitute_forward is the S-box alone, substitute_either both after one
// inversion, invert_either. They are small; rtl/ise has one of shorter paths.
// Source: FIPS 197, sections 5.1.1 and 5.3.2.
//
// Both directions invert in GF(2^8), the one before and the other after the
// affine map. It is done in the tower GF(((2^2)^2)^2), where it comes down to a
// few multiplications of two-bit elements. Each level uses a normal basis, named
// here as bytes of FIPS 197:
//
//   GF(2^2): W^2, W      W = bd  W^2 + W = 1   W^3  = 1
//   GF(2^4): Z^4, Z      Z = 5d  Z^4 + Z = 1   Z^5  = W^2 = bc
//   GF(2^8): Y^16, Y     Y = fe  Y^16 + Y = 1  Y^17 = ec
//
// so that an element is (high, low) = high * Y^16 + low * Y, and likewise
// below. The change of basis and the affine map are linear: the sums e before
// and m after the inversion compute both at once. Of all normal bases with these
// unit traces, this is one of those that need the fewest: 20 and 28 for the S-box
// alone, with the sums of `sums` and of gf16_sum in them; 19 and 18 for both
// directions.
//
// The complete truth tables are checked in tests/rtl.

package vmb_aes_sbox_pkg;

  // ---- GF(2^4) ----

  // The nine coordinate sums for multiplication: the product of two elements is composed of the
  // nine products of corresponding sums.
  function automatic logic [8:0] sums(logic [3:0] a);
    return {a, a[3] ^ a[2], a[1] ^ a[0], a[3] ^ a[1], a[2] ^ a[0], (a[3] ^ a[1]) ^ (a[2] ^ a[0])};
  endfunction

  // Return the element with these nine products.
  function automatic logic [3:0] gf16_sum(logic [8:0] z);
    logic high, low;
    high = z[1] ^ z[0];
    low  = z[2] ^ z[1];
    return {z[8] ^ (z[4] ^ high), z[7] ^ (z[4] ^ low), z[6] ^ (z[3] ^ high), z[5] ^ (z[3] ^ low)};
  endfunction

  // Functions of four bits, found by a search for multiplexers around a shared function. The fourth
  // power swaps the halves of an element and of its inverse.
  function automatic logic [3:0] gf16_inverse(logic [3:0] a);
    logic common;
    common = (a[1] & a[3]) ^ ~(a[0] | a[2]);
    return {
      a[1] ? common : a[0],
      common ? a[0] : (a[1] | ~a[2]),
      a[3] ? common : a[2],
      common ? a[2] : (a[3] | ~a[0])
    };
  endfunction

  // ---- GF(2^8) ----

  // The inverse of (high, low), both given by their sums: the nine products of
  // its high part, then those of its low part.
  //
  // The norm n = Y^17 (high + low)^2 + high * low lies in GF(2^4), and the
  // inverse is (low / n, high / n). In the norm's coordinates the square adds two
  // like sums of which the product is there, too, and x & y ^ x ^ y = x | y.
  function automatic logic [17:0] products(logic [8:0] high, logic [8:0] low);
    logic [3:0] n;
    n[0] = ((high[2] | low[2]) ^ (high[5] & low[5])) ^ ((high[1] & low[1]) ^ (high[3] & low[3]));
    n[1] = ((high[0] & low[0]) ^ (high[1] | low[1])) ^ ((high[3] & low[3]) ^ (high[6] & low[6]));
    n[2] = ((high[1] & low[1]) ^ (high[7] | low[7])) ^ ((high[4] & low[4]) ^ (high[2] & low[2]));
    n[3] = ((high[0] & low[0]) ^ (high[4] | low[4])) ^ ((high[8] & low[8]) ^ (high[1] & low[1]));
    return {2{sums(gf16_inverse(n))}} & {low, high};
  endfunction

  // ---- The S-box ----

  // Without inlining, simulation models contain it once rather than for each byte of each round.
  function automatic logic [7:0] substitute_forward(logic [7:0] b);
    /* verilator no_inline_task */
    logic e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
    logic e10, e11, e12, e13, e14, e15, e16, e17, e18, e19;
    logic m0, m1, m2, m3, m4, m5, m6, m7, m8, m9;
    logic m10, m11, m12, m13, m14, m15, m16, m17, m18, m19;
    logic m20, m21, m22, m23, m24, m25, m26, m27;
    logic [17:0] z;

    e0 = b[7] ^ b[4];
    e1 = b[3] ^ b[1];
    e2 = b[6] ^ b[0];
    e3 = e2 ^ b[5];
    e4 = e1 ^ b[2];
    e5 = e1 ^ e0;
    e6 = e5 ^ b[0];
    e7 = e4 ^ b[5];
    e8 = b[7] ^ b[2];
    e9 = e3 ^ b[1];
    e10 = e3 ^ b[7];
    e11 = e3 ^ b[4];
    e12 = e9 ^ e8;
    e13 = b[7] ^ b[1];
    e14 = e4 ^ e2;
    e15 = e12 ^ e11;
    e16 = b[4] ^ b[2];
    e17 = e14 ^ b[0];
    e18 = e7 ^ e5;
    e19 = e6 ^ e3;
    z = products({e3, e14, e6, b[0], e7, e5, e19, e17, e18},
                 {e9, e10, e12, e11, e13, e15, e8, e0, e16});
    m0 = z[3] ^ z[1];
    m1 = z[4] ^ z[1];
    m2 = z[5] ^ m0;
    m3 = m2 ^ z[2];
    m4 = m1 ^ z[7];
    m5 = m2 ^ m4;
    m6 = m1 ^ z[8];
    m7 = z[0] ^ m6;
    m8 = m3 ^ z[13];
    m9 = z[10] ^ m8;
    m10 = m7 ^ z[15];
    m11 = z[9] ^ m10;
    m12 = z[10] ^ m11;
    m13 = z[12] ^ m12;
    m14 = z[0] ^ m0;
    m15 = z[6] ^ m13;
    m16 = m14 ^ m15;
    m17 = m5 ^ z[17];
    m18 = z[9] ^ m9;
    m19 = m17 ^ m18;
    m20 = z[16] ^ m9;
    m21 = m3 ^ m19;
    m22 = m19 ^ m7;
    m23 = z[14] ^ m11;
    m24 = m20 ^ m23;
    m25 = m16 ^ m5;
    m26 = m20 ^ z[11];
    m27 = m7 ^ m16;
    return {m13, ~m27, ~m26, m16, m25, m24, ~m22, ~m21};
  endfunction

  // ---- The S-box, or its inverse ----

  // The inverse, in the tower field, of the byte or of its image under the inverse of the affine map.
  function automatic logic [7:0] invert_either(logic decrypt, logic [7:0] b);
    /* verilator no_inline_task */
    logic e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
    logic e10, e11, e12, e13, e14, e15, e16, e17, e18;
    logic [17:0] z;
    logic [7:0] forward, backward, x;

    e0 = b[6] ^ b[0];
    e1 = e0 ^ b[5];
    e2 = e1 ^ b[1];
    e3 = e0 ^ b[1];
    e4 = e3 ^ b[3];
    e5 = b[7] ^ b[4];
    e6 = e5 ^ b[6];
    e7 = b[7] ^ b[2];
    e8 = e2 ^ b[4];
    e9 = e6 ^ b[7];
    e10 = e1 ^ b[7];
    e11 = e7 ^ e2;
    e12 = e3 ^ b[4];
    e13 = e7 ^ b[5];
    e14 = e6 ^ e4;
    e15 = e1 ^ b[4];
    e16 = e4 ^ b[2];
    e17 = e9 ^ b[3];
    e18 = e17 ^ e0;
    forward = {e1, e16, e14, b[0], e2, e10, e11, e15};
    backward = {~e18, e8, ~e6, ~e13, ~e9, ~e4, e5, ~e12};
    x = decrypt ? backward : forward;
    z = products(sums(x[7:4]), sums(x[3:0]));
    return {gf16_sum(z[17:9]), gf16_sum(z[8:0])};
  endfunction

  // From y = invert_either(decrypt, b), the low byte is the S-box of b if `decrypt` is 0, the high
  // byte the inverse if it is 1: the caller selects, possibly together with another condition.
  function automatic logic [15:0] substitute_either(logic [7:0] y);
    /* verilator no_inline_task */
    logic m0, m1, m2, m3, m4, m5, m6, m7, m8, m9;
    logic m10, m11, m12, m13, m14, m15, m16, m17;
    logic [7:0] forward, backward;

    m0 = y[5] ^ y[3];
    m1 = y[7] ^ y[2];
    m2 = m0 ^ y[0];
    m3 = m2 ^ y[4];
    m4 = m3 ^ y[6];
    m5 = m1 ^ y[3];
    m6 = m4 ^ y[1];
    m7 = y[5] ^ y[1];
    m8 = m3 ^ m1;
    m9 = m1 ^ y[0];
    m10 = y[6] ^ y[0];
    m11 = m9 ^ y[2];
    m12 = m5 ^ y[1];
    m13 = m7 ^ y[3];
    m14 = m13 ^ y[7];
    m15 = y[7] ^ y[3];
    m16 = m14 ^ m10;
    m17 = m14 ^ m9;
    forward = {m0, ~m7, ~m10, m13, m17, m4, ~m5, ~m9};
    backward = {m1, m16, m6, m11, m8, m12, m15, y[4]};
    return {backward, forward};
  endfunction

endpackage
