// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The stages of CV32E40X and vmb_xif, for the modules bound into its system, and the signals that
// are never 1 in this configuration of the core: it rejects no access, delays none, and has neither
// CLIC nor table jumps. Nor is a pointer to one of three places ever 3.

module vmb_formal_watch (
    input vmb_formal_stages_pkg::stages_t        stages_i,
    input logic                           [22:0] never_i
);
endmodule

bind vmb_soc_cv32e40x vmb_formal_watch u_watch (
    .stages_i('{
        id: u_core.u_core.if_id_pipe,
        ex: u_core.u_core.id_ex_pipe,
        wb: u_core.u_core.ex_wb_pipe,
        pc: u_core.u_core.pc_if,
        pc_set: u_core.u_core.ctrl_fsm.pc_set,
        pc_mux: u_core.u_core.ctrl_fsm.pc_mux,
        fetch: {u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.valid_q,
               u_core.u_core.if_stage_i.prefetch_unit_i.prefetcher_i.state_q,
               u_core.u_core.if_stage_i.instruction_obi_i.state_q},
        id_accepted: u_core.u_core.id_stage_i.x_ext.xif_accepted_q,
        id_rejected: u_core.u_core.id_stage_i.x_ext.xif_rejected_q,
        committed: u_core.u_core.controller_i.controller_fsm_i.x_ext.commit_valid_q,
        killed: u_core.u_core.controller_i.controller_fsm_i.x_ext.commit_kill_q,
        state: u_core.u_core.controller_i.controller_fsm_i.ctrl_fsm_cs,
        debug_cause: u_core.u_core.controller_i.controller_fsm_i.debug_cause_q,
        flushed: u_core.u_core.controller_i.controller_fsm_i.csr_flush_ack_q,
        debug_mode: u_core.u_core.controller_i.controller_fsm_i.debug_mode_q,
        step: u_core.u_core.dcsr.step,
        stepped: u_core.u_core.controller_i.controller_fsm_i.single_step_halt_if_q,
        fence: {u_core.u_core.controller_i.controller_fsm_i.fencei_flush_req_o,
               u_core.u_core.controller_i.controller_fsm_i.fencei_req_and_ack_q},
        count: u_core.u_core.load_store_unit_i.cnt_q,
        filter: {u_core.u_core.load_store_unit_i.response_filter_i.core_cnt_q,
               u_core.u_core.load_store_unit_i.response_filter_i.bus_cnt_q},
        asks: u_core.u_core.load_store_unit_i.trans_valid_q,
        second: u_core.u_core.load_store_unit_i.split_q,
        half: u_core.u_core.controller_i.controller_fsm_i.sequence_in_progress_wb,
        held: u_core.u_xif.held_q,
        held_committed: u_core.u_xif.committed_q,
        held_word: u_core.u_xif.instr_q,
        held_id: u_core.u_xif.id_q,
        result: u_core.u_xif.result_valid_q,
        result_word: u_core.u_xif.result_q
    }),
    .never_i({u_core.u_core.mcause.minhv,
              u_core.u_core.if_stage_i.mpu_i.state_q,
              u_core.u_core.if_stage_i.prefetch_unit_i.prefetcher_i.trans_ptr_access_q,
              u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.is_clic_ptr_q,
              u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.is_tbljmp_ptr_q,
              &u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.rptr,
              u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.resp_q[0].mpu_status,
              u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.resp_q[1].mpu_status,
              u_core.u_core.if_stage_i.prefetch_unit_i.alignment_buffer_i.resp_q[2].mpu_status,
              u_core.u_core.load_store_unit_i.xif_res_q,
              u_core.u_core.load_store_unit_i.mpu_i.state_q,
              u_core.u_core.load_store_unit_i.write_buffer_i.state,
              u_core.u_core.load_store_unit_i.response_filter_i.outstanding_q[0].bufferable,
              u_core.u_core.load_store_unit_i.response_filter_i.outstanding_q[1].bufferable,
              u_core.u_core.load_store_unit_i.response_filter_i.outstanding_q[2].bufferable})
);
