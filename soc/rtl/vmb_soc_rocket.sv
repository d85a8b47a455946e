// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A system of Rocket, for the test bench of the others: memory behind the port that is
// an engine's elsewhere (there is none for instructions: Rocket fetches lines through
// its cache), devices on the data bus. AEAD engines are behind RoCC and on the
// peripheral port (vmb_soc_rocc).

module vmb_soc_rocket #(
    parameter bit Engines = 1'b0,
    parameter bit AesUnit = 1'b0,  // where there are no engines
    parameter bit Scratchpad = 1'b0,  // in the data cache's place; as Rocket was generated
    parameter int unsigned XLen = 32,  // as Rocket was generated
    parameter int unsigned AesRoundsPerCycle = 1  // of the engines: 1, 2, or 0 for all
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] boot_addr_i,

    output logic        instr_req_o,
    input  logic        instr_gnt_i,
    input  logic        instr_rvalid_i,
    output logic [31:0] instr_addr_o,
    input  logic [31:0] instr_rdata_i,
    input  logic        instr_err_i,

    // Devices.
    output logic        data_req_o,
    input  logic        data_gnt_i,
    input  logic        data_rvalid_i,
    output logic        data_we_o,
    output logic [ 3:0] data_be_o,
    output logic [31:0] data_addr_o,
    output logic [31:0] data_wdata_o,
    input  logic [31:0] data_rdata_i,
    input  logic        data_err_i,

    // Memory.
    output logic              mem_req_o,
    input  logic              mem_gnt_i,
    output logic              mem_we_o,
    output logic [XLen/8-1:0] mem_be_o,
    output logic [      31:0] mem_addr_o,
    output logic [  XLen-1:0] mem_wdata_o,
    input  logic              mem_rvalid_i,
    input  logic [  XLen-1:0] mem_rdata_i,
    input  logic              mem_err_i,

    input logic irq_software_i,
    input logic irq_timer_i,
    input logic irq_external_i,
    input logic irq_nm_i,        // this Rocket has neither
    input logic debug_req_i,

    output logic        rvfi_valid_o,
    output logic        rvfi_trap_o,
    output logic [31:0] rvfi_insn_o,
    output logic [31:0] rvfi_pc_o,
    output logic [ 4:0] rvfi_rd_addr_o,
    output logic [31:0] rvfi_rd_wdata_o,
    output logic [31:0] rvfi_mem_addr_o,

    output logic alert_o,
    output logic asleep_o
);

  vmb_core_pkg::tl_req_t periph_req;
  vmb_core_pkg::tl_rsp_t periph_rsp;
  vmb_core_pkg::rocc_req_t rocc_req;
  vmb_core_pkg::rocc_rsp_t rocc_rsp;
  vmb_core_pkg::obi_req_t dev_req;
  vmb_core_pkg::obi_rsp_t dev_rsp;
  logic irq_engine;

  assign {data_req_o, data_we_o, data_be_o} = {dev_req.req, dev_req.we, dev_req.be};
  assign {data_addr_o, data_wdata_o} = {dev_req.addr, dev_req.wdata};
  assign dev_rsp = '{
          gnt: data_gnt_i,
          rvalid: data_rvalid_i,
          err: data_err_i,
          rdata: data_rdata_i
      };

  vmb_rocket #(
      .Scratchpad(Scratchpad),
      .XLen      (XLen)
  ) u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i,
      .ram_req_o     (mem_req_o),
      .ram_gnt_i     (mem_gnt_i),
      .ram_we_o      (mem_we_o),
      .ram_be_o      (mem_be_o),
      .ram_addr_o    (mem_addr_o),
      .ram_wdata_o   (mem_wdata_o),
      .ram_rvalid_i  (mem_rvalid_i),
      .ram_rdata_i   (mem_rdata_i),
      .periph_req_o  (periph_req),
      .periph_rsp_i  (periph_rsp),
      .rocc_req_o    (rocc_req),
      .rocc_rsp_i    (rocc_rsp),
      .irq_software_i,
      .irq_timer_i,
      .irq_external_i(irq_external_i || irq_engine),
      .rvfi_valid_o,
      .rvfi_trap_o,
      .rvfi_insn_o,
      .rvfi_pc_o,
      .rvfi_rd_addr_o,
      .rvfi_rd_wdata_o,
      .rvfi_mem_addr_o
  );

  assign instr_req_o = 1'b0;
  assign instr_addr_o = '0;
  assign alert_o = 1'b0;
  assign asleep_o = 1'b0;

  vmb_soc_rocc #(
      .Engines(Engines),
      .AesUnit(AesUnit),
      .AesRoundsPerCycle(AesRoundsPerCycle)
  ) u_rocc (
      .clk_i,
      .rst_ni,
      .periph_req_i (periph_req),
      .periph_rsp_o (periph_rsp),
      .rocc_req_i   (rocc_req),
      .rocc_rsp_o   (rocc_rsp),
      .irq_pending_i(irq_software_i || irq_timer_i || irq_external_i || irq_engine),
      .irq_o        (irq_engine),
      .dev_req_o    (dev_req),
      .dev_rsp_i    (dev_rsp)
  );

  logic unused;
  assign unused = ^{instr_gnt_i, instr_rvalid_i, instr_rdata_i, instr_err_i, mem_err_i, irq_nm_i,
                    debug_req_i};

endmodule
