// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What Rocket has next to it in the simulated system: devices on its peripheral port
// (TileLink-UL) and, with Engines, two AEAD engines there and behind RoCC. They have
// the places that vmb_soc_engines gives them on other cores:
//
//   custom-0, 0x1100_2000   engine with a memory port: RoCC's, into the data cache
//   custom-2, 0x1101_2000   engine without one
//
// With AesUnit in their place, on custom-1, an AES unit: with a memory port or, with
// AesUnitMemoryPort = 0, without. One whose registers are on the peripheral port instead
// (AesUnitOnBus, without a memory port) has the place of the engine without one.
//
// All else on the peripheral port is the devices'. Answers keep the order of requests:
// a request to another place waits until those before are answered.

module vmb_soc_rocc
  import vmb_core_pkg::*;
#(
    parameter bit Engines = 1'b0,
    parameter bit AesUnit = 1'b0,
    parameter int unsigned AesUnitKeyBits = 256,
    parameter bit AesUnitShorterKeys = 1'b1,
    parameter bit AesUnitMemoryPort = 1'b1,
    parameter bit AesUnitOnBus = 1'b0,
    parameter bit AesUnitChain = 1'b0,
    parameter int unsigned AesRoundsPerCycle = 1
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
  accel_rsp_t accel_rsp, unit_rsp[2];
  logic [1:0] busy, irq;
  assign irq_o = |irq;

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
      .accel_busy_i     (busy[0])                 // the one with a memory port
  );
  assign accel_req.machine = rocc_req_i.cmd_machine;

  // No instruction is of both. Commands are not taken back.
  assign accel_rsp.accept = unit_rsp[0].accept || unit_rsp[1].accept;
  assign accel_rsp.ready  = (unit_rsp[0].accept && unit_rsp[0].ready) ||
      (unit_rsp[1].accept && unit_rsp[1].ready);
  assign accel_rsp.retry = 1'b0;
  assign accel_rsp.result = unit_rsp[0].accept ? unit_rsp[0].result : unit_rsp[1].result;

  logic unused_accel;
  assign unused_accel = ^{accel_rsp.retry, unit_rsp[0].retry, unit_rsp[1].retry, busy[1]};

  // ---- The memory port, into the data cache ----

  obi_req_t mem_req;
  obi_rsp_t mem_rsp;

  if (Engines || (AesUnit && AesUnitMemoryPort)) begin : gen_mem
    vmb_rocc_mem u_mem (
        .clk_i,
        .rst_ni,
        .yield_i      (Engines && irq_pending_i),  // the AES unit's accesses are few at a time
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

  // ---- Engines, or the AES unit ----

  if (Engines) begin : gen_engines
    obi_req_t engine_mem_req[2];
    obi_rsp_t engine_mem_rsp[2];
    assign mem_req = engine_mem_req[0];
    assign engine_mem_rsp[0] = mem_rsp;
    assign engine_mem_rsp[1] = '0;
    logic unused_mem;
    assign unused_mem = ^engine_mem_req[1];

    for (genvar i = 0; i < 2; i++) begin : gen_engine
      logic req, we, pair, ready, fault, accel_reg_req, accel_we, accel_pair, tl_req, tl_we;
      logic [4:0] index, accel_index, tl_index;
      logic [31:0] wdata, accel_wdata, accel_wdata_odd, tl_wdata, rdata;

      vmb_couple_accel #(
          .Opcode(i == 0 ? 7'h0b : 7'h5b)
      ) u_accel (
          .clk_i,
          .rst_ni,
          .valid_i        (accel_req.valid),
          .instr_i        (accel_req.instr),
          .rs1_i          (accel_req.rs1),
          .rs2_i          (accel_req.rs2),
          .privileged_i   (accel_req.machine),
          .accept_o       (unit_rsp[i].accept),
          .ready_o        (unit_rsp[i].ready),
          .retry_o        (unit_rsp[i].retry),
          .result_o       (unit_rsp[i].result),
          .irq_pending_i,
          .reg_req_o      (accel_reg_req),
          .reg_we_o       (accel_we),
          .reg_pair_o     (accel_pair),
          .reg_index_o    (accel_index),
          .reg_wdata_o    (accel_wdata),
          .reg_wdata_odd_o(accel_wdata_odd),
          .reg_ready_i    (ready),
          .reg_fault_i    (fault),
          .reg_rdata_i    (rdata)
      );

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
          .reg_req_o     (tl_req),
          .reg_we_o      (tl_we),
          .reg_index_o   (tl_index),
          .reg_wdata_o   (tl_wdata),
          .reg_ready_i   (ready && !accel_reg_req),
          .reg_fault_i   (fault),
          .reg_rdata_i   (rdata)
      );

      assign req = accel_reg_req || tl_req;
      assign we = accel_reg_req ? accel_we : tl_we;
      assign pair = accel_reg_req && accel_pair;
      assign index = accel_reg_req ? accel_index : tl_index;
      assign wdata = accel_reg_req ? accel_wdata : tl_wdata;

      vmb_engine #(
          .AesRoundsPerCycle(AesRoundsPerCycle),
          .AesSbox(1'b1),  // the same cycles, faster to simulate
          .TwoPasses(1'b1),
          .Dma(i == 0)
      ) u_engine (
          .clk_i,
          .rst_ni,
          .reg_req_i      (req),
          .reg_we_i       (we),
          .reg_pair_i     (pair),
          .reg_index_i    (index),
          .reg_wdata_i    (wdata),
          .reg_wdata_odd_i(accel_wdata_odd),
          .reg_ready_o    (ready),
          .reg_fault_o    (fault),
          .reg_rdata_o    (rdata),
          .busy_o         (busy[i]),
          .irq_o          (irq[i]),
          .alert_o        (),
          .mem_req_o      (engine_mem_req[i].req),
          .mem_gnt_i      (engine_mem_rsp[i].gnt),
          .mem_addr_o     (engine_mem_req[i].addr),
          .mem_we_o       (engine_mem_req[i].we),
          .mem_be_o       (engine_mem_req[i].be),
          .mem_wdata_o    (engine_mem_req[i].wdata),
          .mem_rvalid_i   (engine_mem_rsp[i].rvalid),
          .mem_rdata_i    (engine_mem_rsp[i].rdata),
          .mem_err_i      (engine_mem_rsp[i].err),
          .mem_left_o     (),
          .mem_posted_i   (1'b0),
          .mem_failed_i   (1'b0)
      );
    end
  end else if (BusUnit) begin : gen_bus_unit
    logic req, we, ready, fault;
    logic [4:0] index;
    logic [31:0] wdata, rdata;

    vmb_couple_tlul #(
        .SourceBits(7)
    ) u_tlul (
        .clk_i,
        .rst_ni,
        .a_valid_i     (a_valid[1]),
        .a_ready_o     (a_ready[1]),
        .a_opcode_i    (periph_req_i.a_opcode),
        .a_param_i     (periph_req_i.a_param),
        .a_size_i      (periph_req_i.a_size),
        .a_source_i    (periph_req_i.a_source),
        .a_address_i   (periph_req_i.a_address[11:0]),
        .a_mask_i      (periph_req_i.a_mask),
        .a_data_i      (periph_req_i.a_data),
        .a_corrupt_i   (periph_req_i.a_corrupt),
        .a_privileged_i(1'b1),
        .d_valid_o     (d_valid[1]),
        .d_ready_i     (periph_req_i.d_ready),
        .d_opcode_o    (d[1].d_opcode),
        .d_param_o     (),
        .d_size_o      (d[1].d_size),
        .d_source_o    (d[1].d_source),
        .d_denied_o    (d[1].d_denied),
        .d_data_o      (d[1].d_data),
        .d_corrupt_o   (d[1].d_corrupt),
        .alert_o       (),
        .reg_req_o     (req),
        .reg_we_o      (we),
        .reg_index_o   (index),
        .reg_wdata_o   (wdata),
        .reg_ready_i   (ready),
        .reg_fault_i   (fault),
        .reg_rdata_i   (rdata)
    );

    vmb_aes_unit_regs #(
        .KeyBits(AesUnitKeyBits),
        .ShorterKeys(AesUnitShorterKeys),
        .RoundsPerCycle(AesRoundsPerCycle),
        .Sbox(1'b1),  // the same cycles, faster to simulate
        .Chain(AesUnitChain)
    ) u_aes_unit (
        .clk_i,
        .rst_ni,
        .reg_req_i  (req),
        .reg_we_i   (we),
        .reg_index_i(index),
        .reg_wdata_i(wdata),
        .reg_ready_o(ready),
        .reg_fault_o(fault),
        .reg_rdata_o(rdata),
        .busy_o     (busy[1])
    );

    logic unused;
    assign unused = ^{accel_req, mem_rsp, irq_pending_i};
    assign unit_rsp[0] = '0;
    assign unit_rsp[1] = '0;
    assign mem_req = '0;
    assign {busy[0], irq} = '0;
  end else if (AesUnit) begin : gen_aes_unit
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
        .accept_o    (unit_rsp[0].accept),
        .ready_o     (unit_rsp[0].ready),
        .retry_o     (unit_rsp[0].retry),
        .result_o    (unit_rsp[0].result),
        .irq_pending_i,
        .busy_o      (busy[0]),
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

    logic unused;
    assign unused = ^{periph_req_i.a_param, periph_req_i.a_corrupt};
    assign unit_rsp[1] = '0;
    assign {busy[1], irq} = '0;
  end else begin : gen_no_engines
    logic unused;
    assign unused = ^{periph_req_i.a_param, periph_req_i.a_corrupt, accel_req, mem_rsp,
                      irq_pending_i};
    assign unit_rsp[0] = '0;
    assign unit_rsp[1] = '0;
    assign mem_req = '0;
    assign {busy, irq} = '0;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_no_bus
    if (!Engines && !(BusUnit && i == 1)) begin : gen_none
      assign {a_ready[i], d_valid[i]} = '0;
      assign {d[i].d_opcode, d[i].d_size, d[i].d_source, d[i].d_denied} = '0;
      assign {d[i].d_data, d[i].d_corrupt} = '0;
    end
  end

endmodule
