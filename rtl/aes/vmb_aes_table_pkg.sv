// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of the AES S-box, computed from their definition: the S-box itself, and the
// inversion in GF(2^8) that both directions share, with the affine maps around it.
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

  // The affine map after the inversion in SubBytes, and before it in InvSubBytes.
  function automatic logic [7:0] affine(logic [7:0] a);
    return 8'h63 ^ a ^ {a[6:0], a[7]} ^ {a[5:0], a[7:6]} ^ {a[4:0], a[7:5]} ^ {a[3:0], a[7:4]};
  endfunction

  function automatic logic [7:0] affine_inverse(logic [7:0] a);
    return 8'h05 ^ {a[6:0], a[7]} ^ {a[4:0], a[7:5]} ^ {a[1:0], a[7:2]};
  endfunction

  // Return the inverse of each byte, 0 for 0; with `substitute` the S-box.
  function automatic table_t make_table(bit substitute);
    table_t made;
    logic [7:0] x, y;
    made = '0;
    x = 8'h00;
    y = 8'h00;
    for (int i = 0; i < 256; i++) begin
      made[x] = substitute ? affine(y) : y;
      x = (i == 0) ? 8'h01 : times(x, 8'h03);
      y = (i == 0) ? 8'h01 : times(y, 8'hf6);
    end
    return made;
  endfunction

  localparam table_t SboxTable = make_table(1'b1);
  localparam table_t InversionTable = make_table(1'b0);

endpackage
