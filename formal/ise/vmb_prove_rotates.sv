// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ibex's execution block with a rotation in two cycles: two copies, one for each cycle, with the
// value that the first one stores in the intermediate register. core/vmb_prove_rotations.sv proves
// that the core uses this operator and these operands. The result is compared with the
// specification of Zbkb, which shares nothing with the shifter.

module vmb_prove_rotates
  import ibex_pkg::*;
(
    input logic              clk_i,
    input logic              rst_ni,
    input logic [31:0]       instr_i,
    input logic [31:0]       rs1_i,
    input logic [31:0]       rs2_i,
    input logic [ 1:0][33:0] before_i,  // initial contents of the intermediate registers

    output logic [31:0] result_o,
    output logic [31:0] value_o,

    output logic bad_rol,
    output logic bad_ror,
    output logic bad_rori,
    output logic bad_valid
);

  logic [11:0] is_which;
  logic rotates;
  vmb_spec_zbkb u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .is_o   (is_which),
      .value_o(value_o)
  );
  assign rotates = is_which[2:0] != '0;

  logic [33:0] kept[3][2];  // before the first cycle, before the second one, after it
  logic [1:0][31:0] result;
  logic [1:0] valid;
  assign kept[0] = '{before_i[0], before_i[1]};

  for (genvar i = 0; i < 2; i++) begin : gen_cycle
    logic [ 1:0] write;
    logic [33:0] made [2];
    ibex_ex_block #(
        .RV32M(RV32MFast),
        .RV32B(RV32BNone),
        .BranchTargetALU(1'b1)
    ) u_block (
        .clk_i,
        .rst_ni,
        .rotate_i             (1'b1),
        .mac_i                (1'b0),
        .mac_low_i            ('0),
        .mac_high_i           ('0),
        .alu_operator_i       (instr_i[14] ? ALU_SRL : ALU_SLL),
        .alu_operand_a_i      (rs1_i),
        .alu_operand_b_i      (is_which[2] ? {{20{instr_i[31]}}, instr_i[31:20]} : rs2_i),
        .alu_instr_first_cycle_i(i == 0),
        .bt_a_operand_i       ('0),
        .bt_b_operand_i       ('0),
        .multdiv_operator_i   (MD_OP_MULL),
        .mult_en_i            (1'b0),
        .div_en_i             (1'b0),
        .mult_sel_i           (1'b0),
        .div_sel_i            (1'b0),
        .multdiv_signed_mode_i('0),
        .multdiv_operand_a_i  ('0),
        .multdiv_operand_b_i  ('0),
        .multdiv_ready_id_i   (1'b1),
        .data_ind_timing_i    (1'b1),
        .imd_val_we_o         (write),
        .imd_val_d_o          (made),
        .imd_val_q_i          (kept[i]),
        .alu_adder_result_ex_o(),
        .result_ex_o          (result[i]),
        .branch_target_o      (),
        .branch_decision_o    (),
        .ex_valid_o           (valid[i])
    );
    for (genvar j = 0; j < 2; j++) begin : gen_kept
      assign kept[i+1][j] = write[j] ? made[j] : kept[i][j];
    end
  end

  assign result_o  = result[1];
  assign bad_rol   = is_which[0] && result_o != value_o;
  assign bad_ror   = is_which[1] && result_o != value_o;
  assign bad_rori  = is_which[2] && result_o != value_o;
  assign bad_valid = rotates && valid != 2'b10;

endmodule
