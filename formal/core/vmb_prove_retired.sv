// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The instructions that Ibex with the function units retires, by the RISC-V Formal Interface.
// Memories, interrupts and debug requests are unconstrained, and so is memory protection, except
// that it takes the same decision on an access as long as that waits.
//
// The specifications of the units determine which words are instructions. Results are
// unconstrained: those of the unit for the operands must be retired with these operands.

module vmb_prove_retired
  import vmb_ise_encodings_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0,
    parameter bit Xasconp = 1'b0,
    parameter bit Xchacha = 1'b0,
    parameter bit WritebackStage = 1'b0,
    parameter bit Pmp = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction.
    input logic        valid_i,
    input logic        trap_i,
    input logic [31:0] insn_i,
    input logic [ 4:0] rs1_addr_i,
    input logic [ 4:0] rs2_addr_i,
    input logic [31:0] rs1_rdata_i,
    input logic [31:0] rs2_rdata_i,
    input logic [ 4:0] rd_addr_i,
    input logic [31:0] rd_wdata_i,

    // In the execute stage: an instruction, whether its fetch failed, its request to a unit and the
    // answer, whether this is its first cycle, whether it ends there or in the writeback stage, a
    // load or store.
    input logic        id_valid_i,
    input logic        id_error_i,
    input logic        id_first_i,
    input logic [31:0] id_insn_i,
    input logic [31:0] id_rs1_i,
    input logic [31:0] id_rs2_i,
    input logic [31:0] id_result_i,
    input logic        id_done_i,
    input logic        wb_done_i,
    input logic [2:0] data_bus_i,  // request, grant, answer

    // Memory protection: the state of the load-store unit, and whether the requested access is
    // rejected.
    input logic [2:0] lsu_state_i,
    input logic       lsu_refuses_i,

    output logic bad_trap,
    output logic bad_first,
    output logic bad_numbers,
    output logic bad_operand,
    output logic bad_result,
    output logic bad_illegal,
    output logic bad_untouched,
    output logic bad_access,
    output logic reach_retired,
    output logic reach_illegal
);

  logic protects;
  vmb_formal_protection #(
      .Pmp(Pmp)
  ) u_protection (
      .clk_i,
      .lsu_state_i,
      .refuses_i(lsu_refuses_i),
      .waits_o  (),
      .same_o   (protects)
  );

  // With two stages, no property relies on it.
  logic held;
  vmb_formal_environment #(
      .Assumed({WritebackStage, 1'b0})
  ) u_environment (
      .clk_i,
      .rst_ni,
      .buses_i  ({data_bus_i, 3'b000}),
      .assumed_i(protects || !WritebackStage),
      .held_o   (held),
      .owed_o   ()
  );

  // Whether the retired word, and that in the execute stage, is an instruction of the units.
  logic [1:0][31:0] word;
  logic [1:0] ours;
  assign word = {id_insn_i, insn_i};

  for (genvar i = 0; i < 2; i++) begin : gen_word
    logic [11:0] is_zbkb;
    logic [1:0] is_zbkc, is_zbkx, is_xascon;
    logic [3:0] is_zkned;
    logic [9:0] is_zknh;
    vmb_spec_zbkb u_zbkb (
        .instr_i(word[i]),
        .rs1_i  ('0),
        .rs2_i  ('0),
        .is_o   (is_zbkb),
        .value_o()
    );
    vmb_spec_zbkc u_zbkc (
        .instr_i(word[i]),
        .rs1_i  ('0),
        .rs2_i  ('0),
        .is_o   (is_zbkc),
        .value_o()
    );
    vmb_spec_zbkx u_zbkx (
        .instr_i(word[i]),
        .rs1_i  ('0),
        .rs2_i  ('0),
        .is_o   (is_zbkx),
        .value_o()
    );
    vmb_spec_zkned u_zkned (
        .instr_i(word[i]),
        .rs1_i  ('0),
        .rs2_i  ('0),
        .is_o   (is_zkned),
        .value_o(),
        .byte_o (),
        .unity_o(),
        .back_o ()
    );
    vmb_spec_xascon u_xascon (
        .instr_i(word[i]),
        .rs1_i  ('0),
        .rs2_i  ('0),
        .is_o   (is_xascon),
        .value_o()
    );
    vmb_spec_zknh u_zknh (
        .instr_i(word[i]),
        .rs1_i  ('0),
        .rs2_i  ('0),
        .is_o   (is_zknh),
        .value_o()
    );
    assign ours[i] = (is_zbkb != '0 && FunctionUnits[UnitZbkb]) ||
        (is_zbkc != '0 && FunctionUnits[UnitZbkc]) || (is_zbkx != '0 && FunctionUnits[UnitZbkx]) ||
        (is_zkned != '0 && FunctionUnits[UnitZkned]) ||
        (is_xascon != '0 && FunctionUnits[UnitXascon]) ||
        (is_zknh != '0 && FunctionUnits[UnitZknh]);
  end

  // Whether the retired word is an instruction of the units that work in place, for which
  // vmb_prove_in_place has the same property.
  logic in_place, is_xasconp;
  logic [1:0] is_xchacha;
  vmb_spec_xasconp u_xasconp (
      .instr_i    (insn_i),
      .registers_i('0),
      .is_o       (is_xasconp),
      .value_o    (),
      .changed_o  ()
  );
  vmb_spec_xchacha u_xchacha (
      .instr_i    (insn_i),
      .rs1_i      ('0),
      .rs2_i      ('0),
      .registers_i('0),
      .is_o       (is_xchacha),
      .number_o   (),
      .value_o    ()
  );
  assign in_place = (is_xasconp && Xasconp) || (is_xchacha != '0 && Xchacha);

  // From the cycle in which the retired instruction ended in the execute stage.
  typedef struct packed {
    logic        error;
    logic [31:0] rs1;
    logic [31:0] rs2;
    logic [31:0] result;
  } asked_t;
  asked_t in_wb_q, retired_q, asked;
  always_ff @(posedge clk_i) begin
    if (id_done_i) in_wb_q <= '{id_error_i, id_rs1_i, id_rs2_i, id_result_i};
    if (wb_done_i) retired_q <= in_wb_q;
  end
  assign asked = WritebackStage ? retired_q : in_wb_q;

  // The instructions of RV32IM with the opcodes of the units (The RISC-V Instruction Set Manual,
  // Volume I, "RV32/64G Instruction Set Listings").
  logic [6:0] opcode, funct7;
  logic [2:0] funct3;
  assign {funct7, funct3, opcode} = {insn_i[31:25], insn_i[14:12], insn_i[6:0]};
  logic near, standard;
  assign near = opcode inside {OpcodeOp, OpcodeOpImm, OpcodeCustom1};
  always_comb begin
    standard = 1'b0;
    if (opcode == OpcodeOp) begin
      standard = (funct7 == 7'h00) || (funct7 == 7'h01) ||
          ((funct7 == 7'h20) && (funct3 inside {3'd0, 3'd5}));
    end else if (opcode == OpcodeOpImm) begin
      unique case (funct3)
        3'd1: standard = funct7 == 7'h00;
        3'd5: standard = (funct7 == 7'h00) || (funct7 == 7'h20);
        default: standard = 1'b1;
      endcase
    end
  end

  // No instruction of the units has a second cycle: proved first, then assumed.
  logic first;
  assign bad_first = held && rst_ni && id_valid_i && ours[1] && !id_first_i;
  vmb_formal_held u_first (
      .clk_i,
      .rst_ni,
      .assumed_i(!bad_first),
      .held_o(first)
  );

  logic counts, retires;
  logic [4:0] rd;
  assign counts  = held && rst_ni && valid_i;
  assign retires = counts && ours[0] && !trap_i;
  assign rd      = insn_i[11:7];

  assign bad_trap = counts && ours[0] && trap_i && !asked.error;
  assign bad_numbers = retires && {rs2_addr_i, rs1_addr_i, rd_addr_i} != {insn_i[24:15], rd};
  assign bad_operand = retires && first && {rs1_rdata_i, rs2_rdata_i} != {asked.rs1, asked.rs2};
  assign bad_result = retires && first && rd_wdata_i != (rd == '0 ? '0 : asked.result);
  assign bad_illegal = counts && near && !standard && !ours[0] && !in_place && !trap_i;
  assign bad_untouched = counts && trap_i && rd_addr_i != '0;
  assign bad_access = held && rst_ni && data_bus_i[2] && id_valid_i && ours[1];

  assign reach_retired = retires && rd_addr_i != '0;
  assign reach_illegal = counts && near && trap_i && !asked.error;

endmodule

bind vmb_soc_ibex vmb_prove_retired #(
    .FunctionUnits (FunctionUnits),
    .Xasconp       (Xasconp),
    .Xchacha       (Xchacha),
    .WritebackStage(WritebackStage),
    .Pmp           (Pmp)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .insn_i(u_ibex_core.rvfi_insn),
    .rs1_addr_i(u_ibex_core.rvfi_rs1_addr),
    .rs2_addr_i(u_ibex_core.rvfi_rs2_addr),
    .rs1_rdata_i(u_ibex_core.rvfi_rs1_rdata),
    .rs2_rdata_i(u_ibex_core.rvfi_rs2_rdata),
    .rd_addr_i(u_ibex_core.rvfi_rd_addr),
    .rd_wdata_i(u_ibex_core.rvfi_rd_wdata),
    .id_valid_i(u_ibex_core.instr_valid_id),
    .id_error_i(u_ibex_core.instr_fetch_err),
    .id_first_i(u_ibex_core.instr_first_cycle_id),
    .id_insn_i(u_ibex_core.instr_rdata_id),
    .id_rs1_i(accel_req.rs1),
    .id_rs2_i(accel_req.rs2),
    .id_result_i(accel_rsp.result),
    .id_done_i(u_ibex_core.rvfi_id_done),
    .wb_done_i(u_ibex_core.rvfi_wb_done),
    .data_bus_i({data_req.req, data_rsp.gnt, data_rsp.rvalid}),
    .lsu_state_i(u_ibex_core.load_store_unit_i.ls_fsm_cs),
    .lsu_refuses_i(u_ibex_core.pmp_req_err[2]),  // PMP_D
    .bad_trap(),
    .bad_first(),
    .bad_numbers(),
    .bad_operand(),
    .bad_result(),
    .bad_illegal(),
    .bad_untouched(),
    .bad_access(),
    .reach_retired(),
    .reach_illegal()
);
