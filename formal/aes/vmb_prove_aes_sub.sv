// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The variants of vmb_aes_sub, also in two stages with nothing between them, compared with the S-box
// of FIPS 197, section 5.1.1, and its inverse, section 5.3.2. Variant 4 TwoStages + 2 Table +
// Decrypt.

module vmb_prove_aes_sub
  import vmb_spec_aes_pkg::*;
(
    input logic [7:0] byte_i,

    output logic [7:0] bad_forward,
    output logic [3:0] bad_backward  // the variants with Decrypt
);

  for (genvar v = 0; v < 8; v++) begin : gen_variant
    logic [7:0] forward, unused_backward, unused_forward, backward, middle;
    vmb_aes_sub #(
        .Bytes  (1),
        .Decrypt(v % 2 == 1),
        .Table(v / 2 % 2 == 1),
        .TwoStages(v / 4 == 1)
    ) u_forward (
        .decrypt_i (1'b0),
        .bytes_i   (byte_i),
        .forward_o (forward),
        .backward_o(unused_backward),
        .middle_i(middle),
        .middle_o(middle)
    );
    assign bad_forward[v] = forward != sbox(byte_i);

    if (v % 2 == 1) begin : gen_backward
      logic [7:0] inverted;
      vmb_aes_sub #(
          .Bytes  (1),
          .Decrypt(1'b1),
          .Table(v / 2 % 2 == 1),
          .TwoStages(v / 4 == 1)
      ) u_backward (
          .decrypt_i (1'b1),
          .bytes_i   (byte_i),
          .forward_o (unused_forward),
          .backward_o(backward),
          .middle_i(inverted),
          .middle_o(inverted)
      );
      assign bad_backward[v/2] = backward != inverse_sbox(byte_i);
    end
  end

endmodule
