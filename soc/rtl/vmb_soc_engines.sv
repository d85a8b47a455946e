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

module vmb_soc_engines #(
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
    input  logic        data_req_i,
    output logic        data_gnt_o,
    input  logic        data_we_i,
    input  logic [ 3:0] data_be_i,
    input  logic [31:0] data_addr_i,
    input  logic [31:0] data_wdata_i,
    output logic        data_rvalid_o,
    output logic        data_err_o,
    output logic [31:0] data_rdata_o,

    // The accelerator port.
    input  logic        accel_valid_i,
    input  logic [31:0] accel_instr_i,
    input  logic [31:0] accel_rs1_i,
    input  logic [31:0] accel_rs2_i,
    input  logic        accel_privileged_i,
    output logic        accel_accept_o,
    output logic        accel_ready_o,
    output logic        accel_retry_o,
    output logic [31:0] accel_result_o,
    input  logic        irq_pending_i,
    output logic        irq_o,

    // The memory's ports: the processor's, and the engine's.
    output logic        ram_req_o,
    input  logic        ram_gnt_i,
    input  logic        ram_rvalid_i,
    input  logic        ram_err_i,
    input  logic [31:0] ram_rdata_i,
    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic        mem_we_o,
    output logic [ 3:0] mem_be_o,
    output logic [31:0] mem_addr_o,
    output logic [31:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic        mem_err_i,
    input  logic [31:0] mem_rdata_i
);

  // ---- The data bus: 0 the memory, 1 and 2 the engines ----

  localparam bit Bus = Couplings[3:1] != '0;

  logic [1:0] target, last_q;
  logic [2:0] waiting_q;  // unanswered requests, all to last_q
  logic [2:0] req, gnt, rvalid, err;
  logic [31:0] rdata[3];
  always_comb begin
    target = 2'd0;
    if (Bus && Ports[0] && data_addr_i[31:16] == 16'h1100) target = 2'd1;
    if (Bus && Ports[1] && data_addr_i[31:16] == 16'h1101) target = 2'd2;
  end

  logic open;
  assign open = (waiting_q == '0) || (target == last_q && waiting_q != '1) ||
      (waiting_q == 3'd1 && data_rvalid_o);
  for (genvar i = 0; i < 3; i++) begin : gen_req
    assign req[i] = data_req_i && open && (target == 2'(i));
  end
  assign data_gnt_o = |(req & gnt);
  assign data_rvalid_o = |rvalid;
  assign data_err_o = |(rvalid & err);
  always_comb begin
    data_rdata_o = '0;
    for (int unsigned i = 0; i < 3; i++) data_rdata_o |= rdata[i] & {32{rvalid[i]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      last_q <= '0;
    end else begin
      waiting_q <= waiting_q + 3'(data_gnt_o) - 3'(data_rvalid_o);
      if (data_gnt_o) last_q <= target;
    end
  end

  assign ram_req_o = req[0];
  assign gnt[0]    = ram_gnt_i;
  assign rvalid[0] = ram_rvalid_i;
  assign err[0]    = ram_err_i;
  assign rdata[0]  = ram_rdata_i;

  // ---- The engines ----

  localparam int unsigned WithPort = 0;
  localparam int unsigned Without = 1;

  logic [1:0] irq, reg_req, reg_we, reg_ready, reg_fault;
  logic [ 4:0] reg_index[2];
  logic [31:0] reg_wdata[2];
  logic [31:0] reg_rdata[2];
  assign irq_o = |irq;

  for (genvar i = 0; i < 2; i++) begin : gen_mmio
    if (Bus && Ports[i]) begin : gen_bus
      vmb_soc_mmio #(
          .Couplings(Couplings[3:1])
      ) u_mmio (
          .clk_i,
          .rst_ni,
          .req_i(req[i+1]),
          .gnt_o(gnt[i+1]),
          .we_i(data_we_i),
          .be_i(data_be_i),
          .addr_i(data_addr_i[13:0] | {14{|data_addr_i[15:14]}}),
          .wdata_i(data_wdata_i),
          .rvalid_o(rvalid[i+1]),
          .err_o(err[i+1]),
          .rdata_o(rdata[i+1]),
          .reg_req_o(reg_req[i]),
          .reg_we_o(reg_we[i]),
          .reg_index_o(reg_index[i]),
          .reg_wdata_o(reg_wdata[i]),
          .reg_ready_i(reg_ready[i]),
          .reg_fault_i(reg_fault[i]),
          .reg_rdata_i(reg_rdata[i])
      );
    end else begin : gen_no_bus
      assign {gnt[i+1], rvalid[i+1], err[i+1], rdata[i+1]} = '0;
      assign {reg_req[i], reg_we[i], reg_index[i], reg_wdata[i]} = '0;
    end
  end

  logic [1:0] accel_accept, accel_ready, accel_retry, accel_req, accel_we, accel_pair;
  logic [4:0] accel_index[2];
  logic [31:0] accel_result[2];
  logic [31:0] accel_wdata[2];
  logic [31:0] accel_wdata_odd[2];

  for (genvar i = 0; i < 2; i++) begin : gen_accel
    if (Couplings[0] && Ports[i]) begin : gen_couple
      vmb_couple_accel #(
          .Opcode(i == WithPort ? 7'h0b : 7'h5b)
      ) u_accel (
          .clk_i,
          .rst_ni,
          .valid_i(accel_valid_i),
          .instr_i(accel_instr_i),
          .rs1_i(accel_rs1_i),
          .rs2_i(accel_rs2_i),
          .privileged_i(accel_privileged_i),
          .accept_o(accel_accept[i]),
          .ready_o(accel_ready[i]),
          .retry_o(accel_retry[i]),
          .result_o(accel_result[i]),
          .irq_pending_i,
          .reg_req_o(accel_req[i]),
          .reg_we_o(accel_we[i]),
          .reg_pair_o(accel_pair[i]),
          .reg_index_o(accel_index[i]),
          .reg_wdata_o(accel_wdata[i]),
          .reg_wdata_odd_o(accel_wdata_odd[i]),
          .reg_ready_i(reg_ready[i] && !reg_req[i]),
          .reg_fault_i(reg_fault[i]),
          .reg_rdata_i(reg_rdata[i])
      );
    end else begin : gen_none
      assign {accel_accept[i], accel_ready[i], accel_retry[i], accel_result[i]} = '0;
      assign {accel_req[i], accel_we[i], accel_pair[i], accel_index[i]} = '0;
      assign {accel_wdata[i], accel_wdata_odd[i]} = '0;
    end
  end

  // No instruction is of both.
  assign accel_accept_o = |accel_accept;
  assign accel_ready_o  = |(accel_accept & accel_ready);
  assign accel_retry_o  = |accel_retry;
  assign accel_result_o = accel_accept[WithPort] ? accel_result[WithPort] : accel_result[Without];

  // What the processor asked by a bus is older than its instruction and goes first.
  if (Ports[0]) begin : gen_engine
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
        .Dma(1'b1)
    ) u_engine (
        .clk_i,
        .rst_ni,
        .reg_req_i(accel_req[WithPort] || reg_req[WithPort]),
        .reg_we_i(reg_req[WithPort] ? reg_we[WithPort] : accel_we[WithPort]),
        .reg_pair_i(accel_pair[WithPort] && !reg_req[WithPort]),
        .reg_index_i(reg_req[WithPort] ? reg_index[WithPort] : accel_index[WithPort]),
        .reg_wdata_i(reg_req[WithPort] ? reg_wdata[WithPort] : accel_wdata[WithPort]),
        .reg_wdata_odd_i(accel_wdata_odd[WithPort]),
        .reg_ready_o(reg_ready[WithPort]),
        .reg_fault_o(reg_fault[WithPort]),
        .reg_rdata_o(reg_rdata[WithPort]),
        .busy_o(),
        .irq_o(irq[WithPort]),
        .alert_o(),
        .mem_req_o,
        .mem_gnt_i,
        .mem_addr_o,
        .mem_we_o,
        .mem_be_o,
        .mem_wdata_o,
        .mem_rvalid_i,
        .mem_rdata_i,
        .mem_err_i
    );
  end else begin : gen_no_engine
    assign {reg_ready[WithPort], reg_fault[WithPort], reg_rdata[WithPort], irq[WithPort]} = '0;
    assign {mem_req_o, mem_we_o, mem_be_o, mem_addr_o, mem_wdata_o} = '0;
  end

  if (Ports[1]) begin : gen_engine_pio
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
        .Dma(1'b0)
    ) u_engine_pio (
        .clk_i,
        .rst_ni,
        .reg_req_i(accel_req[Without] || reg_req[Without]),
        .reg_we_i(reg_req[Without] ? reg_we[Without] : accel_we[Without]),
        .reg_pair_i(accel_pair[Without] && !reg_req[Without]),
        .reg_index_i(reg_req[Without] ? reg_index[Without] : accel_index[Without]),
        .reg_wdata_i(reg_req[Without] ? reg_wdata[Without] : accel_wdata[Without]),
        .reg_wdata_odd_i(accel_wdata_odd[Without]),
        .reg_ready_o(reg_ready[Without]),
        .reg_fault_o(reg_fault[Without]),
        .reg_rdata_o(reg_rdata[Without]),
        .busy_o(),
        .irq_o(irq[Without]),
        .alert_o(),
        .mem_req_o(),
        .mem_gnt_i(1'b0),
        .mem_addr_o(),
        .mem_we_o(),
        .mem_be_o(),
        .mem_wdata_o(),
        .mem_rvalid_i(1'b0),
        .mem_rdata_i('0),
        .mem_err_i(1'b0)
    );
  end else begin : gen_no_engine_pio
    assign {reg_ready[Without], reg_fault[Without], reg_rdata[Without], irq[Without]} = '0;
  end

endmodule
