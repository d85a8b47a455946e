// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Registers of Ibex, by the RISC-V Formal Interface: an instruction reads from a register
// what the last one before it that wrote this register left there, and so does the register
// file hold it. Of any register, the same one in every cycle.

module vmb_prove_read #(
    parameter bit WritebackStage = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        valid_i,
    input logic        trap_i,
    input logic [ 4:0] rs1_addr_i,
    input logic [ 4:0] rs2_addr_i,
    input logic [31:0] rs1_rdata_i,
    input logic [31:0] rs2_rdata_i,
    input logic [ 4:0] rd_addr_i,
    input logic [31:0] rd_wdata_i,

    // The data bus.
    input logic data_req_i,
    input logic data_gnt_i,
    input logic data_rvalid_i,

    input logic [4:0] any_i,  // anything during reset

    output logic bad_read,
    output logic reach_read
);

  logic data_asked;
  vmb_formal_asked u_data (
      .clk_i,
      .rst_ni,
      .req_i   (data_req_i),
      .gnt_i   (data_gnt_i),
      .rvalid_i(data_rvalid_i),
      .asked_o (data_asked)
  );

  // With two stages nothing rests on it.
  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(data_asked || !WritebackStage),
      .held_o(held)
  );

  logic [ 4:0] number_q;
  logic [31:0] word_q;
  logic known_q;
  logic writes, reads, wrong;
  assign writes = valid_i && rd_addr_i == number_q && number_q != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) number_q <= any_i;
    if (writes) word_q <= rd_wdata_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else if (writes) known_q <= 1'b1;
  end

  assign reads = held && rst_ni && valid_i && !trap_i && known_q &&
      (rs1_addr_i == number_q || rs2_addr_i == number_q);
  assign wrong = (rs1_addr_i == number_q && rs1_rdata_i != word_q) ||
      (rs2_addr_i == number_q && rs2_rdata_i != word_q);
  assign bad_read = reads && wrong;
  assign reach_read = reads;

endmodule

bind vmb_soc_ibex vmb_prove_read #(
    .WritebackStage(WritebackStage)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .rs1_addr_i(u_ibex_core.rvfi_rs1_addr),
    .rs2_addr_i(u_ibex_core.rvfi_rs2_addr),
    .rs1_rdata_i(u_ibex_core.rvfi_rs1_rdata),
    .rs2_rdata_i(u_ibex_core.rvfi_rs2_rdata),
    .rd_addr_i(u_ibex_core.rvfi_rd_addr),
    .rd_wdata_i(u_ibex_core.rvfi_rd_wdata),
    .data_req_i(data_req.req),
    .data_gnt_i(data_rsp.gnt),
    .data_rvalid_i(data_rsp.rvalid),
    .any_i(instr_rsp_i.rdata[4:0]),
    .bad_read(),
    .reach_read()
);
