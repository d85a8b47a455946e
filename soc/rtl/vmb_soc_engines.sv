// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the simulated systems have next to a processor: two AEAD engines on its data
// bus, one with a memory port and one without. Both are behind the processor's
// accelerator port too: the first on custom-0, the second on custom-2.
//
//   0x1100_0000   engine with a memory port, by OBI; by AXI4-Lite at + 0x1000, by
//                 TileLink-UL at + 0x2000
//   0x1101_0000   engine without one, the same
//
// All else goes to the memory, in the same cycle. Answers keep the order of
// requests: a request to another place waits until those before are answered.

module vmb_soc_engines
  import vmb_core_pkg::*;
#(
    // What is there of all this: a system that is synthesised has one engine behind one
    // coupling. Couplings, from bit 0 on: the accelerator port, OBI, AXI4-Lite,
    // TileLink-UL. Ports: bit 0 the engine with a memory port, bit 1 that without. Units:
    // bit 0 Ascon, 1 ChaCha20-Poly1305, 2 AES, 3 Ascon v1.2. Extras: what sealing and
    // opening whole messages with a key of 128 bits (of ChaCha20: 256) does not need.
    parameter logic [3:0] Couplings = 4'b1111,
    parameter logic [1:0] Ports = 2'b11,
    parameter logic [3:0] Units = 4'b1111,
    parameter bit Extras = 1'b1,
    // A table instead of AES' S-box circuit is as fast, and twice as fast to simulate.
    parameter bit AesSbox = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    // The processor's data bus.
    input  obi_req_t data_req_i,
    output obi_rsp_t data_rsp_o,

    input  accel_req_t accel_req_i,
    output accel_rsp_t accel_rsp_o,

    input  logic irq_pending_i,
    output logic irq_o,

    // The memory's ports: the processor's, whose request is data_req_i where ram_req_o is 1, and
    // the engine's.
    output logic     ram_req_o,
    input  obi_rsp_t ram_rsp_i,
    output obi_req_t mem_req_o,
    input  obi_rsp_t mem_rsp_i
);

  // ---- The data bus: 0 the memory, 1 and 2 the engines ----

  localparam bit Bus = Couplings[3:1] != '0;

  logic [1:0] target, last_q;
  logic [2:0] waiting_q;  // unanswered requests, all to last_q
  logic [2:0] req, gnt, rvalid, err;
  logic [31:0] rdata[3];
  always_comb begin
    target = 2'd0;
    if (Bus && Ports[0] && data_req_i.addr[31:16] == 16'h1100) target = 2'd1;
    if (Bus && Ports[1] && data_req_i.addr[31:16] == 16'h1101) target = 2'd2;
  end

  logic open, granted, answered;
  assign open = (waiting_q == '0) || (target == last_q && waiting_q != '1) ||
      (waiting_q == 3'd1 && answered);
  for (genvar i = 0; i < 3; i++) begin : gen_req
    assign req[i] = data_req_i.req && open && (target == 2'(i));
  end
  assign granted = |(req & gnt);
  assign answered = |rvalid;
  assign data_rsp_o.gnt = granted;
  assign data_rsp_o.rvalid = answered;
  assign data_rsp_o.err = |(rvalid & err);
  always_comb begin
    data_rsp_o.rdata = '0;
    for (int unsigned i = 0; i < 3; i++) data_rsp_o.rdata |= rdata[i] & {32{rvalid[i]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      last_q <= '0;
    end else begin
      waiting_q <= waiting_q + 3'(granted) - 3'(answered);
      if (granted) last_q <= target;
    end
  end

  assign ram_req_o = req[0];
  assign {gnt[0], rvalid[0], err[0], rdata[0]} = ram_rsp_i;

  // ---- The engines: 0 has the memory port ----

  logic [1:0] irq;
  accel_rsp_t accel_rsp[2];
  obi_req_t mem_req[2];
  obi_rsp_t mem_rsp[2];
  assign irq_o = |irq;
  assign mem_req_o = mem_req[0];
  assign mem_rsp[0] = mem_rsp_i;
  assign mem_rsp[1] = '0;
  logic unused_mem;
  assign unused_mem = ^mem_req[1];

  for (genvar i = 0; i < 2; i++) begin : gen_engine
    reg_req_t bus_reg, accel_reg, reg_req;
    reg_rsp_t reg_rsp, accel_reg_rsp;

    if (Bus && Ports[i]) begin : gen_bus
      obi_req_t bus_req;
      always_comb begin
        bus_req = data_req_i;
        bus_req.req = req[i+1];
      end

      vmb_soc_mmio #(
          .Couplings(Couplings[3:1])
      ) u_mmio (
          .clk_i,
          .rst_ni,
          .req_i    (bus_req),
          .rsp_o    ({gnt[i+1], rvalid[i+1], err[i+1], rdata[i+1]}),
          .reg_req_o(bus_reg),
          .reg_rsp_i(reg_rsp)
      );
    end else begin : gen_no_bus
      assign {gnt[i+1], rvalid[i+1], err[i+1], rdata[i+1]} = '0;
      assign bus_reg = '0;
    end

    if (Couplings[0] && Ports[i]) begin : gen_accel
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

    // What the processor asked by a bus is older than its instruction and goes first.
    always_comb begin
      reg_req = bus_reg.req ? bus_reg : accel_reg;
      reg_req.req = accel_reg.req || bus_reg.req;
      reg_req.pair = accel_reg.pair && !bus_reg.req;
      reg_req.wdata_odd = accel_reg.wdata_odd;
      accel_reg_rsp = reg_rsp;
      accel_reg_rsp.ready = reg_rsp.ready && !bus_reg.req;
    end

    if (Ports[i]) begin : gen_there
      vmb_engine #(
          .Ascon(Units[0]),
          .Chacha(Units[1]),
          .Aes(Units[2]),
          .AsconHash(Extras),
          .AsconV12(Units[3]),
          .AesKeyBits(Extras ? 256 : 128),
          .AesDecrypt(Extras),
          .AesSbox(AesSbox),
          .Contexts(Extras),
          .Slots(Extras ? 2 : 0),
          .TwoPasses(1'b1),
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
          .busy_o         (),
          .irq_o          (irq[i]),
          .alert_o        (),
          .mem_req_o      (mem_req[i].req),
          .mem_gnt_i      (mem_rsp[i].gnt),
          .mem_addr_o     (mem_req[i].addr),
          .mem_we_o       (mem_req[i].we),
          .mem_be_o       (mem_req[i].be),
          .mem_wdata_o    (mem_req[i].wdata),
          .mem_rvalid_i   (mem_rsp[i].rvalid),
          .mem_rdata_i    (mem_rsp[i].rdata),
          .mem_err_i      (mem_rsp[i].err),
          .mem_left_o     (),
          .mem_posted_i   (1'b0),
          .mem_failed_i   (1'b0)
      );
    end else begin : gen_none
      assign reg_rsp = '0;
      assign irq[i] = 1'b0;
      assign mem_req[i] = '0;
    end
  end

  // No instruction is of both.
  assign accel_rsp_o.accept = accel_rsp[0].accept || accel_rsp[1].accept;
  assign accel_rsp_o.ready  = (accel_rsp[0].accept && accel_rsp[0].ready) ||
      (accel_rsp[1].accept && accel_rsp[1].ready);
  assign accel_rsp_o.retry = accel_rsp[0].retry || accel_rsp[1].retry;
  assign accel_rsp_o.result = accel_rsp[0].accept ? accel_rsp[0].result : accel_rsp[1].result;

endmodule
