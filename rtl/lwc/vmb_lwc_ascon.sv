// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ascon-AEAD128 and Ascon-Hash256 (NIST SP 800-232) behind the Hardware API for
// Lightweight Cryptography, version 1.1, with words of 32 bits: the interface of published
// candidate benchmarks. README.md has the words; LWC.sv the names of the API.
//
// A word of public data is passed to the unit at once, and its result to the output in the same
// cycle, without buffers. As the API specifies, plaintext is output before the tag is known; its
// consumer must wait for the status.
//
// Segments of a type may be several; all but the last have a multiple of 4 bytes. An unexpected
// word ends the message with a failure status.

module vmb_lwc_ascon
  import vmb_ascon_pkg::*;
  import vmb_unit_pkg::*;
#(
    parameter int unsigned RoundsPerCycle = 1,  // 1, 2 or 4
    parameter bit Hash = 1'b1                   // Ascon-Hash256
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // Public data in.
    input  logic [31:0] pdi_data_i,
    input  logic        pdi_valid_i,
    output logic        pdi_ready_o,
    // Secret data in.
    input  logic [31:0] sdi_data_i,
    input  logic        sdi_valid_i,
    output logic        sdi_ready_o,
    // Data out.
    output logic [31:0] do_data_o,
    output logic        do_valid_o,
    output logic        do_last_o,
    input  logic        do_ready_i
);

  // Opcodes of instructions and statuses, and segment types: bits 31:28.
  localparam logic [3:0] OpEncrypt = 4'h2, OpDecrypt = 4'h3, OpHash = 4'h8;
  localparam logic [3:0] OpLoadKey = 4'h4, OpActivateKey = 4'h7;
  localparam logic [3:0] StatusSuccess = 4'he, StatusFailure = 4'hf;
  localparam logic [3:0] TypeAd = 4'h1, TypeMessage = 4'h7;
  localparam logic [3:0] TypePlaintext = 4'h4, TypeCiphertext = 4'h5;
  localparam logic [3:0] TypeTag = 4'h8, TypeDigest = 4'h9, TypeKey = 4'hc, TypeNonce = 4'hd;

  typedef enum logic [4:0] {
    Instruction,
    KeyInstruction,
    KeyHeader,
    Key,
    Header,
    Nonce,
    Start,
    AdEnd,
    OutHeader,
    Body,
    SegmentEnd,
    DataEnd,
    TagHeader,
    TagOut,
    TagInHeader,
    TagIn,
    DigestHeader,
    Digest,
    Status
  } state_e;

  state_e state_q, state_d;
  logic [127:0] key_q, nonce_q;
  logic [15:0] left_q;  // remaining bytes of the segment
  logic [3:0] type_q;  // type of the segment
  logic [3:0] place_q;  // position of the next byte in the block
  logic [2:0] count_q;  // words of a key, nonce, tag or digest
  logic eot_q, decrypt_q, hash_q, begun_q, ad_ended_q, failed_q, differs_q;

  // ---- The unit ----

  logic start_valid, start_ready, unit_valid, unit_ready, out_valid, out_ready, tag_valid, wipe;
  logic [127:0] out, tag;
  logic [15:0] lanes;
  kind_e kind;
  algorithm_e algorithm;
  assign algorithm = hash_q ? Hash256 : Aead128;

  // Bytes of words are ordered from the highest end; lanes count from the lowest.
  function automatic logic [31:0] swapped(logic [31:0] x);
    return {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  logic [31:0] word;
  assign word = swapped(pdi_data_i);

  logic [4:0] rate_unused, ctx_words_unused;
  logic [31:0] ctx_rdata_unused;

  vmb_ascon #(
      .RoundsPerCycle(RoundsPerCycle),
      .Hash(Hash),
      .V12(1'b0),
      .Contexts(1'b0)
  ) u_ascon (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe),
      .start_valid_i(start_valid),
      .start_ready_o(start_ready),
      .resume_i(1'b0),
      .algorithm_i(algorithm),
      .decrypt_i(decrypt_q),
      .key_i(key_q),
      .nonce_i(nonce_q),
      .ad_len_i('0),
      .rate_o(rate_unused),
      .valid_i(unit_valid),
      .ready_o(unit_ready),
      .kind_i(kind),
      .data_i({4{word}}),
      .lanes_i(lanes),
      .out_valid_o(out_valid),
      .out_ready_i(out_ready),
      .out_o(out),
      .tag_valid_o(tag_valid),
      .tag_o(tag),
      .ctx_we_i(1'b0),
      .ctx_addr_i('0),
      .ctx_wdata_i('0),
      .ctx_rdata_o(ctx_rdata_unused),
      .ctx_words_o(ctx_words_unused)
  );

  // ---- Words of both inputs ----

  logic [3:0] opcode, segment_type;
  logic [15:0] segment_len;
  logic is_message, is_last_word;
  assign opcode = pdi_data_i[31:28];
  assign segment_type = pdi_data_i[31:28];
  assign segment_len = pdi_data_i[15:0];
  always_comb begin
    is_message = segment_type == (decrypt_q ? TypeCiphertext : TypePlaintext);
    if (hash_q) is_message = segment_type == TypeMessage;
  end
  assign is_last_word = left_q <= 16'd4;

  logic [3:0] in_word;  // the bytes of this word that belong to the segment
  assign in_word = is_last_word ? 4'b1111 >> (3'd4 - left_q[2:0]) : 4'b1111;

  logic pdi_taken, sdi_taken, do_taken;
  assign pdi_taken = pdi_valid_i && pdi_ready_o;
  assign sdi_taken = sdi_valid_i && sdi_ready_o;
  assign do_taken  = do_valid_o && do_ready_i;

  assign sdi_ready_o = state_q inside {KeyInstruction, KeyHeader, Key};

  always_comb begin
    unique case (state_q)
      Instruction, Header, Nonce, TagInHeader: pdi_ready_o = 1'b1;
      TagIn: pdi_ready_o = tag_valid;
      Body: pdi_ready_o = unit_ready;
      default: pdi_ready_o = 1'b0;
    endcase
  end

  // ---- Pieces ----

  assign start_valid = state_q == Start;
  assign out_ready = do_ready_i;

  logic [15:0] first;  // lane of the next byte
  assign first = 16'd1 << place_q;

  always_comb begin
    kind = KindData;
    lanes = 16'(in_word) << place_q;
    unit_valid = 1'b0;
    unique case (state_q)
      Body: begin
        kind = type_q == TypeAd ? KindAd : KindData;
        unit_valid = pdi_valid_i;
      end
      AdEnd: begin
        kind = KindAdEnd;
        lanes = first;
        unit_valid = 1'b1;
      end
      DataEnd: begin
        kind = KindDataEnd;
        lanes = first;
        unit_valid = 1'b1;
      end
      Digest: begin
        kind = KindSqueeze;
        lanes = count_q[0] ? 16'h00f0 : 16'h000f;
        unit_valid = 1'b1;
      end
      default: ;
    endcase
  end

  // ---- Words of the output ----

  logic [31:0] result, tag_word;
  assign result = out[{state_q == Digest ? {1'b0, count_q[0]} : place_q[3:2], 5'd0} +: 32];
  assign tag_word = tag[{count_q[1:0], 5'd0} +: 32];

  logic [31:0] kept;  // the available bytes of a result
  always_comb begin
    for (int unsigned i = 0; i < 4; i++)
    kept[8*i+:8] = in_word[i] || state_q == Digest ? result[8*i+:8] : 8'd0;
  end

  always_comb begin
    do_valid_o = 1'b0;
    do_data_o = '0;
    unique case (state_q)
      OutHeader: begin
        do_valid_o = 1'b1;
        do_data_o = {TypeCiphertext, 2'b00, eot_q, 1'b0, 8'd0, left_q};
        if (decrypt_q) do_data_o = {TypePlaintext, 2'b00, eot_q, eot_q, 8'd0, left_q};
      end
      Body, Digest: begin
        do_valid_o = out_valid;
        do_data_o = out_valid ? swapped(kept) : '0;
      end
      TagHeader: begin
        do_valid_o = 1'b1;
        do_data_o = {TypeTag, 4'b0011, 8'd0, 16'd16};
      end
      TagOut: begin
        do_valid_o = tag_valid;
        do_data_o = tag_valid ? swapped(tag_word) : '0;
      end
      DigestHeader: begin
        do_valid_o = 1'b1;
        do_data_o = {TypeDigest, 4'b0011, 8'd0, 16'd32};
      end
      Status: begin
        do_valid_o = 1'b1;
        do_data_o = {failed_q || differs_q ? StatusFailure : StatusSuccess, 28'd0};
      end
      default: ;
    endcase
  end

  assign do_last_o = state_q == Status;
  assign wipe = state_q == Status;

  // ---- The next state ----

  logic wrong;  // the word is unexpected
  always_comb begin
    state_d = state_q;
    wrong = 1'b0;
    unique case (state_q)
      Instruction:
      if (pdi_taken) begin
        unique case (opcode)
          OpActivateKey: state_d = KeyInstruction;
          OpEncrypt, OpDecrypt: state_d = Header;
          OpHash: begin
            state_d = Start;
            wrong = !Hash;
          end
          default: wrong = 1'b1;
        endcase
      end
      KeyInstruction:
      if (sdi_taken) begin
        state_d = KeyHeader;
        wrong = sdi_data_i[31:28] != OpLoadKey;
      end
      KeyHeader:
      if (sdi_taken) begin
        state_d = Key;
        wrong = sdi_data_i[31:28] != TypeKey || sdi_data_i[15:0] != 16'd16;
      end
      Key: if (sdi_taken && count_q == 3'd3) state_d = Instruction;
      Header:
      if (pdi_taken) begin
        if (segment_type == TypeNonce && !begun_q) begin
          state_d = Nonce;
          wrong = segment_len != 16'd16;
        end else if (segment_type == TypeAd && begun_q && !ad_ended_q && !hash_q) begin
          state_d = segment_len == '0 ? SegmentEnd : Body;
        end else if (is_message && begun_q) begin
          if (!ad_ended_q) state_d = AdEnd;
          else if (!hash_q) state_d = OutHeader;
          else state_d = segment_len == '0 ? SegmentEnd : Body;
        end else begin
          wrong = 1'b1;
        end
      end
      Nonce: if (pdi_taken && count_q == 3'd3) state_d = Start;
      Start: if (start_ready) state_d = Header;
      AdEnd:
      if (unit_ready) begin
        if (type_q == TypeAd) state_d = Header;
        else if (!hash_q) state_d = OutHeader;
        else state_d = left_q == '0 ? SegmentEnd : Body;
      end
      OutHeader: if (do_taken) state_d = left_q == '0 ? SegmentEnd : Body;
      Body: if (pdi_taken && is_last_word) state_d = SegmentEnd;
      SegmentEnd: begin
        if (!eot_q) begin
          state_d = Header;
          wrong = place_q[1:0] != 2'd0;
        end else begin
          state_d = type_q == TypeAd ? AdEnd : DataEnd;
        end
      end
      DataEnd:
      if (unit_ready) begin
        if (hash_q) state_d = DigestHeader;
        else state_d = decrypt_q ? TagInHeader : TagHeader;
      end
      TagHeader: if (do_taken) state_d = TagOut;
      TagOut: if (do_taken && count_q == 3'd3) state_d = Status;
      TagInHeader:
      if (pdi_taken) begin
        state_d = TagIn;
        wrong = segment_type != TypeTag || segment_len != 16'd16;
      end
      TagIn: if (pdi_taken && count_q == 3'd3) state_d = Status;
      DigestHeader: if (do_taken) state_d = Digest;
      Digest: if (do_taken && count_q == 3'd7) state_d = Status;
      Status: if (do_taken) state_d = Instruction;
      default: state_d = Status;
    endcase
    if (wrong) state_d = Status;
  end

  logic counts;  // words of a fixed number
  assign counts = (state_q == Key && sdi_taken) || (state_q inside {Nonce, TagIn} && pdi_taken)
      || (state_q inside {TagOut, Digest} && do_taken);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Instruction;
      count_q <= '0;
      failed_q <= 1'b0;
      differs_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (state_d != state_q) count_q <= '0;
      else if (counts) count_q <= count_q + 3'd1;
      if (wrong) failed_q <= 1'b1;
      if (state_q == TagIn && pdi_taken) differs_q <= differs_q || word != tag_word;
      if (state_q == Instruction) begin
        failed_q <= wrong;
        differs_q <= 1'b0;
      end
    end
  end

  // None of these is read before it was written.
  always_ff @(posedge clk_i) begin
    if (state_q == Instruction && pdi_taken) begin
      decrypt_q <= opcode == OpDecrypt;
      hash_q <= opcode == OpHash;
      begun_q <= 1'b0;
      ad_ended_q <= 1'b0;
      place_q <= '0;
    end
    if (state_q == Key && sdi_taken) key_q <= {swapped(sdi_data_i), key_q[127:32]};
    if (state_q == Nonce && pdi_taken) nonce_q <= {word, nonce_q[127:32]};
    if (state_q == Header && pdi_taken) begin
      type_q <= segment_type;
      eot_q  <= pdi_data_i[25];
      left_q <= segment_len;
    end
    if (state_q == Start && start_ready) begun_q <= 1'b1;
    if (state_q == AdEnd && unit_ready) begin
      ad_ended_q <= 1'b1;
      place_q <= '0;
    end
    if (state_q == Body && pdi_taken) begin
      left_q  <= is_last_word ? '0 : left_q - 16'd4;
      place_q <= (place_q + (is_last_word ? {1'b0, left_q[2:0]} : 4'd4)) & {!hash_q, 3'b111};
    end
  end

endmodule
