// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// CV32E40X with its overlay next to upstream's, both with vmb_xif, in the same state: both behave
// the same as long as the port accepts no offered instruction. Other answers of units are
// unconstrained. Fields of a request are undefined without one.
//
// Upstream's core offers an instruction while EX is busy, and stores in a register that it was
// rejected; the core with the overlay offers it when EX accepts it. Only this register may differ.
// The assumptions about it are proved for both cores by induction over cycles.

module vmb_prove_stock_cv32e40x
  import vmb_core_pkg::*;
  import vmb_formal_stages_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input stages_t        stages_i,
    input logic    [22:0] never_i,

    // ID: an instruction is offered; is one to be offered; is accepted. EX: is committed.
    input logic offer_i,
    input logic offers_i,
    input logic accept_i,

    // The buses, what retires, sleep.
    input fetch_req_t instr_req_i,
    input obi_rsp_t   instr_rsp_i,
    input obi_req_t   data_req_i,
    input obi_rsp_t   data_rsp_i,
    input rvfi_t      rvfi_i,
    input logic       asleep_i,

    output logic assumed_unused,
    output logic assumed_idle,
    output logic assumed_refused,

    output logic bad_never,
    output logic bad_idle,
    output logic bad_bus,
    output logic bad_step,
    output logic bad_control,
    output logic bad_decoded,
    output logic bad_refused,
    output logic reach_refused,

    output fetch_req_t same_fetch,
    output obi_req_t   same_data,
    output rvfi_t      same_retired,
    output logic       same_others
);

  // No instruction that the port accepted is in EX, WB or vmb_xif.
  logic ex_ours, wb_ours;
  assign ex_ours = stages_i.ex.instr_valid && stages_i.ex.xif_en && stages_i.ex.xif_meta.accepted;
  assign wb_ours = stages_i.wb.instr_valid && stages_i.wb.xif_en;
  assign assumed_unused = !(offer_i && accept_i);
  assign assumed_idle = {
    ex_ours, wb_ours, stages_i.id_accepted, stages_i.held, stages_i.held_committed, stages_i.result
  } == '0;
  assign assumed_refused = !stages_i.id_rejected || offers_i;

  assign same_fetch = instr_req_i.req ? instr_req_i : '0;
  assign same_data = data_req_i.req ? data_req_i : '0;
  assign same_retired = rvfi_i.valid ? rvfi_i : '0;
  assign same_others = asleep_i;

  logic held, counts;
  logic [1:0][2:0] owed;
  vmb_formal_environment u_environment (
      .clk_i,
      .rst_ni,
      .buses_i  ({data_req_i.req, data_rsp_i.gnt, data_rsp_i.rvalid,
                  instr_req_i.req, instr_rsp_i.gnt, instr_rsp_i.rvalid}),
      .assumed_i(assumed_unused),
      .held_o   (held),
      .owed_o   (owed)
  );
  assign counts = held && rst_ni;

  logic bus, steps, control, decoded, unused_places;
  vmb_formal_stages_cv32e40x u_stages (
      .stages_i,
      .owed_i       (owed[1]),
      .bad_bus_o    (bus),
      .bad_step_o   (steps),
      .bad_control_o(control),
      .bad_decoded_o(decoded),
      .bad_places_o (unused_places)
  );
  assign bad_never = counts && never_i != '0;
  assign bad_idle = counts && !assumed_idle;
  assign bad_bus = counts && bus;
  assign bad_step = counts && steps;
  assign bad_control = counts && control;
  assign bad_decoded = counts && decoded;
  assign bad_refused = counts && !assumed_refused;
  assign reach_refused = counts && stages_i.id_rejected;

endmodule

bind vmb_soc_cv32e40x vmb_prove_stock_cv32e40x u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .stages_i(u_watch.stages_i),
    .never_i(u_watch.never_i),
    .offer_i(u_core.xif.issue_valid),
    .offers_i(u_core.u_core.if_id_pipe.instr_valid &&
              (u_core.u_core.id_stage_i.illegal_insn || u_core.u_core.id_stage_i.csr_en)),
    .accept_i(accel_rsp.accept),
    .instr_req_i(instr_req_o),
    .instr_rsp_i(instr_rsp_i),
    .data_req_i(data_req),
    .data_rsp_i(data_rsp),
    .rvfi_i(rvfi_o),
    .asleep_i(asleep_o),
    .assumed_unused(),
    .assumed_idle(),
    .assumed_refused(),
    .bad_never(),
    .bad_idle(),
    .bad_bus(),
    .bad_step(),
    .bad_control(),
    .bad_decoded(),
    .bad_refused(),
    .reach_refused(),
    .same_fetch(),
    .same_data(),
    .same_retired(),
    .same_others()
);
