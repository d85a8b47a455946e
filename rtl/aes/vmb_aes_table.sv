// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A table of 256 bytes: the AES S-box (Substitute = 1), or inversion in GF(2^8). On an FPGA
// with LUTs of 6 inputs and multiplexers for 7 and 8 it takes 32 LUTs, if it is mapped by
// itself.

module vmb_aes_table
  import vmb_aes_table_pkg::*;
#(
    parameter bit Substitute = 1'b1
) (
    input  logic [7:0] byte_i,
    output logic [7:0] byte_o
);

  assign byte_o = Substitute ? SboxTable[byte_i] : InversionTable[byte_i];

endmodule
