// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The jobs that vmb_job_check accepts, as it is connected in vmb_engine, for all values of the
// registers, POLICY and slots: all other modules of the engine are removed. Exactly the accepted
// jobs run (vmb_prove_engine, bad_checked), with the registers that were checked (vmb_prove_regs,
// bad_changed).

module vmb_prove_check
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
#(
    parameter int unsigned HoldWords = 321
) (
    input job_t job,
    input policy_t policy,
    input logic [RegDataTotal:0][31:0] words,
    input logic slot_valid,
    input logic [1:0] slot_used_len,
    input error_e check
);

  logic bad_early, bad_key, bad_passes, bad_parts, bad_slot, bad_long, bad_refused;
  logic bad_tag, bad_short, bad_key_len;
  logic reach_early, reach_passes, reach_last, reach_slot, reach_short, reach_tag;
  logic reach_masked;

  logic aead, unused_verifies, unused_withheld;
  vmb_formal_withheld u_withheld (
      .job_i(job),
      .idle_i(1'b0),
      .aead_o(aead),
      .verifies_o(unused_verifies),
      .withheld_o(unused_withheld)
  );

  // ---- The job ----

  logic accepted, keyed, from_memory, withheld, too_long;
  assign accepted = check == ErrNone;
  assign keyed = aead || job.family == UnitAes;
  assign from_memory = keyed && job.key_slot == 2'd0;
  assign withheld = aead && job.decrypt && !job.early && !job.discard && words[RegDataLen] != '0;
  assign too_long = words[RegDataLen] > 32'(4 * (HoldWords - 1));

  logic [1:0] key_len;  // key length of a slot
  always_comb begin
    key_len = job.key_len;
    if (job.family == UnitChacha) key_len = 2'd2;
  end

  // The lengths of a tag: SP 800-232, section 4.2.1; SP 800-38C, appendix A.1; SP 800-38D, section
  // 5.2.1.2; RFC 8439, section 2.8; Ascon v1.2. Bit n: n bytes.
  logic [31:0] tags, short_tags;
  always_comb begin
    {tags, short_tags} = {32'h0001_0000, 32'h0};
    if (job.family == UnitAscon && job.algorithm == 3'(vmb_ascon_pkg::Aead128)) begin
      {tags, short_tags} = {32'h0001_fff0, 32'h0000_00f0};
    end
    if (job.family == UnitAes) begin
      {tags, short_tags} = {32'h0001_f110, 32'h0000_0110};
      if (job.algorithm == 3'(vmb_aes_pkg::AlgCcm)) {tags, short_tags} = {32'h0001_5550, 32'h0};
    end
  end

  logic ends, is_short;
  assign ends = aead && job.data_end;
  assign is_short = ends && short_tags[job.tag_len];

  // ---- Properties ----

  assign bad_early = accepted && job.early && !policy.early;
  assign bad_key = accepted && from_memory && !policy.memory_keys;
  assign bad_passes = accepted && withheld && too_long && !policy.two_passes;
  assign bad_parts = accepted && withheld && (!job.data_end || (too_long && job.resume));
  assign bad_slot = accepted && keyed && job.key_slot != 2'd0 &&
      !(slot_valid && slot_used_len == key_len);
  // CCM counts blocks in the bytes that remain after the nonce.
  logic [31:0] lengths;
  assign lengths = words[RegDataLen] | (job.totals ? words[RegDataTotal] : '0);
  assign bad_long = accepted && job.family == UnitAes &&
      job.algorithm == 3'(vmb_aes_pkg::AlgCcm) && !job.resume &&
      ((job.nonce_len == 5'd13 && lengths[31:16] != '0) ||
       (job.nonce_len == 5'd12 && lengths[31:24] != '0));
  assign bad_refused = check == ErrPolicy && (!job.early || policy.early) &&
      (!from_memory || policy.memory_keys) && (!withheld || !too_long || policy.two_passes) &&
      (!is_short || policy.short_tags);
  // SP 800-232, section 4.2.2: a key of 32 bytes masks the nonce.
  assign bad_key_len = accepted && job.key_len != 2'd0 &&
      !(job.family == UnitAes && job.key_len != 2'd3) &&
      !(job.family == UnitAscon && job.algorithm == 3'(vmb_ascon_pkg::Aead128) &&
        job.key_len == 2'd2);
  assign bad_tag = accepted && ends && !tags[job.tag_len];
  assign bad_short = accepted && is_short && !policy.short_tags;

  assign reach_early = accepted && aead && job.decrypt && job.resume && job.early;
  assign reach_passes = accepted && withheld && too_long;
  assign reach_last = accepted && withheld && job.resume;
  assign reach_slot = accepted && job.family == UnitChacha && !policy.memory_keys;
  assign reach_masked = accepted && job.family == UnitAscon && job.key_len == 2'd2 &&
      job.key_slot != 2'd0;
  assign reach_short = accepted && is_short && withheld;
  assign reach_tag = accepted && ends && job.family == UnitAscon && job.tag_len == 5'd8 &&
      !policy.short_tags;

endmodule

bind vmb_engine vmb_prove_check #(.HoldWords(HoldWords)) u_prove (.*);
