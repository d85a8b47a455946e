// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The Ascon family: what distinguishes its members, and one round of the
// permutation that they share. Sources: NIST SP 800-232 (Ascon-AEAD128,
// Ascon-Hash256, Ascon-XOF128, Ascon-CXOF128); Ascon v1.2, submission to NIST
// of 2021 (Ascon-128, Ascon-128a).

package vmb_ascon_pkg;

  // generated: algorithms, from configs/units.toml by `python -m vambrace_dev.units`
  typedef enum logic [2:0] {
    Aead128   = 3'd0,
    Hash256   = 3'd1,
    Xof128    = 3'd2,
    Cxof128   = 3'd3,
    Ascon128  = 3'd4,  // v1.2
    Ascon128a = 3'd5  // v1.2
  } algorithm_e;
  // end

  // x[0] to x[4] are S_0 to S_4 of SP 800-232, bit 0 the least significant.
  typedef logic [4:0][63:0] state_t;

  // The initial value as lanes: byte i is bits 8i+7:8i. SP 800-232, table 12; v1.2, section 2.4.1,
  // which is big-endian.
  function automatic logic [63:0] initial_lanes(algorithm_e algorithm);
    unique case (algorithm)
      Aead128:  return 64'h0000_1000_808c_0001;
      Hash256:  return 64'h0000_0801_00cc_0002;
      Xof128:   return 64'h0000_0800_00cc_0003;
      Cxof128:  return 64'h0000_0800_00cc_0004;
      Ascon128: return 64'h0000_0000_060c_4080;
      default:  return 64'h0000_0000_080c_8080;
    endcase
  endfunction

  function automatic logic [63:0] ror(logic [63:0] x, int unsigned n);
    return (x >> n) | (x << (64 - n));
  endfunction

  // Round i of Ascon-p[12], 0 to 11: SP 800-232, sections 3.2 to 3.4. A shorter permutation uses
  // the last rounds.
  function automatic state_t round(state_t s, logic [3:0] i);
    state_t x, y;
    x = s;
    x[2] ^= {56'd0, ~i, i};

    x[0] ^= x[4];
    x[4] ^= x[3];
    x[2] ^= x[1];
    for (int unsigned k = 0; k < 5; k++) y[k] = x[k] ^ (~x[(k+1)%5] & x[(k+2)%5]);
    y[1] ^= y[0];
    y[0] ^= y[4];
    y[3] ^= y[2];
    y[2] = ~y[2];

    x[0] = y[0] ^ ror(y[0], 19) ^ ror(y[0], 28);
    x[1] = y[1] ^ ror(y[1], 61) ^ ror(y[1], 39);
    x[2] = y[2] ^ ror(y[2], 1) ^ ror(y[2], 6);
    x[3] = y[3] ^ ror(y[3], 10) ^ ror(y[3], 17);
    x[4] = y[4] ^ ror(y[4], 7) ^ ror(y[4], 41);
    return x;
  endfunction

endpackage
