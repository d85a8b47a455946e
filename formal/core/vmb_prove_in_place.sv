// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ibex with units that work on its registers in place (Xasconp, Xchacha), by the RISC-V Formal
// Interface and the register file itself. Memories, interrupts and debug requests are
// unconstrained, except that the data bus answers only requests.
//
// The specifications of the units determine which words are instructions and which registers they
// read. Results of units and of the multiplier are unconstrained.
//
// With a writeback stage the previous instruction may still write a register. Then the units wait.

module vmb_prove_in_place #(
    parameter bit WritebackStage = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction, and the registers after it.
    input logic              valid_i,
    input logic              trap_i,
    input logic [31:0]       insn_i,
    input logic [ 4:0]       rs1_addr_i,
    input logic [ 4:0]       rs2_addr_i,
    input logic [31:0]       rs1_rdata_i,
    input logic [31:0]       rs2_rdata_i,
    input logic [ 4:0]       rd_addr_i,
    input logic [31:0]       rd_wdata_i,
    input logic [31:0][31:0] registers_i,

    // In the execute stage: an instruction, whether its fetch failed, whether this is its first
    // cycle, whether it ends there or in the writeback stage, the inputs and answers of the units,
    // an access. A write to the register file.
    input logic              id_valid_i,
    input logic              id_error_i,
    input logic              id_first_i,
    input logic              id_done_i,
    input logic              wb_done_i,
    input logic              write_i,
    input logic [ 4:0]       write_address_i,
    input logic [31:0]       write_word_i,
    input logic [31:0]       id_insn_i,
    input logic [31:0]       id_rs1_i,
    input logic [31:0]       id_rs2_i,
    input logic [31:0][31:0] id_seen_i,
    input logic [31:0]       id_half_i,        // to rd
    input logic [31:0]       id_product_i,     // to rd
    input logic [2:0] data_bus_i,  // request, grant, answer
    input logic              interrupted_i,

    // Any instruction that executes: the registers that it reads, and what it gets. Dummy
    // instructions have an x0 of their own.
    input logic             reader_valid_i,
    input logic             reader_dummy_i,
    input logic [1:0]       reader_reads_i,
    input logic [1:0][ 4:0] reader_address_i,
    input logic [1:0][31:0] reader_word_i,

    output logic       bad_trap,
    output logic       bad_first,
    output logic       bad_numbers,
    output logic       bad_operand,
    output logic       bad_seen,
    output logic       bad_result,
    output logic       bad_access,
    output logic [1:0] bad_read,
    output logic [2:0] reach_retired,
    output logic       reach_interrupted,
    output logic       reach_read
);

  logic held;
  vmb_formal_environment #(
      .Assumed(2'b10)
  ) u_environment (
      .clk_i,
      .rst_ni,
      .buses_i  ({data_bus_i, 3'b000}),
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   ()
  );

  // Of the retired word, and of that in the execute stage: ascon.round, chacha.half,
  // poly1305.mac.
  logic [1:0][31:0] word;
  logic [1:0][2:0] is_ours;
  logic [1:0][31:0] rounds;
  logic [1:0][3:0][4:0] number;
  assign word = {id_insn_i, insn_i};
  for (genvar i = 0; i < 2; i++) begin : gen_word
    vmb_spec_xasconp u_round (
        .instr_i    (word[i]),
        .registers_i('0),
        .is_o       (is_ours[i][0]),
        .value_o    (),
        .changed_o  (rounds[i])
    );
    vmb_spec_xchacha u_half (
        .instr_i    (word[i]),
        .rs1_i      ('0),
        .rs2_i      ('0),
        .registers_i('0),
        .is_o       (is_ours[i][2:1]),
        .number_o   (number[i]),
        .value_o    ()
    );
  end

  // From the cycle in which the retired instruction ended in the execute stage.
  typedef struct packed {
    logic        error;
    logic [31:0] rs1;
    logic [31:0] rs2;
    logic [31:0] half;
    logic [31:0] product;
  } ended_t;
  ended_t in_wb_q, retired_q, ended;
  always_ff @(posedge clk_i) begin
    if (id_done_i) in_wb_q <= '{id_error_i, id_rs1_i, id_rs2_i, id_half_i, id_product_i};
    if (wb_done_i) retired_q <= in_wb_q;
  end
  assign ended = WritebackStage ? retired_q : in_wb_q;

  logic counts, retires, round, half, mac;
  assign counts = held && rst_ni && valid_i;
  assign retires = counts && !trap_i;
  assign {mac, half, round} = retires ? is_ours[0] : '0;

  logic ours;  // in the execute stage
  assign ours = rst_ni && id_valid_i && is_ours[1] != '0;

  assign bad_trap = counts && is_ours[0] != '0 && trap_i && !ended.error;
  assign bad_first = held && ours && !is_ours[1][2] && !id_first_i;
  assign bad_access = held && ours && data_bus_i[2];

  // The round names no register.
  assign bad_numbers = (round && rd_addr_i != '0) ||
      ((half || mac) && {rs2_addr_i, rs1_addr_i, rd_addr_i} != {insn_i[24:15], insn_i[11:7]});
  assign bad_operand = half && {rs1_rdata_i, rs2_rdata_i} != {ended.rs1, ended.rs2};
  assign bad_result = (half && rd_wdata_i != ended.half) || (mac && rd_wdata_i != ended.product);

  // The operands: the round's ten registers, or a and b, or the sum; c and d as rs1 and rs2. When
  // the instruction ends, none of these is being written.
  logic [31:0] reads;
  always_comb begin
    reads = is_ours[1][0] ? rounds[1] : '0;
    for (int unsigned k = 0; k < 4; k++) if (is_ours[1][1]) reads[number[1][k]] = 1'b1;
    if (is_ours[1][2]) reads[7:6] = 2'b11;
  end
  always_comb begin
    bad_seen = WritebackStage && id_done_i && !id_error_i && write_i && reads[write_address_i];
    for (int unsigned i = 1; i < 32; i++) begin
      if (is_ours[1][0] && rounds[1][i]) bad_seen |= id_seen_i[i] != registers_i[i];
      if (is_ours[1][1] && (number[1][0] == 5'(i) || number[1][1] == 5'(i))) begin
        bad_seen |= id_seen_i[i] != registers_i[i];
      end
      if (is_ours[1][2] && (i == 6 || i == 7)) bad_seen |= id_seen_i[i] != registers_i[i];
    end
    if (is_ours[1][1] && ((id_done_i && !id_error_i) || !WritebackStage)) begin
      bad_seen |= {id_rs1_i, id_rs2_i} != {registers_i[number[1][2]], registers_i[number[1][3]]};
    end
    bad_seen &= held && ours;
  end

  // The operands of any instruction: the register, or the word that is being written to it.
  logic reader;
  assign reader = held && rst_ni && reader_valid_i && !reader_dummy_i;
  for (genvar i = 0; i < 2; i++) begin : gen_read
    logic [31:0] word_read;
    always_comb begin
      word_read = registers_i[reader_address_i[i]];
      if (WritebackStage && write_i && write_address_i == reader_address_i[i]) begin
        word_read = write_word_i;
      end
      if (reader_address_i[i] == '0) word_read = '0;
    end
    assign bad_read[i] = reader && reader_reads_i[i] && reader_word_i[i] != word_read;
  end
  assign reach_read = reader && reader_reads_i[0] && reader_word_i[0] != '0;

  assign reach_retired = {mac, half, round};
  assign reach_interrupted = held && rst_ni && round && interrupted_i;

endmodule

bind vmb_soc_ibex vmb_prove_in_place #(
    .WritebackStage(WritebackStage)
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
    .registers_i(u_register_file.registers),
    .id_valid_i(u_ibex_core.instr_valid_id),
    .id_error_i(u_ibex_core.instr_fetch_err),
    .id_first_i(u_ibex_core.instr_first_cycle_id),
    .id_done_i(u_ibex_core.rvfi_id_done),
    .wb_done_i(u_ibex_core.rvfi_wb_done),
    .write_i(rf_we_wb),
    .write_address_i(rf_waddr_wb),
    .write_word_i(rf_wdata_wb),
    .id_insn_i(u_ibex_core.instr_rdata_id),
    .id_rs1_i(accel_req.rs1),
    .id_rs2_i(accel_req.rs2),
    .id_seen_i(rf_registers),
    .id_half_i(half_result),
    .id_product_i(u_ibex_core.result_ex),
    .data_bus_i({data_req.req, data_rsp.gnt, data_rsp.rvalid}),
    .interrupted_i(interrupted),
    .reader_valid_i(u_ibex_core.id_stage_i.instr_executing),
    .reader_dummy_i(dummy_instr_id),
    .reader_reads_i({u_ibex_core.rf_ren_b, u_ibex_core.rf_ren_a}),
    .reader_address_i({rf_raddr_b, rf_raddr_a}),
    .reader_word_i({u_ibex_core.id_stage_i.rf_rdata_b_fwd, u_ibex_core.id_stage_i.rf_rdata_a_fwd}),
    .bad_trap(),
    .bad_first(),
    .bad_numbers(),
    .bad_operand(),
    .bad_seen(),
    .bad_result(),
    .bad_access(),
    .bad_read(),
    .reach_retired(),
    .reach_interrupted(),
    .reach_read()
);
