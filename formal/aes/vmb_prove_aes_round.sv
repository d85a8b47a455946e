// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_aes_round, for encryption only and for both directions, compared with FIPS 197: the round of
// section 5.1 (with encryption only, with its key before the next round), and that of section 5.3.
// SubBytes and InvSubBytes are vmb_aes_sub itself, which vmb_prove_aes_sub compares with the
// standard. A bit for each column.

module vmb_prove_aes_round
  import vmb_spec_aes_pkg::*;
(
    input logic         last_i,
    input logic [127:0] state_i,
    input logic [127:0] key_i,

    output logic [3:0] bad_forward,
    output logic [3:0] bad_both_forward,
    output logic [3:0] bad_both_backward
);

  // 0: encryption only; 1: both directions, encryption; 2: the same, decryption.
  for (genvar v = 0; v < 3; v++) begin : gen_variant
    logic [3:0][31:0] found, expected;
    logic [1:0][127:0] middle;
    vmb_aes_round #(
        .Decrypt(v != 0)
    ) u_round (
        .decrypt_i(v == 2),
        .last_i,
        .state_i,
        .key_i,
        .state_o(found),
        .middle_decrypt_i(1'b0),
        .middle_i(middle[0]),
        .middle_o(middle[0])
    );

    logic [15:0][7:0] substituted, restored;  // SubBytes and InvSubBytes
    vmb_aes_sub #(
        .Decrypt(v != 0)
    ) u_sub (
        .decrypt_i (v == 2),
        .bytes_i   (state_i),
        .forward_o (substituted),
        .backward_o(restored),
        .middle_i  (middle[1]),
        .middle_o  (middle[1])
    );

    block_t rows;
    if (v == 2) begin : gen_inverse
      block_t keyed;
      logic [127:0] unused;
      assign unused = substituted;
      assign rows = inverse_shift_rows(restored);
      assign keyed = rows ^ key_i;
      assign expected = last_i ? keyed : inverse_mix_columns(keyed);
    end else begin : gen_forward
      logic [127:0] unused;
      assign unused = restored;
      assign rows = shift_rows(substituted);
      // Encryption only adds the key of each round except the last at the beginning of the next
      // one.
      assign expected = last_i ? rows ^ key_i : mix_columns(rows) ^ (v == 1 ? key_i : '0);
    end
  end

  for (genvar c = 0; c < 4; c++) begin : gen_column
    assign bad_forward[c] = gen_variant[0].found[c] != gen_variant[0].expected[c];
    assign bad_both_forward[c] = gen_variant[1].found[c] != gen_variant[1].expected[c];
    assign bad_both_backward[c] = gen_variant[2].found[c] != gen_variant[2].expected[c];
  end

endmodule
