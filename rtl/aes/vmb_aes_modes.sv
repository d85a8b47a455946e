// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// ECB, CBC, CTR, CCM and GCM over one AES core: a unit of the engine.
// Source: NIST SP 800-38A, sections 6.1, 6.2 and 6.5; NIST SP 800-38C, section
// 6, with the formatting of its appendix A; NIST SP 800-38D, section 7.
//
// Byte i of a block, key, nonce or tag is bits 8i+7:8i; CTR, CCM and GCM count in big
// endian. A message is a start and then pieces as in vmb_unit_pkg; README.md has
// the ports and the cycles. In CCM and GCM decryption the plaintext is output before the tag is
// known: the user of this unit must withhold it.
//
// Parameters: those of vmb_aes_core, and
//   Cbc, Ctr, Ccm  whether the mode is there, as ECB is
//   Gcm            whether GCM is there too: a multiplier in parallel with the core
//   GhashBitsPerCycle  bits of a block that it multiplies in a cycle
//   Contexts       1: the running state can be read and written as words
//   Hardened       1: tag_lost_o reports faults
//
// Two registers in addition to those of the core: `mac`, the sum of the current block (and its
// chain, the MAC, and GHASH's accumulator), and `counter`, the next counter block (for CBC
// decryption: the last ciphertext block).
//
// tag_o and out_o are the same wires, each to be used with its own valid.

module vmb_aes_modes
  import vmb_aes_pkg::*, vmb_unit_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter bit Decrypt = 1'b1,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Sbox = 1'b0,
    parameter bit StoredKeys = 1'b0,
    parameter bit KeyHeld = 1'b0,
    parameter bit TwoStages = 1'b0,
    parameter bit Cbc = 1'b1,
    parameter bit Ctr = 1'b1,
    parameter bit Ccm = 1'b1,
    parameter bit Gcm = 1'b0,
    parameter int unsigned GhashBitsPerCycle = 13,
    parameter bit Contexts = 1'b0,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  logic               start_valid_i,
    output logic               start_ready_o,
    input  logic       [  2:0] algorithm_i,
    input  logic               decrypt_i,
    input  logic       [255:0] key_i,
    input  logic       [  1:0] key_len_i,
    input  logic       [127:0] nonce_i,
    input  logic       [  3:0] nonce_len_i,
    input  logic       [ 31:0] ad_len_i,
    input  logic       [ 31:0] data_len_i,
    input  logic       [  4:0] tag_len_i,
    input  logic               resume_i,

    input  logic          valid_i,
    output logic          ready_o,
    input  kind_e         kind_i,
    input  logic  [127:0] data_i,
    input  logic  [ 15:0] lanes_i,

    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic [127:0] out_o,

    output logic         tag_valid_o,
    output logic [127:0] tag_o,
    output logic         tag_lost_o,

    output logic [4:0] rate_o,
    output logic [2:0] ad_offset_o,
    output logic       idle_o,

    input  logic        ctx_we_i,
    input  logic [ 4:0] ctx_addr_i,
    input  logic [31:0] ctx_wdata_i,
    output logic [31:0] ctx_rdata_o,
    output logic [ 4:0] ctx_words_o
);

  assign rate_o = 5'd16;

  // ---- Control ----

  logic wipe, start, in_data, resume_data;
  logic core_second, core_second_ready, core_first_valid;
  logic core_go, core_ready, core_valid, core_counter, core_decrypt, key_ready;
  logic feed, feed_out, sum_mac, sum_result, mac_load;
  logic counter_step, counter_back, counter_clear, counter_chain;
  logic out_stream, out_chain, tag_shown, mode_lost;
  logic hash_run, hash_last, hash_key, hash_go, hash_shift;
  logic feed_nonce_len, feed_lengths, sum_product, counter_first, in_gcm;

  // A start with an unsupported mode waits forever, which is better than another cipher, or no tag.
  logic is_ccm, is_gcm, hash_nonce, mode_here, start_here, idle;
  assign is_ccm = Ccm && (algorithm_i == AlgCcm);
  assign is_gcm = Gcm && (algorithm_i == AlgGcm);
  always_comb begin
    unique case (algorithm_i)
      AlgEcb:  mode_here = Decrypt || !decrypt_i;
      AlgCbc:  mode_here = Cbc && (Decrypt || !decrypt_i);
      AlgCtr:  mode_here = Ctr;
      AlgCcm:  mode_here = Ccm;
      AlgGcm:  mode_here = Gcm;
      default: mode_here = 1'b0;
    endcase
  end
  assign start_here = mode_here && (fitting_key_len(KeyBits, 1'b1, key_len_i) == key_len_i);
  assign start_ready_o = idle && start_here;

  vmb_aes_modes_fsm #(
      .Cbc(Cbc),
      .Ctr(Ctr),
      .Ccm(Ccm),
      .Gcm(Gcm),
      .Decrypt(Decrypt),
      .TwoStages(TwoStages),
      .Contexts(Contexts)
  ) u_fsm (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .wipe_i(wipe_i),
      .wipe_o(wipe),
      .start_valid_i(start_valid_i && start_here),
      .start_ready_o(idle),
      .algorithm_i(algorithm_i),
      .decrypt_i(decrypt_i),
      .resume_i(resume_i),
      .resume_data_i(resume_data),
      .hash_nonce_i(hash_nonce),
      .key_ready_i(key_ready),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .kind_i(kind_i),
      .first_lane_i(lanes_i[0]),
      .last_lane_i(lanes_i[15]),
      .out_valid_o(out_valid_o),
      .out_ready_i(out_ready_i),
      .tag_valid_o(tag_valid_o),
      .tag_shown_o(tag_shown),
      .mode_lost_o(mode_lost),
      .idle_o(idle_o),
      .in_data_o(in_data),
      .gcm_o(in_gcm),
      .core_ready_i(core_ready),
      .core_valid_i(core_valid),
      .core_second_ready_i(core_second_ready),
      .core_first_valid_i(core_first_valid),
      .core_go_o(core_go),
      .core_second_o(core_second),
      .core_counter_o(core_counter),
      .core_decrypt_o(core_decrypt),
      .hash_run_i(hash_run),
      .hash_last_i(hash_last),
      .hash_key_o(hash_key),
      .hash_go_o(hash_go),
      .hash_shift_o(hash_shift),
      .start_o(start),
      .feed_o(feed),
      .feed_out_o(feed_out),
      .feed_nonce_len_o(feed_nonce_len),
      .feed_lengths_o(feed_lengths),
      .sum_mac_o(sum_mac),
      .sum_product_o(sum_product),
      .sum_result_o(sum_result),
      .mac_load_o(mac_load),
      .counter_step_o(counter_step),
      .counter_back_o(counter_back),
      .counter_clear_o(counter_clear),
      .counter_chain_o(counter_chain),
      .counter_first_o(counter_first),
      .out_stream_o(out_stream),
      .out_chain_o(out_chain)
  );

  // ---- The core ----

  logic [127:0] sum, counter, mac, result;

  vmb_aes_core #(
      .KeyBits(KeyBits),
      .Decrypt(Decrypt),
      .RoundsPerCycle(RoundsPerCycle),
      .Sbox(Sbox),
      .StoredKeys(StoredKeys),
      .KeyHeld(KeyHeld),
      .GateOutput(1'b0),
      .TwoStages(TwoStages)
  ) u_core (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .wipe_i(wipe),
      .key_valid_i(start),
      .key_ready_o(key_ready),
      .key_len_i(key_len_i),
      .key_i(key_i),
      .valid_i(core_go),
      .ready_o(core_ready),
      .decrypt_i(core_decrypt),
      .block_i(core_counter ? counter : sum),
      .second_i(core_second),
      .second_ready_o(core_second_ready),
      .first_valid_o(core_first_valid),
      .valid_o(core_valid),
      .block_o(result)
  );

  // ---- The multiplier of GHASH ----

  logic [127:0] shifted, product;
  if (Gcm) begin : gen_gcm
    vmb_ghash_multiplier #(
        .Digit(GhashBitsPerCycle)
    ) u_multiplier (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .wipe_i(wipe),
        .key_i(hash_key),
        .h_i(result),
        .go_i(hash_go),
        .y_i(mac),
        .run_o(hash_run),
        .last_o(hash_last),
        .shifted_o(shifted),
        .product_o(product)
    );
  end else begin : gen_no_gcm
    logic unused_hash;
    assign unused_hash = ^{hash_key, hash_go};
    assign {hash_run, hash_last} = '0;
    assign {shifted, product} = '0;
  end

  // ---- B0, the first counter block, and the length before the AD ----

  // In B0 the nonce ends where the message length begins: its 15 - n bytes, of which data_len_i
  // provides the last four, are bytes n + 1 to 15. The flags contain their number, so that a
  // counter can replace them.
  logic long_ad;
  logic [127:0] first_counter, first_mac;
  assign long_ad = ad_len_i >= 32'hff00;
  assign hash_nonce = nonce_len_i != 4'd12;

  always_comb begin
    first_counter = nonce_i;
    if (is_ccm) begin
      first_counter[7:0] = {
        1'b0, ad_len_i != '0, 3'(tag_len_i[4:1] - 4'd1), 3'(4'd14 - nonce_len_i)
      };
      for (int i = 1; i < 16; i++) begin
        if ((i < 8) || ((i < 14) && (4'(i) <= nonce_len_i))) begin
          first_counter[8*i+:8] = nonce_i[8*i-8+:8];
        end else if (i >= 12) begin
          first_counter[8*i+:8] = data_len_i[8*(15-i)+:8];
        end else begin
          first_counter[8*i+:8] = 8'h00;
        end
      end
    end

    if (is_gcm) first_counter[127:96] = 32'h01000000;

    first_mac = (Cbc && (algorithm_i == AlgCbc) && !decrypt_i) ? nonce_i : '0;
    if (is_gcm && hash_nonce) begin
      for (int i = 0; i < 16; i++) begin
        if ((nonce_len_i == 4'd0) || (4'(i) < nonce_len_i)) first_mac[8*i+:8] = nonce_i[8*i+:8];
      end
    end
    if (is_ccm) begin
      if (long_ad) begin
        first_mac[47:0] = {
          ad_len_i[7:0], ad_len_i[15:8], ad_len_i[23:16], ad_len_i[31:24], 8'hfe, 8'hff
        };
      end else begin
        first_mac[15:0] = {ad_len_i[7:0], ad_len_i[15:8]};
      end
    end
  end

  // Without a reset: never read before a start.
  logic [1:0] ad_offset_q;
  logic [2:0] tag_code_q;
  logic tag_odd_q;
  always_ff @(posedge clk_i) begin
    if (start) begin
      ad_offset_q <= {long_ad, ad_len_i != '0} & {2{is_ccm}};
      tag_code_q  <= 3'(tag_len_i[4:1] - 4'd1);
      tag_odd_q   <= Gcm && tag_len_i[0];
    end
  end
  logic unused_odd;
  assign unused_odd  = tag_len_i[0];
  assign ad_offset_o = {ad_offset_q[1], ad_offset_q[0], 1'b0};

  // ---- The answer ----

  logic [127:0] out_plain;
  logic [ 15:0] out_lanes;
  assign out_plain = result ^ ((data_i & {128{out_stream}}) | (counter & {128{out_chain}}) |
                               (mac & {128{tag_shown}}));

  // A tag has at least 4 bytes, and an even number except in GCM.
  for (genvar i = 0; i < 16; i++) begin : gen_lane
    logic in_tag;
    if (i < 4) begin : gen_always
      assign in_tag = 1'b1;
    end else begin : gen_longer
      assign in_tag = (tag_code_q >= 3'(i / 2)) ||
          (Gcm && (i % 2 == 0) && tag_odd_q && (tag_code_q == 3'(i / 2 - 1)));
    end
    assign out_lanes[i]  = (out_valid_o && (lanes_i[i] || !out_stream)) || (tag_shown && in_tag);
    assign out_o[8*i+:8] = out_plain[8*i+:8] & {8{out_lanes[i]}};
  end
  assign tag_o = out_o;

  // After a fault: the stored start differs from the inputs, or masked tag bytes are wrongly 0.
  assign tag_lost_o = Hardened && (mode_lost ||
      ((is_ccm || is_gcm) && tag_code_q != 3'(tag_len_i[4:1] - 4'd1)) ||
      (is_gcm && tag_odd_q != tag_len_i[0]));

  // ---- The lengths that GHASH includes, in bits ----

  logic [127:0] lengths;
  logic [63:0] ad_bits, data_bits;
  assign ad_bits = 64'({ad_len_i, 3'd0}) & {64{feed_lengths}};
  assign data_bits = (64'({data_len_i, 3'd0}) & {64{feed_lengths}}) |
      (64'({nonce_len_i == 4'd0, nonce_len_i, 3'd0}) & {64{feed_nonce_len}});
  for (genvar i = 0; i < 8; i++) begin : gen_lengths
    assign lengths[8*i+:8] = ad_bits[8*(7-i)+:8];
    assign lengths[64+8*i+:8] = data_bits[8*(7-i)+:8];
  end

  // ---- The sum: `mac`, a product or the core's result, plus the piece ----

  logic [127:0] piece;
  for (genvar i = 0; i < 16; i++) begin : gen_piece
    assign piece[8*i+:8] = (data_i[8*i+:8] & {8{feed && !feed_out && lanes_i[i]}}) |
        (out_plain[8*i+:8] & {8{feed && feed_out && lanes_i[i]}}) |
        (lengths[8*i+:8] & {8{Gcm}});
  end

  // Both only when the length before the AD meets the result of B0.
  logic [127:0] from_mac, from_result;
  assign from_mac = (mac & {128{sum_mac}}) | (product & {128{Gcm && sum_product}});
  assign from_result = result & {128{sum_result}};
  assign sum[127:48] = (from_mac[127:48] | from_result[127:48]) ^ piece[127:48];
  assign sum[47:0] = from_mac[47:0] ^ from_result[47:0] ^ piece[47:0];

  // ---- Steps of the counter, by one, forwards or back ----

  // Bits of a byte group are 1 (stepping back: 0), so a carry passes them.
  logic [127:0] passes, carries, counter_big, stepped_big, stepped;
  logic [7:0] group_passes;
  logic [8:0] group_carries;
  for (genvar i = 0; i < 16; i++) begin : gen_big
    assign counter_big[8*i+:8] = counter[8*(15-i)+:8];
    assign stepped[8*i+:8] = stepped_big[8*(15-i)+:8];
  end
  assign passes = (Contexts && counter_back) ? ~counter_big : counter_big;
  assign group_carries[0] = counter_step || (Contexts && counter_back);
  for (genvar g = 0; g < 8; g++) begin : gen_group
    // GCM counts in the last four bytes.
    assign group_passes[g] = &passes[16*g+:16] && !(g == 1 && in_gcm);
    assign group_carries[g+1] = group_carries[g] && group_passes[g];
    assign carries[16*g] = group_carries[g];
    for (genvar i = 1; i < 16; i++) begin : gen_bit
      assign carries[16*g+i] = carries[16*g+i-1] && passes[16*g+i-1];
    end
  end
  assign stepped_big = counter_big ^ carries;

  logic unused_carry;
  assign unused_carry = group_carries[8];

  // At the end of GCM's data, the counter is two and the number of whole blocks behind the first.
  logic [31:0] first_big;
  assign first_big = counter_big[31:0] - {4'd0, data_len_i[31:4]} - 32'd2;

  // ---- Registers ----

  logic [127:0] mac_d, counter_d;
  logic [15:0] counter_keep;

  // The flags give the number of counter bytes, at least two.
  for (genvar i = 0; i < 16; i++) begin : gen_keep
    if ((i == 0) || (i >= 14)) begin : gen_never
      assign counter_keep[i] = !counter_clear;
    end else if (i < 8) begin : gen_always
      assign counter_keep[i] = 1'b1;
    end else begin : gen_some
      assign counter_keep[i] = !(counter_clear && (counter[2:0] >= 3'(15 - i)));
    end
  end

  always_comb begin
    mac_d = mac_load ? sum : mac;
    if (Gcm && hash_shift) mac_d = shifted;
    for (int i = 0; i < 16; i++) counter_d[8*i+:8] = stepped[8*i+:8] & {8{counter_keep[i]}};
    counter_d[2:0] = stepped[2:0];
    if (Gcm && counter_first) begin
      for (int i = 12; i < 16; i++) counter_d[8*i+:8] = first_big[8*(15-i)+:8];
    end
    if (counter_chain) counter_d = mac;
  end

  // A start without a context loads both; a context write loads one word.
  logic load, hold;
  assign load = start && !(Contexts && resume_i) && !wipe;
  assign hold = !(start && !(Contexts && resume_i)) && !wipe;

  // Without them, chain_d is chain_q.
  logic mac_moves, counter_moves;
  assign mac_moves = mac_load || (Gcm && hash_shift);
  assign counter_moves = counter_step || counter_back || counter_clear || counter_chain ||
      (Gcm && counter_first);

  logic [7:0][31:0] chain_q, chain_first, chain_d;
  assign chain_first = {first_counter, first_mac};
  assign chain_d = {counter_d, mac_d};
  assign {counter, mac} = chain_q;

  for (genvar i = 0; i < 8; i++) begin : gen_word
    logic write;
    assign write = Contexts && ctx_we_i && (ctx_addr_i == 5'(i));
    always_ff @(posedge clk_i) begin
      if (wipe || load || write || (i < 4 ? mac_moves : counter_moves)) begin
        chain_q[i] <= (chain_first[i] & {32{load && !write}}) |
            (chain_d[i] & {32{hold && !write}}) | (ctx_wdata_i & {32{write && !wipe}});
      end
    end
  end

  if (Contexts) begin : gen_contexts
    logic resume_data_q;
    always_ff @(posedge clk_i) begin
      if (ctx_we_i && (ctx_addr_i == 5'd8)) resume_data_q <= ctx_wdata_i[0];
    end

    logic [8:0][31:0] words;
    assign words = {31'h0, in_data, chain_q};
    assign ctx_rdata_o = (idle_o && (ctx_addr_i < 5'd9)) ? words[ctx_addr_i[3:0]] : '0;
    assign ctx_words_o = 5'd9;
    assign resume_data = resume_data_q;
  end else begin : gen_no_contexts
    logic unused_ctx;
    assign unused_ctx  = ^{ctx_we_i, ctx_addr_i, ctx_wdata_i, in_data, resume_i};
    assign ctx_rdata_o = '0;
    assign ctx_words_o = '0;
    assign resume_data = 1'b0;
  end

endmodule
