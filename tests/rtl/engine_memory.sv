// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine with its memory port on Wishbone, AHB or TileLink.

module engine_memory #(
    parameter string Bus = "wb",  // wb, ahb, tl
    parameter int unsigned PortBits = 32,
    parameter int unsigned Outstanding = 4,  // of AHB 2
    parameter bit Pipelined = 1'b1,
    parameter bit Strobes = 1'b0,
    parameter bit Ordered = 1'b0,
    parameter int unsigned HoldWords = 33,
    parameter int unsigned Watchdog = 200
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

    // Wishbone.
    output logic        cyc_o,
    output logic        stb_o,
    input  logic        stall_i,
    output logic        we_o,
    output logic [PortBits/8-1:0] sel_o,
    output logic [31:0] adr_o,
    output logic [PortBits-1:0] dat_o,
    input  logic        ack_i,
    input  logic        err_i,
    input  logic [PortBits-1:0] dat_i,

    // AHB.
    output logic [ 1:0] htrans_o,
    output logic        hwrite_o,
    output logic [ 2:0] hsize_o,
    output logic [ 2:0] hburst_o,
    output logic [ 3:0] hprot_o,
    output logic        hmastlock_o,
    output logic [31:0] haddr_o,
    output logic [PortBits-1:0] hwdata_o,
    output logic [PortBits/8-1:0] hwstrb_o,
    input  logic        hready_i,
    input  logic        hresp_i,
    input  logic [PortBits-1:0] hrdata_i,

    // TileLink.
    output logic                  a_valid_o,
    input  logic                  a_ready_i,
    output logic [           2:0] a_opcode_o,
    output logic [           2:0] a_size_o,
    output logic [$clog2(Outstanding)-1:0] a_source_o,
    output logic [          31:0] a_address_o,
    output logic [PortBits/8-1:0] a_mask_o,
    output logic [  PortBits-1:0] a_data_o,
    output logic                  a_corrupt_o,
    input  logic                  d_valid_i,
    output logic                  d_ready_o,
    input  logic [           2:0] d_opcode_i,
    input  logic [           2:0] d_size_i,
    input  logic [$clog2(Outstanding)-1:0] d_source_i,
    input  logic                  d_denied_i,
    input  logic                  d_corrupt_i,
    input  logic [  PortBits-1:0] d_data_i
);

  logic mem_req, mem_gnt, mem_we, mem_rvalid, mem_err;
  logic [PortBits/8-1:0] mem_be;
  logic [31:0] mem_addr;
  logic [PortBits-1:0] mem_wdata, mem_rdata;

  // Ports that only bursts use.
  // verilator lint_off PINCONNECTEMPTY
  vmb_engine #(
      .PortBits(PortBits),
      .Outstanding(Outstanding),
      .Aes(1'b0),
      .Chacha(1'b0),
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
      .mem_left_o(),
      .mem_posted_i(1'b0),
      .mem_failed_i(1'b0)
  );
  // verilator lint_on PINCONNECTEMPTY

  if (Bus == "wb") begin : gen_wb
    vmb_wb_mem #(
        .PortBits(PortBits),
        .Depth(Outstanding),
        .Pipelined(Pipelined)
    ) u_memory (
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
        .cyc_o,
        .stb_o,
        .stall_i,
        .we_o,
        .sel_o,
        .adr_o,
        .dat_o,
        .ack_i,
        .err_i,
        .dat_i
    );
  end else begin : gen_no_wb
    assign {cyc_o, stb_o, we_o, sel_o, adr_o, dat_o} = '0;
    logic unused;
    assign unused = ^{stall_i, ack_i, err_i, dat_i};
  end

  if (Bus == "ahb") begin : gen_ahb
    vmb_ahb_mem #(
        .PortBits(PortBits),
        .Strobes (Strobes)
    ) u_memory (
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
        .htrans_o,
        .hwrite_o,
        .hsize_o,
        .hburst_o,
        .hprot_o,
        .hmastlock_o,
        .haddr_o,
        .hwdata_o,
        .hwstrb_o,
        .hready_i,
        .hresp_i,
        .hrdata_i
    );
  end else begin : gen_no_ahb
    assign {htrans_o, hwrite_o, hsize_o, hburst_o, hprot_o, hmastlock_o, haddr_o} = '0;
    assign {hwdata_o, hwstrb_o} = '0;
    logic unused;
    assign unused = ^{hready_i, hresp_i, hrdata_i};
  end

  if (Bus == "tl") begin : gen_tl
    vmb_tl_mem #(
        .PortBits(PortBits),
        .SourceBits($clog2(Outstanding)),
        .Ordered(Ordered)
    ) u_memory (
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
        .a_valid_o,
        .a_ready_i,
        .a_opcode_o,
        .a_size_o,
        .a_source_o,
        .a_address_o,
        .a_mask_o,
        .a_data_o,
        .a_corrupt_o,
        .d_valid_i,
        .d_ready_o,
        .d_opcode_i,
        .d_size_i,
        .d_source_i,
        .d_denied_i,
        .d_corrupt_i,
        .d_data_i
    );
  end else begin : gen_no_tl
    assign {a_valid_o, a_opcode_o, a_size_o, a_source_o, a_address_o, a_mask_o, a_data_o} = '0;
    assign {a_corrupt_o, d_ready_o} = '0;
    logic unused;
    assign unused = ^{a_ready_i, d_valid_i, d_opcode_i, d_size_i, d_source_i, d_denied_i,
                      d_corrupt_i, d_data_i};
  end

endmodule
