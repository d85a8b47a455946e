// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Ascon's permutation, written from NIST SP 800-232, sections 3.2 to 3.4:
// a constant, the S-box by its table on each column, the linear functions by rotations.

package vmb_spec_ascon_pkg;

  typedef logic [4:0][63:0] words_t;  // S_0 to S_4

  // SP 800-232, table 6: S-box of 0, 1, .. 31; S_0's bit is the highest.
  // verilog_format: off
  localparam logic [4:0] Sbox[32] = '{
      5'h04, 5'h0b, 5'h1f, 5'h14, 5'h1a, 5'h15, 5'h09, 5'h02,
      5'h1b, 5'h05, 5'h08, 5'h12, 5'h1d, 5'h03, 5'h06, 5'h1c,
      5'h1e, 5'h13, 5'h07, 5'h0e, 5'h00, 5'h0d, 5'h11, 5'h18,
      5'h10, 5'h0c, 5'h01, 5'h19, 5'h16, 5'h0a, 5'h0f, 5'h17
  };

  // SP 800-232, table 5: the constants of the rounds of Ascon-p[12].
  localparam logic [7:0] Constants[12] = '{
      8'hf0, 8'he1, 8'hd2, 8'hc3, 8'hb4, 8'ha5, 8'h96, 8'h87, 8'h78, 8'h69, 8'h5a, 8'h4b
  };
  // verilog_format: on

  function automatic logic [63:0] turn(logic [63:0] x, int unsigned n);
    return (x >> n) | (x << (64 - n));
  endfunction

  // Round `number`, 0 to 11; none if there is no such round.
  function automatic words_t spec_round(words_t state, logic [4:0] number);
    words_t s, t, y;
    s = state;
    for (int unsigned i = 0; i < 12; i++) if (number == 5'(i)) s[2] ^= 64'(Constants[i]);
    for (int unsigned i = 0; i < 64; i++) begin
      {t[0][i], t[1][i], t[2][i], t[3][i], t[4][i]} = Sbox[{
        s[0][i], s[1][i], s[2][i], s[3][i], s[4][i]
      }];
    end
    y[0] = t[0] ^ turn(t[0], 19) ^ turn(t[0], 28);
    y[1] = t[1] ^ turn(t[1], 61) ^ turn(t[1], 39);
    y[2] = t[2] ^ turn(t[2], 1) ^ turn(t[2], 6);
    y[3] = t[3] ^ turn(t[3], 10) ^ turn(t[3], 17);
    y[4] = t[4] ^ turn(t[4], 7) ^ turn(t[4], 41);
    return number < 5'd12 ? y : state;
  endfunction

endpackage
