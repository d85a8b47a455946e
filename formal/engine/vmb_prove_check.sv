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
  logic reach_early, reach_passes, reach_last, reach_slot;

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
    key_len = 2'd0;
    if (job.family == UnitChacha) key_len = 2'd2;
    if (job.family == UnitAes) key_len = job.key_len;
  end

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
      (!from_memory || policy.memory_keys) && (!withheld || !too_long || policy.two_passes);

  assign reach_early = accepted && aead && job.decrypt && job.resume && job.early;
  assign reach_passes = accepted && withheld && too_long;
  assign reach_last = accepted && withheld && job.resume;
  assign reach_slot = accepted && job.family == UnitChacha && !policy.memory_keys;

endmodule

bind vmb_engine vmb_prove_check #(.HoldWords(HoldWords)) u_prove (.*);
