// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The operands that Ibex gives its multiplier for poly1305.mac, and its state between the steps of
// a sum: with these, the result proved for the multiplier (ise/vmb_prove_xchacha_sum.sv) is the sum
// of the registers' contents. Memories, interrupts and debug requests are unconstrained, except
// that the buses answer only requests. The results of the multiplier are unconstrained.
//
// Factors are the operands of the instruction (bad_factors), the same in each step, because the
// word stays and no register is written in between (bad_stays).

module vmb_prove_product #(
    parameter bit WritebackStage = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction.
    input logic        valid_i,
    input logic        trap_i,
    input logic [31:0] insn_i,

    // In the execute stage: an instruction, whether it ends, its operands; whether one ends in the
    // last stage; writes to the register file, as rd and in place.
    input logic             id_done_i,
    input logic             wb_done_i,
    input logic [31:0]      id_insn_i,
    input logic [1:0][31:0] id_read_i,
    input logic             rd_write_i,
    input logic      [ 4:0] rd_address_i,
    input logic             units_write_i,

    // The multiplier: whether it makes a step of such a sum, the first, the last; in the right
    // mode; its operands, and the registers of the sum.
    input logic             step_i,
    input logic             mac_i,
    input logic             first_i,
    input logic             last_i,
    input logic             mode_i,
    input logic [1:0][31:0] factors_i,
    input logic [1:0][31:0] sum_i,
    input logic [1:0][31:0] registers_i,

    // The intermediate registers, and the values that the multiplier writes to them.
    input logic [1:0]       write_i,
    input logic [1:0][33:0] kept_d_i,
    input logic [1:0][33:0] kept_q_i,

    input logic [1:0][2:0] buses_i,  // vmb_formal_environment

    output logic       bad_mode,
    output logic       bad_begun,
    output logic [1:0] bad_stays,
    output logic [1:0] bad_sum,
    output logic [1:0] bad_between,
    output logic       bad_ended,
    output logic       bad_factors,
    output logic       reach_retired
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

  // poly1305.mac, by its specification.
  logic [1:0] is_ours;
  logic retires;
  vmb_spec_xchacha u_retired (
      .instr_i    (insn_i),
      .rs1_i      ('0),
      .rs2_i      ('0),
      .registers_i('0),
      .is_o       (is_ours),
      .number_o   (),
      .value_o    ()
  );
  assign retires = now && valid_i && !trap_i && is_ours[1];

  // A sum is in progress after its first step, until the end of its instruction.
  logic steps, under_way_q;
  assign steps = step_i && mac_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) under_way_q <= 1'b0;
    else if (id_done_i) under_way_q <= 1'b0;
    else if (steps) under_way_q <= 1'b1;
  end
  logic [31:0] insn_q;
  logic [1:0][33:0] expected_q;
  always_ff @(posedge clk_i) begin
    insn_q <= id_insn_i;
    for (int unsigned i = 0; i < 2; i++) begin
      expected_q[i] <= write_i[i] ? kept_d_i[i] : kept_q_i[i];
    end
  end

  assign bad_mode  = now && steps && !mode_i;
  assign bad_begun = now && ((steps && first_i == under_way_q) || (under_way_q && !mac_i));
  assign bad_stays = {2{now && under_way_q}} &
      {!id_done_i && (rd_write_i || units_write_i), id_insn_i != insn_q};
  assign bad_factors = now && steps && factors_i != id_read_i;
  for (genvar i = 0; i < 2; i++) begin : gen_word
    assign bad_between[i] = now && under_way_q && kept_q_i[i] != expected_q[i];
    // The lower half is read in the first step, the upper one in the last; in three stages an
    // earlier instruction must not write them in that step.
    logic late;
    assign late = WritebackStage && rd_write_i && rd_address_i == 5'(6 + i);
    assign bad_sum[i] = now && steps && (i == 0 ? first_i : last_i) &&
        (sum_i[i] != registers_i[i] || late);
  end

  // The cycle in which the retired instruction ended in the execute stage.
  logic in_wb_q, retired_q;
  always_ff @(posedge clk_i) begin
    if (id_done_i) in_wb_q <= steps && last_i;
    if (wb_done_i) retired_q <= in_wb_q;
  end
  assign bad_ended = retires && !(WritebackStage ? retired_q : in_wb_q);

  assign reach_retired = retires;

endmodule

bind vmb_soc_ibex vmb_prove_product #(
    .WritebackStage(WritebackStage)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .insn_i(u_ibex_core.rvfi_insn),
    .id_done_i(u_ibex_core.rvfi_id_done),
    .wb_done_i(u_ibex_core.rvfi_wb_done),
    .id_insn_i(u_ibex_core.instr_rdata_id),
    .id_read_i({u_ibex_core.id_stage_i.rf_rdata_b_fwd, u_ibex_core.id_stage_i.rf_rdata_a_fwd}),
    .rd_write_i(rf_we_wb),
    .rd_address_i(rf_waddr_wb),
    .units_write_i(rf_accel_write != '0),
    .step_i(u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.mult_en_i),
    .mac_i(u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.mac_i),
    .first_i(u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.sva_mul_fsm_idle),
    .last_i(u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.valid_o),
    .mode_i(u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.operator_i == 2'd1 &&
            u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.signed_mode_i == 2'd0 &&
            u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.mult_sel_i &&
            !u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.div_en_i &&
            !u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.div_sel_i &&
            u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.md_state_q == 3'd0),
    .factors_i({u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.op_b_i,
                u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.op_a_i}),
    .sum_i({u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.mac_high_i,
            u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.mac_low_i}),
    .registers_i({u_register_file.registers[7], u_register_file.registers[6]}),
    .write_i(u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.imd_val_we_o),
    .kept_d_i({u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.imd_val_d_o[1],
               u_ibex_core.ex_block_i.gen_multdiv_fast.multdiv_i.imd_val_d_o[0]}),
    .kept_q_i({u_ibex_core.imd_val_q_ex[1], u_ibex_core.imd_val_q_ex[0]}),
    .buses_i({data_req.req, data_rsp.gnt, data_rsp.rvalid,
              instr_req_o.req, instr_rsp_i.gnt, instr_rsp_i.rvalid}),
    .bad_mode(),
    .bad_begun(),
    .bad_stays(),
    .bad_sum(),
    .bad_between(),
    .bad_ended(),
    .bad_factors(),
    .reach_retired()
);
