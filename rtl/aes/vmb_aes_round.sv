// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One round of AES, or of its inverse, on one data path; combinational.
// Source: FIPS 197, sections 5.1 and 5.3.
//
//   decrypt_i = 0: SubBytes, ShiftRows, MixColumns, AddRoundKey
//   decrypt_i = 1: InvSubBytes, InvShiftRows, AddRoundKey, InvMixColumns
//
// without the mixing when last_i is set. Byte i of state and key is row i % 4 of
// column i / 4. With Decrypt = 0, decrypt_i has no effect, and the key is added
// when last_i is set, instead of the mixing: else the next round has to begin
// with that. So the cipher's first key has no addition of its own.
//
// The mixing is computed as a difference that is added to its input. With bytes m0 to m3 of a
// column, t their sum, and indices modulo 4, MixColumns adds to m[i]
//
//   t + {2} (m[i] + m[i+1])
//
// and InvMixColumns, which is MixColumns after adding {4} (m[i] + m[i+2]) to
// each byte, adds
//
//   {8} t + {4} (m[i] + m[i+2])
//
// to that. What it adds to m[i+2] is what it adds to m[i], plus {2} t, in either
// direction. With both directions the round key is added once, before the mixing's
// part.
//
// With TwoStages = 1 the round is in two parts, as vmb_aes_sub is: middle_o is the first one of
// state_i; state_o is the second one for middle_i, a middle_o of an earlier cycle, in the direction
// middle_decrypt_i. The key is then added in its own round, also with Decrypt = 0.

module vmb_aes_round
  import vmb_aes_pkg::*;
#(
    parameter bit Decrypt = 1'b1,
    parameter bit Table = 1'b0,
    parameter bit TwoStages = 1'b0
) (
    input  logic         decrypt_i,
    input  logic         last_i,
    input  logic [127:0] state_i,
    input  logic [127:0] key_i,
    output logic [127:0] state_o,
    input  logic         middle_decrypt_i,
    input  logic [127:0] middle_i,
    output logic [127:0] middle_o
);

  // The direction of the first part, and of the second.
  logic substitutes_back, decrypt;
  assign substitutes_back = Decrypt && decrypt_i;
  if (TwoStages) begin : gen_stages
    assign decrypt = Decrypt && middle_decrypt_i;
  end else begin : gen_stage
    logic unused_decrypt;
    assign unused_decrypt = middle_decrypt_i;
    assign decrypt = substitutes_back;
  end

  logic [15:0][7:0] substituted, restored, shifted;

  vmb_aes_sub #(
      .Bytes  (16),
      .Decrypt(Decrypt),
      .Table  (Table),
      .TwoStages(TwoStages)
  ) u_sub (
      .decrypt_i(substitutes_back),
      .bytes_i(state_i),
      .forward_o(substituted),
      .backward_o(restored),
      .middle_i,
      .middle_o
  );

  // Row r comes from r columns to the right, or to the left.
  for (genvar i = 0; i < 16; i++) begin : gen_shift
    localparam int unsigned FromRight = (i + 4 * (i % 4)) % 16;
    localparam int unsigned FromLeft = (i + 12 * (i % 4)) % 16;
    assign shifted[i] = decrypt ? restored[FromLeft] : substituted[FromRight];
  end

  for (genvar c = 0; c < 4; c++) begin : gen_column
    // The input of the mixing, and the sums of neighbours.
    logic [3:0][7:0] m, added;
    logic [2:0][7:0] d;
    logic [7:0] t;
    assign d = m[2:0] ^ m[3:1];
    assign t = d[0] ^ d[2];
    assign added[2] = added[0] ^ times2(t);
    assign added[3] = added[1] ^ times2(t);

    if (Decrypt || TwoStages) begin : gen_both
      logic [3:0][7:0] keyed;
      logic [7:0] even, odd, common;
      assign keyed = shifted[4*c+:4] ^ key_i[32*c+:32];
      assign m = decrypt ? keyed : shifted[4*c+:4];
      assign even = times4((d[0] ^ d[1]) & {8{decrypt}});
      assign odd = times4((d[1] ^ d[2]) & {8{decrypt}});
      assign common = t ^ times2(even ^ odd);
      assign added[0] = common ^ even ^ times2(d[0]);
      assign added[1] = common ^ odd ^ times2(d[1]);
      assign state_o[32*c+:32] = last_i ? keyed : keyed ^ added;
    end else begin : gen_forward
      assign m = shifted[4*c+:4];
      assign added[0] = t ^ times2(d[0]);
      assign added[1] = t ^ times2(d[1]);
      assign state_o[32*c+:32] = m ^ (last_i ? key_i[32*c+:32] : added);
    end
  end

endmodule
