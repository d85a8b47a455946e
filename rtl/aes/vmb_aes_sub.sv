// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The S-box (decrypt_i = 0: forward_o) or its inverse (decrypt_i = 1:
// backward_o) on each of Bytes bytes: as circuits (Table = 0) or with a table for
// each byte (Table = 1), which suits the lookup tables of FPGAs. The other output is undefined.
// With Decrypt = 0, decrypt_i has no effect and backward_o is 0. Source: FIPS 197, sections 5.1.1
// and 5.3.2.

module vmb_aes_sub
  import vmb_aes_sbox_pkg::*, vmb_aes_table_pkg::*;
#(
    parameter int unsigned Bytes = 16,
    parameter bit Decrypt = 1'b1,
    parameter bit Table = 1'b0
) (
    input  logic                  decrypt_i,
    input  logic [Bytes-1:0][7:0] bytes_i,
    output logic [Bytes-1:0][7:0] forward_o,
    output logic [Bytes-1:0][7:0] backward_o
);

  if (!Decrypt) begin : gen_no_decrypt
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
  end

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    if (Table && Decrypt) begin : gen_inversion
      // One table serves both directions.
      logic [7:0] inverted;
      vmb_aes_table #(
          .Substitute(1'b0)
      ) u_table (
          .byte_i(decrypt_i ? affine_inverse(bytes_i[i]) : bytes_i[i]),
          .byte_o(inverted)
      );
      assign forward_o[i]  = affine(inverted);
      assign backward_o[i] = inverted;
    end else if (Table) begin : gen_table
      vmb_aes_table #(
          .Substitute(1'b1)
      ) u_table (
          .byte_i(bytes_i[i]),
          .byte_o(forward_o[i])
      );
      assign backward_o[i] = '0;
    end else if (Decrypt) begin : gen_both
      assign {backward_o[i], forward_o[i]} = substitute_either(decrypt_i, bytes_i[i]);
    end else begin : gen_forward
      assign forward_o[i]  = substitute_forward(bytes_i[i]);
      assign backward_o[i] = '0;
    end
  end

endmodule
