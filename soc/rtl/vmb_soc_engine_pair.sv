// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The two AEAD engines of a simulated system: 0 has a memory port, 1 has none. Both are behind the
// accelerator port, engine 0 on custom-0 and engine 1 on custom-2, and each behind a coupling to a
// bus, whose register accesses arrive on bus_req_i.

module vmb_soc_engine_pair
  import vmb_core_pkg::*, vmb_soc_options_pkg::*;
#(
    parameter bit Accel = 1'b1,  // 0: behind buses only
    // The engines: bit 0 with a memory port, bit 1 without. A synthesised system has one.
    parameter logic [1:0] Ports = 2'b11,
    // Their parameters, as options_t; 0: OptionsSimulated.
    parameter logic [511:0] Options = '0,
    // Whether an instruction precedes a bus access if both wait.
    parameter bit AccelFirst = 1'b0,
    // The memory port: words have PortBits bits.
    parameter type mem_req_t = vmb_core_pkg::mem_req_t,
    parameter type mem_rsp_t = vmb_core_pkg::mem_rsp_t
) (
    input logic clk_i,
    input logic rst_ni,

    input  accel_req_t accel_req_i,
    output accel_rsp_t accel_rsp_o,
    input  reg_req_t   bus_req_i  [2],
    output reg_rsp_t   bus_rsp_o  [2],

    input logic irq_pending_i,
    output logic irq_o,
    output logic busy_o,  // of engine 0

    output mem_req_t mem_req_o,
    input  mem_rsp_t mem_rsp_i
);

  localparam options_t Given = Options == '0 ? OptionsSimulated : options_t'(Options);

  function automatic options_t of_engine(options_t given, bit memory_port);
    of_engine = given;
    if (!memory_port) of_engine.PortBits = 32'd32;
  endfunction

  logic [1:0] irq, busy;
  accel_rsp_t accel_rsp[2];
  assign irq_o = |irq;
  assign busy_o = busy[0];
  logic unused;
  assign unused = busy[1];

  for (genvar i = 0; i < 2; i++) begin : gen_engine
    reg_req_t accel_reg, reg_req;
    reg_rsp_t accel_reg_rsp, reg_rsp;

    if (Accel && Ports[i]) begin : gen_accel
      vmb_couple_accel #(
          .Opcode(i == 0 ? 7'h0b : 7'h5b)
      ) u_accel (
          .clk_i,
          .rst_ni,
          .valid_i        (accel_req_i.valid),
          .instr_i        (accel_req_i.instr),
          .rs1_i          (accel_req_i.rs1),
          .rs2_i          (accel_req_i.rs2),
          .privileged_i   (accel_req_i.machine),
          .accept_o       (accel_rsp[i].accept),
          .ready_o        (accel_rsp[i].ready),
          .retry_o        (accel_rsp[i].retry),
          .result_o       (accel_rsp[i].result),
          .irq_pending_i,
          .reg_req_o      (accel_reg.req),
          .reg_we_o       (accel_reg.we),
          .reg_pair_o     (accel_reg.pair),
          .reg_index_o    (accel_reg.index),
          .reg_wdata_o    (accel_reg.wdata),
          .reg_wdata_odd_o(accel_reg.wdata_odd),
          .reg_ready_i    (accel_reg_rsp.ready),
          .reg_fault_i    (accel_reg_rsp.fault),
          .reg_rdata_i    (accel_reg_rsp.rdata)
      );
    end else begin : gen_no_accel
      assign accel_rsp[i] = '0;
      assign accel_reg = '0;
    end

    always_comb begin
      if (AccelFirst) reg_req = accel_reg.req ? accel_reg : bus_req_i[i];
      else reg_req = bus_req_i[i].req ? bus_req_i[i] : accel_reg;
      reg_req.req = accel_reg.req || bus_req_i[i].req;
      reg_req.wdata_odd = accel_reg.wdata_odd;  // bus accesses are never pairs
      accel_reg_rsp = reg_rsp;
      accel_reg_rsp.ready = reg_rsp.ready && (AccelFirst || !bus_req_i[i].req);
      bus_rsp_o[i] = reg_rsp;
      bus_rsp_o[i].ready = reg_rsp.ready && !(AccelFirst && accel_reg.req);
    end

    if (Ports[i]) begin : gen_there
      localparam options_t O = of_engine(Given, i == 0);
      localparam int unsigned Bits = O.PortBits;
      logic mem_req, mem_we, mem_gnt, mem_rvalid, mem_err;
      logic [31:0] mem_addr;
      logic [Bits/8-1:0] mem_be;
      logic [Bits-1:0] mem_wdata, mem_rdata;
      if (i == 0) begin : gen_memory_port
        if (Bits != $bits(mem_rsp_i.rdata)) begin : gen_wrong_width
          $error("PortBits must be the width of the system's memory port");
        end
        assign mem_req_o = {mem_req, mem_we, mem_be, mem_addr, mem_wdata};
        assign {mem_gnt, mem_rvalid, mem_err, mem_rdata} = mem_rsp_i;
      end else begin : gen_no_memory_port
        assign {mem_gnt, mem_rvalid, mem_err, mem_rdata} = '0;
        logic unused_mem;
        assign unused_mem = ^{mem_req, mem_we, mem_be, mem_addr, mem_wdata};
      end

      vmb_engine #(
          // generated: options, from configs/ by `python -m vambrace_dev.units`
          .Ascon(O.Ascon),
          .AsconRoundsPerCycle(O.AsconRoundsPerCycle),
          .AsconHash(O.AsconHash),
          .AsconV12(O.AsconV12),
          .Chacha(O.Chacha),
          .ChachaQuarterRounds(O.ChachaQuarterRounds),
          .PolyBitsPerCycle(O.PolyBitsPerCycle),
          .Aes(O.Aes),
          .AesKeyBits(O.AesKeyBits),
          .AesDecrypt(O.AesDecrypt),
          .AesRoundsPerCycle(O.AesRoundsPerCycle),
          .AesSbox(O.AesSbox),
          .AesStoredKeys(O.AesStoredKeys),
          .AesTwoStages(O.AesTwoStages),
          .AesGcm(O.AesGcm),
          .GhashBitsPerCycle(O.GhashBitsPerCycle),
          .Contexts(O.Contexts),
          .PortBits(O.PortBits),
          .Outstanding(O.Outstanding),
          .HoldWords(O.HoldWords),
          .TwoPasses(O.TwoPasses),
          .Bindings(O.Bindings),
          .Early(O.Early),
          .Slots(O.Slots),
          .Watchdog(O.Watchdog),
          .Hardened(O.Hardened),
          // end
          .Dma(i == 0)
      ) u_engine (
          .clk_i,
          .rst_ni,
          .reg_req_i      (reg_req.req),
          .reg_we_i       (reg_req.we),
          .reg_pair_i     (reg_req.pair),
          .reg_index_i    (reg_req.index),
          .reg_wdata_i    (reg_req.wdata),
          .reg_wdata_odd_i(reg_req.wdata_odd),
          .reg_ready_o    (reg_rsp.ready),
          .reg_fault_o    (reg_rsp.fault),
          .reg_rdata_o    (reg_rsp.rdata),
          .busy_o         (busy[i]),
          .irq_o          (irq[i]),
          .alert_o        (),
          .mem_req_o      (mem_req),
          .mem_gnt_i      (mem_gnt),
          .mem_addr_o     (mem_addr),
          .mem_we_o       (mem_we),
          .mem_be_o       (mem_be),
          .mem_wdata_o    (mem_wdata),
          .mem_rvalid_i   (mem_rvalid),
          .mem_rdata_i    (mem_rdata),
          .mem_err_i      (mem_err),
          .mem_left_o     (),
          .mem_posted_i   (1'b0),
          .mem_failed_i   (1'b0)
      );
    end else begin : gen_none
      assign reg_rsp = '0;
      assign {busy[i], irq[i]} = '0;
      if (i == 0) begin : gen_no_memory_port
        logic unused_rsp;
        assign unused_rsp = ^mem_rsp_i;
        assign mem_req_o = '0;
      end
    end
  end

  // No instruction belongs to both.
  assign accel_rsp_o.accept = accel_rsp[0].accept || accel_rsp[1].accept;
  assign accel_rsp_o.ready  = (accel_rsp[0].accept && accel_rsp[0].ready) ||
      (accel_rsp[1].accept && accel_rsp[1].ready);
  assign accel_rsp_o.retry = accel_rsp[0].retry || accel_rsp[1].retry;
  assign accel_rsp_o.result = accel_rsp[0].accept ? accel_rsp[0].result : accel_rsp[1].result;

endmodule
