// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine on AXI4-Lite, with or without a memory port, with the signal names that
// the bus model of cocotbext-axi expects.

module engine_axi4l #(
    parameter bit Dma = 1'b0,
    parameter bit All = 1'b0,
    parameter int unsigned HoldWords = 33
) (
    input logic clk,
    input logic rst_n,

    output logic irq,

    output logic        mem_req,
    input  logic        mem_gnt,
    output logic [31:0] mem_addr,
    output logic        mem_we,
    output logic [ 3:0] mem_be,
    output logic [31:0] mem_wdata,
    input  logic        mem_rvalid,
    input  logic [31:0] mem_rdata,
    input  logic        mem_err,

    input  logic        s_axil_awvalid,
    output logic        s_axil_awready,
    input  logic [11:0] s_axil_awaddr,
    input  logic [ 2:0] s_axil_awprot,
    input  logic        s_axil_wvalid,
    output logic        s_axil_wready,
    input  logic [31:0] s_axil_wdata,
    input  logic [ 3:0] s_axil_wstrb,
    output logic        s_axil_bvalid,
    input  logic        s_axil_bready,
    output logic [ 1:0] s_axil_bresp,
    input  logic        s_axil_arvalid,
    output logic        s_axil_arready,
    input  logic [11:0] s_axil_araddr,
    input  logic [ 2:0] s_axil_arprot,
    output logic        s_axil_rvalid,
    input  logic        s_axil_rready,
    output logic [31:0] s_axil_rdata,
    output logic [ 1:0] s_axil_rresp
);

  logic reg_req, reg_we, reg_ready, reg_fault;
  logic [4:0] reg_index;
  logic [31:0] reg_wdata, reg_rdata;

  vmb_couple_axi4l u_couple (
      .clk_i(clk),
      .rst_ni(rst_n),
      .awvalid_i(s_axil_awvalid),
      .awready_o(s_axil_awready),
      .awaddr_i(s_axil_awaddr),
      .awprot_i(s_axil_awprot),
      .wvalid_i(s_axil_wvalid),
      .wready_o(s_axil_wready),
      .wdata_i(s_axil_wdata),
      .wstrb_i(s_axil_wstrb),
      .bvalid_o(s_axil_bvalid),
      .bready_i(s_axil_bready),
      .bresp_o(s_axil_bresp),
      .arvalid_i(s_axil_arvalid),
      .arready_o(s_axil_arready),
      .araddr_i(s_axil_araddr),
      .arprot_i(s_axil_arprot),
      .rvalid_o(s_axil_rvalid),
      .rready_i(s_axil_rready),
      .rdata_o(s_axil_rdata),
      .rresp_o(s_axil_rresp),
      .alert_o(),
      .reg_req_o(reg_req),
      .reg_we_o(reg_we),
      .reg_index_o(reg_index),
      .reg_wdata_o(reg_wdata),
      .reg_ready_i(reg_ready),
      .reg_fault_i(reg_fault),
      .reg_rdata_i(reg_rdata)
  );

  vmb_engine #(
      .Dma(Dma),
      .Aes(All),
      .Chacha(All),
      .AsconHash(All),
      .AsconV12(All),
      .Contexts(All),
      .HoldWords(HoldWords)
  ) u_engine (
      .clk_i(clk),
      .rst_ni(rst_n),
      .reg_req_i(reg_req),
      .reg_we_i(reg_we),
      .reg_pair_i(1'b0),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_wdata_odd_i('0),
      .reg_ready_o(reg_ready),
      .reg_fault_o(reg_fault),
      .reg_rdata_o(reg_rdata),
      .busy_o(),
      .irq_o(irq),
      .alert_o(),
      .mem_req_o(mem_req),
      .mem_gnt_i(mem_gnt),
      .mem_addr_o(mem_addr),
      .mem_we_o(mem_we),
      .mem_be_o(mem_be),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(mem_rvalid),
      .mem_rdata_i(mem_rdata),
      .mem_err_i(mem_err),
      .mem_left_o(),
      .mem_posted_i(1'b0),
      .mem_failed_i(1'b0)
  );

endmodule
