// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The accelerator of a simulated system, between the processor and its memories: AEAD engines on
// its data bus and behind its accelerator port, an AES unit behind the port only, or none.

module vmb_soc_accelerator
  import vmb_core_pkg::*;
#(
    parameter bit Engines = 1'b0,
    // Which of them: parameters of vmb_soc_engines.
    parameter logic [3:0] EngineCouplings = 4'b1111,
    parameter logic [1:0] EnginePorts = 2'b11,
    parameter logic [511:0] EngineOptions = '0,
    parameter bit EngineRing = 1'b0,
    parameter bit AesUnit = 1'b0,  // only without engines
    parameter bit AesUnitChain = 1'b0,
    parameter bit AesUnitSbox = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    // The processor's side.
    input  obi_req_t   data_req_i,
    output obi_rsp_t   data_rsp_o,
    input  accel_req_t accel_req_i,
    output accel_rsp_t accel_rsp_o,
    input  logic       irq_pending_i,
    output logic       irq_o,

    // The memories' ports: for the processor, and for the accelerator.
    output obi_req_t ram_req_o,
    input  obi_rsp_t ram_rsp_i,
    output mem_req_t mem_req_o,
    input  mem_rsp_t mem_rsp_i
);

  if (Engines) begin : gen_engines
    logic ram_req;
    vmb_soc_engines #(
        .Couplings(EngineCouplings),
        .Ports    (EnginePorts),
        .Options  (EngineOptions),
        .Ring     (EngineRing)
    ) u_engines (
        .clk_i,
        .rst_ni,
        .data_req_i,
        .data_rsp_o,
        .accel_req_i,
        .accel_rsp_o,
        .irq_pending_i,
        .irq_o,
        .ram_req_o(ram_req),
        .ram_rsp_i,
        .mem_req_o,
        .mem_rsp_i
    );
    always_comb begin
      ram_req_o = data_req_i;
      ram_req_o.req = ram_req;
    end
  end else begin : gen_no_engines
    assign irq_o = 1'b0;
    assign ram_req_o = data_req_i;
    assign data_rsp_o = ram_rsp_i;

    if (AesUnit) begin : gen_aes_unit
      vmb_aes_unit #(
          .KeyBits(256),
          .Sbox   (AesUnitSbox),
          .Chain  (AesUnitChain)
      ) u_aes_unit (
          .clk_i,
          .rst_ni,
          .valid_i     (accel_req_i.valid),
          .instr_i     (accel_req_i.instr),
          .rs1_i       (accel_req_i.rs1),
          .rs2_i       (accel_req_i.rs2),
          .privileged_i(accel_req_i.machine),
          .accept_o    (accel_rsp_o.accept),
          .ready_o     (accel_rsp_o.ready),
          .retry_o     (accel_rsp_o.retry),
          .result_o    (accel_rsp_o.result),
          .irq_pending_i,
          .busy_o      (),
          .mem_req_o   (mem_req_o.req),
          .mem_gnt_i   (mem_rsp_i.gnt),
          .mem_addr_o  (mem_req_o.addr),
          .mem_we_o    (mem_req_o.we),
          .mem_be_o    (mem_req_o.be),
          .mem_wdata_o (mem_req_o.wdata),
          .mem_rvalid_i(mem_rsp_i.rvalid),
          .mem_rdata_i (mem_rsp_i.rdata),
          .mem_err_i   (mem_rsp_i.err)
      );
    end else begin : gen_none
      logic unused;
      assign unused = ^{clk_i, rst_ni, accel_req_i, irq_pending_i, mem_rsp_i};
      assign accel_rsp_o = '0;
      assign mem_req_o = '0;
    end
  end

endmodule
