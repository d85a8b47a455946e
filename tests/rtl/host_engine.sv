// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine of the host systems, with only Ascon, on Wishbone.

module host_engine #(
    parameter bit Pipelined = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        cyc_i,
    input  logic        stb_i,
    input  logic        we_i,
    input  logic [ 3:0] sel_i,
    input  logic [ 9:0] adr_i,
    input  logic [31:0] dat_i,
    output logic        ack_o,
    output logic        err_o,
    output logic [31:0] dat_o,
    output logic        irq_o,

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

  logic reg_req, reg_we, reg_ready, reg_fault;
  logic [4:0] reg_index;
  logic [31:0] reg_wdata, reg_rdata;
  vmb_couple_wb #(
      .Pipelined(Pipelined)
  ) u_couple (
      .clk_i,
      .rst_ni,
      .cyc_i,
      .stb_i,
      .stall_o(),
      .we_i,
      .sel_i,
      .adr_i,
      .dat_i,
      .privileged_i(1'b1),
      .ack_o,
      .err_o,
      .dat_o,
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
      .Chacha(1'b0),
      .Aes(1'b0)
  ) u_engine (
      .clk_i,
      .rst_ni,
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
      .irq_o,
      .alert_o(),
      .mem_req_o,
      .mem_gnt_i,
      .mem_addr_o,
      .mem_we_o,
      .mem_be_o,
      .mem_wdata_o,
      .mem_rvalid_i,
      .mem_rdata_i,
      .mem_err_i,
      .mem_left_o(),
      .mem_posted_i(1'b0),
      .mem_failed_i(1'b0)
  );

endmodule
