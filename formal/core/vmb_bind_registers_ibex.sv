// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Binds vmb_prove_registers into a system of Ibex.

bind vmb_soc_ibex vmb_prove_registers #(
    .WritebackStage(WritebackStage)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .rd_addr_i(u_ibex_core.rvfi_rd_addr),
    .rd_wdata_i(u_ibex_core.rvfi_rd_wdata),
    .registers_i(u_register_file.rf_reg),
    .write_i(rf_we_wb),
    .write_address_i(rf_waddr_wb),
    .word_i(rf_wdata_wb),
    .again_i(1'b0),
    .id_valid_i(u_ibex_core.id_stage_i.instr_executing),
    .id_reads_i({u_ibex_core.rf_ren_b, u_ibex_core.rf_ren_a}),
    .id_rs1_addr_i(rf_raddr_a),
    .id_rs2_addr_i(rf_raddr_b),
    .id_rs1_i(u_ibex_core.id_stage_i.rf_rdata_a_fwd),
    .id_rs2_i(u_ibex_core.id_stage_i.rf_rdata_b_fwd),
    .ex_write_i(1'b0),
    .ex_address_i(5'd0),
    .ex_word_i(32'd0),
    .unit_valid_i(accel_req.valid && accel_rsp.ready),
    .unit_insn_i(accel_req.instr),
    .unit_rs1_i(accel_req.rs1),
    .unit_rs2_i(accel_req.rs2),
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
