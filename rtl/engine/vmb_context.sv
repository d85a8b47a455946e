// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Word 0 of a context, and the check that a restored context is one that this engine can have
// saved: with this algorithm, key length, direction and tag length, a valid position in its blocks,
// and other words consistent with that position. Any other context is rejected before the unit
// starts, and so is a job whose parts are not in order. Sources: SP 800-232 and Ascon v1.2
// (blocks), RFC 8439, section 2.8 (positions), NIST SP 800-38A and 800-38C, appendix A (counter
// blocks).
//
// Word 0: 3:0 the place of the next byte in its block, 5:4 the next part (part_e),
// 9:6 family, 13:10 algorithm, 15:14 key_len, 16 decrypt, 20:17 half of CCM's tag
// length. A CCM message has one tag length, encoded in its first block; no later part may shorten
// it.
//
// These words of the unit have constrained bits:
//   Ascon   11: whether the associated data has a byte, 0 behind its end.
//   ChaCha   1: the position, which stays that of block 1 until the message begins;
//            6: bits 129:128 of the accumulator. Every other bit of it is free.
//   AES   1-4: the chain, 0 except in CCM, GCM and the encryption of CBC;
//         5-8: the counter block: 0 in ECB, of CCM see below. GCM's is free: it starts with any value,
//            since the nonce may be hashed;
//            9: whether the message has begun.
//
// ChaCha20's position counts blocks from 1: block 0 is the key of Poly1305.
//
// CCM's counter block is the bytes L - 1 (1 to 7), nonce, and a counter of L bytes: 0
// until the message begins, and from then on 2 and the number of blocks that are
// complete. The counters 0 and 1 would reveal the block that masks the tag.
//
// A message has less than 2^32 bytes, of CCM also less than 2^8L. So processed bytes plus those of
// this part are fewer: no counter exceeds its last block.

module vmb_context
  import vmb_engine_pkg::*;
#(
    parameter units_t Units = UnitsDefault
) (
    input logic clk_i,

    input job_t         job_i,
    input logic         aead_i,
    input logic         hash_i,
    input logic         narrow_i,    // 8-byte blocks instead of 16
    input logic  [31:0] ad_len_i,
    input logic  [31:0] data_len_i,
    input logic  [31:0] out_len_i,
    input part_e        part_i,      // after word 0: its contents
    input logic  [ 3:0] place_i,

    // A restored word.
    input  logic        valid_i,
    input  logic [ 3:0] index_i,
    input  logic [31:0] word_i,
    output logic        refused_o,

    output logic [31:0] own_word_o,
    output logic        ordered_o    // the job's parts
);

  logic is_ascon, is_chacha, is_aes, is_ccm, is_gcm, is_ecb, chains, has_ad, in_ad, in_data;
  assign is_ascon = Units.Ascon && job_i.family == UnitAscon;
  assign is_chacha = Units.Chacha && job_i.family == UnitChacha;
  assign is_aes = Units.Aes && job_i.family == UnitAes;
  assign is_gcm = Units.AesGcm && is_aes && job_i.algorithm == 3'(vmb_aes_pkg::AlgGcm);
  assign is_ccm = is_aes && aead_i && !is_gcm;
  assign is_ecb = is_aes && job_i.algorithm == 3'(vmb_aes_pkg::AlgEcb);
  assign chains = is_ccm || is_gcm ||
      (job_i.algorithm == 3'(vmb_aes_pkg::AlgCbc) && !job_i.decrypt);
  assign has_ad = aead_i || (hash_i && job_i.algorithm == 3'(vmb_ascon_pkg::Cxof128));
  assign in_ad = part_i == PartAd;
  assign in_data = part_i == PartData;

  // ---- Word 0 ----

  // The tag length of the message: the job's, if it has one.
  logic [3:0] tag_q, tag;
  assign tag = job_i.resume ? tag_q : job_i.tag_len[4:1] & {4{is_ccm}};
  always_ff @(posedge clk_i) begin
    if (valid_i && index_i == 4'd0) tag_q <= word_i[20:17];
  end

  logic [10:0] identity;
  assign identity   = {job_i.decrypt, job_i.key_len, 1'b0, job_i.algorithm, 2'd0, job_i.family};
  assign own_word_o = {11'd0, tag, identity, part_i, place_i};

  logic tag_right, place_right, block_begins;
  assign block_begins = word_i[3:0] == '0;
  always_comb begin
    tag_right = word_i[20:17] == '0;
    if (is_ccm && job_i.data_end) tag_right = word_i[20:17] == job_i.tag_len[4:1];
    else if (is_ccm) tag_right = word_i[20:17] >= 4'd2 && word_i[20:17] <= 4'd8;

    // Block modes have whole blocks, and the digest of Hash256 has four.
    unique case (word_i[5:4])
      PartAd:   place_right = has_ad || block_begins;
      PartData: place_right = !is_aes || job_i.algorithm[1] || is_gcm || block_begins;
      PartSqueeze: begin
        place_right = hash_i && (job_i.algorithm != 3'(vmb_ascon_pkg::Hash256) || block_begins);
      end
      default:  place_right = 1'b0;
    endcase
    if (narrow_i && word_i[3]) place_right = 1'b0;
  end

  // ---- Order of parts: AD, message, squeezing ----

  always_comb begin
    unique case (part_i)
      PartAd: ordered_o = job_i.ad_end || (data_len_i == '0 && !job_i.data_end);
      PartData: ordered_o = !job_i.ad_end && ad_len_i == '0;
      PartSqueeze: begin
        ordered_o = hash_i && !job_i.ad_end && ad_len_i == '0 && data_len_i == '0 &&
            !job_i.data_end;
      end
      default: ordered_o = 1'b0;
    endcase
    // A digest starts at the end.
    if (hash_i && out_len_i != '0 && part_i != PartSqueeze && !job_i.data_end) ordered_o = 1'b0;
  end

  // ---- CCM's counter block ----

  logic [2:0] longer_q;  // bytes of the counter beyond the first
  always_ff @(posedge clk_i) begin
    if (valid_i && index_i == 4'd5) longer_q <= word_i[2:0];
  end

  // Word 5.
  logic flags_right;
  assign flags_right = word_i[7:3] == '0 && word_i[2:0] != '0;

  // Word 7 contains only zeros of a counter.
  logic high_right;
  always_comb begin
    high_right = 1'b1;
    for (int unsigned i = 0; i < 4; i++) begin
      if (longer_q >= 3'(7 - i) && word_i[8*i+:8] != '0) high_right = 1'b0;
    end
  end

  // Word 8.
  logic [31:0] count;
  assign count = {
    word_i[7:0] & {8{longer_q >= 3'd3}},
    word_i[15:8] & {8{longer_q >= 3'd2}},
    word_i[23:16],
    word_i[31:24]
  };

  // ---- The bytes of the message with this part ----

  // Plus those of the preceding blocks: two for CCM, one for ChaCha20, whose position counts
  // quarters; the bound is higher by the same amount.
  logic [35:0] begun;
  logic [36:0] reached;
  assign begun   = {is_chacha ? word_i : count | {30'd0, in_ad, 1'b0}, place_i & {4{in_data}}};
  assign reached = 37'(begun) + 37'(data_len_i);

  logic [20:0] bounds;  // multiples of the bound of 2^32, 2^24 or 2^16 bytes, and bytes / 32 beyond
  logic [26:0] beyond;
  logic fits;
  always_comb begin
    {bounds, beyond} = {16'd0, reached[36:5]};
    if (is_ccm && longer_q == 3'd2) begin
      {bounds, beyond} = {8'd0, reached[36:24], 8'd0, reached[23:5]};
    end
    if (is_ccm && longer_q == 3'd1) {bounds, beyond} = {reached[36:16], 16'd0, reached[15:5]};
    if (is_chacha) beyond[0] = 1'b0;
    fits = bounds == '0 || (bounds == 21'd1 && beyond == '0);
  end

  logic count_right, position_right;
  assign count_right = fits && (in_data ? count[31:1] != '0 : count == '0);
  assign position_right = fits && (in_ad ? word_i == 32'd4 : word_i[31:2] != '0);

  // ---- Ascon's mark ----

  logic mark_right;
  always_comb begin
    mark_right = word_i[31:1] == '0;
    if (word_i[0]) mark_right &= in_ad && has_ad;
    else if (in_ad) mark_right &= place_i == '0;
  end

  // ---- All of it ----

  logic right;
  always_comb begin
    right = 1'b1;
    unique case (index_i)
      4'd0: right = word_i[31:21] == '0 && word_i[16:6] == identity && tag_right && place_right;
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
  assign unused = ^{job_i, reached};

endmodule
