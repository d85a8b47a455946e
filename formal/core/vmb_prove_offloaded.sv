// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What CV32E40X with the function units behind its eXtension interface retires, in the form
// of the RISC-V Formal Interface. Memories, interrupts and requests to debug do what they
// like, but that the buses answer only what was asked.
//
// Which words are instructions of the units is what vmb_ise accepts. Results are anything:
// those that the unit gave must be retired. What was read is compared for one bit of one
// register, any one, the same in every cycle.

module vmb_prove_offloaded
  import vmb_ise_encodings_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction; of the last pipeline stage, a cycle before, whether the fetch
    // failed, and whether it is a load or store.
    input logic        valid_i,
    input logic        trap_i,
    input logic [31:0] insn_i,
    input logic [ 4:0] rd_addr_i,
    input logic [31:0] rd_wdata_i,
    input logic        wb_error_i,
    input logic        wb_access_i,

    // A unit executes an instruction and answers.
    input logic        unit_valid_i,
    input logic [31:0] unit_insn_i,
    input logic [31:0] unit_rs1_i,
    input logic [31:0] unit_rs2_i,
    input logic [31:0] unit_result_i,

    // The buses.
    input logic instr_req_i,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic data_req_i,
    input logic data_gnt_i,
    input logic data_rvalid_i,

    input logic [9:0] any_i,  // anything during reset

    output logic bad_trap,
    output logic bad_once,
    output logic bad_word,
    output logic bad_number,
    output logic bad_result,
    output logic bad_read,
    output logic bad_access,
    output logic bad_illegal,
    output logic bad_untouched,
    output logic reach_retired,
    output logic reach_read,
    output logic reach_illegal
);

  logic instr_asked, data_asked;
  vmb_formal_asked u_instr (
      .clk_i,
      .rst_ni,
      .req_i   (instr_req_i),
      .gnt_i   (instr_gnt_i),
      .rvalid_i(instr_rvalid_i),
      .asked_o (instr_asked)
  );
  vmb_formal_asked u_data (
      .clk_i,
      .rst_ni,
      .req_i   (data_req_i),
      .gnt_i   (data_gnt_i),
      .rvalid_i(data_rvalid_i),
      .asked_o (data_asked)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(instr_asked && data_asked),
      .held_o(held)
  );

  logic ours;
  logic [31:0] unused_result;
  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_retired (
      .instr_i (insn_i),
      .rs1_i   ('0),
      .rs2_i   ('0),
      .accept_o(ours),
      .result_o(unused_result)
  );

  // The last answer; and that of the retired instruction: the last one before the cycle in
  // which the instruction left the pipeline.
  typedef struct packed {
    logic [31:0] insn;
    logic [31:0] rs1;
    logic [31:0] rs2;
    logic [31:0] result;
  } answer_t;
  answer_t answer_q, retired_q;
  logic error_q, access_q;
  always_ff @(posedge clk_i) begin
    if (unit_valid_i) answer_q <= '{unit_insn_i, unit_rs1_i, unit_rs2_i, unit_result_i};
    retired_q <= answer_q;
    error_q   <= wb_error_i;
    access_q  <= wb_access_i;
  end

  logic counts, retires;
  assign counts  = held && rst_ni && valid_i;
  assign retires = counts && ours && !trap_i;

  // An answer whose instruction has not retired, from two cycles after it on.
  logic answered_q, waiting_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answered_q <= 1'b0;
      waiting_q  <= 1'b0;
    end else begin
      answered_q <= unit_valid_i;
      waiting_q  <= answered_q || (waiting_q && !retires);
    end
  end
  assign bad_once = held && rst_ni &&
      ((retires && !waiting_q) || (answered_q && waiting_q && !retires));

  // What the last instruction that wrote the register left in the bit.
  logic [4:0] number_q, place_q;
  logic writes, known_q, left_q, left;
  assign writes = counts && rd_addr_i == number_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {number_q, place_q} <= any_i;
    if (writes) left_q <= rd_wdata_i[place_q];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else if (writes) known_q <= 1'b1;
  end
  logic reads1, reads2;
  assign left = number_q != '0 && left_q;  // x0 is 0
  assign reads1 = retires && insn_i[19:15] == number_q && (known_q || number_q == '0);
  assign reads2 = retires && insn_i[24:20] == number_q && (known_q || number_q == '0);
  assign bad_read = (reads1 && retired_q.rs1[place_q] != left) ||
      (reads2 && retired_q.rs2[place_q] != left);

  logic [4:0] rd;
  assign rd            = insn_i[11:7];
  assign bad_trap      = counts && ours && trap_i && !error_q;
  assign bad_word      = retires && retired_q.insn != insn_i;
  assign bad_number    = retires && rd_addr_i != rd;
  assign bad_result    = retires && rd != '0 && rd_wdata_i != retired_q.result;
  assign bad_access    = retires && access_q;
  assign bad_untouched = counts && trap_i && rd_addr_i != '0;

  // What RV32IM has with the opcodes of the units.
  logic near, standard;
  logic [6:0] funct7;
  logic [2:0] funct3;
  assign {funct7, funct3} = {insn_i[31:25], insn_i[14:12]};
  assign near = insn_i[6:0] inside {OpcodeOp, OpcodeOpImm, OpcodeCustom1};
  always_comb begin
    standard = 1'b0;
    if (insn_i[6:0] == OpcodeOp) begin
      standard = (funct7 inside {7'h00, 7'h01}) ||
          ((funct7 == 7'h20) && (funct3 inside {3'd0, 3'd5}));
    end else if (insn_i[6:0] == OpcodeOpImm) begin
      standard = !(funct3 inside {3'd1, 3'd5}) || (funct7 == 7'h00) ||
          ((funct7 == 7'h20) && (funct3 == 3'd5));
    end
  end
  assign bad_illegal   = counts && near && !standard && !ours && !trap_i;

  assign reach_retired = retires && rd_addr_i != '0;
  assign reach_read    = reads1 && known_q && number_q != '0;
  assign reach_illegal = counts && near && trap_i && !error_q;

endmodule

bind vmb_soc_cv32e40x vmb_prove_offloaded #(
    .FunctionUnits(FunctionUnits)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(rvfi_o.valid),
    .trap_i(rvfi_o.trap),
    .insn_i(rvfi_o.insn),
    .rd_addr_i(rvfi_o.rd_addr),
    .rd_wdata_i(rvfi_o.rd_wdata),
    .wb_error_i(u_core.u_core.ex_wb_pipe.instr.bus_resp.err),
    .wb_access_i(u_core.u_core.ex_wb_pipe.lsu_en),
    .unit_valid_i(accel_req.valid && accel_rsp.ready),
    .unit_insn_i(accel_req.instr),
    .unit_rs1_i(accel_req.rs1),
    .unit_rs2_i(accel_req.rs2),
    .unit_result_i(accel_rsp.result),
    .instr_req_i(instr_req_o.req),
    .instr_gnt_i(instr_rsp_i.gnt),
    .instr_rvalid_i(instr_rsp_i.rvalid),
    .data_req_i(data_req.req),
    .data_gnt_i(data_rsp.gnt),
    .data_rvalid_i(data_rsp.rvalid),
    .any_i(instr_rsp_i.rdata[9:0]),
    .bad_trap(),
    .bad_once(),
    .bad_word(),
    .bad_number(),
    .bad_result(),
    .bad_read(),
    .bad_access(),
    .bad_illegal(),
    .bad_untouched(),
    .reach_retired(),
    .reach_read(),
    .reach_illegal()
);
