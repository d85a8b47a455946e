// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Between a wipe and the next job no data arrive, however late the memory answers: no word, and no
// answer of a unit. Bound into vmb_engine.

module vmb_prove_quiet
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic idle,
    input logic drains,      // after a wipe
    input logic wipe_path,
    input logic read_answer,

    input job_t      job,
    input unit_req_t unit_req,
    input unit_rsp_t unit_rsp
);

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

  logic bad_word, bad_answer;
  assign bad_word = held && (drains || idle) && read_answer;
  assign bad_answer = held && (drains || idle) && unit_rsp.out_valid;

endmodule

bind vmb_engine vmb_prove_quiet u_prove (
    .*,
    .drains(u_sequencer.state == 5'd1)  // StDrain
);
