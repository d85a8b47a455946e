// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The control of vmb_aes_modes: which block goes to the cipher core when, and
// what the registers of the data path take.
// Source: NIST SP 800-38A, sections 6.1, 6.2 and 6.5; NIST SP 800-38C, section
// 6.1, with the blocks of its appendix A; NIST SP 800-38D, section 7.
//
// One block is in the core at a time; `job` is its purpose. Its result stays in
// the core: a keystream block until its last byte is used, the result of ECB or
// CBC until it is taken; that of the MAC goes into the register `mac` at once.
//
// For CCM, B0 comes first, then the blocks of the AD. For data the core alternates between
// keystream and MAC blocks: when a piece completes a block, its keystream block is used up and the
// MAC block starts; then the next keystream block, ahead of its bytes. The last block, of the
// counter 0, masks the tag.
//
// With a core of two stages, a keystream block, or the tag's, starts one cycle after a MAC block if
// it can, so that both are in the core (JobBoth).
//
// For GCM, the zero block comes first, whose result is the key of GHASH, and then, if the nonce does
// not have 12 bytes, the first counter block is GHASH of it. From then on only keystream blocks go
// to the core, and completed blocks in `mac` to the multiplier at the same time; the last two are
// the counter block of the tag and the block of the lengths.

module vmb_aes_modes_fsm
  import vmb_aes_pkg::*, vmb_unit_pkg::*;
#(
    parameter bit Cbc = 1'b1,
    parameter bit Ctr = 1'b1,
    parameter bit Ccm = 1'b1,
    parameter bit Gcm = 1'b0,
    parameter bit Decrypt = 1'b1,
    parameter bit TwoStages = 1'b0,
    parameter bit Contexts = 1'b0
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic wipe_i,
    output logic wipe_o,

    input  logic       start_valid_i,
    output logic       start_ready_o,
    input  logic [2:0] algorithm_i,
    input  logic       decrypt_i,
    input  logic       resume_i,
    input  logic       resume_data_i,
    input  logic       hash_nonce_i,   // GCM: a nonce of other than 12 bytes
    input  logic       key_ready_i,

    input  logic  valid_i,
    output logic  ready_o,
    input  kind_e kind_i,
    input  logic  first_lane_i,
    input  logic  last_lane_i,

    output logic out_valid_o,
    input  logic out_ready_i,
    output logic tag_valid_o,
    output logic tag_shown_o,  // with a tag instead of an answer
    output logic mode_lost_o,  // this message started in another mode than the stored one
    output logic idle_o,
    output logic in_data_o,
    output logic gcm_o,  // the stored mode

    // The core.
    input  logic core_ready_i,
    input  logic core_valid_i,
    input  logic core_second_ready_i,
    input  logic core_first_valid_i,
    output logic core_go_o,
    output logic core_second_o,
    output logic core_counter_o,  // the block is the counter rather than the sum
    output logic core_decrypt_o,

    // The multiplier of GHASH.
    input  logic hash_run_i,
    input  logic hash_last_i,
    output logic hash_key_o,    // the core's result is its key
    output logic hash_go_o,     // `mac` is multiplied from the next cycle on
    output logic hash_shift_o,  // `mac` moves up by a digit

    // The data path.
    output logic start_o,  // a message starts
    output logic feed_o,  // the piece is added to the sum
    output logic feed_out_o,  // in its output form
    output logic feed_nonce_len_o,  // the length of the nonce is added to the sum
    output logic feed_lengths_o,  // the lengths of AD and data are added to the sum
    output logic sum_mac_o,  // the sum includes `mac`
    output logic sum_product_o,  // the sum includes the multiplier's result
    output logic sum_result_o,  // the sum includes the core's result
    output logic mac_load_o,  // `mac` stores the sum
    output logic counter_step_o,
    output logic counter_back_o,
    output logic counter_clear_o,
    output logic counter_chain_o,  // the counter register stores `mac`
    output logic counter_first_o,  // GCM: from the counter after the last block to the first one
    output logic out_stream_o,  // the answer is the piece plus keystream
    output logic out_chain_o  // the answer includes the counter register
);

  typedef enum logic [2:0] {
    StWipe,   // first cycle after a reset
    StIdle,
    StFirst,  // B0, a counter to step back, or GCM's key and first counter
    StAd,
    StData,
    StTag,
    StDone
  } state_e;

  typedef enum logic [2:0] {
    JobNone,
    JobFirst,   // B0, or the key of GHASH
    JobMac,
    JobStream,
    JobBlock,   // ECB, CBC
    JobBoth     // a MAC block, and behind it a keystream block
  } job_e;

  // GHASH of a nonce of other than 12 bytes.
  typedef enum logic [1:0] {
    NonceNone,
    NonceBlock,   // its bytes are multiplied
    NonceLength,  // and its length
    NonceStored   // the counter register stores the sum
  } nonce_e;

  state_e state_q, state_d;
  job_e job_q, job_d;
  nonce_e nonce_q, nonce_d;
  logic [1:0] algorithm_q;
  logic gcm_q, decrypt_q, back_q, hash_nonce_q, lengths_q;

  // Unsupported modes are constants. In GCM, algorithm_q is that of ECB.
  logic starts_gcm, is_gcm, is_ccm, is_ctr, is_cbc, stream, aead;
  assign starts_gcm = Gcm && (algorithm_i == AlgGcm);
  assign is_gcm = Gcm && gcm_q;
  assign is_ccm = Ccm && (algorithm_q == 2'(AlgCcm));
  assign is_ctr = Ctr && (algorithm_q == 2'(AlgCtr));
  assign is_cbc = Cbc && (algorithm_q == 2'(AlgCbc));
  assign stream = is_ccm || is_ctr || is_gcm;
  assign aead   = is_ccm || is_gcm;

  // `mac` can take a piece: no product is in progress, or it ends.
  logic hash_free;
  assign hash_free = !hash_run_i || hash_last_i;

  // ---- The piece ----

  logic is_ad, is_ad_end, is_data, is_data_end, take, partial;
  assign is_ad = (state_q == StAd) && (kind_i == KindAd);
  assign is_ad_end = (state_q == StAd) && (kind_i == KindAdEnd);
  assign is_data = (state_q == StData) && (kind_i == KindData);
  assign is_data_end = (state_q == StData) && (kind_i == KindDataEnd);
  assign take = valid_i && ready_o;

  // At an end, the last MAC block is padded with zeros.
  assign partial = aead && !first_lane_i;

  // ---- Results of the core ----

  logic due_mac, due_first, due_out, have_stream, absorb, block_free;
  assign due_mac = core_valid_i && ((job_q == JobFirst) || (job_q == JobMac));
  assign due_first = TwoStages && core_first_valid_i;
  assign due_out = core_valid_i && (job_q == JobBlock);
  assign have_stream = core_valid_i && (job_q == JobStream);
  assign absorb = due_mac || due_first || (due_out && out_ready_i);
  assign block_free = (job_q != JobBlock) || absorb;

  always_comb begin
    ready_o = 1'b0;
    if (is_ad) ready_o = !is_ccm || core_ready_i;
    if (is_ad_end) ready_o = !partial || core_ready_i;
    if (is_data) ready_o = stream ? have_stream && out_ready_i : core_ready_i && block_free;
    if (is_data_end) ready_o = partial ? core_ready_i : block_free;
    // At its end the counter has to be one block ahead of the data.
    if (is_gcm) begin
      if (is_ad) ready_o = hash_free;
      if (is_ad_end) ready_o = !partial || hash_free;
      if (is_data) ready_o = have_stream && out_ready_i && hash_free;
      if (is_data_end) ready_o = (job_q == JobStream) && (!partial || hash_free);
    end
  end

  // ---- Blocks for the core ----

  logic go_sum, go_key, go_first, go_stream, go_tag;
  assign go_key = is_gcm && (state_q == StFirst) && (job_q == JobNone) && (nonce_q == NonceNone);
  assign go_sum = take && !is_gcm && ((is_ad && is_ccm && last_lane_i) ||
                                      (is_data && !is_ctr && last_lane_i) ||
                                      ((is_ad_end || is_data_end) && partial));
  assign go_first = ((state_q == StFirst) && is_ccm && !back_q) || go_key;
  assign go_stream = (state_q == StData) && stream && !(take && is_data_end) &&
      ((job_q == JobNone) || due_mac || (take && is_data && (is_ctr || is_gcm) && last_lane_i));
  assign go_tag = (state_q == StTag) && (!(job_q inside {JobFirst, JobMac}) || due_mac) &&
      !(TwoStages && job_q == JobBoth) && (!is_gcm || lengths_q || feed_lengths_o);

  // Requests wait while the core is not ready; go_sum does not occur then.
  assign core_go_o = go_sum || go_first || go_stream || go_tag;
  assign core_counter_o = !go_sum && !go_key;
  assign core_decrypt_o = Decrypt && decrypt_q && !stream;

  // A block of the counter behind one of the MAC.
  logic go_second;
  assign go_second = TwoStages && is_ccm && core_second_ready_i && (job_q == JobMac) &&
      (((state_q == StData) && !(take && is_data_end)) || (state_q == StTag));
  assign core_second_o = go_second;

  logic go;
  assign go = (core_go_o && core_ready_i) || go_second;

  always_comb begin
    job_d = absorb ? JobNone : job_q;
    if (due_first) job_d = JobStream;
    if (go) begin
      job_d = go_second ? JobBoth : JobStream;
      if (go_first) job_d = JobFirst;
      if (go_sum) job_d = is_ccm ? JobMac : JobBlock;
    end
    if (start_o || wipe_o) job_d = JobNone;
  end

  // ---- Blocks for the multiplier ----

  assign hash_key_o = is_gcm && due_mac;
  assign feed_lengths_o = is_gcm && (state_q == StTag) && !lengths_q && hash_free;
  assign feed_nonce_len_o = Gcm && (state_q == StFirst) && (nonce_q == NonceBlock) && hash_last_i;
  assign hash_go_o = (hash_key_o && hash_nonce_q) || feed_nonce_len_o || feed_lengths_o ||
      (is_gcm && take && ((is_ad || is_data) ? last_lane_i : partial));
  assign hash_shift_o = hash_run_i && !hash_last_i;

  logic nonce_stored;
  assign nonce_stored = Gcm && (state_q == StFirst) && (nonce_q == NonceStored);
  always_comb begin
    nonce_d = nonce_q;
    if (hash_key_o && hash_nonce_q) nonce_d = NonceBlock;
    if (feed_nonce_len_o) nonce_d = NonceLength;
    if ((nonce_q == NonceLength) && hash_last_i) nonce_d = NonceStored;
    if (nonce_stored || start_o || !Gcm) nonce_d = NonceNone;
  end

  // ---- The phases of a message ----

  assign start_ready_o = ((state_q == StIdle) || (state_q == StDone)) && key_ready_i && !hash_run_i;
  assign start_o = start_valid_i && start_ready_o;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StWipe: state_d = StIdle;
      StFirst: begin
        if (is_gcm) begin
          if (nonce_stored || (hash_key_o && !hash_nonce_q)) state_d = back_q ? StData : StAd;
        end else if (back_q) state_d = StData;
        else if (go) state_d = StAd;
      end
      StAd: if (take && is_ad_end) state_d = StData;
      StData: if (take && is_data_end) state_d = aead ? StTag : StDone;
      StTag: if (go) state_d = StDone;
      default: ;
    endcase
    if (start_o) begin
      state_d = (Ccm && (algorithm_i == AlgCcm)) ? StFirst : StAd;
      if (Contexts && resume_i) state_d = resume_data_i ? StFirst : StAd;
      if (starts_gcm) state_d = StFirst;
    end
    if (wipe_i) state_d = StIdle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= StWipe;
    else state_q <= state_d;
  end

  // None of these matters before a start.
  always_ff @(posedge clk_i) begin
    job_q <= job_d;
    nonce_q <= nonce_d;
    lengths_q <= Gcm && !start_o && (lengths_q || feed_lengths_o);
    if (start_o) begin
      algorithm_q  <= algorithm_i[1:0];
      gcm_q        <= starts_gcm;
      decrypt_q    <= decrypt_i;
      back_q       <= Contexts && resume_i && (resume_data_i || !starts_gcm);
      hash_nonce_q <= starts_gcm && hash_nonce_i && !(Contexts && resume_i);
    end
  end

  assign wipe_o = wipe_i || (state_q == StWipe);
  assign tag_valid_o = (state_q == StDone) && (!is_ccm || core_valid_i) &&
      !(is_gcm && (!core_valid_i || hash_run_i));
  assign tag_shown_o = tag_valid_o && aead;
  assign mode_lost_o = (algorithm_q != algorithm_i[1:0]) || (Gcm && (gcm_q != starts_gcm));
  assign gcm_o = is_gcm;
  assign in_data_o = state_q == StData;
  assign idle_o = core_ready_i && !hash_run_i &&
      (((state_q == StAd) && (job_q == JobNone)) ||
       ((state_q == StData) && (job_q == (stream ? JobStream : JobNone))));

  // ---- The data path ----

  // CBC chains continue from the result; the sum of ECB, and of CBC decryption, starts again. The
  // first block of GCM is 0, and so is the sum after the first counter.
  assign feed_o = take && ((is_ad && aead) || (is_data && !is_ctr));
  assign feed_out_o = (is_data && is_ccm && decrypt_q) || (is_gcm && is_data && !decrypt_q);
  assign mac_load_o = feed_o || absorb || hash_last_i || feed_lengths_o || nonce_stored;
  assign sum_mac_o = (!absorb || (job_q == JobFirst)) && !go_key && !nonce_stored &&
      !hash_run_i;
  assign sum_product_o = hash_last_i;
  assign sum_result_o = absorb && (is_ccm || (is_cbc && !core_decrypt_o));

  // The counter steps when it goes to the core, and in CCM and GCM before that from the tag's block
  // to the first of the data. The counter of a resumed context is one too high.
  assign counter_step_o = ((state_q == StData) && ((go_stream && go) || go_second)) ||
      (aead && take && is_ad_end);
  assign counter_back_o = (state_q == StFirst) && back_q && stream && (!is_gcm || hash_key_o);
  assign counter_clear_o = is_ccm && (((state_q == StFirst) && go) || (take && is_data_end));
  assign counter_chain_o = (core_decrypt_o && is_cbc && absorb) || nonce_stored;
  assign counter_first_o = is_gcm && take && is_data_end;

  assign out_valid_o = stream ? valid_i && is_data && have_stream && (!is_gcm || hash_free) :
      due_out;
  assign out_stream_o = is_data && stream;
  assign out_chain_o = core_decrypt_o && is_cbc && due_out;

endmodule
