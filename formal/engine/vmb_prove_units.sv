// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The cycles in which the cipher units of the engine answer, and return a tag: vmb_units with all
// of them. The cores of AES, ChaCha20 and Poly1305 are removed: their outputs are unconstrained at
// any time, which includes those of the real cores.
//
// Assumed, because the engine ensures it (vmb_prove_engine): a wipe after a reset; the inputs of a
// start do not change until the next wipe.

module vmb_prove_units
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
#(
    parameter bit AesGcm = 1'b0,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input unit_e     family_i,
    input unit_req_t req_i,

    output logic bad_answer_ascon,
    output logic bad_answer_chacha,
    output logic bad_answer_aes,
    output logic bad_answer_none,
    output logic bad_tag,

    output logic [2:0] reach_answer,
    output logic [2:0] reach_tag
);

  function automatic units_t shaped();
    shaped = UnitsDefault;
    shaped.AesGcm = AesGcm;
  endfunction

  unit_rsp_t rsp;
  vmb_units #(
      .Units(shaped()),
      .Hardened(Hardened)
  ) u_units (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .family_i,
      .req_i,
      .rsp_o(rsp)
  );

  // ---- Assumptions ----

  logic reset_q, started_q, held;
  logic [5:0] what, what_q;
  assign what = {family_i, req_i.algorithm, req_i.decrypt};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {reset_q, started_q} <= 2'b10;
    else begin
      reset_q <= 1'b0;
      if (wipe_i) started_q <= 1'b0;
      else if (req_i.start_valid && rsp.start_ready) started_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) what_q <= what;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((!reset_q || wipe_i) && (!started_q || what == what_q)),
      .held_o(held)
  );

  // ---- Properties ----

  logic fault;
  vmb_formal_answers u_answers (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .start_i(req_i.start_valid && rsp.start_ready),
      .family_i,
      .algorithm_i(req_i.algorithm),
      .req_i,
      .rsp_i(rsp),
      .fault_o(fault)
  );
  assign bad_answer_ascon  = held && fault && family_i == UnitAscon;
  assign bad_answer_chacha = held && fault && family_i == UnitChacha;
  assign bad_answer_aes    = held && fault && family_i == UnitAes;
  assign bad_answer_none   = held && family_i == UnitNone &&
      (rsp.out_valid || rsp.tag_valid || rsp.ready);

  // A tag is returned only after the end of a message that was started.
  logic ended_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ended_q <= 1'b0;
    else if (wipe_i || (req_i.start_valid && rsp.start_ready)) ended_q <= 1'b0;
    else if (req_i.valid && rsp.ready && req_i.kind == KindDataEnd) ended_q <= 1'b1;
  end
  assign bad_tag = held && rst_ni && rsp.tag_valid && !wipe_i && !ended_q;

  for (genvar u = 0; u < 3; u++) begin : gen_reach
    assign reach_answer[u] = held && rsp.out_valid && rsp.ready && 2'(u) == family_i;
    assign reach_tag[u] = held && rsp.tag_valid && ended_q && 2'(u) == family_i;
  end

endmodule
