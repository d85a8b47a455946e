// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The contents of the stages of CV32E40X and of vmb_xif at the same time, on which the proof of
// retired instructions relies, by induction over cycles. The outputs are 0 if it holds.
//
// An instruction of the units is offered to vmb_xif when it leaves the decode stage (ID). It is
// committed in the execute stage (EX), and writes its result in the writeback stage (WB).

module vmb_formal_stages_cv32e40x
  import cv32e40x_pkg::*;
  import vmb_formal_stages_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0
) (
    input stages_t       stages_i,
    input logic    [2:0] owed_i,    // unanswered loads and stores on the bus

    output logic bad_bus_o,
    output logic bad_step_o,
    output logic bad_control_o,
    output logic bad_decoded_o,
    output logic bad_places_o
);

  stages_t at;
  if_id_pipe_t id;
  id_ex_pipe_t ex;
  ex_wb_pipe_t wb;
  assign at = stages_i;
  assign id = at.id;
  assign ex = at.ex;
  assign wb = at.wb;

  // Loads and stores: the one in WB waits, or both that and the one in EX.
  logic wb_lsu, ex_lsu;
  assign wb_lsu = wb.instr_valid && wb.lsu_en;
  assign ex_lsu = ex.instr_valid && ex.lsu_en;
  assign bad_bus_o = at.filter != {2{at.count}} || 3'(at.count) != owed_i || at.count == 2'd3 ||
      wb_lsu != (at.count != '0) || (at.count == 2'd2 && !ex_lsu);

  // Single steps: one instruction in all stages, or both halves of a misaligned access. Only the
  // debugger changes the mode.
  logic steps, halves;
  logic [1:0] instructions;
  assign steps = at.step && !at.debug_mode;
  assign halves = ex_lsu && wb_lsu && !wb.last_op;
  assign instructions = 2'(id.instr_valid) + 2'(ex.instr_valid) + 2'(wb.instr_valid && !halves);
  assign bad_step_o =
      (steps && (instructions > 2'd1 || (!at.stepped && instructions != '0))) ||
      (wb_lsu && !wb.last_op && !ex_lsu) ||
      (wb.instr_valid && wb.csr_en && wb.csr_addr == CSR_DCSR && !at.debug_mode) ||
      (at.state == DEBUG_TAKEN && at.debug_cause == DBG_CAUSE_STEP &&
       (!steps || instructions != '0));

  // Instructions of the units in EX and WB; for the one in EX, whether it is committed.
  logic ex_ours, wb_ours, ex_committed;
  assign ex_ours = ex.instr_valid && ex.xif_en && ex.xif_meta.accepted;
  assign wb_ours = wb.instr_valid && wb.xif_en;
  assign ex_committed = ex_ours && at.committed;

  // None is in WB while WB is halted or about to be flushed.
  logic wb_sleeps;
  assign wb_sleeps = wb.instr_valid && wb.sys_en && (wb.sys_wfi_insn || wb.sys_wfe_insn);
  assign bad_control_o = at.state >= POINTER_FETCH || (at.state == SLEEP && !wb_sleeps) ||
      (wb_sleeps && ex.instr_valid) || (at.flushed && wb.instr_valid) ||
      (at.state == DEBUG_TAKEN && at.debug_cause != DBG_CAUSE_STEP &&
       (wb_ours || ex_committed || at.count != '0));

  // The kind of an instruction follows from its word, which EX and WB show as it was fetched.
  logic [31:0] id_word, ex_word, wb_word;
  assign {id_word, ex_word, wb_word} = {
    id.instr.bus_resp.rdata, ex.instr.bus_resp.rdata, wb.instr.bus_resp.rdata
  };
  logic id_unit, ex_unit, wb_unit, unused_illegal, ex_illegal, wb_illegal;
  vmb_formal_word #(
      .FunctionUnits(FunctionUnits)
  ) u_id (
      .word_i   (id_word),
      .unit_o   (id_unit),
      .illegal_o(unused_illegal)
  );
  vmb_formal_word #(
      .FunctionUnits(FunctionUnits)
  ) u_ex (
      .word_i   (ex_word),
      .unit_o   (ex_unit),
      .illegal_o(ex_illegal)
  );
  vmb_formal_word #(
      .FunctionUnits(FunctionUnits)
  ) u_wb (
      .word_i   (wb_word),
      .unit_o   (wb_unit),
      .illegal_o(wb_illegal)
  );

  // An instruction whose fetch failed, or at a breakpoint, has no effect.
  logic ex_failed, wb_failed;
  assign ex_failed = ex.instr.bus_resp.err || ex.trigger_match;
  assign wb_failed = wb.instr.bus_resp.err || wb.trigger_match;

  logic bad_id, bad_ex, bad_wb;
  logic [2:0] ex_enables;
  assign ex_enables = 3'(ex.alu_en) + 3'(ex.mul_en) + 3'(ex.div_en) + 3'(ex.lsu_en) +
      3'(ex.sys_en) + 3'(ex.csr_en || ex.xif_en);
  assign bad_id = id.instr_valid &&
      (id.instr.mpu_status != MPU_OK || id.instr_meta.clic_ptr || id.instr_meta.tbljmp ||
       !id.last_op || (id.abort_op && !id.instr.bus_resp.err && !id.trigger_match) ||
       (id.instr_meta.compressed && (id_unit || id.compressed_instr[1:0] == 2'b11)) ||
       (id.illegal_c_insn &&
        (!id.instr_meta.compressed || (id_word[6:0] inside {OPCODE_SYSTEM, OPCODE_FENCE}) ||
         (id_word[6:0] == OPCODE_OP && id_word[25]))));
  assign bad_ex = ex.instr_valid &&
      (ex.instr.mpu_status != MPU_OK || ex.instr_meta.clic_ptr || !ex.last_op ||
       ex_ours != (ex_unit && !ex_failed) || (ex_illegal && !ex_failed && !ex.illegal_insn) ||
       (ex_ours && (ex.lsu_en || ex.csr_en || ex.sys_en || ex.illegal_insn ||
                    !ex.rf_we || ex.rf_waddr != ex_word[11:7])) ||
       ex_enables > 3'd1 ||
       ((ex_failed || ex.illegal_insn) &&
        (ex.rf_we || ex.mul_en || ex.div_en || ex.lsu_en || ex.csr_en || ex.sys_en)) ||
       (ex.sys_en && ex.rf_we) || (ex.lsu_en && ex.abort_op));
  assign bad_wb = wb.instr_valid &&
      (wb.instr.mpu_status != MPU_OK || wb.instr_meta.clic_ptr || (!wb.lsu_en && !wb.last_op) ||
       wb_ours != (wb_unit && !wb_failed) || (wb_illegal && !wb_failed && !wb.illegal_insn) ||
       (wb_ours && (wb.lsu_en || wb.csr_en || wb.sys_en || wb.illegal_insn ||
                    !wb.rf_we || wb.rf_waddr != wb_word[11:7])) ||
       ((wb_failed || wb.illegal_insn || wb.sys_en) && (wb.rf_we || wb.lsu_en)) ||
       (wb.lsu_en && (wb.csr_en || wb.abort_op)));
  assign bad_decoded_o = bad_id || bad_ex || bad_wb;

  // An instruction is in vmb_xif until it is done, and then its result, in the same order as in EX
  // and WB. One stays in EX after its commit only while WB waits for a load or store.
  logic waits, one, places;
  assign waits = at.held && at.held_committed;
  assign one   = at.held == waits && waits != at.result;
  always_comb begin
    unique case ({
      ex_ours, wb_ours
    })
      2'b00:   places = !at.held && !at.result;
      2'b01:   places = one;
      2'b10:   places = ex_committed ? one : at.held && !waits && !at.result;
      default: places = !ex_committed && at.held && !waits && at.result;
    endcase
  end
  assign bad_places_o = !places || (at.held_committed && !at.held) ||
      at.id_accepted || at.id_rejected || (ex_committed && at.count == '0) ||
      (at.committed && !(ex.instr_valid && ex.xif_en)) ||
      (at.killed && !(ex.instr_valid && ex.xif_en && !ex.xif_meta.accepted)) ||
      (at.held && !waits && at.held_id != ex.xif_meta.id[3:0]) ||
      (at.held && at.held_word != (ex_ours ? ex_word : wb_word));

endmodule
