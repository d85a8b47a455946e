// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Definitions shared by the AES modules: names of key lengths and modes, and arithmetic.
// Source: FIPS 197, sections 4.2, 5 and 5.2.
//
// Byte i of a block or key, in the order in which the standard numbers its
// input bytes, is bits 8i+7:8i. A column, or word of the key schedule, is four
// bytes: row 0 is bits 7:0.

package vmb_aes_pkg;

  // Values of key_len_i.
  localparam logic [1:0] KeyLen128 = 2'd0;
  localparam logic [1:0] KeyLen192 = 2'd1;
  localparam logic [1:0] KeyLen256 = 2'd2;

  // generated: algorithms, from configs/units.toml by `python -m vambrace_dev.units`
  typedef enum logic [2:0] {
    AlgEcb = 3'd0,
    AlgCbc = 3'd1,
    AlgCtr = 3'd2,
    AlgCcm = 3'd3,
    AlgGcm = 3'd4
  } algorithm_e;
  // end

  // Return key_len_i for keys of this many bits.
  function automatic logic [1:0] longest_key_len(int unsigned key_bits);
    return (key_bits == 128) ? KeyLen128 : (key_bits == 192) ? KeyLen192 : KeyLen256;
  endfunction

  // Return the supported key length, for a core with keys up to `key_bits`, or without `shorter`
  // ones: an unsupported key_len_i means the longest.
  function automatic logic [1:0] fitting_key_len(int unsigned key_bits, bit shorter,
                                                 logic [1:0] key_len);
    if (!shorter || key_bits == 128) return longest_key_len(key_bits);
    if (key_bits == 192) return (key_len == KeyLen128) ? KeyLen128 : KeyLen192;
    return (key_len[1]) ? KeyLen256 : key_len;
  endfunction

  // Return the number of rounds: 10, 12, 14.
  function automatic logic [3:0] round_count(logic [1:0] key_len);
    return 4'd10 + {1'b0, key_len, 1'b0};
  endfunction

  // Multiplication by x in GF(2^8).
  function automatic logic [7:0] times2(logic [7:0] a);
    return {a[6:0], 1'b0} ^ (8'h1b & {8{a[7]}});
  endfunction

  // Multiplication by x^2.
  function automatic logic [7:0] times4(logic [7:0] a);
    return times2(times2(a));
  endfunction

endpackage
