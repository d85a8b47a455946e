// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AEAD engine with a ring of descriptors (rtl/ring) in a simulated system: its registers on
// OBI, and its memory port.

module vmb_soc_ring
  import vmb_core_pkg::*, vmb_soc_options_pkg::*;
#(
    // Parameters of the engine, as options_t; 0: OptionsSimulated.
    parameter logic [511:0] Options = '0
) (
    input logic clk_i,
    input logic rst_ni,

    input obi_req_t req_i,  // the lower 16 address bits count
    // Split, so that Verilator sees no loop from rvalid to a request, and from there to gnt.
    output obi_rsp_t rsp_o  /*verilator split_var*/,
    output logic irq_o,

    output mem_req_t mem_req_o,
    input  mem_rsp_t mem_rsp_i
);

  localparam options_t O = Options == '0 ? OptionsSimulated : options_t'(Options);

  logic reg_req, reg_we, reg_ready, reg_fault;
  logic [5:0] reg_index;
  logic [31:0] reg_wdata, reg_rdata;
  logic unused_addr;
  assign unused_addr = ^req_i.addr[31:16];

  vmb_couple_obi #(
      .IndexBits(6)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i      (req_i.req),
      .gnt_o      (rsp_o.gnt),
      .we_i       (req_i.we),
      .be_i       (req_i.be),
      .addr_i     (req_i.addr[11:0] | {12{|req_i.addr[15:12]}}),
      .wdata_i    (req_i.wdata),
      .rvalid_o   (rsp_o.rvalid),
      .err_o      (rsp_o.err),
      .prot_i     (3'b111),
      .rdata_o    (rsp_o.rdata),
      .alert_o    (),
      .reg_req_o  (reg_req),
      .reg_we_o   (reg_we),
      .reg_index_o(reg_index),
      .reg_wdata_o(reg_wdata),
      .reg_ready_i(reg_ready),
      .reg_fault_i(reg_fault),
      .reg_rdata_i(reg_rdata)
  );

  vmb_engine_ring #(
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
      .Hardened(O.Hardened)
      // end
  ) u_ring (
      .clk_i,
      .rst_ni,
      .reg_req_i      (reg_req),
      .reg_we_i       (reg_we),
      .reg_pair_i     (1'b0),
      .reg_index_i    (reg_index),
      .reg_wdata_i    (reg_wdata),
      .reg_wdata_odd_i('0),
      .reg_ready_o    (reg_ready),
      .reg_fault_o    (reg_fault),
      .reg_rdata_o    (reg_rdata),
      .busy_o         (),
      .irq_o,
      .alert_o        (),
      .mem_req_o      (mem_req_o.req),
      .mem_gnt_i      (mem_rsp_i.gnt),
      .mem_addr_o     (mem_req_o.addr),
      .mem_we_o       (mem_req_o.we),
      .mem_be_o       (mem_req_o.be),
      .mem_wdata_o    (mem_req_o.wdata),
      .mem_rvalid_i   (mem_rsp_i.rvalid),
      .mem_rdata_i    (mem_rsp_i.rdata),
      .mem_err_i      (mem_rsp_i.err)
  );

endmodule
