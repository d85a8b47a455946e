// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Multiplication in GHASH's field as NIST SP 800-38D, section 6.3, defines it. Bit k is the
// coefficient of x^k: bit k of the standard's blocks, which it numbers from the left.

package vmb_spec_ghash_pkg;

  // x v
  function automatic logic [127:0] times_x(logic [127:0] v);
    logic [127:0] r;
    r = '0;
    r[7:0] = 8'b10000111;  // R, "11100001" from the left
    return v[127] ? {v[126:0], 1'b0} ^ r : {v[126:0], 1'b0};
  endfunction

  // x^n v
  function automatic logic [127:0] times_power(logic [127:0] v, int unsigned n);
    for (int i = 0; i < int'(n); i++) v = times_x(v);
    return v;
  endfunction

endpackage
