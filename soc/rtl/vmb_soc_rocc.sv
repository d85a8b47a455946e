// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The part of the simulated system next to Rocket: devices on its peripheral port (TileLink-UL)
// and, with Engines, two AEAD engines there and behind RoCC. They have the same addresses and
// opcodes as in vmb_soc_engines:
//
//   custom-0, 0x1100_2000   engine with a memory port: that of RoCC, into the data cache
//   custom-2, 0x1101_2000   engine without a memory port
//
// With AesUnit instead, on custom-1, an AES unit: with a memory port or, with AesUnitMemoryPort =
// 0, without one. A unit whose registers are on the peripheral port (AesUnitOnBus, without a memory
// port) has the addresses of the engine without a memory port.
//
// All other accesses on the peripheral port go to the devices. Answers keep the order of requests:
// a request to another target waits until all earlier requests are answered.

module vmb_soc_rocc
  import vmb_core_pkg::*;
#(
    parameter bit Engines = 1'b0,
    parameter logic [511:0] EngineOptions = '0,  // of vmb_soc_engine_pair
    parameter bit AesUnit = 1'b0,
    parameter int unsigned AesUnitKeyBits = 256,
    parameter bit AesUnitShorterKeys = 1'b1,
    parameter bit AesUnitMemoryPort = 1'b1,
    parameter bit AesUnitOnBus = 1'b0,
    parameter bit AesUnitChain = 1'b0,
    parameter int unsigned AesRoundsPerCycle = 1  // of the AES unit
) (
    input logic clk_i,
    input logic rst_ni,

    input  tl_req_t   periph_req_i,
    output tl_rsp_t   periph_rsp_o,
    input  rocc_req_t rocc_req_i,
    output rocc_rsp_t rocc_rsp_o,

    input  logic irq_pending_i,
    output logic irq_o,

    output obi_req_t dev_req_o,  // devices
    input  obi_rsp_t dev_rsp_i
);

  if (AesUnitOnBus && AesUnitMemoryPort) begin : gen_wrong_bus
    $error("an AES unit on the peripheral port has no memory port");
  end

  // ---- The peripheral port: 0 and 1 the engines, 2 the devices ----

  localparam bit BusUnit = !Engines && AesUnit && AesUnitOnBus;  // instead of 1

  logic [1:0] target, last_q;
  logic [2:0] a_valid, a_ready, d_valid;
  logic [3:0] waiting_q;  // unanswered requests, all to last_q
  logic open, accepted;
  tl_rsp_t d[3];  // channel D without d_valid

  always_comb begin
    target = 2'd2;
    if (Engines && periph_req_i.a_address[31:12] == 20'h11002) target = 2'd0;
    if ((Engines || BusUnit) && periph_req_i.a_address[31:12] == 20'h11012) target = 2'd1;
  end
  assign open = (waiting_q == '0) || (target == last_q && waiting_q != '1);
  for (genvar i = 0; i < 3; i++) begin : gen_a
    assign a_valid[i] = periph_req_i.a_valid && open && (target == 2'(i));
    assign {d[i].a_ready, d[i].d_valid} = '0;
  end
  assign accepted = |(a_valid & a_ready);
  always_comb begin
    periph_rsp_o = d[last_q];
    periph_rsp_o.a_ready = accepted;
    periph_rsp_o.d_valid = |d_valid;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      last_q    <= '0;
    end else begin
      waiting_q <= waiting_q + 4'(accepted) - 4'((|d_valid) && periph_req_i.d_ready);
      if (accepted) last_q <= target;
    end
  end

  logic dev_denied;
  logic [2:0] dev_opcode;
  vmb_tl_obi #(
      .SizeBits  (2),
      .SourceBits(7),
      .MayDeny   (1'b1)
  ) u_devices (
      .clk_i,
      .rst_ni,
      .a_valid_i  (a_valid[2]),
      .a_ready_o  (a_ready[2]),
      .a_opcode_i (periph_req_i.a_opcode),
      .a_size_i   (periph_req_i.a_size),
      .a_source_i (periph_req_i.a_source),
      .a_address_i(periph_req_i.a_address),
      .a_mask_i   (periph_req_i.a_mask),
      .a_data_i   (periph_req_i.a_data),
      .d_valid_o  (d_valid[2]),
      .d_ready_i  (periph_req_i.d_ready),
      .d_opcode_o (dev_opcode),
      .d_size_o   (d[2].d_size),
      .d_source_o (d[2].d_source),
      .d_denied_o (dev_denied),
      .d_data_o   (d[2].d_data),
      .req_o      (dev_req_o.req),
      .gnt_i      (dev_rsp_i.gnt),
      .we_o       (dev_req_o.we),
      .be_o       (dev_req_o.be),
      .addr_o     (dev_req_o.addr),
      .wdata_o    (dev_req_o.wdata),
      .rvalid_i   (dev_rsp_i.rvalid),
      .err_i      (dev_rsp_i.err),
      .rdata_i    (dev_rsp_i.rdata)
  );
  assign d[2].d_opcode  = dev_opcode;
  assign d[2].d_denied  = dev_denied;
  assign d[2].d_corrupt = dev_denied && (dev_opcode == 3'd1);

  // ---- RoCC ----

  accel_req_t accel_req;
  accel_rsp_t accel_rsp;
  logic busy;  // the accelerator with the memory port

  vmb_rocc u_rocc (
      .rocc_cmd_valid_i (rocc_req_i.cmd_valid),
      .rocc_cmd_ready_o (rocc_rsp_o.cmd_ready),
      .rocc_cmd_instr_i (rocc_req_i.cmd_instr),
      .rocc_cmd_rs1_i   (rocc_req_i.cmd_rs1),
      .rocc_cmd_rs2_i   (rocc_req_i.cmd_rs2),
      .rocc_resp_valid_o(rocc_rsp_o.resp_valid),
      .rocc_resp_ready_i(rocc_req_i.resp_ready),
      .rocc_resp_rd_o   (rocc_rsp_o.resp_rd),
      .rocc_resp_data_o (rocc_rsp_o.resp_data),
      .rocc_busy_o      (rocc_rsp_o.busy),
      .accel_valid_o    (accel_req.valid),
      .accel_instr_o    (accel_req.instr),
      .accel_rs1_o      (accel_req.rs1),
      .accel_rs2_o      (accel_req.rs2),
      .accel_accept_i   (accel_rsp.accept),
      .accel_ready_i    (accel_rsp.ready),
      .accel_result_i   (accel_rsp.result),
      .accel_busy_i     (busy)
  );
  assign accel_req.machine = rocc_req_i.cmd_machine;

  // Commands are not withdrawn.
  logic unused_retry;
  assign unused_retry = accel_rsp.retry;

  // ---- The memory port, into the data cache ----

  obi_req_t mem_req;
  obi_rsp_t mem_rsp;

  if (Engines || (AesUnit && AesUnitMemoryPort)) begin : gen_mem
    vmb_rocc_mem u_mem (
        .clk_i,
        .rst_ni,
        .yield_i      (Engines && irq_pending_i),  // the AES unit makes only few accesses at a time
        .req_i        (mem_req.req),
        .gnt_o        (mem_rsp.gnt),
        .we_i         (mem_req.we),
        .be_i         (mem_req.be),
        .addr_i       (mem_req.addr),
        .wdata_i      (mem_req.wdata),
        .rvalid_o     (mem_rsp.rvalid),
        .err_o        (mem_rsp.err),
        .rdata_o      (mem_rsp.rdata),
        .mem_valid_o  (rocc_rsp_o.mem_valid),
        .mem_ready_i  (rocc_req_i.mem_ready),
        .mem_write_o  (rocc_rsp_o.mem_write),
        .mem_size_o   (rocc_rsp_o.mem_size),
        .mem_address_o(rocc_rsp_o.mem_address),
        .mem_data_o   (rocc_rsp_o.mem_data),
        .mem_done_i   (rocc_req_i.mem_done),
        .mem_data_i   (rocc_req_i.mem_data)
    );
  end else begin : gen_no_mem
    logic unused;
    assign unused = ^{mem_req, rocc_req_i.mem_ready, rocc_req_i.mem_done, rocc_req_i.mem_data};
    assign mem_rsp = '0;
    assign {rocc_rsp_o.mem_valid, rocc_rsp_o.mem_write, rocc_rsp_o.mem_size} = '0;
    assign {rocc_rsp_o.mem_address, rocc_rsp_o.mem_data} = '0;
  end

  // ---- Registers on the peripheral port: each engine's, or the AES unit's ----

  reg_req_t bus_req[2];
  reg_rsp_t bus_rsp[2];

  for (genvar i = 0; i < 2; i++) begin : gen_bus
    if (Engines || (BusUnit && i == 1)) begin : gen_tlul
      vmb_couple_tlul #(
          .SourceBits(7)
      ) u_tlul (
          .clk_i,
          .rst_ni,
          .a_valid_i     (a_valid[i]),
          .a_ready_o     (a_ready[i]),
          .a_opcode_i    (periph_req_i.a_opcode),
          .a_param_i     (periph_req_i.a_param),
          .a_size_i      (periph_req_i.a_size),
          .a_source_i    (periph_req_i.a_source),
          .a_address_i   (periph_req_i.a_address[11:0]),
          .a_mask_i      (periph_req_i.a_mask),
          .a_data_i      (periph_req_i.a_data),
          .a_corrupt_i   (periph_req_i.a_corrupt),
          .a_privileged_i(1'b1),
          .d_valid_o     (d_valid[i]),
          .d_ready_i     (periph_req_i.d_ready),
          .d_opcode_o    (d[i].d_opcode),
          .d_param_o     (),
          .d_size_o      (d[i].d_size),
          .d_source_o    (d[i].d_source),
          .d_denied_o    (d[i].d_denied),
          .d_data_o      (d[i].d_data),
          .d_corrupt_o   (d[i].d_corrupt),
          .alert_o       (),
          .reg_req_o     (bus_req[i].req),
          .reg_we_o      (bus_req[i].we),
          .reg_index_o   (bus_req[i].index),
          .reg_wdata_o   (bus_req[i].wdata),
          .reg_ready_i   (bus_rsp[i].ready),
          .reg_fault_i   (bus_rsp[i].fault),
          .reg_rdata_i   (bus_rsp[i].rdata)
      );
      assign {bus_req[i].pair, bus_req[i].wdata_odd} = '0;
    end else begin : gen_none
      assign {a_ready[i], d_valid[i]} = '0;
      assign {d[i].d_opcode, d[i].d_size, d[i].d_source, d[i].d_denied} = '0;
      assign {d[i].d_data, d[i].d_corrupt} = '0;
      assign bus_req[i] = '0;
    end
  end

  // ---- Engines, or the AES unit ----

  if (Engines) begin : gen_engines
    vmb_soc_engine_pair #(
        .Options(EngineOptions),
        .AccelFirst(1'b1),
        .mem_req_t(obi_req_t),
        .mem_rsp_t(obi_rsp_t)
    ) u_pair (
        .clk_i,
        .rst_ni,
        .accel_req_i(accel_req),
        .accel_rsp_o(accel_rsp),
        .bus_req_i  (bus_req),
        .bus_rsp_o  (bus_rsp),
        .irq_pending_i,
        .irq_o,
        .busy_o     (busy),
        .mem_req_o  (mem_req),
        .mem_rsp_i  (mem_rsp)
    );
  end else begin : gen_no_engines
    assign irq_o = 1'b0;
    assign bus_rsp[0] = '0;
    logic unused;
    assign unused = ^{
        periph_req_i.a_param, periph_req_i.a_corrupt, bus_req[0], bus_req[1], bus_rsp[0], bus_rsp[1]
    };

    if (AesUnit && !AesUnitOnBus) begin : gen_aes_unit
      vmb_aes_unit #(
          .KeyBits(AesUnitKeyBits),
          .ShorterKeys(AesUnitShorterKeys),
          .RoundsPerCycle(AesRoundsPerCycle),
          .Sbox(1'b1),  // the same cycles, faster to simulate
          .MemoryPort(AesUnitMemoryPort),
          .Chain(AesUnitChain),
          .PortDepth(4)
      ) u_aes_unit (
          .clk_i,
          .rst_ni,
          .valid_i     (accel_req.valid),
          .instr_i     (accel_req.instr),
          .rs1_i       (accel_req.rs1),
          .rs2_i       (accel_req.rs2),
          .privileged_i(accel_req.machine),
          .accept_o    (accel_rsp.accept),
          .ready_o     (accel_rsp.ready),
          .retry_o     (accel_rsp.retry),
          .result_o    (accel_rsp.result),
          .irq_pending_i,
          .busy_o      (busy),
          .mem_req_o   (mem_req.req),
          .mem_gnt_i   (mem_rsp.gnt),
          .mem_addr_o  (mem_req.addr),
          .mem_we_o    (mem_req.we),
          .mem_be_o    (mem_req.be),
          .mem_wdata_o (mem_req.wdata),
          .mem_rvalid_i(mem_rsp.rvalid),
          .mem_rdata_i (mem_rsp.rdata),
          .mem_err_i   (mem_rsp.err)
      );
    end else begin : gen_no_port
      logic unused_port;
      assign unused_port = ^{accel_req, mem_rsp, irq_pending_i};
      assign accel_rsp = '0;
      assign mem_req = '0;
      assign busy = 1'b0;
    end

    if (BusUnit) begin : gen_bus_unit
      vmb_aes_unit_regs #(
          .KeyBits(AesUnitKeyBits),
          .ShorterKeys(AesUnitShorterKeys),
          .RoundsPerCycle(AesRoundsPerCycle),
          .Sbox(1'b1),  // the same cycles, faster to simulate
          .Chain(AesUnitChain)
      ) u_aes_unit (
          .clk_i,
          .rst_ni,
          .reg_req_i  (bus_req[1].req),
          .reg_we_i   (bus_req[1].we),
          .reg_index_i(bus_req[1].index),
          .reg_wdata_i(bus_req[1].wdata),
          .reg_ready_o(bus_rsp[1].ready),
          .reg_fault_o(bus_rsp[1].fault),
          .reg_rdata_o(bus_rsp[1].rdata),
          .busy_o     ()
      );
    end else begin : gen_no_bus_unit
      assign bus_rsp[1] = '0;
    end
  end

endmodule
