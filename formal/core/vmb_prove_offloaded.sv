// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The instructions that CV32E40X with the function units behind its eXtension interface retires, by
// the RISC-V Formal Interface. Memories, interrupts and debug requests are unconstrained, except
// that the buses answer only requests.
//
// The words that vmb_ise accepts are instructions of the units. Their results are unconstrained:
// those of the unit must be retired. By induction over cycles.

module vmb_prove_offloaded
  import vmb_formal_stages_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction.
    input logic        valid_i,
    input logic        trap_i,
    input logic [31:0] insn_i,
    input logic [31:0] pc_i,
    input logic [ 4:0] rd_addr_i,
    input logic [31:0] rd_wdata_i,

    input stages_t     stages_i,
    input logic [22:0] never_i,

    // A unit executes an instruction and answers.
    input logic        unit_valid_i,
    input logic [31:0] unit_insn_i,
    input logic [31:0] unit_result_i,

    input logic [1:0][2:0] buses_i,  // vmb_formal_environment

    output logic bad_never,
    output logic bad_bus,
    output logic bad_step,
    output logic bad_control,
    output logic bad_decoded,
    output logic bad_places,
    output logic bad_answer,
    output logic bad_start,
    output logic bad_kind,
    output logic bad_set,
    output logic bad_waits,
    output logic bad_behind,
    output logic bad_last,
    output logic bad_trap,
    output logic bad_once,
    output logic bad_word,
    output logic bad_number,
    output logic bad_result,
    output logic bad_access,
    output logic bad_illegal,
    output logic bad_untouched,
    output logic bad_next,
    output logic reach_retired,
    output logic reach_illegal,
    output logic reach_next
);

  logic held;
  logic [1:0][2:0] owed;
  vmb_formal_environment u_environment (
      .clk_i,
      .rst_ni,
      .buses_i,
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   (owed)
  );

  logic bus, steps, control, decoded, places;
  vmb_formal_stages_cv32e40x #(
      .FunctionUnits(FunctionUnits)
  ) u_stages (
      .stages_i,
      .owed_i       (owed[1]),
      .bad_bus_o    (bus),
      .bad_step_o   (steps),
      .bad_control_o(control),
      .bad_decoded_o(decoded),
      .bad_places_o (places)
  );
  assign bad_never = held && rst_ni && never_i != '0;
  assign bad_bus = held && rst_ni && bus;
  assign bad_step = held && rst_ni && steps;
  assign bad_control = held && rst_ni && control;
  assign bad_decoded = held && rst_ni && decoded;
  assign bad_places = held && rst_ni && places;

  logic start, kind, set, waits, follows, last, next, reach;
  vmb_formal_next_cv32e40x u_next (
      .clk_i,
      .rst_ni,
      .stages_i,
      .fetches_i   (owed[0]),
      .valid_i,
      .insn_i,
      .pc_i,
      .bad_start_o (start),
      .bad_kind_o  (kind),
      .bad_set_o   (set),
      .bad_waits_o (waits),
      .bad_behind_o(follows),
      .bad_last_o  (last),
      .bad_next_o  (next),
      .reach_next_o(reach)
  );
  assign bad_start = held && rst_ni && start;
  assign bad_kind = held && rst_ni && kind;
  assign bad_set = held && rst_ni && set;
  assign bad_waits = held && rst_ni && waits;
  assign bad_behind = held && rst_ni && follows;
  assign bad_last = held && rst_ni && last;
  assign bad_next = held && rst_ni && next;
  assign reach_next = held && rst_ni && reach;

  logic ours, unknown;
  vmb_formal_word #(
      .FunctionUnits(FunctionUnits)
  ) u_retired (
      .word_i   (insn_i),
      .unit_o   (ours),
      .illegal_o(unknown)
  );

  // The last answer; and that of the retired instruction: the last one before the cycle in which
  // the instruction left the pipeline.
  typedef struct packed {
    logic [31:0] insn;
    logic [31:0] result;
  } answer_t;
  answer_t answer_q, retired_q;
  logic error_q, access_q;
  always_ff @(posedge clk_i) begin
    if (unit_valid_i) answer_q <= '{unit_insn_i, unit_result_i};
    retired_q <= answer_q;
    error_q   <= stages_i.wb.instr.bus_resp.err;
    access_q  <= stages_i.wb.lsu_en;
  end

  logic counts, retires;
  assign counts  = held && rst_ni && valid_i;
  assign retires = counts && ours && !trap_i;

  // An answer whose instruction has not retired, from two cycles after it on.
  logic answered_q, waiting_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answered_q <= 1'b0;
      waiting_q  <= 1'b0;
    end else begin
      answered_q <= unit_valid_i;
      waiting_q  <= answered_q || (waiting_q && !retires);
    end
  end
  // They belong to the unit's instruction in WB, or else in EX, and to those that retire.
  logic [31:0] result_insn;
  assign result_insn = stages_i.wb.instr_valid && stages_i.wb.xif_en ?
      stages_i.wb.instr.bus_resp.rdata : stages_i.ex.instr.bus_resp.rdata;
  assign bad_answer = held && rst_ni &&
      (2'(stages_i.result) + 2'(retires) != 2'(answered_q) + 2'(waiting_q) ||
       (answered_q && !stages_i.result) ||
       (stages_i.result && answer_q != {result_insn, stages_i.result_word}));
  assign bad_once = held && rst_ni &&
      ((retires && !waiting_q) || (answered_q && waiting_q && !retires));

  logic [4:0] rd;
  assign rd            = insn_i[11:7];
  assign bad_trap      = counts && ours && trap_i && !error_q;
  assign bad_word      = retires && retired_q.insn != insn_i;
  assign bad_number    = retires && rd_addr_i != rd;
  assign bad_result    = retires && rd != '0 && rd_wdata_i != retired_q.result;
  assign bad_access    = retires && access_q;
  assign bad_untouched = counts && trap_i && rd_addr_i != '0;
  assign bad_illegal   = counts && unknown && !trap_i;
  assign reach_retired = retires && rd_addr_i != '0;
  assign reach_illegal = counts && unknown && trap_i && !error_q;

endmodule

bind vmb_soc_cv32e40x vmb_prove_offloaded #(
    .FunctionUnits(FunctionUnits)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(rvfi_o.valid),
    .trap_i(rvfi_o.trap),
    .insn_i(rvfi_o.insn),
    .pc_i(rvfi_o.pc),
    .rd_addr_i(rvfi_o.rd_addr),
    .rd_wdata_i(rvfi_o.rd_wdata),
    .stages_i(u_watch.stages_i),
    .never_i(u_watch.never_i),
    .unit_valid_i(accel_req.valid && accel_rsp.ready),
    .unit_insn_i(accel_req.instr),
    .unit_result_i(accel_rsp.result),
    .buses_i({data_req.req, data_rsp.gnt, data_rsp.rvalid,
              instr_req_o.req, instr_rsp_i.gnt, instr_rsp_i.rvalid}),
    .bad_never(),
    .bad_bus(),
    .bad_step(),
    .bad_control(),
    .bad_decoded(),
    .bad_places(),
    .bad_answer(),
    .bad_start(),
    .bad_kind(),
    .bad_set(),
    .bad_waits(),
    .bad_behind(),
    .bad_last(),
    .bad_trap(),
    .bad_once(),
    .bad_word(),
    .bad_number(),
    .bad_result(),
    .bad_access(),
    .bad_illegal(),
    .bad_untouched(),
    .bad_next(),
    .reach_retired(),
    .reach_illegal(),
    .reach_next()
);
