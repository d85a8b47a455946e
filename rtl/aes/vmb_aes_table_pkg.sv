// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES S-box and its inverse as tables, computed from their definition.
// Source: FIPS 197, sections 4.4, 5.1.1 and 5.3.2.
//
// 3 generates the multiplicative group of GF(2^8); its powers and those of its
// inverse, f6, are inverse to each other.

package vmb_aes_table_pkg;
  import vmb_aes_pkg::times2;

  typedef logic [255:0][7:0] table_t;

  function automatic logic [7:0] times(logic [7:0] a, logic [7:0] b);
    logic [7:0] sum;
    sum = '0;
    for (int i = 7; i >= 0; i--) sum = times2(sum) ^ (a & {8{b[i]}});
    return sum;
  endfunction

  function automatic table_t make_table(bit inverse);
    table_t made;
    logic [7:0] x, y, substituted;
    made = '0;
    x = 8'h00;
    y = 8'h00;
    for (int i = 0; i < 256; i++) begin
      substituted = 8'h63 ^ y ^ {y[6:0], y[7]} ^ {y[5:0], y[7:6]} ^ {y[4:0], y[7:5]} ^
          {y[3:0], y[7:4]};
      if (inverse) made[substituted] = x;
      else made[x] = substituted;
      x = (i == 0) ? 8'h01 : times(x, 8'h03);
      y = (i == 0) ? 8'h01 : times(y, 8'hf6);
    end
    return made;
  endfunction

  localparam table_t SboxTable = make_table(1'b0);
  localparam table_t InverseSboxTable = make_table(1'b1);

endpackage
