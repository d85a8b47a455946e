// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine with its memory port on AXI4, with the signal names that the bus model of
// cocotbext-axi expects.

module engine_axi #(
    parameter int unsigned Single = 0,  // outstanding requests with vmb_axi_single; 0: vmb_axi_mem
    parameter int unsigned PortBits = 32,
    parameter int unsigned Words = 8,
    parameter int unsigned Burst = 4,
    parameter int unsigned Linger = 8,
    parameter bit All = 1'b1,
    parameter int unsigned HoldWords = 33,
    parameter int unsigned Watchdog = 65536
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

    output logic [ 0:0] m_axi_awid,
    output logic        m_axi_awvalid,
    input  logic        m_axi_awready,
    output logic [31:0] m_axi_awaddr,
    output logic [ 7:0] m_axi_awlen,
    output logic [ 2:0] m_axi_awsize,
    output logic [ 1:0] m_axi_awburst,
    output logic [ 3:0] m_axi_awcache,
    output logic [ 2:0] m_axi_awprot,
    output logic        m_axi_wvalid,
    input  logic        m_axi_wready,
    output logic [PortBits-1:0] m_axi_wdata,
    output logic [PortBits/8-1:0] m_axi_wstrb,
    output logic        m_axi_wlast,
    input  logic [ 0:0] m_axi_bid,
    input  logic        m_axi_bvalid,
    output logic        m_axi_bready,
    input  logic [ 1:0] m_axi_bresp,
    output logic [ 0:0] m_axi_arid,
    output logic        m_axi_arvalid,
    input  logic        m_axi_arready,
    output logic [31:0] m_axi_araddr,
    output logic [ 7:0] m_axi_arlen,
    output logic [ 2:0] m_axi_arsize,
    output logic [ 1:0] m_axi_arburst,
    output logic [ 3:0] m_axi_arcache,
    output logic [ 2:0] m_axi_arprot,
    input  logic [ 0:0] m_axi_rid,
    input  logic        m_axi_rvalid,
    output logic        m_axi_rready,
    input  logic [PortBits-1:0] m_axi_rdata,
    input  logic [ 1:0] m_axi_rresp,
    input  logic        m_axi_rlast
);

  logic mem_req, mem_gnt, mem_we, mem_rvalid, mem_err, mem_posted, mem_failed;
  logic [PortBits/8-1:0] mem_be;
  logic [4:0] mem_left;
  logic [31:0] mem_addr;
  logic [PortBits-1:0] mem_wdata, mem_rdata;

  vmb_engine #(
      .PortBits(PortBits),
      .Bursts(1'b1),
      .Outstanding(Single == 0 ? 2 : Single),
      .Aes(All),
      .AesGcm(All),
      .Chacha(All),
      .AsconV12(All),
      .TwoPasses(1'b1),
      .HoldWords(HoldWords),
      .Watchdog(Watchdog)
  ) u_engine (
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
      .mem_posted_i(mem_posted),
      .mem_failed_i(mem_failed)
  );

  if (Single == 0) begin : gen_bursts
    vmb_axi_mem #(
        .PortBits(PortBits),
        .Words (Words),
        .Burst (Burst),
        .Linger(Linger)
    ) u_axi (
        .clk_i,
        .rst_ni,
        .busy_i(busy_o),
        .req_i(mem_req),
        .gnt_o(mem_gnt),
        .addr_i(mem_addr),
        .we_i(mem_we),
        .be_i(mem_be),
        .wdata_i(mem_wdata),
        .rvalid_o(mem_rvalid),
        .rdata_o(mem_rdata),
        .err_o(mem_err),
        .left_i(mem_left),
        .posted_o(mem_posted),
        .failed_o(mem_failed),
        .awvalid_o(m_axi_awvalid),
        .awready_i(m_axi_awready),
        .awaddr_o(m_axi_awaddr),
        .awlen_o(m_axi_awlen),
        .awsize_o(m_axi_awsize),
        .awburst_o(m_axi_awburst),
        .awcache_o(m_axi_awcache),
        .awprot_o(m_axi_awprot),
        .wvalid_o(m_axi_wvalid),
        .wready_i(m_axi_wready),
        .wdata_o(m_axi_wdata),
        .wstrb_o(m_axi_wstrb),
        .wlast_o(m_axi_wlast),
        .bvalid_i(m_axi_bvalid),
        .bready_o(m_axi_bready),
        .bresp_i(m_axi_bresp),
        .arvalid_o(m_axi_arvalid),
        .arready_i(m_axi_arready),
        .araddr_o(m_axi_araddr),
        .arlen_o(m_axi_arlen),
        .arsize_o(m_axi_arsize),
        .arburst_o(m_axi_arburst),
        .arcache_o(m_axi_arcache),
        .arprot_o(m_axi_arprot),
        .rvalid_i(m_axi_rvalid),
        .rready_o(m_axi_rready),
        .rdata_i(m_axi_rdata),
        .rresp_i(m_axi_rresp),
        .rlast_i(m_axi_rlast)
    );
  end else begin : gen_single
    vmb_axi_single #(
        .PortBits(PortBits),
        .Depth(Single)
    ) u_axi (
        .clk_i,
        .rst_ni,
        .req_i(mem_req),
        .gnt_o(mem_gnt),
        .addr_i(mem_addr),
        .we_i(mem_we),
        .be_i(mem_be),
        .wdata_i(mem_wdata),
        .rvalid_o(mem_rvalid),
        .rdata_o(mem_rdata),
        .err_o(mem_err),
        .posted_o(mem_posted),
        .failed_o(mem_failed),
        .awvalid_o(m_axi_awvalid),
        .awready_i(m_axi_awready),
        .awaddr_o(m_axi_awaddr),
        .awlen_o(m_axi_awlen),
        .awsize_o(m_axi_awsize),
        .awburst_o(m_axi_awburst),
        .awcache_o(m_axi_awcache),
        .awprot_o(m_axi_awprot),
        .wvalid_o(m_axi_wvalid),
        .wready_i(m_axi_wready),
        .wdata_o(m_axi_wdata),
        .wstrb_o(m_axi_wstrb),
        .wlast_o(m_axi_wlast),
        .bvalid_i(m_axi_bvalid),
        .bready_o(m_axi_bready),
        .bresp_i(m_axi_bresp),
        .arvalid_o(m_axi_arvalid),
        .arready_i(m_axi_arready),
        .araddr_o(m_axi_araddr),
        .arlen_o(m_axi_arlen),
        .arsize_o(m_axi_arsize),
        .arburst_o(m_axi_arburst),
        .arcache_o(m_axi_arcache),
        .arprot_o(m_axi_arprot),
        .rvalid_i(m_axi_rvalid),
        .rready_o(m_axi_rready),
        .rdata_i(m_axi_rdata),
        .rresp_i(m_axi_rresp),
        .rlast_i(m_axi_rlast)
    );
    logic unused_left;
    assign unused_left = ^mem_left;
  end

  assign {m_axi_awid, m_axi_arid} = '0;
  logic unused_id;
  assign unused_id = ^{m_axi_bid, m_axi_rid};

endmodule
