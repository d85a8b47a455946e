// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The conversion of sums and products to gates by Yosys in proofs that compare them: from the
// lowest bit up, one sum after the other, so that equal sums in the same order have equal carries.
// A product is the sum of its rows, so that rows of 0 disappear.

(* techmap_celltype = "$add $sub" *)
module vmb_formal_sums (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  parameter _TECHMAP_CELLTYPE_ = "$add";
  localparam Minus = _TECHMAP_CELLTYPE_ == "$sub";

  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;

  wire [Y_WIDTH-1:0] a, b;
  \$pos #(.A_SIGNED(A_SIGNED && B_SIGNED), .A_WIDTH(A_WIDTH), .Y_WIDTH(Y_WIDTH)) extend_a (.A(A), .Y(a));
  \$pos #(.A_SIGNED(A_SIGNED && B_SIGNED), .A_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH)) extend_b (.A(B), .Y(b));

  wire [Y_WIDTH:0] carry;
  assign carry[0] = Minus;
  genvar i;
  generate
    for (i = 0; i < Y_WIDTH; i = i + 1) begin : gen_bit
      wire t = Minus ? ~b[i] : b[i];
      assign Y[i] = a[i] ^ t ^ carry[i];
      assign carry[i+1] = (a[i] & t) | (carry[i] & (a[i] ^ t));
    end
  endgenerate
endmodule

(* techmap_celltype = "$mul" *)
module vmb_formal_products (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;

  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;

  wire [Y_WIDTH-1:0] a, b;
  \$pos #(.A_SIGNED(A_SIGNED && B_SIGNED), .A_WIDTH(A_WIDTH), .Y_WIDTH(Y_WIDTH)) extend_a (.A(A), .Y(a));
  \$pos #(.A_SIGNED(A_SIGNED && B_SIGNED), .A_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH)) extend_b (.A(B), .Y(b));

  wire [Y_WIDTH*(Y_WIDTH+1)-1:0] sums;
  assign sums[Y_WIDTH-1:0] = 0;
  assign Y = sums[Y_WIDTH*Y_WIDTH+:Y_WIDTH];
  genvar i;
  generate
    for (i = 0; i < Y_WIDTH; i = i + 1) begin : gen_row
      wire [Y_WIDTH-1:0] row = b[i] ? a << i : 0;
      \$add #(.A_SIGNED(0), .B_SIGNED(0), .A_WIDTH(Y_WIDTH), .B_WIDTH(Y_WIDTH), .Y_WIDTH(Y_WIDTH)) add_row (
          .A(sums[Y_WIDTH*i+:Y_WIDTH]), .B(row), .Y(sums[Y_WIDTH*(i+1)+:Y_WIDTH])
      );
    end
  endgenerate
endmodule
