// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The address at which CV32E40X continues: after an instruction that does not jump, the next one in
// memory retires, unless a trap, an interrupt or a halt intervenes. The outputs are 0 if it holds:
// by induction over cycles, for each instruction in a stage and the one after it.

module vmb_formal_next_cv32e40x
  import cv32e40x_pkg::*;
  import vmb_formal_flow_pkg::*;
  import vmb_formal_stages_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input stages_t       stages_i,
    input logic    [2:0] fetches_i,  // on the bus, not yet answered

    // The retired instruction, which left WB in the cycle before.
    input logic        valid_i,
    input logic [31:0] insn_i,
    input logic [31:0] pc_i,

    output logic bad_start_o,
    output logic bad_kind_o,
    output logic bad_set_o,
    output logic bad_waits_o,
    output logic bad_behind_o,
    output logic bad_last_o,
    output logic bad_next_o,
    output logic reach_next_o
);

  stages_t at;
  if_id_pipe_t id;
  id_ex_pipe_t ex;
  ex_wb_pipe_t wb;
  assign at = stages_i;
  assign id = at.id;
  assign ex = at.ex;
  assign wb = at.wb;

  // An instruction as it is in memory, and its address.
  typedef struct packed {
    logic [31:0] insn;
    logic [31:0] pc;
  } place_t;
  place_t in_id, in_ex, in_wb;
  logic [31:0] id_word;  // as ID decodes it, in 32 bits
  assign id_word = id.instr.bus_resp.rdata;
  assign in_id = '{id.instr_meta.compressed ? {16'd0, id.compressed_instr} : id_word, id.pc};
  assign in_ex = '{ex.instr.bus_resp.rdata, ex.pc};
  assign in_wb = '{wb.instr.bus_resp.rdata, wb.pc};

  // Whether it continues elsewhere than at this address, although it does not jump.
  function automatic logic strays(place_t place, logic [31:0] next);
    return straight(place.insn) && next != behind(place.insn, place.pc);
  endfunction

  function automatic logic accesses_csr(logic [31:0] insn);
    return insn[6:0] == OPCODE_SYSTEM && insn[14:12] != '0;
  endfunction

  // The next instruction in the stages, or to be fetched: from ID, EX and WB on.
  logic [31:0] from_id, from_ex, from_wb;
  assign from_id = id.instr_valid ? id.pc : at.pc;
  assign from_ex = ex.instr_valid ? ex.pc : from_id;
  assign from_wb = wb.instr_valid ? wb.pc : from_ex;

  // The last instruction that retired, and whether nothing intervened between it and the next one.
  place_t last, last_q;
  logic leads, leads_q, trapped_q;
  assign last  = valid_i ? '{insn_i, pc_i} : last_q;
  assign leads = (valid_i || leads_q) && !trapped_q;
  always_ff @(posedge clk_i) last_q <= last;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {leads_q, trapped_q} <= '0;
    else begin
      leads_q   <= leads;
      trapped_q <= at.pc_set && (at.pc_mux inside {
        PC_TRAP_EXC, PC_TRAP_IRQ, PC_TRAP_DBD, PC_TRAP_DBE, PC_TRAP_NMI
      });
    end
  end

  // Before the first address is set, the stages are empty.
  assign bad_start_o = at.state inside {RESET, BOOT_SET} &&
      (id.instr_valid || ex.instr_valid || wb.instr_valid || valid_i || leads_q ||
       fetches_i != '0 || at.fetch != '0);

  // The kinds of instructions follow from their words: those that set the address of the next one
  // are jumps in ID, branches in EX, DRET and FENCE.I in WB, and writes of CSRs that flush the
  // stages.
  logic wb_failed, wb_fence;
  logic [6:0] ex_sys, wb_sys;
  assign wb_failed = wb.instr.bus_resp.err || wb.trigger_match || wb.illegal_insn;
  assign wb_fence  = wb.sys_en && wb.sys_fencei_insn;
  assign ex_sys = {
    ex.sys_dret_insn, ex.sys_ebrk_insn, ex.sys_ecall_insn, ex.sys_fencei_insn, ex.sys_mret_insn,
    ex.sys_wfi_insn, ex.sys_wfe_insn
  };
  assign wb_sys = {
    wb.sys_dret_insn, wb.sys_ebrk_insn, wb.sys_ecall_insn, wb.sys_fencei_insn, wb.sys_mret_insn,
    wb.sys_wfi_insn, wb.sys_wfe_insn
  };

  logic bad_id, bad_ex, bad_wb;
  assign bad_id = id.instr_valid &&
      (!id.first_op ||
       (id.instr_meta.compressed && (id_word[6:0] == OPCODE_FENCE || accesses_csr(id_word))) ||
       (!id.illegal_c_insn && straight(in_id.insn) && !straight(id_word)));
  assign bad_ex = ex.instr_valid &&
      (!ex.first_op ||
       {ex.alu_en, ex.mul_en, ex.div_en, ex.lsu_en, ex.csr_en, ex.sys_en, ex.xif_en,
        ex.illegal_insn, ex.instr.bus_resp.err, ex.trigger_match} == '0 ||
       (ex.alu_en && ex.alu_bch && straight(in_ex.insn)) ||
       (ex.csr_en && !accesses_csr(in_ex.insn)) ||
       (ex.sys_en && !$onehot0(ex_sys)) ||
       (ex.sys_en && ex.sys_fencei_insn && in_ex.insn[1:0] != 2'b11) ||
       (ex.sys_en && ex.sys_dret_insn && straight(in_ex.insn)));
  assign bad_wb = wb.instr_valid &&
      (((wb_failed || wb.sys_en) && wb.csr_en) || (wb_failed && wb.sys_en) ||
       (wb.csr_en && !accesses_csr(in_wb.insn)) ||
       (wb.sys_en && !$onehot0(wb_sys)) ||
       (wb_fence && in_wb.insn[1:0] != 2'b11) ||
       (wb.sys_en && wb.sys_dret_insn && straight(in_wb.insn)));
  assign bad_kind_o = bad_id || bad_ex || bad_wb;

  // After a CSR was written, the address is set to the next one.
  assign bad_set_o  = at.flushed && leads && (last != in_wb || last.insn[1:0] != 2'b11);

  // Reasons that delay a trap: a FENCE.I in WB, an access that is not granted in EX while WB is
  // empty or waits as well, and the second half of a misaligned access.
  logic ex_lsu, wb_lsu;
  assign ex_lsu = ex.instr_valid && ex.lsu_en;
  assign wb_lsu = wb.instr_valid && wb.lsu_en;
  assign bad_waits_o = at.fence == 2'b11 || (at.fence != '0 && !(wb.instr_valid && wb_fence)) ||
      (at.asks && (!ex_lsu || (wb.instr_valid && !wb.lsu_en && !wb.xif_en))) ||
      (at.half && !(wb.instr_valid ? wb_lsu && wb.last_op && !wb.first_op : at.second)) ||
      (at.second &&
       !(ex_lsu && (wb.instr_valid ? wb_lsu && wb.first_op && !wb.last_op : at.half))) ||
      (wb.instr_valid && !wb.last_op && !at.second) ||
      ((at.flushed || at.state == DEBUG_TAKEN) && (at.asks || at.half || at.second)) ||
      (at.state == DEBUG_TAKEN && at.fence != '0);

  // Each instruction in a stage leads to the one after it; both halves of an access are at the same
  // address.
  assign bad_behind_o = at.pc[0] || (id.instr_valid && (id.pc[0] || strays(in_id, at.pc))) ||
      (ex.instr_valid && (ex.pc[0] || strays(in_ex, from_id))) ||
      (wb.instr_valid && (wb.pc[0] || (wb.last_op ? strays(in_wb, from_ex) : ex.pc != wb.pc)));

  // The last one that retired leads to the first one in the stages, and so to the next one that
  // retires.
  assign bad_last_o   = leads && strays(last, from_wb);
  assign bad_next_o   = valid_i && leads_q && strays(last_q, pc_i);
  assign reach_next_o = valid_i && leads_q && straight(last_q.insn);

endmodule
