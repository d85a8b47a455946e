// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A system of Rocket, for the same test bench as the others: memory behind the port that other
// systems use for an engine (instructions have no port of their own: Rocket fetches lines through
// its cache), devices on the data bus. AEAD engines are behind RoCC and on the peripheral port
// (vmb_soc_rocc).

module vmb_soc_rocket
  import vmb_core_pkg::*;
#(
    parameter bit Engines = 1'b0,
    parameter logic [511:0] EngineOptions = '0,  // of vmb_soc_engine_pair
    parameter bit AesUnit = 1'b0,  // only without engines: vmb_soc_rocc
    parameter int unsigned AesUnitKeyBits = 256,
    parameter bit AesUnitShorterKeys = 1'b1,
    parameter bit AesUnitMemoryPort = 1'b1,
    parameter bit AesUnitOnBus = 1'b0,
    parameter bit AesUnitChain = 1'b0,
    parameter bit Scratchpad = 1'b0,  // instead of the data cache; of the generated Rocket
    parameter int unsigned XLen = 32,  // of the generated Rocket and of the memory port
    parameter int unsigned AesRoundsPerCycle = 1  // of the AES unit: 1, 2, or 0 for all
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] boot_addr_i,

    output fetch_req_t instr_req_o,
    input  obi_rsp_t   instr_rsp_i,
    output obi_req_t   data_req_o,   // devices
    input  obi_rsp_t   data_rsp_i,
    output mem_req_t   mem_req_o,    // memory
    input  mem_rsp_t   mem_rsp_i,

    input  irq_t  irq_i,  // this Rocket has neither NMIs nor debug requests
    output rvfi_t rvfi_o,

    output logic alert_o,
    output logic asleep_o
);

  tl_req_t periph_req;
  tl_rsp_t periph_rsp;
  rocc_req_t rocc_req;
  rocc_rsp_t rocc_rsp;
  irq_t irq;
  logic irq_engine;

  always_comb begin
    irq = irq_i;
    irq.external = irq_i.external || irq_engine;
  end

  vmb_rocket #(
      .Scratchpad(Scratchpad),
      .XLen      (XLen)
  ) u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i,
      .mem_req_o,
      .mem_rsp_i,
      .periph_req_o(periph_req),
      .periph_rsp_i(periph_rsp),
      .rocc_req_o  (rocc_req),
      .rocc_rsp_i  (rocc_rsp),
      .irq_i       (irq),
      .rvfi_o
  );

  assign instr_req_o = '0;
  assign alert_o = 1'b0;
  assign asleep_o = 1'b0;

  vmb_soc_rocc #(
      .Engines(Engines),
      .EngineOptions(EngineOptions),
      .AesUnit(AesUnit),
      .AesUnitKeyBits(AesUnitKeyBits),
      .AesUnitShorterKeys(AesUnitShorterKeys),
      .AesUnitMemoryPort(AesUnitMemoryPort),
      .AesUnitOnBus(AesUnitOnBus),
      .AesUnitChain(AesUnitChain),
      .AesRoundsPerCycle(AesRoundsPerCycle)
  ) u_rocc (
      .clk_i,
      .rst_ni,
      .periph_req_i (periph_req),
      .periph_rsp_o (periph_rsp),
      .rocc_req_i   (rocc_req),
      .rocc_rsp_o   (rocc_rsp),
      .irq_pending_i(irq.software || irq.timer || irq.external),
      .irq_o        (irq_engine),
      .dev_req_o    (data_req_o),
      .dev_rsp_i    (data_rsp_i)
  );

  logic unused;
  assign unused = ^instr_rsp_i;

endmodule
