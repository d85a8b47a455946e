// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Word 0 of a context, and whether the words of one that comes back are such as
// this engine leaves. What it can tell from the words alone: that they are of this
// algorithm, key length, direction and tag length, and where they would take a unit
// to where none of its messages gets.
//
// Word 0: 3:0 the place of the next byte in its block, 5:4 what comes next (part_e),
// 7:6 family, 10:8 algorithm, 12:11 key_len, 13 decrypt, 17:14 half of CCM's tag
// length. A message of CCM has one tag length, which its first block says and no
// later part may shorten.
//
// ChaCha20's position counts blocks from 1: a message has less than 2^32 bytes, so
// none gets beyond block 2^26, and block 0, the key of Poly1305, is nobody's. From
// block 2^26 on there is room for less than one block more.

module vmb_context
  import vmb_engine_pkg::*;
(
    input logic clk_i,

    input job_t        job_i,
    input logic        is_ccm_i,
    input logic [31:0] data_len_i,
    input part_e       part_i,     // behind word 0: what it said
    input logic [ 3:0] place_i,

    // A word that comes back.
    input  logic        valid_i,
    input  logic [ 3:0] index_i,
    input  logic [31:0] word_i,
    output logic        refused_o,

    output logic [31:0] own_word_o
);

  // The tag length of the message: the job's where it says one.
  logic [3:0] tag_q, tag;
  assign tag = job_i.resume ? tag_q : job_i.tag_len[4:1] & {4{is_ccm_i}};
  always_ff @(posedge clk_i) begin
    if (valid_i && index_i == 4'd0) tag_q <= word_i[17:14];
  end

  logic [7:0] identity;
  assign identity   = {job_i.decrypt, job_i.key_len, job_i.algorithm, job_i.family};
  assign own_word_o = {14'd0, tag, identity, part_i, place_i};

  logic tag_right, position_right;
  always_comb begin
    tag_right = word_i[17:14] == '0;
    if (is_ccm_i) tag_right = !job_i.data_end || word_i[17:14] == job_i.tag_len[4:1];
    position_right = word_i[31:2] < 30'h400_0000 && word_i[31:2] != '0;
    if (word_i[31:2] == 30'h400_0000) position_right = data_len_i[31:6] == '0;
  end

  always_comb begin
    refused_o = 1'b0;
    if (index_i == 4'd0) refused_o = word_i[31:18] != '0 || word_i[13:6] != identity || !tag_right;
    if (index_i == 4'd1 && job_i.family == UnitChacha) refused_o = !position_right;
    if (index_i == 4'd9 && job_i.family == UnitAes) begin
      refused_o = word_i != {31'd0, part_i == PartData};
    end
    if (!valid_i) refused_o = 1'b0;
  end

  logic unused;
  assign unused = ^{job_i, data_len_i};

endmodule
