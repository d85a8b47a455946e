// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The instructions that Ibex retires are those that end in its execute stage, each once, with
// consecutive numbers, by the RISC-V Formal Interface. Memories, interrupts and debug requests are
// unconstrained, except that with a writeback stage the data bus answers only requests.
//
// With that stage the interface counts an EBREAK that enters debug mode, but does not show it: it
// does not advance to the visible stage, and the next instruction replaces it. The same applies to
// an EBREAK whose fetch failed, if EBREAKs enter debug mode, although that traps. Several can
// follow each other. They are recognised in the execute stage, and counted here.
//
// By induction over cycles.

module vmb_prove_order #(
    parameter bit WritebackStage = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // In the execute stage: an instruction ends; whether it is one of these EBREAKs.
    input logic ends_i,
    input logic hides_i,

    // In the first stage of the interface: the last instruction that ended, or none; whether one
    // advances, to be shown in the next cycle. Whether one is in the writeback stage.
    input logic        first_valid_i,
    input logic        first_trap_i,
    input logic [63:0] first_order_i,
    input logic        moves_i,
    input logic        wb_valid_i,

    // The retired instruction.
    input logic        valid_i,
    input logic [63:0] order_i,

    input logic [2:0] data_bus_i,  // request, grant, answer

    output logic bad_waits,
    output logic bad_shown,
    output logic bad_order,
    output logic reach_shown,
    output logic reach_hidden
);

  logic held;
  vmb_formal_environment #(
      .Assumed({WritebackStage, 1'b0})
  ) u_environment (
      .clk_i,
      .rst_ni,
      .buses_i  ({data_bus_i, 3'b000}),
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   ()
  );

  // Whether the last instruction that ended is hidden; whether one was hidden in the previous
  // cycle, after the one shown in this cycle; since the last one that was shown, one or several.
  // The number that have ended and are to be shown; the number of the last one shown or hidden.
  logic ends_hidden, hidden_q, now_q, one_q, several_q;
  logic [1:0] ended_q;
  logic [63:0] counted_q;
  assign ends_hidden = ends_i && hides_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {hidden_q, now_q, one_q, several_q} <= '0;
      ended_q                             <= '0;
      counted_q                           <= '0;
    end else begin
      if (ends_i) hidden_q <= ends_hidden;
      now_q     <= ends_hidden;
      one_q     <= now_q || (one_q && !valid_i);
      several_q <= !valid_i && ((now_q && one_q) || several_q);
      ended_q   <= ended_q + 2'(ends_i && !ends_hidden) - 2'(valid_i);
      counted_q <= (valid_i ? order_i : counted_q) + 64'(now_q);
    end
  end

  logic [1:0] waiting;  // those after the one shown in this cycle
  assign waiting = ended_q - 2'(valid_i);

  assign bad_waits = held && rst_ni && WritebackStage &&
      (waiting != 2'(first_valid_i && !hidden_q) ||
       wb_valid_i != (first_valid_i && !hidden_q && !first_trap_i));
  assign bad_shown = held && rst_ni &&
      (WritebackStage ? moves_i && waiting != 2'd1 : waiting != '0);
  assign bad_order = held && rst_ni &&
      (first_order_i != counted_q + 64'(ended_q) + 64'(now_q) ||
       (valid_i && order_i != counted_q + 64'd1));

  assign reach_shown = held && rst_ni && valid_i && counted_q != '0;
  assign reach_hidden = held && rst_ni && valid_i && several_q;

endmodule

bind vmb_soc_ibex vmb_prove_order #(
    .WritebackStage(WritebackStage)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .ends_i(!dummy_instr_id && (u_ibex_core.instr_id_done ||
            (u_ibex_core.id_stage_i.controller_i.rvfi_flush_next &&
             u_ibex_core.id_stage_i.controller_i.id_exception_o))),
    .hides_i(WritebackStage && u_ibex_core.id_stage_i.ebrk_insn &&
             u_ibex_core.id_stage_i.controller_i.ebreak_into_debug &&
             u_ibex_core.id_stage_i.controller_i.id_exception_o),
    .first_valid_i(u_ibex_core.rvfi_stage_valid[0]),
    .first_trap_i(u_ibex_core.rvfi_stage_trap[0]),
    .first_order_i(u_ibex_core.rvfi_stage_order[0]),
    .moves_i(u_ibex_core.rvfi_wb_done),
    .wb_valid_i(!u_ibex_core.ready_wb || u_ibex_core.instr_done_wb),
    .valid_i(u_ibex_core.rvfi_valid),
    .order_i(u_ibex_core.rvfi_order),
    .data_bus_i({data_req.req, data_rsp.gnt, data_rsp.rvalid}),
    .bad_waits(),
    .bad_shown(),
    .bad_order(),
    .reach_shown(),
    .reach_hidden()
);
