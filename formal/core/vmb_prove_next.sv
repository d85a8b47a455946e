// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The address at which Ibex continues, by the RISC-V Formal Interface: the next instruction that
// retires is at the address to which the last one leads, unless a trap, an interrupt or a halt
// intervenes. Memories, interrupts and debug requests are unconstrained, except that the data bus
// answers only requests.
//
// By induction over cycles, with invariants about the instruction in the execute stage, the last
// one that ended there, and the address of the next one in the fetch stage. Instructions that the
// interface hides (vmb_prove_order) intervene too.

module vmb_prove_next
  import ibex_pkg::*;
  import vmb_formal_flow_pkg::*;
#(
    parameter bit WritebackStage = 1'b0,
    parameter bit Pmp = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The fetch stage: the address of the next instruction, whether it enters the execute stage,
    // whether another address is set, that of a jump or branch, which places of the stage's memory
    // have words.
    input logic [31:0] if_pc_i,
    input logic        if_enters_i,
    input logic        if_set_i,
    input logic [31:0] if_target_i,
    input logic [ 2:0] if_words_i,

    // The execute stage: an instruction, in this cycle and the next one; as it is in memory, and as
    // it is executed, twice; whether it has 16 bits, its fetch failed, it is illegal with 16 bits,
    // is a dummy instruction, a load or store, a taken branch, and not in its first cycle.
    input logic        id_valid_i,
    input logic        id_next_valid_i,
    input logic [31:0] id_pc_i,
    input logic [31:0] id_insn_i,
    input logic [31:0] id_word_i,
    input logic [31:0] id_copy_i,
    input logic        id_compressed_i,
    input logic        id_error_i,
    input logic        id_illegal_i,
    input logic        id_dummy_i,
    input logic        id_access_i,
    input logic        id_store_i,
    input logic        id_branch_i,
    input logic        id_later_i,

    // Whether it ends, or a dummy one does; has an exception, traps, is not shown, is the first one
    // of a handler, is in debug mode.
    input logic id_ends_i,
    input logic id_dummy_ends_i,
    input logic id_exception_i,
    input logic id_trap_i,
    input logic id_hides_i,
    input logic id_intr_i,
    input logic id_debug_i,

    // The controller: its state; a load or store traps, or did in the previous cycle, or another
    // instruction did; a debug request; a handler has begun, and had in the previous cycle.
    input ctrl_fsm_e state_i,
    input logic      lsu_traps_i,
    input logic      lsu_trap_i,
    input logic      exc_trap_i,
    input logic      halts_i,
    input logic      handler_i,
    input logic      handler_before_i,

    // The writeback stage: an instruction, a load or store, whether it ends.
    input logic wb_valid_i,
    input logic wb_access_i,
    input logic wb_store_i,
    input logic wb_done_i,

    // Loads and stores: the state of their unit (0: idle, 1: waits for the grant of the first of
    // two halves, 2: has it, 3: waits for the only or last grant, 4: has both); whether memory
    // protection rejected the access, and rejects the one requested now: rejected accesses do not
    // reach the bus, and count as granted.
    input logic [2:0] lsu_state_i,
    input logic       lsu_refused_i,
    input logic       lsu_refuses_i,
    input logic       lsu_store_i,
    input logic       lsu_second_i,

    // The inputs of memory protection for loads and stores: address, kind, privilege, its
    // registers.
    input logic [198:0] protection_i,

    // The first stage of the interface.
    input logic        first_valid_i,
    input logic        first_trap_i,
    input logic        first_intr_i,
    input logic        first_debug_i,
    input logic [31:0] first_insn_i,
    input logic [31:0] first_pc_i,
    input logic [31:0] first_next_pc_i,

    // The retired instruction.
    input logic        valid_i,
    input logic        trap_i,
    input logic        intr_i,
    input logic        debug_i,
    input logic [31:0] insn_i,
    input logic [31:0] pc_i,
    input logic [31:0] next_pc_i,

    input logic data_req_i,
    input logic data_gnt_i,
    input logic data_rvalid_i,

    output logic bad_protected,
    output logic bad_access,
    output logic bad_stage,
    output logic bad_word,
    output logic bad_address,
    output logic bad_last,
    output logic bad_reason,
    output logic bad_pair,
    output logic bad_behind,
    output logic bad_next,
    output logic reach_behind,
    output logic reach_next
);

  // The number of pending answers of the data bus, for two accesses at most.
  logic [1:0] owed_q;
  logic asked;
  assign asked = !(rst_ni && data_rvalid_i && owed_q == '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owed_q <= '0;
    else owed_q <= owed_q + 2'(data_req_i && data_gnt_i) - 2'(data_rvalid_i);
  end

  logic stays, same, held_before_q = 1'b0;
  vmb_formal_protection #(
      .Pmp(Pmp)
  ) u_protection (
      .clk_i,
      .lsu_state_i,
      .refuses_i(lsu_refuses_i),
      .waits_o  (stays),
      .same_o   (same)
  );
  logic [198:0] protection_q;
  always_ff @(posedge clk_i) protection_q <= protection_i;

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((asked && same) || !WritebackStage),
      .held_o(held)
  );
  always_ff @(posedge clk_i) held_before_q <= held;
  assign bad_protected = held_before_q && rst_ni && asked && stays && protection_i != protection_q;

  typedef struct packed {
    logic        trap;
    logic        intr;
    logic        debug;
    logic [31:0] insn;
    logic [31:0] pc;
    logic [31:0] next_pc;
  } retired_t;

  // Whether it jumps or branches, which EBREAK in debug mode does not.
  function automatic logic jumps(logic [31:0] insn);
    return !straight(insn) && !environment(insn) && insn[15:0] != 16'h9002;
  endfunction

  // Whether the first one leads to the second one, if nothing excuses it. JALR clears bit 0, which
  // its operand still has.
  function automatic logic excused(retired_t last, retired_t now);
    return last.trap || now.intr || (now.debug && !last.debug);
  endfunction
  function automatic logic strays(retired_t last, retired_t now);
    return !excused(last, now) && straight(last.insn) && now.pc != behind(last.insn, last.pc);
  endfunction
  function automatic logic misses(retired_t last, retired_t now);
    return !excused(last, now) && jumps(last.insn) && now.pc[31:1] != last.next_pc[31:1];
  endfunction

  // A dummy instruction receives the mark of a handler's first instruction instead of the next one;
  // the core with a writeback stage has no dummy instructions.
  logic marked_q, last_marked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {marked_q, last_marked_q} <= '0;
    else begin
      if (id_ends_i) last_marked_q <= marked_q;
      marked_q <= (marked_q && !id_ends_i) || (id_dummy_ends_i && id_intr_i);
    end
  end

  retired_t ends, first, shown;
  logic marked, last_marked;
  assign marked      = marked_q && !WritebackStage;
  assign last_marked = last_marked_q && !WritebackStage;
  assign ends = '{id_trap_i, id_intr_i || marked, id_debug_i, id_insn_i, id_pc_i,
                  if_set_i ? if_target_i : if_pc_i};
  assign first = '{first_trap_i, first_intr_i, first_debug_i, first_insn_i, first_pc_i,
                   first_next_pc_i};
  assign shown = '{trap_i, intr_i || last_marked, debug_i, insn_i, pc_i, next_pc_i};

  // The last instruction that ended in the execute stage, if any; whether it is hidden, and whether
  // the one before it was. Whether the one in the execute stage has not ended yet, and whether
  // nothing intervened between these two, or between the last one and the address in the fetch
  // stage.
  retired_t last_q;
  logic ended_q, last_hidden_q, before_hidden_q, fresh_q, leads_q, fresh_d;
  assign fresh_d = id_next_valid_i && (if_enters_i || (fresh_q && !id_ends_i));
  always_ff @(posedge clk_i) begin
    if (id_ends_i) last_q <= ends;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {ended_q, last_hidden_q, before_hidden_q, fresh_q, leads_q} <= '0;
    else begin
      if (id_ends_i) begin
        ended_q         <= 1'b1;
        last_hidden_q   <= id_hides_i;
        before_hidden_q <= last_hidden_q;
      end
      fresh_q <= fresh_d;
      leads_q <= id_ends_i || (leads_q && (fresh_q ? fresh_d : !if_set_i));
    end
  end

  // The last instruction that was shown, and whether another one is hidden after it. One hidden in
  // the previous cycle follows the one shown in this cycle.
  retired_t shown_q, shown_last;
  logic any_q, any, hid_q, hidden_q, hidden;
  assign any        = any_q || valid_i;
  assign shown_last = valid_i ? shown : shown_q;
  assign hidden     = hid_q || (hidden_q && !valid_i);
  always_ff @(posedge clk_i) shown_q <= shown_last;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {any_q, hid_q, hidden_q} <= '0;
    else begin
      any_q    <= any;
      hid_q    <= id_ends_i && id_hides_i;
      hidden_q <= hidden;
    end
  end

  // The last one that ended is not shown yet, or was shown.
  logic counts, waits, was_shown;
  assign counts    = held && rst_ni;
  assign waits     = WritebackStage && first_valid_i && !last_hidden_q;
  assign was_shown = ended_q && !waits && !last_hidden_q;

  // Loads and stores wait in the execute stage until they are granted.
  logic [1:0] owed;
  always_comb begin
    unique case (lsu_state_i)
      3'd0: owed = 2'(wb_access_i && !lsu_refused_i);
      3'd2: owed = 2'(!lsu_refused_i);
      3'd4: owed = 2'd1 + 2'(!lsu_refuses_i);
      default: owed = 2'd0;
    endcase
  end
  assign bad_access = counts && WritebackStage && (
      owed_q != owed || lsu_state_i > 3'd4 || (lsu_refused_i && lsu_state_i == 3'd4) ||
      (lsu_refused_i && lsu_state_i == '0 && !wb_access_i) ||
      (lsu_refused_i != lsu_refuses_i && lsu_state_i inside {3'd1, 3'd3}) ||
      (lsu_second_i ? !(lsu_state_i inside {3'd2, 3'd3}) : lsu_state_i == 3'd2) ||
      (lsu_state_i != '0 && wb_valid_i) || (id_later_i && id_access_i && lsu_state_i == '0) ||
      (lsu_state_i inside {3'd2, 3'd4} && lsu_store_i != id_store_i) ||
      (lsu_state_i == '0 && wb_access_i && !lsu_refused_i && lsu_store_i != wb_store_i) ||
      (lsu_state_i != '0 && (wb_access_i || !fresh_q || state_i != DECODE || !id_access_i ||
                             id_error_i)));

  // The contents of the stages. An instruction that has not ended is executed, or flushed because
  // of a load or store that traps; one that has ended, and is still present, is to trap or to
  // return.
  logic flushes;
  assign flushes = state_i inside {FLUSH, DBG_TAKEN_ID};
  assign bad_stage = counts && (
      (fresh_q && !id_valid_i) ||
      (fresh_q && !(state_i == DECODE || (state_i == FLUSH && lsu_trap_i))) ||
      (id_valid_i && !fresh_q && !flushes && !id_dummy_i) ||
      (id_valid_i && id_dummy_i && (fresh_q || state_i != DECODE || id_exception_i)) ||
      (id_branch_i && (!fresh_q || state_i != DECODE || id_word_i[6:0] != 7'h63)) ||
      (ended_q && state_i inside {RESET, BOOT_SET}) ||
      !(state_i inside {[RESET : DBG_TAKEN_ID]}) ||
      (lsu_trap_i && state_i != FLUSH) ||
      (id_later_i && (!id_valid_i || state_i != DECODE || wb_access_i || id_error_i ||
                      id_exception_i)) ||
      (state_i == FLUSH && !lsu_trap_i && !id_valid_i) ||
      (state_i == FLUSH && !lsu_trap_i && !exc_trap_i && (id_error_i || id_illegal_i)) ||
      (wb_access_i && state_i != DECODE) ||
      (wb_valid_i && !wb_access_i && !wb_done_i) || (wb_valid_i != (waits && !first_trap_i)) ||
      (WritebackStage && first_valid_i && !ended_q) ||
      (state_i == FLUSH && halts_i && id_debug_i) ||
      (state_i == DBG_TAKEN_IF && id_debug_i) ||
      (was_shown && !any) || (any && !ended_q) || (any_q && !ended_q) ||
      (if_words_i[1] && !if_words_i[0]) || (if_words_i[2] && !if_words_i[1]));

  // The execution of a 16-bit word: whether it jumps follows from the word. Dummy instructions
  // compute.
  logic known, legal, transfers;
  assign known     = id_valid_i && !id_illegal_i && !id_dummy_i;
  assign legal     = known && !id_error_i;
  assign transfers = id_word_i[6:0] inside {7'h63, 7'h67, 7'h6f};
  assign bad_word = counts && id_valid_i && (
      id_word_i != id_copy_i ||
      (id_illegal_i && environment(id_word_i)) ||
      (id_dummy_i && (id_word_i[6:0] != 7'h33 || id_error_i || id_illegal_i || id_compressed_i)) ||
      (known && id_compressed_i != (id_insn_i[1:0] != 2'b11)) ||
      (known && !id_compressed_i && id_word_i != id_insn_i) ||
      (known && id_compressed_i && (
        transfers != jumps(id_insn_i) || id_word_i[6:0] == 7'h0f ||
        environment(id_word_i) != (id_insn_i[15:0] == 16'h9002) ||
        (environment(id_word_i) && id_word_i != 32'h0010_0073))));

  // The address of the fetch stage.
  assign bad_address = counts && (
      if_pc_i[0] || (id_valid_i && id_pc_i[0]) ||
      (fresh_q && legal && straight(id_insn_i) && if_pc_i != behind(id_insn_i, id_pc_i)) ||
      (ended_q && last_q.pc[0]) ||
      (ended_q && !last_hidden_q && !last_q.trap && straight(last_q.insn) &&
       last_q.next_pc != behind(last_q.insn, last_q.pc)) ||
      (leads_q && last_q.next_pc[31:1] != (fresh_q ? id_pc_i[31:1] : if_pc_i[31:1])));

  // The last instruction according to the interface.
  retired_t compared;
  always_comb begin
    compared = shown_last;
    compared.trap = last_q.trap;
    bad_last = counts && (
        (WritebackStage && first_valid_i && first != last_q) ||
        (last_hidden_q && last_q.trap) || (was_shown && compared != last_q) ||
        (was_shown && last_q.trap && !shown_last.trap) ||
        (WritebackStage && any_q && !valid_i && shown_q != shown) ||
        (!waits && last_hidden_q != hidden) || (waits && before_hidden_q != hidden) ||
        (id_valid_i && !fresh_q && !id_dummy_i &&
         (last_q.insn != id_insn_i || last_q.pc != id_pc_i || last_q.debug != id_debug_i)));
  end

  // The reasons for which it does not lead to the next one.
  logic trapped, stops, begins;
  assign trapped = last_hidden_q || (waits ? last_q.trap || lsu_traps_i : shown_last.trap);
  assign stops = trapped || environment(last_q.insn) || last_q.insn[15:0] == 16'h9002;
  assign begins = marked || (handler_i && (handler_before_i || !id_later_i));
  assign bad_reason = counts && (
      (ended_q && !leads_q && !stops && !begins && !(id_debug_i && !last_q.debug)) ||
      (id_valid_i && !fresh_q && !id_dummy_i && !stops &&
       (id_error_i || id_illegal_i || (exc_trap_i && state_i == FLUSH))) ||
      (lsu_trap_i && !trapped) ||
      (state_i == DBG_TAKEN_ID && !stops) ||
      (ended_q && last_q.debug && !id_debug_i && !environment(last_q.insn)));

  assign bad_pair = counts && waits && any && !before_hidden_q &&
      (strays(shown_last, last_q) || misses(shown_last, last_q));

  logic follows;
  assign follows      = counts && valid_i && any_q && !hidden_q;
  assign bad_behind   = follows && strays(shown_q, shown);
  assign bad_next     = follows && misses(shown_q, shown);
  assign reach_behind = follows && !excused(shown_q, shown) && straight(shown_q.insn);
  assign reach_next   = follows && !excused(shown_q, shown) && jumps(shown_q.insn) &&
      pc_i != behind(shown_q.insn, shown_q.pc);

endmodule

bind vmb_soc_ibex vmb_prove_next #(
    .WritebackStage(WritebackStage),
    .Pmp(Pmp)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .if_pc_i(u_ibex_core.pc_if),
    .if_enters_i(u_ibex_core.if_stage_i.instr_new_id_d &&
                 !u_ibex_core.if_stage_i.stall_dummy_instr),
    .if_set_i(u_ibex_core.pc_set),
    .if_words_i(u_ibex_core.if_stage_i.gen_prefetch_buffer.prefetch_buffer_i.fifo_i.valid_q),
    .if_target_i(u_ibex_core.branch_target_ex),
    .id_valid_i(u_ibex_core.instr_valid_id),
    .id_next_valid_i(u_ibex_core.if_stage_i.instr_valid_id_d),
    .id_compressed_i(u_ibex_core.instr_is_compressed_id),
    .id_error_i(u_ibex_core.instr_fetch_err),
    .id_illegal_i(u_ibex_core.illegal_c_insn_id),
    .id_pc_i(u_ibex_core.pc_id),
    .id_insn_i(u_ibex_core.rvfi_insn_id),
    .id_word_i(u_ibex_core.instr_rdata_id),
    .id_copy_i(u_ibex_core.instr_rdata_alu_id),
    .id_dummy_i(dummy_instr_id),
    .id_access_i(u_ibex_core.id_stage_i.lsu_req_dec),
    .id_store_i(u_ibex_core.lsu_we),
    .id_branch_i(u_ibex_core.id_stage_i.branch_set_raw),
    .id_later_i(u_ibex_core.id_stage_i.id_fsm_q),
    .id_ends_i(!dummy_instr_id && (u_ibex_core.instr_id_done ||
               (u_ibex_core.id_stage_i.controller_i.rvfi_flush_next &&
                u_ibex_core.id_stage_i.controller_i.id_exception_o))),
    .id_dummy_ends_i(dummy_instr_id && u_ibex_core.instr_id_done),
    .id_exception_i(u_ibex_core.id_stage_i.controller_i.id_exception_o),
    .id_trap_i(u_ibex_core.rvfi_trap_id),
    .id_hides_i(WritebackStage && u_ibex_core.id_stage_i.ebrk_insn &&
                u_ibex_core.id_stage_i.controller_i.ebreak_into_debug &&
                u_ibex_core.id_stage_i.controller_i.id_exception_o),
    .id_intr_i(u_ibex_core.rvfi_intr_d),
    .id_debug_i(u_ibex_core.debug_mode),
    .state_i(u_ibex_core.id_stage_i.controller_i.ctrl_fsm_cs),
    .lsu_trap_i(u_ibex_core.id_stage_i.controller_i.load_err_q ||
                u_ibex_core.id_stage_i.controller_i.store_err_q),
    .lsu_traps_i(u_ibex_core.rvfi_trap_wb),
    .exc_trap_i(u_ibex_core.id_stage_i.controller_i.exc_req_q),
    .halts_i(u_ibex_core.id_stage_i.controller_i.enter_debug_mode_prio_q),
    .handler_i(u_ibex_core.rvfi_set_trap_pc_q),
    .handler_before_i(u_ibex_core.rvfi_intr_q),
    .wb_valid_i(!u_ibex_core.ready_wb || u_ibex_core.instr_done_wb),
    .wb_access_i(u_ibex_core.outstanding_load_wb || u_ibex_core.outstanding_store_wb),
    .wb_store_i(u_ibex_core.outstanding_store_wb),
    .wb_done_i(u_ibex_core.instr_done_wb),
    .lsu_state_i(u_ibex_core.load_store_unit_i.ls_fsm_cs),
    .lsu_refused_i(u_ibex_core.load_store_unit_i.pmp_err_q),
    .lsu_refuses_i(u_ibex_core.pmp_req_err[2]),  // PMP_D
    .protection_i({u_ibex_core.data_addr_o, u_ibex_core.data_we_o, u_ibex_core.priv_mode_lsu,
                   u_ibex_core.debug_mode, u_ibex_core.csr_pmp_mseccfg,
                   u_ibex_core.csr_pmp_cfg[0], u_ibex_core.csr_pmp_cfg[1],
                   u_ibex_core.csr_pmp_cfg[2], u_ibex_core.csr_pmp_cfg[3],
                   u_ibex_core.csr_pmp_addr[0], u_ibex_core.csr_pmp_addr[1],
                   u_ibex_core.csr_pmp_addr[2], u_ibex_core.csr_pmp_addr[3]}),
    .lsu_second_i(u_ibex_core.load_store_unit_i.handle_misaligned_q),
    .lsu_store_i(u_ibex_core.load_store_unit_i.data_we_q),
    .first_valid_i(u_ibex_core.rvfi_stage_valid[0]),
    .first_trap_i(u_ibex_core.rvfi_stage_trap[0]),
    .first_intr_i(u_ibex_core.rvfi_stage_intr[0]),
    .first_debug_i(u_ibex_core.rvfi_ext_stage_debug_mode[0]),
    .first_insn_i(u_ibex_core.rvfi_stage_insn[0]),
    .first_pc_i(u_ibex_core.rvfi_stage_pc_rdata[0]),
    .first_next_pc_i(u_ibex_core.rvfi_stage_pc_wdata[0]),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .intr_i(u_ibex_core.rvfi_intr),
    .debug_i(u_ibex_core.rvfi_ext_debug_mode),
    .insn_i(u_ibex_core.rvfi_insn),
    .pc_i(u_ibex_core.rvfi_pc_rdata),
    .next_pc_i(u_ibex_core.rvfi_pc_wdata),
    .data_req_i(data_req.req),
    .data_gnt_i(data_rsp.gnt),
    .data_rvalid_i(data_rsp.rvalid),
    .bad_protected(),
    .bad_access(),
    .bad_stage(),
    .bad_word(),
    .bad_address(),
    .bad_last(),
    .bad_reason(),
    .bad_pair(),
    .bad_behind(),
    .bad_next(),
    .reach_behind(),
    .reach_next()
);
