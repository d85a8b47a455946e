// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Binds vmb_prove_registers into the system of CV32E40X.

bind vmb_soc_cv32e40x vmb_prove_registers #(
    .WritebackStage(1'b1),
    .InstrAsked    (1'b1)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(rvfi_o.valid),
    .trap_i(rvfi_o.trap),
    .rd_addr_i(rvfi_o.rd_addr),
    .rd_wdata_i(rvfi_o.rd_wdata),
    .registers_i(u_core.u_core.register_file_wrapper_i.register_file_i.mem),
    .write_i(u_core.u_core.rf_we_wb),
    .write_address_i(u_core.u_core.rf_waddr_wb),
    .word_i(u_core.u_core.rf_wdata_wb),
    .again_i(u_core.u_core.rf_we_wb && !u_core.u_core.wb_valid),
    .id_valid_i(u_core.u_core.id_valid && u_core.u_core.ex_ready),
    .id_reads_i(u_core.u_core.rf_re_id[1:0]),
    .id_rs1_addr_i(u_core.u_core.rf_raddr_id[0]),
    .id_rs2_addr_i(u_core.u_core.rf_raddr_id[1]),
    .id_rs1_i(u_core.u_core.id_stage_i.operand_a_fw),
    .id_rs2_i(u_core.u_core.id_stage_i.operand_b_fw),
    .ex_write_i(u_core.u_core.id_ex_pipe.rf_we && u_core.u_core.id_ex_pipe.instr_valid),
    .ex_address_i(u_core.u_core.id_ex_pipe.rf_waddr),
    .ex_word_i(u_core.u_core.rf_wdata_ex),
    .unit_valid_i(u_core.u_xif.take),
    .unit_insn_i(u_core.u_xif.issue_instr_i),
    .unit_rs1_i(u_core.u_xif.issue_rs1_i),
    .unit_rs2_i(u_core.u_xif.issue_rs2_i),
    .buses_i({data_req.req, data_rsp.gnt, data_rsp.rvalid,
              instr_req_o.req, instr_rsp_i.gnt, instr_rsp_i.rvalid}),
    .any_i(instr_rsp_i.rdata[9:0]),
    .bad_kept(),
    .bad_written(),
    .bad_write(),
    .bad_rd(),
    .bad_left(),
    .bad_seen(),
    .bad_read(),
    .bad_zero(),
    .bad_passed(),
    .reach_seen(),
    .reach_read()
);
