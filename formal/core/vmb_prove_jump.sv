// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The source of a JALR's address in CV32E40X: the decode stage, ahead of instructions that are
// still in EX and WB. It must be the contents of its register when these have ended: the present
// contents, or the word that the instruction in WB writes in this cycle, as it leaves. While one
// that writes the register stays in EX or WB, for its unit or because WB is halted, a JALR waits.
// One bit of one register is compared: an arbitrary one, the same in every cycle.

module vmb_prove_jump (
    input logic clk_i,
    input logic rst_ni,

    // A JALR in the decode stage sets the address of the next instruction: its rs1, the word.
    input logic        jumps_i,
    input logic [ 4:0] address_i,
    input logic [31:0] word_i,

    // The register file; an instruction in EX, and one in WB, that names a register as rd. The one
    // in WB leaves it in this cycle.
    input logic [31:0] registers_i [32],
    input logic        ex_i,
    input logic [ 4:0] ex_address_i,
    input logic        wb_i,
    input logic [ 4:0] wb_address_i,
    input logic        write_i,
    input logic        leaves_i,
    input logic [31:0] write_word_i,

    input logic [1:0][2:0] buses_i,  // vmb_formal_environment

    input logic [9:0] any_i,  // unconstrained during reset

    output logic       bad_jump,
    output logic       bad_zero,
    output logic [1:0] reach_jump
);

  logic held;
  vmb_formal_environment u_environment (
      .clk_i,
      .rst_ni,
      .buses_i,
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   ()
  );

  logic [4:0] register, place;
  logic now, followed;
  vmb_formal_followed u_bit (
      .clk_i,
      .rst_ni,
      .any_i,
      .register_o(register),
      .place_o   (place),
      .word_i    (registers_i[register]),
      .now_o     (now),
      .earlier_o (),
      .counts_o  (followed)
  );

  // Which of these concern the register.
  logic counts, jumps, ex, wb, writes, jumped, written;
  assign counts     = held && followed;
  assign jumps      = counts && jumps_i && address_i == register;
  assign ex         = ex_i && ex_address_i == register;
  assign wb         = wb_i && wb_address_i == register;
  assign writes     = wb && write_i && leaves_i;
  assign jumped     = word_i[place];
  assign written    = write_word_i[place];

  assign bad_jump   = jumps && (ex || (wb && !writes) || jumped != (wb ? written : now));
  assign bad_zero   = held && rst_ni && jumps_i && address_i == '0 && word_i != '0;

  assign reach_jump = {jumps && !wb, jumps && writes};

endmodule

bind vmb_soc_cv32e40x vmb_prove_jump u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .jumps_i(u_core.u_core.ctrl_fsm.pc_set && u_core.u_core.alu_jmpr_id &&
             u_core.u_core.ctrl_fsm.pc_mux == cv32e40x_pkg::PC_JUMP),
    .address_i(u_core.u_core.rf_raddr_id[0]),
    .word_i(u_core.u_core.id_stage_i.jalr_fw),
    .registers_i(u_core.u_core.register_file_wrapper_i.register_file_i.mem),
    .ex_i(u_core.u_core.id_ex_pipe.instr_valid && u_core.u_core.id_ex_pipe.rf_we),
    .ex_address_i(u_core.u_core.id_ex_pipe.rf_waddr),
    .wb_i(u_core.u_core.ex_wb_pipe.instr_valid && u_core.u_core.ex_wb_pipe.rf_we),
    .wb_address_i(u_core.u_core.ex_wb_pipe.rf_waddr),
    .write_i(u_core.u_core.rf_we_wb),
    .leaves_i(u_core.u_core.wb_valid),
    .write_word_i(u_core.u_core.rf_wdata_wb),
    .buses_i({data_req.req, data_rsp.gnt, data_rsp.rvalid,
              instr_req_o.req, instr_rsp_i.gnt, instr_rsp_i.rvalid}),
    .any_i(instr_rsp_i.rdata[9:0]),
    .bad_jump(),
    .bad_zero(),
    .reach_jump()
);
