// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine without a memory port on AXI-Stream, with the signal names that the bus models of
// cocotbext-axi expect.

module engine_axis #(
    parameter bit All = 1'b1,
    parameter int unsigned HoldWords = 33
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic [ 4:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,
    output logic        busy_o,
    output logic        irq_o,
    output logic        alert_o,
    output logic        mem_req_o,

    input  logic        s_axis_tvalid,
    output logic        s_axis_tready,
    input  logic [31:0] s_axis_tdata,
    input  logic [ 3:0] s_axis_tkeep,
    input  logic        s_axis_tlast,
    output logic        m_axis_tvalid,
    input  logic        m_axis_tready,
    output logic [31:0] m_axis_tdata,
    output logic [ 3:0] m_axis_tkeep,
    output logic        m_axis_tlast,
    output logic [ 1:0] m_axis_tuser
);

  logic engine_req, engine_we, engine_ready, engine_fault;
  logic [4:0] engine_index, mem_left;
  logic [31:0] engine_wdata, engine_rdata, mem_addr, mem_wdata;
  logic mem_we;
  logic [3:0] mem_be;

  vmb_axis u_axis (
      .clk_i,
      .rst_ni,
      .reg_req_i,
      .reg_we_i,
      .reg_index_i,
      .reg_wdata_i,
      .reg_ready_o,
      .reg_fault_o,
      .reg_rdata_o,
      .engine_req_o(engine_req),
      .engine_we_o(engine_we),
      .engine_index_o(engine_index),
      .engine_wdata_o(engine_wdata),
      .engine_ready_i(engine_ready),
      .engine_fault_i(engine_fault),
      .engine_rdata_i(engine_rdata),
      .engine_busy_i(busy_o),
      .s_tvalid_i(s_axis_tvalid),
      .s_tready_o(s_axis_tready),
      .s_tdata_i(s_axis_tdata),
      .s_tkeep_i(s_axis_tkeep),
      .s_tlast_i(s_axis_tlast),
      .m_tvalid_o(m_axis_tvalid),
      .m_tready_i(m_axis_tready),
      .m_tdata_o(m_axis_tdata),
      .m_tkeep_o(m_axis_tkeep),
      .m_tlast_o(m_axis_tlast),
      .m_tuser_o(m_axis_tuser)
  );

  vmb_engine #(
      .Dma(1'b0),
      .Aes(All),
      .AesGcm(All),
      .Chacha(All),
      .AsconV12(All),
      .HoldWords(HoldWords)
  ) u_engine (
      .clk_i,
      .rst_ni,
      .reg_req_i(engine_req),
      .reg_we_i(engine_we),
      .reg_pair_i(1'b0),
      .reg_index_i(engine_index),
      .reg_wdata_i(engine_wdata),
      .reg_wdata_odd_i('0),
      .reg_ready_o(engine_ready),
      .reg_fault_o(engine_fault),
      .reg_rdata_o(engine_rdata),
      .busy_o,
      .irq_o,
      .alert_o,
      .mem_req_o,
      .mem_gnt_i(1'b0),
      .mem_addr_o(mem_addr),
      .mem_we_o(mem_we),
      .mem_be_o(mem_be),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(1'b0),
      .mem_rdata_i('0),
      .mem_err_i(1'b0),
      .mem_left_o(mem_left),
      .mem_posted_i(1'b0),
      .mem_failed_i(1'b0)
  );

  logic unused_mem;
  assign unused_mem = ^{mem_addr, mem_we, mem_be, mem_wdata, mem_left};

endmodule
