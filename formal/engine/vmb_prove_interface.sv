// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The software interface of the engine, and the key with which a unit starts, bound into
// vmb_engine. The units, the reader of memory and the words of vmb_hold_memory are removed: their
// outputs are unconstrained, except for vmb_formal_answers. Registers, key slots, job checks,
// sequencer, outlet and port are the engine's own.

module vmb_prove_interface
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic        reg_req_i,
    input logic        reg_we_i,
    input logic [ 4:0] reg_index_i,
    input logic        reg_ready_o,
    input logic        reg_fault_o,
    input logic [31:0] reg_rdata_o,

    input job_t   job,
    input logic   hash,
    input logic   go,
    input logic   idle,
    input logic   done,
    input error_e error,
    input logic   wipe_path,
    input logic   stop,

    input unit_req_t    unit_req,
    input unit_rsp_t    unit_rsp,

    // Keys: the contents of the slots, whether the job may use its slot, and the key that the
    // engine takes.
    input logic [3:1][255:0] keys,
    input logic              slot_valid,
    input logic              slot_take,
    input logic              key_take,
    input logic              wipe,

    // The words of the outlet: data and tags, or a context.
    input logic        write,
    input logic [31:0] write_word,
    input logic        ctx_save,

    // With Bursts: writes that were answered and are in progress, and an error of one of them.
    input logic mem_req_o,
    input logic mem_we_o,
    input logic mem_gnt_i,
    input logic mem_posted_i,
    input logic mem_failed_i
);

  logic bad_part, bad_status, bad_busy, bad_dout, bad_refused, bad_slot, bad_key, bad_posted;
  logic reach_status, reach_dout, reach_resumed;

  // Writes are posted from the cycle after a grant on, until all are answered.
  logic may_q;
  always_ff @(posedge clk_i) begin
    may_q <= rst_ni && (mem_posted_i || (mem_req_o && mem_we_o && mem_gnt_i));
  end

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
      .assumed_i(!fault && !(mem_failed_i && !mem_posted_i) && !(mem_posted_i && !may_q)),
      .held_o(held)
  );

  logic aead;
  vmb_formal_withheld u_withheld (
      .job_i(job),
      .idle_i(idle),
      .aead_o(aead),
      .verifies_o(),
      .withheld_o()
  );

  // ---- Parts: a message opened without early release leaves the engine only in its last part ----

  assign bad_part = held && !idle && aead && job.decrypt && !job.early && !job.data_end && write &&
      !ctx_save;

  // ---- STATUS: the error of the last job, and whether one runs ----

  error_e error_q;
  logic running_q, reads;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {error_q, running_q} <= {ErrNone, 1'b0};
    else if (done) {error_q, running_q} <= {error, 1'b0};
    else if (go) {error_q, running_q} <= {ErrNone, 1'b1};
  end
  assign reads = held && rst_ni && reg_req_i && !reg_we_i && reg_ready_o;
  assign bad_status = reads && reg_index_i == RegStatus && !reg_fault_o &&
      reg_rdata_o[StatusError+:4] != error_q;
  assign bad_busy = reads && reg_index_i == RegStatus && !reg_fault_o &&
      reg_rdata_o[StatusBusy] != (running_q || !idle);

  // ---- DOUT: the word of the outlet if there is one, and 0 otherwise ----

  assign bad_dout = reads && reg_index_i == RegDout &&
      (reg_rdata_o != (write && !stop && !reg_fault_o ? write_word : '0) ||
      (!reg_fault_o && !write));
  assign bad_refused = reads && reg_fault_o && reg_rdata_o != '0;

  // ---- Keys: a unit starts with the key of the slot that the job names, which must have one ----

  // taken_q: the key is that of the slot, from the cycle in which it is taken to the next key or
  // wipe. Meanwhile CONTROL.wipe_slots may wipe the slot.
  logic taken_q;
  logic [255:0] key_q;
  always_ff @(posedge clk_i) begin
    taken_q <= rst_ni && (slot_take ? slot_valid : taken_q && !key_take && !wipe);
    if (slot_take) key_q <= keys[job.key_slot];
  end
  assign bad_slot = held && rst_ni && unit_req.start_valid && unit_rsp.start_ready && !hash &&
      job.key_slot != 2'd0 && !taken_q;
  assign bad_key = held && rst_ni && taken_q && unit_req.key != key_q;

  // ---- Posted writes: a job ends after them, and reports their errors ----

  logic failed_q;
  always_ff @(posedge clk_i) failed_q <= rst_ni && !idle && (failed_q || mem_failed_i);
  assign bad_posted = held && rst_ni && done && error == ErrNone &&
      (failed_q || mem_failed_i || mem_posted_i);

  assign reach_status = reads && reg_index_i == RegStatus && error_q == ErrTag;
  assign reach_dout = reads && reg_index_i == RegDout && !reg_fault_o && reg_rdata_o != '0;
  assign reach_resumed = held && rst_ni && taken_q && job.resume && unit_req.start_valid &&
      unit_req.key != '0;

endmodule

bind vmb_engine vmb_prove_interface u_prove (
    .keys(u_keys.u_slots.keys),
    .*
);
