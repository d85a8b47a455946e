// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AEAD engine with a ring of descriptors (vmb_ring): the same ports, and an index of one bit
// more. Registers 0 to 31 are the engine's, 48 to 52 the ring's. The memory port is shared.
//
// While the ring is active, software can read every register, and of the engine's write CONTROL,
// IRQ and REGWEN; other writes are answered with reg_fault_o, and STATUS.busy is 1. An access waits
// for one of the ring.

module vmb_engine_ring
  import vmb_engine_regs_pkg::*;
#(
    // generated: parameters, from configs/units.toml by `python -m vambrace_dev.units`
    parameter bit Ascon = 1'b1,
    parameter int unsigned AsconRoundsPerCycle = 1,
    parameter bit AsconHash = 1'b1,
    parameter bit AsconV12 = 1'b1,
    parameter bit Chacha = 1'b1,
    parameter int unsigned ChachaQuarterRounds = 4,
    parameter int unsigned PolyBitsPerCycle = 15,
    parameter bit Aes = 1'b1,
    parameter int unsigned AesKeyBits = 256,
    parameter bit AesDecrypt = 1'b1,
    parameter int unsigned AesRoundsPerCycle = 1,
    parameter bit AesSbox = 1'b0,
    parameter bit AesStoredKeys = 1'b0,
    parameter bit AesTwoStages = 1'b0,
    parameter bit AesGcm = 1'b0,
    parameter int unsigned GhashBitsPerCycle = 13,
    // end
    parameter bit Contexts = 1'b1,
    parameter int unsigned PortBits = 32,  // of a word at the memory port: 32, 64 or 128
    parameter int unsigned Outstanding = 2,  // requests of the engine without an answer, 2 to 32
    parameter int unsigned HoldWords = 321,
    parameter bit TwoPasses = 1'b0,
    parameter int unsigned Bindings = 0,
    parameter bit Early = 1'b1,
    parameter int unsigned Slots = 2,
    parameter int unsigned Watchdog = 65536,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic        reg_pair_i,
    input  logic [ 5:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    input  logic [31:0] reg_wdata_odd_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,

    output logic busy_o,
    output logic irq_o,
    output logic alert_o,

    output logic                  mem_req_o,
    input  logic                  mem_gnt_i,
    output logic [          31:0] mem_addr_o,
    output logic                  mem_we_o,
    output logic [PortBits/8-1:0] mem_be_o,
    output logic [  PortBits-1:0] mem_wdata_o,
    input  logic                  mem_rvalid_i,
    input  logic [  PortBits-1:0] mem_rdata_i,
    input  logic                  mem_err_i
);

  localparam int unsigned Bytes = PortBits / 8;

  typedef struct packed {
    logic [31:0] addr;
    logic we;
    logic [Bytes-1:0] be;
    logic [PortBits-1:0] wdata;
  } request_t;

  // ---- Registers ----

  logic at_engine, at_ring, ring_fault, ring_active, ring_irq, blocked;
  logic ring_req, ring_we, ring_pair, busy, engine_irq, engine_fault, engine_ready;
  logic [4:0] ring_index;
  logic [31:0] ring_rdata, ring_wdata, ring_wdata_odd, engine_rdata;
  assign at_engine = reg_req_i && !reg_index_i[5];
  assign at_ring = reg_req_i && reg_index_i[5:3] == 3'b110;
  assign blocked = ring_active && reg_we_i &&
      !(reg_index_i[4:0] inside {RegControl, RegIrq, RegRegwen});

  assign reg_ready_o = !at_engine || blocked || (!ring_req && engine_ready);
  always_comb begin
    reg_fault_o = 1'b1;
    reg_rdata_o = '0;
    if (at_ring) {reg_fault_o, reg_rdata_o} = {ring_fault || reg_pair_i, ring_rdata};
    else if (at_engine && !blocked) begin
      {reg_fault_o, reg_rdata_o} = {engine_fault, engine_rdata};
      if (!reg_we_i && reg_index_i[4:0] == RegStatus) reg_rdata_o[StatusBusy] |= ring_active;
    end
  end
  assign busy_o = busy || ring_active;
  assign irq_o  = engine_irq || ring_irq;

  // ---- The memory port ----

  logic engine_req, engine_gnt, engine_rvalid, ring_mem_req, ring_mem_gnt, ring_rvalid, ring_owns;
  request_t engine_request, ring_request;
  assign {mem_addr_o, mem_we_o, mem_be_o, mem_wdata_o} = ring_owns ? ring_request : engine_request;

  vmb_ring_port #(
      .Depth(Outstanding + 2)
  ) u_port (
      .clk_i,
      .rst_ni,
      .engine_req_i(engine_req),
      .engine_gnt_o(engine_gnt),
      .engine_rvalid_o(engine_rvalid),
      .ring_req_i(ring_mem_req),
      .ring_gnt_o(ring_mem_gnt),
      .ring_rvalid_o(ring_rvalid),
      .req_o(mem_req_o),
      .ring_o(ring_owns),
      .gnt_i(mem_gnt_i),
      .rvalid_i(mem_rvalid_i)
  );

  vmb_ring #(
      .Bytes(Bytes),
      .Watchdog(Watchdog)
  ) u_ring (
      .clk_i,
      .rst_ni,
      .req_i(at_ring && !reg_pair_i),
      .we_i(reg_we_i),
      .index_i(reg_index_i[2:0]),
      .wdata_i(reg_wdata_i),
      .fault_o(ring_fault),
      .rdata_o(ring_rdata),
      .active_o(ring_active),
      .irq_o(ring_irq),
      .busy_i(busy),
      .reg_req_o(ring_req),
      .reg_we_o(ring_we),
      .reg_pair_o(ring_pair),
      .reg_index_o(ring_index),
      .reg_wdata_o(ring_wdata),
      .reg_wdata_odd_o(ring_wdata_odd),
      .reg_rdata_i(engine_rdata),
      .mem_req_o(ring_mem_req),
      .mem_gnt_i(ring_mem_gnt),
      .mem_addr_o(ring_request.addr),
      .mem_we_o(ring_request.we),
      .mem_be_o(ring_request.be),
      .mem_wdata_o(ring_request.wdata),
      .mem_rvalid_i(ring_rvalid),
      .mem_rdata_i(mem_rdata_i),
      .mem_err_i(mem_err_i)
  );

  logic [4:0] unused_left;
  vmb_engine #(
      .Ascon(Ascon),
      .AsconRoundsPerCycle(AsconRoundsPerCycle),
      .AsconHash(AsconHash),
      .AsconV12(AsconV12),
      .Chacha(Chacha),
      .ChachaQuarterRounds(ChachaQuarterRounds),
      .PolyBitsPerCycle(PolyBitsPerCycle),
      .Aes(Aes),
      .AesKeyBits(AesKeyBits),
      .AesDecrypt(AesDecrypt),
      .AesRoundsPerCycle(AesRoundsPerCycle),
      .AesSbox(AesSbox),
      .AesStoredKeys(AesStoredKeys),
      .AesTwoStages(AesTwoStages),
      .AesGcm(AesGcm),
      .GhashBitsPerCycle(GhashBitsPerCycle),
      .Contexts(Contexts),
      .PortBits(PortBits),
      .Outstanding(Outstanding),
      .HoldWords(HoldWords),
      .TwoPasses(TwoPasses),
      .Bindings(Bindings),
      .Early(Early),
      .Slots(Slots),
      .Watchdog(Watchdog),
      .Hardened(Hardened)
  ) u_engine (
      .clk_i,
      .rst_ni,
      .reg_req_i(ring_req || (at_engine && !blocked)),
      .reg_we_i(ring_req ? ring_we : reg_we_i),
      .reg_pair_i(ring_req ? ring_pair : reg_pair_i),
      .reg_index_i(ring_req ? ring_index : reg_index_i[4:0]),
      .reg_wdata_i(ring_req ? ring_wdata : reg_wdata_i),
      .reg_wdata_odd_i(ring_req ? ring_wdata_odd : reg_wdata_odd_i),
      .reg_ready_o(engine_ready),
      .reg_fault_o(engine_fault),
      .reg_rdata_o(engine_rdata),
      .busy_o(busy),
      .irq_o(engine_irq),
      .alert_o,
      .mem_req_o(engine_req),
      .mem_gnt_i(engine_gnt),
      .mem_addr_o(engine_request.addr),
      .mem_we_o(engine_request.we),
      .mem_be_o(engine_request.be),
      .mem_wdata_o(engine_request.wdata),
      .mem_rvalid_i(engine_rvalid),
      .mem_rdata_i(mem_rdata_i),
      .mem_err_i(mem_err_i),
      .mem_left_o(unused_left),
      .mem_posted_i(1'b0),
      .mem_failed_i(1'b0)
  );

endmodule
