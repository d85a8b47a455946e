// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The conditions under which an engine with Bindings releases a section: bound into vmb_engine,
// like vmb_prove_engine, with the same modules removed. The words of the bindings' memory are
// unconstrained too: vmb_prove_bindings proves that they are the ones that were kept.

module vmb_prove_bound
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input job_t   job,
    input logic [31:0] data_len,
    input logic   idle,
    input logic   done,
    input error_e error,
    input logic   wipe_path,
    input logic   stop,
    input logic   stopped,

    input logic      piece_valid,
    input logic      piece_ready,
    input logic      feed_again,
    input unit_req_t unit_req,
    input unit_rsp_t unit_rsp,
    input logic      tag_differs,
    input logic      scatter_idle,
    input logic      hold_release,
    input bind_req_t bind_req,

    input logic        fits,         // the message can be withheld
    input logic        kept_valid,   // the memory of the bindings shows the word to compare with
    input logic [31:0] kept,
    input logic        kept_empty,   // it is 0 (vmb_prove_bindings, bad_left)
    input logic        hold_valid,
    input logic        hold_empty,   // the same (vmb_prove_hold)
    input logic        write,
    input logic [31:0] write_word,
    input logic        mem_req_o,
    input logic        mem_we_o,
    input logic [31:0] mem_wdata_o
);

  logic bad_early, bad_step, bad_section, bad_through, bad_after, bad_unverified, bad_blamed;
  logic bad_left, bad_reset, bad_changed;
  logic reach_section, reach_last, reach_differs, reach_zeros;

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

  // ---- The job, and its verdicts ----

  logic aead, verifies, withheld;
  vmb_formal_withheld u_withheld (
      .job_i(job),
      .idle_i(idle),
      .aead_o(aead),
      .verifies_o(verifies),
      .withheld_o(withheld)
  );

  // ended_q: the unit has received the end in this pass. good_q: the tag was right in it; once_q:
  // in one. broken_q: a request to stop has been followed. words_q: words of a binding that are the
  // same, since the last section.
  logic ended_q, good_q, once_q, second_q, failed_q, broken_q, judged, good, same, differs;
  logic [2:0] words_q;
  logic [4:0] first;
  always_comb begin
    unique case (job.family)
      UnitAscon: first = 5'd4;
      UnitChacha: first = 5'd1;
      default: first = 5'd0;
    endcase
  end
  assign judged = ended_q && piece_valid && piece_ready && !unit_req.valid;
  assign good = unit_rsp.tag_valid && !tag_differs;
  assign same = bind_req.at_end && second_q && unit_rsp.idle && kept_valid &&
      unit_req.ctx_addr == first + 5'(words_q) && unit_rsp.ctx_rdata == kept;
  assign differs = bind_req.at_end && second_q && unit_rsp.idle && scatter_idle && kept_valid &&
      unit_rsp.ctx_rdata != kept;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ended_q, good_q, once_q, second_q, failed_q, broken_q} <= '0;
      words_q <= '0;
    end else if (idle) begin
      {ended_q, good_q, once_q, second_q, failed_q, broken_q} <= '0;
      words_q <= '0;
    end else begin
      if (unit_req.start_valid && unit_rsp.start_ready) ended_q <= 1'b0;
      else if (unit_req.valid && unit_rsp.ready && unit_req.kind == KindDataEnd) ended_q <= 1'b1;
      else if (judged) ended_q <= 1'b0;
      if (judged && good) {good_q, once_q} <= 2'b11;
      if (feed_again) {good_q, second_q} <= 2'b01;
      if ((judged && !good) || differs) failed_q <= 1'b1;
      if (stop && stopped) broken_q <= 1'b1;
      if (hold_release || feed_again) words_q <= '0;
      else if (bind_req.step && same) words_q <= words_q + 3'd1;
    end
  end

  // ---- Properties ----

  assign bad_early = held && withheld && !once_q && write;
  assign bad_step = held && bind_req.step && second_q && !same;
  // A section after its binding, all of its words; the last one, or a message that fits, after the
  // tag in the same pass.
  assign bad_section = held && hold_release && (!scatter_idle ||
      !(good_q ? second_q != fits : second_q && !fits && words_q == 3'd4));
  assign bad_through = held && withheld && write && write_word != '0 && !hold_valid;
  assign bad_after = held && withheld && broken_q && mem_req_o && mem_we_o && mem_wdata_o != '0;
  assign bad_unverified = held && verifies && done && error == ErrNone && (!good_q || failed_q);
  assign bad_blamed = held && done && error == ErrTag && !(verifies && failed_q);
  assign bad_left = held && rst_ni && idle && !(kept_empty && hold_empty);

  // Assumptions of the units' proof, as in vmb_prove_engine.
  logic begun, reset_q, running_q;
  job_t job_q;
  logic [31:0] data_len_q;
  vmb_formal_held u_begun (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(begun)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {reset_q, running_q} <= 2'b10;
    else {reset_q, running_q} <= {1'b0, !idle};
  end
  always_ff @(posedge clk_i) {job_q, data_len_q} <= {job, data_len};
  assign bad_reset = begun && rst_ni && reset_q && !wipe_path;
  assign bad_changed = begun && rst_ni && running_q && {job, data_len} != {job_q, data_len_q};

  assign reach_section = held && hold_release && words_q == 3'd4;
  assign reach_last = held && hold_release && good_q && second_q;
  assign reach_differs = held && done && error == ErrTag && broken_q && once_q && !good_q;
  assign reach_zeros = held && withheld && broken_q && write;

endmodule

bind vmb_engine vmb_prove_bound u_prove (
    .*,
    .fits(fits_hold),
    .kept_valid(u_outlet.gen_bindings.u_bindings.control_q.valid),
    .kept(u_outlet.gen_bindings.u_bindings.kept),
    .kept_empty(u_outlet.gen_bindings.u_bindings.control_q.state == 2'd0),
    .hold_valid(u_outlet.hold_valid),
    .hold_empty(u_outlet.hold_idle)
);
