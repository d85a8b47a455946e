// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The S-box (decrypt_i = 0: forward_o) or its inverse (decrypt_i = 1:
// backward_o) on each of Bytes bytes: as circuits (Table = 0) or with a table for
// each byte (Table = 1), which suits the lookup tables of FPGAs. The other output is undefined.
// With Decrypt = 0, decrypt_i has no effect and backward_o is 0. With TwoStages = 1 the outputs are of
// middle_i, a middle_o of an earlier cycle: with Decrypt = 1 the inverses, else forward_o itself. Source: FIPS 197, sections 5.1.1
// and 5.3.2.

module vmb_aes_sub
  import vmb_aes_sbox_pkg::*, vmb_aes_table_pkg::*;
#(
    parameter int unsigned Bytes = 16,
    parameter bit Decrypt = 1'b1,
    parameter bit Table = 1'b0,
    parameter bit TwoStages = 1'b0
) (
    input  logic                  decrypt_i,
    input  logic [Bytes-1:0][7:0] bytes_i,
    output logic [Bytes-1:0][7:0] forward_o,
    output logic [Bytes-1:0][7:0] backward_o,
    input  logic [Bytes-1:0][7:0] middle_i,
    output logic [Bytes-1:0][7:0] middle_o
);

  if (!Decrypt) begin : gen_no_decrypt
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
  end

  logic [Bytes-1:0][7:0] middle;
  if (TwoStages) begin : gen_stages
    assign middle = middle_i;
  end else begin : gen_stage
    logic unused_middle;
    assign unused_middle = ^middle_i;
    assign middle = middle_o;
  end

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    if (Table && Decrypt) begin : gen_inversion
      // One table serves both directions.
      vmb_aes_table #(
          .Substitute(1'b0)
      ) u_table (
          .byte_i(decrypt_i ? affine_inverse(bytes_i[i]) : bytes_i[i]),
          .byte_o(middle_o[i])
      );
      assign forward_o[i]  = affine(middle[i]);
      assign backward_o[i] = middle[i];
    end else if (Table) begin : gen_table
      vmb_aes_table #(
          .Substitute(1'b1)
      ) u_table (
          .byte_i(bytes_i[i]),
          .byte_o(middle_o[i])
      );
      assign forward_o[i]  = middle[i];
      assign backward_o[i] = '0;
    end else if (Decrypt) begin : gen_both
      assign middle_o[i] = invert_either(decrypt_i, bytes_i[i]);
      assign {backward_o[i], forward_o[i]} = substitute_either(middle[i]);
    end else begin : gen_forward
      assign middle_o[i]   = substitute_forward(bytes_i[i]);
      assign forward_o[i]  = middle[i];
      assign backward_o[i] = '0;
    end
  end

endmodule
