// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The inputs that the two-stage Ibex gives its execution block for a rotation, and the state
// between its two cycles: with these, the result proved for the block (ise/vmb_prove_rotates.sv) is
// the rotation of the registers' contents. Memories, interrupts and debug requests are
// unconstrained, except that the buses answer only requests. The result of the block is
// unconstrained.
//
// Both cycles read the same: the word stays, and no register is written in between (bad_stays).

module vmb_prove_rotations
  import ibex_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    // The execute stage: an instruction that executes, in its first cycle, that ends; its operands;
    // its result; whether any register is written.
    input logic             executes_i,
    input logic             first_i,
    input logic             ends_i,
    input logic [31:0]      insn_i,
    input logic [1:0][31:0] read_i,
    input logic             write_i,
    input logic [31:0]      word_i,
    input logic             register_write_i,

    // The execution block: whether it rotates or multiplies, its operator, operands, result.
    input logic             rotate_i,
    input logic             multdiv_i,
    input alu_op_e          operator_i,
    input logic [1:0][31:0] operands_i,
    input logic [31:0]      result_i,

    // The first intermediate register.
    input logic        kept_write_i,
    input logic [33:0] kept_d_i,
    input logic [33:0] kept_q_i,

    input logic [1:0][2:0] buses_i,  // vmb_formal_environment

    output logic bad_mode,
    output logic bad_operands,
    output logic bad_cycles,
    output logic [1:0] bad_stays,
    output logic bad_between,
    output logic bad_written,
    output logic reach_second
);

  logic held, now;
  vmb_formal_environment u_environment (
      .clk_i,
      .rst_ni,
      .buses_i,
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   ()
  );
  assign now = held && rst_ni;

  // rol, ror and rori, by the specification.
  logic [11:0] is_which;
  vmb_spec_zbkb u_spec (
      .instr_i(insn_i),
      .rs1_i  ('0),
      .rs2_i  ('0),
      .is_o   (is_which),
      .value_o()
  );

  logic rotates, second;
  assign rotates = now && executes_i && is_which[2:0] != '0;
  assign second  = rotates && !first_i;

  // The previous cycle.
  logic rotated_q;
  logic [31:0] insn_q;
  logic [33:0] kept_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rotated_q <= 1'b0;
    else rotated_q <= executes_i && first_i && is_which[2:0] != '0;
  end
  always_ff @(posedge clk_i) begin
    insn_q <= insn_i;
    kept_q <= kept_write_i ? kept_d_i : kept_q_i;
  end

  assign bad_mode =
      rotates && (!rotate_i || multdiv_i || operator_i != (insn_i[14] ? ALU_SRL : ALU_SLL));
  assign bad_operands = rotates &&
      operands_i != {is_which[2] ? {{20{insn_i[31]}}, insn_i[31:20]} : read_i[1], read_i[0]};
  assign bad_cycles = rotates && ends_i == first_i;
  assign bad_stays = {
    rotates && first_i && register_write_i, second && !(rotated_q && insn_i == insn_q)
  };
  assign bad_between = second && kept_q_i != kept_q;
  assign bad_written = rotates && (write_i == first_i || (write_i && word_i != result_i));

  assign reach_second = second;

endmodule

bind vmb_soc_ibex vmb_prove_rotations u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .executes_i(u_ibex_core.id_stage_i.instr_executing),
    .first_i(u_ibex_core.instr_first_cycle_id),
    .ends_i(u_ibex_core.id_stage_i.instr_done),
    .insn_i(u_ibex_core.instr_rdata_id),
    .read_i({u_ibex_core.id_stage_i.rf_rdata_b_fwd, u_ibex_core.id_stage_i.rf_rdata_a_fwd}),
    .write_i(u_ibex_core.rf_we_id),
    .word_i(u_ibex_core.rf_wdata_id),
    .register_write_i(rf_we_wb),
    .rotate_i(u_ibex_core.ex_block_i.rotate_i),
    .multdiv_i(u_ibex_core.ex_block_i.multdiv_sel || u_ibex_core.ex_block_i.mac_i),
    .operator_i(u_ibex_core.ex_block_i.alu_operator_i),
    .operands_i({u_ibex_core.ex_block_i.alu_operand_b_i, u_ibex_core.ex_block_i.alu_operand_a_i}),
    .result_i(u_ibex_core.result_ex),
    .kept_write_i(u_ibex_core.ex_block_i.imd_val_we_o[0]),
    .kept_d_i(u_ibex_core.ex_block_i.imd_val_d_o[0]),
    .kept_q_i(u_ibex_core.imd_val_q_ex[0]),
    .buses_i({data_req.req, data_rsp.gnt, data_rsp.rvalid,
              instr_req_o.req, instr_rsp_i.gnt, instr_rsp_i.rvalid}),
    .bad_mode(),
    .bad_operands(),
    .bad_cycles(),
    .bad_stays(),
    .bad_between(),
    .bad_written(),
    .reach_second()
);
