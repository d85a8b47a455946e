// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// NEORV32 (host_neorv32.vhd) with Xascon as its CFU and an engine on its external bus, from
// 0xf0000000 on. The bus has no wait signal: an engine with a memory port does not need one.
// The test serves the memory.

// The CFU: NEORV32 passes it whole instruction words, and accepts an answer in the same cycle.
// Without an answer the instruction is illegal.
module vmb_neorv32_cfu (
    input  logic        start_i,
    input  logic [31:0] inst_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [31:0] result_o,
    output logic        valid_o
);

  vmb_ise #(
      .FunctionUnits(1 << vmb_ise_encodings_pkg::UnitXascon)
  ) u_ise (
      .instr_i (inst_i),
      .rs1_i,
      .rs2_i,
      .accept_o(valid_o),
      .result_o
  );
  logic unused_start;
  assign unused_start = start_i;

endmodule

module host_neorv32 (
    input logic clk_i,
    input logic rst_ni,

    output logic [31:0] adr_o,
    output logic [31:0] dat_o,
    output logic        we_o,
    output logic [ 3:0] sel_o,
    output logic        stb_o,
    input  logic [31:0] dat_i,
    input  logic        ack_i,

    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic [31:0] mem_addr_o,
    output logic        mem_we_o,
    output logic [ 3:0] mem_be_o,
    output logic [31:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [31:0] mem_rdata_i,
    input  logic        mem_err_i
);

  logic stb, cyc, page, page_ack, page_err, irq;
  logic [31:0] page_dat;
  assign page  = adr_o[31:28] == '1;
  assign stb_o = stb && cyc && !page;

  neorv32_host u_core (
      .clk_i,
      .rstn_i(rst_ni),
      .adr_o,
      .dat_o,
      .we_o,
      .sel_o,
      .stb_o (stb),
      .cyc_o (cyc),
      .dat_i (ack_i ? dat_i : page_dat),
      .ack_i (ack_i || page_ack),
      .err_i (page_err)
  );

  host_engine #(
      .Pipelined(1'b1)
  ) u_engine (
      .clk_i,
      .rst_ni,
      .cyc_i(cyc && page),
      .stb_i(cyc && stb && page),
      .we_i(we_o),
      .sel_i(sel_o),
      .adr_i(adr_o[11:2]),
      .dat_i(dat_o),
      .ack_o(page_ack),
      .err_o(page_err),
      .dat_o(page_dat),
      .irq_o(irq),
      .mem_req_o,
      .mem_gnt_i,
      .mem_addr_o,
      .mem_we_o,
      .mem_be_o,
      .mem_wdata_o,
      .mem_rvalid_i,
      .mem_rdata_i,
      .mem_err_i
  );

  logic unused_irq;
  assign unused_irq = irq;

endmodule
