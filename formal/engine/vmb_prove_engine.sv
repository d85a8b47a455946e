// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The conditions under which data leaves the engine, bound into vmb_engine: it uses only signals
// between the modules of the engine. The units, the reader of memory, keys and slots, and the words
// of vmb_hold_memory are removed: their outputs are unconstrained, except for the properties in
// vmb_formal_answers, which are proved for the units. Registers, job checks, sequencer, outlet,
// hold and port are the engine's own.

module vmb_prove_engine
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
#(
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input job_t        job,
    input policy_t     policy,
    input logic [31:0] data_len,
    input logic        go,
    input error_e      check,
    input logic        idle,
    input logic        done,
    input error_e      error,
    input logic        wipe,
    input logic        wipe_path,

    input logic       piece_valid,
    input logic       piece_ready,
    input logic       feed_again,
    input logic       key_take,
    input logic       slot_take,
    input logic       nonce_take,
    input unit_req_t  unit_req,
    input unit_rsp_t  unit_rsp,
    input logic       judges,       // the tag check: with Hardened in two cycles
    input logic       tag_differs,

    // The words of the outlet, and those of the port.
    input logic        write,
    input logic [31:0] write_word,
    input logic        mem_we_o,
    input logic [31:0] mem_wdata_o
);

  logic bad_early, bad_nonzero, bad_discard, bad_unverified, bad_blamed;
  logic bad_unwiped, bad_reset, bad_changed, bad_policy, bad_checked, bad_again, bad_judged;
  logic reach_release, reach_tag_error, reach_zeros, reach_seal;

  // ---- Assumptions ----

  logic held, fault;
  vmb_formal_answers u_answers (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe_path),
      .start_i(unit_req.start_valid && unit_rsp.start_ready),
      .family_i(job.family),
      .algorithm_i(job.algorithm),
      .req_i(unit_req),
      .rsp_i(unit_rsp),
      .fault_o(fault)
  );
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!fault),
      .held_o(held)
  );

  // ---- The job ----

  logic aead, verifies, withheld;
  vmb_formal_withheld u_withheld (
      .job_i(job),
      .idle_i(idle),
      .aead_o(aead),
      .verifies_o(verifies),
      .withheld_o(withheld)
  );

  // ---- Verdicts: the piece that is accepted after the unit has received the end ----

  // With Hardened it is accepted after a second comparison: a tag that differs in the first one has
  // failed before.
  logic ended_q, good_q, failed_q, judged, good, failed;
  assign judged = ended_q && piece_valid && piece_ready && !unit_req.valid;
  assign good   = unit_rsp.tag_valid && !tag_differs;
  assign failed = (judged && !good) ||
      (Hardened && ended_q && piece_valid && !unit_req.valid && judges && tag_differs);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ended_q, good_q, failed_q} <= '0;
    end else if (idle) begin
      {ended_q, good_q, failed_q} <= '0;
    end else begin
      if (unit_req.start_valid && unit_rsp.start_ready) ended_q <= 1'b0;
      else if (unit_req.valid && unit_rsp.ready && unit_req.kind == KindDataEnd) ended_q <= 1'b1;
      else if (judged) ended_q <= 1'b0;
      if (judged && good) good_q <= 1'b1;
      if (failed) failed_q <= 1'b1;
    end
  end

  // ---- Properties ----

  // With Dma = 0, words wait in the outlet until software reads them. The memory port shows words
  // while mem_we_o is 1, with or without a request.
  logic writes;
  logic [31:0] written;
  assign writes  = write || mem_we_o;
  assign written = (write ? write_word : '0) | mem_wdata_o;

  assign bad_early = held && withheld && !good_q && writes;
  assign bad_nonzero = held && withheld && failed_q && writes && written != '0;
  assign bad_discard = held && verifies && job.discard && writes;

  // A job that verifies ends without an error only after a good verdict; a tag error is reported
  // only for a wrong tag.
  assign bad_unverified = held && verifies && done && error == ErrNone && (!good_q || failed_q);
  assign bad_blamed = held && done && error == ErrTag && !(verifies && failed_q);

  // Modules that received a key, a nonce or a piece are wiped before the engine is idle.
  logic used_q, takes;
  assign takes = key_take || slot_take || nonce_take || go ||
      (unit_req.start_valid && unit_rsp.start_ready) || (unit_req.valid && unit_rsp.ready);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= 1'b1;
    else if (takes) used_q <= 1'b1;
    else if (wipe) used_q <= 1'b0;
  end
  assign bad_unwiped = held && rst_ni && idle && used_q;

  // A tag is a piece that is neither a key nor a nonce nor given to the unit.
  assign bad_judged = held && piece_valid && piece_ready && !unit_req.valid && !key_take &&
      !nonce_take && !verifies;

  // Assumptions of the units' proof: a wipe after a reset, and a job that does not change. They do
  // not rely on the units, so that no two proofs rely on each other.
  logic begun;
  vmb_formal_held u_begun (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(begun)
  );
  logic reset_q, running_q;
  job_t job_q;
  logic [31:0] data_len_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {reset_q, running_q} <= 2'b10;
    else {reset_q, running_q} <= {1'b0, !idle};
  end
  always_ff @(posedge clk_i) {job_q, data_len_q} <= {job, data_len};
  assign bad_reset = begun && rst_ni && reset_q && !wipe_path;
  assign bad_changed = begun && rst_ni && running_q && {job, data_len} != {job_q, data_len_q};

  // No unit starts before vmb_job_check has accepted the job (vmb_prove_check).
  logic accepted_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) accepted_q <= 1'b0;
    else accepted_q <= !idle && (accepted_q || check == ErrNone);
  end
  assign bad_checked = held && unit_req.start_valid && unit_rsp.start_ready && !accepted_q;

  // No unit starts a job that POLICY does not allow, and no message is read twice.
  logic keyed;
  assign keyed = aead || job.family == UnitAes;
  assign bad_policy = held && unit_req.start_valid && unit_rsp.start_ready &&
      ((job.early && !policy.early) || (keyed && job.key_slot == 2'd0 && !policy.memory_keys));
  assign bad_again = held && feed_again && !policy.two_passes;

  // These states are reachable, so that the properties are not vacuous.
  assign reach_release = held && withheld && writes && written != '0;
  assign reach_tag_error = held && done && error == ErrTag;
  assign reach_zeros = held && withheld && failed_q && writes;
  assign reach_seal = held && !idle && aead && !job.decrypt && done && error == ErrNone;

endmodule

bind vmb_engine vmb_prove_engine #(
    .Hardened(Hardened)
) u_prove (
    .*,
    .judges(u_sequencer.judges && u_sequencer.state == 5'd16)  // StVerdict
);
