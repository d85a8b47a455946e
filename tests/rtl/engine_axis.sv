// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine with its memory port on AXI-Stream, with the signal names that the bus models of
// cocotbext-axi expect.

module engine_axis #(
    parameter int unsigned PortBits = 32,
    parameter bit All = 1'b1,
    parameter int unsigned AsconRoundsPerCycle = 1,
    parameter int unsigned HoldWords = 33,
    parameter int unsigned Watchdog = 500
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic        reg_pair_i,
    input  logic [ 4:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    input  logic [31:0] reg_wdata_odd_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,
    output logic        busy_o,
    output logic        irq_o,
    output logic        alert_o,

    input  logic        s_axis_tvalid,
    output logic        s_axis_tready,
    input  logic [PortBits-1:0] s_axis_tdata,
    input  logic [PortBits/8-1:0] s_axis_tkeep,
    input  logic        s_axis_tlast,
    output logic        m_axis_tvalid,
    input  logic        m_axis_tready,
    output logic [PortBits-1:0] m_axis_tdata,
    output logic [PortBits/8-1:0] m_axis_tkeep,
    output logic        m_axis_tlast,
    output logic [ 1:0] m_axis_tuser
);

  logic engine_req, engine_we, engine_pair, engine_ready, engine_fault;
  logic [4:0] engine_index, mem_left;
  logic [31:0] engine_wdata, engine_wdata_odd, engine_rdata, mem_addr;
  logic mem_req, mem_gnt, mem_we, mem_rvalid, mem_err;
  logic [PortBits/8-1:0] mem_be;
  logic [PortBits-1:0] mem_wdata, mem_rdata;

  vmb_axis #(
      .PortBits(PortBits)
  ) u_axis (
      .clk_i,
      .rst_ni,
      .reg_req_i,
      .reg_we_i,
      .reg_pair_i,
      .reg_index_i,
      .reg_wdata_i,
      .reg_wdata_odd_i,
      .reg_ready_o,
      .reg_fault_o,
      .reg_rdata_o,
      .engine_req_o(engine_req),
      .engine_we_o(engine_we),
      .engine_pair_o(engine_pair),
      .engine_index_o(engine_index),
      .engine_wdata_o(engine_wdata),
      .engine_wdata_odd_o(engine_wdata_odd),
      .engine_ready_i(engine_ready),
      .engine_fault_i(engine_fault),
      .engine_rdata_i(engine_rdata),
      .busy_i(busy_o),
      .req_i(mem_req),
      .gnt_o(mem_gnt),
      .we_i(mem_we),
      .be_i(mem_be),
      .wdata_i(mem_wdata),
      .rvalid_o(mem_rvalid),
      .rdata_o(mem_rdata),
      .err_o(mem_err),
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
      .PortBits(PortBits),
      .Aes(All),
      .AesGcm(All),
      .Chacha(All),
      .AsconV12(All),
      .AsconRoundsPerCycle(AsconRoundsPerCycle),
      .HoldWords(HoldWords),
      .TwoPasses(1'b1),
      .Watchdog(Watchdog)
  ) u_engine (
      .clk_i,
      .rst_ni,
      .reg_req_i(engine_req),
      .reg_we_i(engine_we),
      .reg_pair_i(engine_pair),
      .reg_index_i(engine_index),
      .reg_wdata_i(engine_wdata),
      .reg_wdata_odd_i(engine_wdata_odd),
      .reg_ready_o(engine_ready),
      .reg_fault_o(engine_fault),
      .reg_rdata_o(engine_rdata),
      .busy_o,
      .irq_o,
      .alert_o,
      .mem_req_o(mem_req),
      .mem_gnt_i(mem_gnt),
      .mem_addr_o(mem_addr),
      .mem_we_o(mem_we),
      .mem_be_o(mem_be),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(mem_rvalid),
      .mem_rdata_i(mem_rdata),
      .mem_err_i(mem_err),
      .mem_left_o(mem_left),
      .mem_posted_i(1'b0),
      .mem_failed_i(1'b0)
  );

  logic unused_mem;
  assign unused_mem = ^{mem_addr, mem_left};

endmodule
