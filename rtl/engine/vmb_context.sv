// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Word 0 of a context, and whether the words of one that comes back are such as
// this engine leaves: of this algorithm, key length, direction and tag length, at a
// place that its blocks have, and with every other word as a message that has come
// this far leaves it. Any other context is refused before the unit starts.
// Sources: SP 800-232 and Ascon v1.2 (blocks), RFC 8439, section 2.8 (positions),
// NIST SP 800-38A and 800-38C, appendix A (counter blocks).
//
// Word 0: 3:0 the place of the next byte in its block, 5:4 what comes next (part_e),
// 7:6 family, 10:8 algorithm, 12:11 key_len, 13 decrypt, 17:14 half of CCM's tag
// length. A message of CCM has one tag length, which its first block says and no
// later part may shorten.
//
// Of the unit's words, these have bits that are not free:
//   Ascon   11: whether the associated data has a byte, 0 behind its end.
//   ChaCha   1: the position, which stays that of block 1 until the message begins;
//            6: bits 129:128 of the accumulator. Every other bit of it is free.
//   AES   1-4: the chain, 0 but in CCM and the encryption of CBC;
//         5-8: the counter block: 0 in ECB, of CCM see below;
//            9: whether the message has begun.
//
// ChaCha20's position counts blocks from 1: a message has less than 2^32 bytes, so
// none gets beyond block 2^26, and block 0, the key of Poly1305, is nobody's. From
// block 2^26 on there is room for less than one block more.
//
// CCM's counter block is the bytes L - 1 (1 to 7), nonce, and a counter of L bytes: 0
// until the message begins, and from then on 2 and the number of blocks that are
// complete, of a message of less than 2^8L and 2^32 bytes. The counters 0 and 1
// would make it give out the block that masks the tag.

module vmb_context
  import vmb_engine_pkg::*;
(
    input logic clk_i,

    input job_t         job_i,
    input logic         aead_i,
    input logic         hash_i,
    input logic         narrow_i,    // blocks of 8 bytes, not 16
    input logic  [31:0] data_len_i,
    input part_e        part_i,      // behind word 0: what it said
    input logic  [ 3:0] place_i,

    // A word that comes back.
    input  logic        valid_i,
    input  logic [ 3:0] index_i,
    input  logic [31:0] word_i,
    output logic        refused_o,

    output logic [31:0] own_word_o
);

  logic is_ascon, is_chacha, is_aes, is_ccm, is_ecb, chains, has_ad, in_ad, in_data;
  assign is_ascon = job_i.family == UnitAscon;
  assign is_chacha = job_i.family == UnitChacha;
  assign is_aes = job_i.family == UnitAes;
  assign is_ccm = is_aes && aead_i;
  assign is_ecb = is_aes && job_i.algorithm == 3'(vmb_aes_pkg::AlgEcb);
  assign chains = is_ccm || (job_i.algorithm == 3'(vmb_aes_pkg::AlgCbc) && !job_i.decrypt);
  assign has_ad = aead_i || (hash_i && job_i.algorithm == 3'(vmb_ascon_pkg::Cxof128));
  assign in_ad = part_i == PartAd;
  assign in_data = part_i == PartData;

  // ---- Word 0 ----

  // The tag length of the message: the job's where it says one.
  logic [3:0] tag_q, tag;
  assign tag = job_i.resume ? tag_q : job_i.tag_len[4:1] & {4{is_ccm}};
  always_ff @(posedge clk_i) begin
    if (valid_i && index_i == 4'd0) tag_q <= word_i[17:14];
  end

  logic [7:0] identity;
  assign identity   = {job_i.decrypt, job_i.key_len, job_i.algorithm, job_i.family};
  assign own_word_o = {14'd0, tag, identity, part_i, place_i};

  logic tag_right, place_right, block_begins;
  assign block_begins = word_i[3:0] == '0;
  always_comb begin
    tag_right = word_i[17:14] == '0;
    if (is_ccm && job_i.data_end) tag_right = word_i[17:14] == job_i.tag_len[4:1];
    else if (is_ccm) tag_right = word_i[17:14] >= 4'd2 && word_i[17:14] <= 4'd8;

    // Block modes take whole blocks, and the digest of Hash256 has four.
    unique case (word_i[5:4])
      PartAd:   place_right = has_ad || block_begins;
      PartData: place_right = !is_aes || job_i.algorithm[1] || block_begins;
      PartSqueeze: begin
        place_right = hash_i && (job_i.algorithm != 3'(vmb_ascon_pkg::Hash256) || block_begins);
      end
      default:  place_right = 1'b0;
    endcase
    if (narrow_i && word_i[3]) place_right = 1'b0;
  end

  // ---- CCM's counter block ----

  logic [2:0] longer_q;  // bytes of the counter beyond the first
  always_ff @(posedge clk_i) begin
    if (valid_i && index_i == 4'd5) longer_q <= word_i[2:0];
  end

  // Word 5: this part alone is no longer than the counter allows.
  logic flags_right;
  always_comb begin
    flags_right = word_i[7:3] == '0 && word_i[2:0] != '0;
    if (word_i[2:0] == 3'd1 && data_len_i[31:16] != '0) flags_right = 1'b0;
    if (word_i[2:0] == 3'd2 && data_len_i[31:24] != '0) flags_right = 1'b0;
  end

  // Word 7 has nothing but 0 of a counter.
  logic high_right;
  always_comb begin
    high_right = 1'b1;
    for (int unsigned i = 0; i < 4; i++) begin
      if (longer_q >= 3'(7 - i) && word_i[8*i+:8] != '0) high_right = 1'b0;
    end
  end

  // Word 8. While the last of 2^12, 2^20 or 2^28 blocks is under way, the counter is one
  // more than that, and there is room for less than one block.
  logic [31:0] count;
  logic [3:0] beyond;
  logic [27:1] below;
  logic count_right;
  assign count = {
    word_i[7:0] & {8{longer_q >= 3'd3}},
    word_i[15:8] & {8{longer_q >= 3'd2}},
    word_i[23:16],
    word_i[31:24]
  };
  always_comb begin
    {beyond, below} = count[31:1];
    if (longer_q == 3'd2) {beyond, below} = {count[23:20], 8'd0, count[19:1]};
    if (longer_q == 3'd1) {beyond, below} = {count[15:12], 16'd0, count[11:1]};
    count_right = count == '0;
    if (in_data) begin
      count_right = beyond == '0 && below != '0;
      if (beyond == 4'd1 && below == '0) count_right = !count[0] || data_len_i[31:4] == '0;
    end
  end

  // ---- ChaCha20's position, Ascon's mark ----

  logic position_right, mark_right;
  always_comb begin
    position_right = word_i[31:2] < 30'h400_0000 && word_i[31:2] != '0;
    if (word_i[31:2] == 30'h400_0000) position_right = data_len_i[31:6] == '0;
    if (in_ad) position_right = word_i == 32'd4;

    mark_right = word_i[31:1] == '0;
    if (word_i[0]) mark_right &= in_ad && has_ad;
    else if (in_ad) mark_right &= place_i == '0;
  end

  // ---- All of it ----

  logic right;
  always_comb begin
    right = 1'b1;
    unique case (index_i)
      4'd0: right = word_i[31:18] == '0 && word_i[13:6] == identity && tag_right && place_right;
      4'd1, 4'd2, 4'd3, 4'd4: begin
        if (is_aes) right = chains || word_i == '0;
        if (is_chacha && index_i == 4'd1) right = position_right;
      end
      4'd5, 4'd7, 4'd8: begin
        if (is_ccm && index_i == 4'd5) right = flags_right;
        if (is_ccm && index_i == 4'd7) right = high_right;
        if (is_ccm && index_i == 4'd8) right = count_right;
        if (is_ecb) right = word_i == '0;
      end
      4'd6: begin
        if (is_chacha) right = word_i[31:2] == '0;
        if (is_ecb) right = word_i == '0;
      end
      4'd9: if (is_aes) right = word_i == {31'd0, in_data};
      4'd11: if (is_ascon) right = mark_right;
      default: ;
    endcase
    refused_o = valid_i && !right;
  end

  logic unused;
  assign unused = ^{job_i, data_len_i};

endmodule
