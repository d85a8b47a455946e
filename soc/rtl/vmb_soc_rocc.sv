// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What Rocket has beside it in the simulated system: devices on its peripheral port
// (TileLink-UL) and, with Engines, two AEAD engines there and behind RoCC. They have
// the places that vmb_soc_engines gives them on other cores:
//
//   custom-0, 0x1100_2000   engine with a memory port: RoCC's, into the data cache
//   custom-2, 0x1101_2000   engine without one
//
// With AesUnit in their place, on custom-1, an AES unit with a memory port.
//
// All else on the peripheral port is the devices'. Answers keep the order of requests:
// a request to another place waits until those before are answered.

module vmb_soc_rocc #(
    parameter bit Engines = 1'b0,
    parameter bit AesUnit = 1'b0,
    parameter int unsigned AesRoundsPerCycle = 1
) (
    input logic clk_i,
    input logic rst_ni,

    // The peripheral port.
    input  logic        a_valid_i,
    output logic        a_ready_o,
    input  logic [ 2:0] a_opcode_i,
    input  logic [ 2:0] a_param_i,
    input  logic [ 1:0] a_size_i,
    input  logic [ 6:0] a_source_i,
    input  logic [31:0] a_address_i,
    input  logic [ 3:0] a_mask_i,
    input  logic [31:0] a_data_i,
    input  logic        a_corrupt_i,
    output logic        d_valid_o,
    input  logic        d_ready_i,
    output logic [ 2:0] d_opcode_o,
    output logic [ 1:0] d_size_o,
    output logic [ 6:0] d_source_o,
    output logic        d_denied_o,
    output logic [31:0] d_data_o,
    output logic        d_corrupt_o,

    // RoCC.
    input  logic        rocc_cmd_valid_i,
    output logic        rocc_cmd_ready_o,
    input  logic [31:0] rocc_cmd_instr_i,
    input  logic [31:0] rocc_cmd_rs1_i,
    input  logic [31:0] rocc_cmd_rs2_i,
    input  logic        rocc_cmd_machine_i,
    output logic        rocc_resp_valid_o,
    input  logic        rocc_resp_ready_i,
    output logic [ 4:0] rocc_resp_rd_o,
    output logic [31:0] rocc_resp_data_o,
    output logic        rocc_mem_valid_o,
    input  logic        rocc_mem_ready_i,
    output logic        rocc_mem_write_o,
    output logic [ 1:0] rocc_mem_size_o,
    output logic [31:0] rocc_mem_address_o,
    output logic [31:0] rocc_mem_data_o,
    input  logic        rocc_mem_done_i,
    input  logic [31:0] rocc_mem_data_i,
    output logic        rocc_busy_o,

    input  logic irq_pending_i,
    output logic irq_o,

    // Devices (OBI).
    output logic        dev_req_o,
    input  logic        dev_gnt_i,
    output logic        dev_we_o,
    output logic [ 3:0] dev_be_o,
    output logic [31:0] dev_addr_o,
    output logic [31:0] dev_wdata_o,
    input  logic        dev_rvalid_i,
    input  logic        dev_err_i,
    input  logic [31:0] dev_rdata_i
);

  // ---- The peripheral port: 0 and 1 the engines, 2 the devices ----

  typedef struct packed {
    logic [2:0]  opcode;
    logic [1:0]  size;
    logic [6:0]  source;
    logic        denied;
    logic [31:0] data;
    logic        corrupt;
  } channel_d_t;

  logic [1:0] target, last_q;
  logic [2:0] a_valid, a_ready, d_valid;
  logic [3:0] waiting_q;  // unanswered requests, all to last_q
  logic open;
  channel_d_t d[3];

  always_comb begin
    target = 2'd2;
    if (Engines && a_address_i[31:12] == 20'h11002) target = 2'd0;
    if (Engines && a_address_i[31:12] == 20'h11012) target = 2'd1;
  end
  assign open = (waiting_q == '0) || (target == last_q && waiting_q != '1);
  for (genvar i = 0; i < 3; i++) begin : gen_a
    assign a_valid[i] = a_valid_i && open && (target == 2'(i));
  end
  assign a_ready_o = |(a_valid & a_ready);
  assign d_valid_o = |d_valid;
  assign {d_opcode_o, d_size_o, d_source_o, d_denied_o, d_data_o, d_corrupt_o} = d[last_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      last_q    <= '0;
    end else begin
      waiting_q <= waiting_q + 4'(a_ready_o) - 4'(d_valid_o && d_ready_i);
      if (a_ready_o) last_q <= target;
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
      .a_valid_i (a_valid[2]),
      .a_ready_o (a_ready[2]),
      .a_opcode_i,
      .a_size_i,
      .a_source_i,
      .a_address_i,
      .a_mask_i,
      .a_data_i,
      .d_valid_o (d_valid[2]),
      .d_ready_i,
      .d_opcode_o(dev_opcode),
      .d_size_o  (d[2].size),
      .d_source_o(d[2].source),
      .d_denied_o(dev_denied),
      .d_data_o  (d[2].data),
      .req_o     (dev_req_o),
      .gnt_i     (dev_gnt_i),
      .we_o      (dev_we_o),
      .be_o      (dev_be_o),
      .addr_o    (dev_addr_o),
      .wdata_o   (dev_wdata_o),
      .rvalid_i  (dev_rvalid_i),
      .err_i     (dev_err_i),
      .rdata_i   (dev_rdata_i)
  );
  assign d[2].opcode  = dev_opcode;
  assign d[2].denied  = dev_denied;
  assign d[2].corrupt = dev_denied && (dev_opcode == 3'd1);

  // ---- RoCC ----

  logic accel_valid, accel_ready;
  logic engine_busy;  // the one with a memory port
  logic [1:0] accel_accept, accel_ready_of, irq;
  logic [31:0] accel_instr, accel_rs1, accel_rs2, accel_result_of[2];
  assign irq_o = |irq;

  vmb_rocc u_rocc (
      .rocc_cmd_valid_i,
      .rocc_cmd_ready_o,
      .rocc_cmd_instr_i,
      .rocc_cmd_rs1_i,
      .rocc_cmd_rs2_i,
      .rocc_resp_valid_o,
      .rocc_resp_ready_i,
      .rocc_resp_rd_o,
      .rocc_resp_data_o,
      .rocc_busy_o,
      .accel_valid_o (accel_valid),
      .accel_instr_o (accel_instr),
      .accel_rs1_o   (accel_rs1),
      .accel_rs2_o   (accel_rs2),
      .accel_accept_i(|accel_accept),
      .accel_ready_i (accel_ready),
      .accel_result_i(accel_accept[0] ? accel_result_of[0] : accel_result_of[1]),
      .accel_busy_i  (engine_busy)
  );
  assign accel_ready = |(accel_accept & accel_ready_of);

  // ---- Engines, or the AES unit ----

  if (Engines) begin : gen_engines
    logic mem_req, mem_gnt, mem_we, mem_rvalid, mem_err;
    logic [3:0] mem_be;
    logic [31:0] mem_addr, mem_wdata, mem_rdata;

    vmb_rocc_mem u_mem (
        .clk_i,
        .rst_ni,
        .req_i        (mem_req),
        .gnt_o        (mem_gnt),
        .we_i         (mem_we),
        .be_i         (mem_be),
        .addr_i       (mem_addr),
        .wdata_i      (mem_wdata),
        .rvalid_o     (mem_rvalid),
        .err_o        (mem_err),
        .rdata_o      (mem_rdata),
        .mem_valid_o  (rocc_mem_valid_o),
        .mem_ready_i  (rocc_mem_ready_i),
        .mem_write_o  (rocc_mem_write_o),
        .mem_size_o   (rocc_mem_size_o),
        .mem_address_o(rocc_mem_address_o),
        .mem_data_o   (rocc_mem_data_o),
        .mem_done_i   (rocc_mem_done_i),
        .mem_data_i   (rocc_mem_data_i)
    );

    for (genvar i = 0; i < 2; i++) begin : gen_engine
      logic req, we, pair, ready, fault, accel_req, accel_we, accel_pair, tl_req, tl_we;
      logic unused_req, unused_we;
      logic [4:0] index, accel_index, tl_index;
      logic [3:0] unused_be;
      logic [31:0] wdata, accel_wdata, accel_wdata_odd, tl_wdata, rdata, unused_addr, unused_wdata;

      vmb_couple_accel #(
          .Opcode(i == 0 ? 7'h0b : 7'h5b)
      ) u_accel (
          .clk_i,
          .rst_ni,
          .valid_i        (accel_valid),
          .instr_i        (accel_instr),
          .rs1_i          (accel_rs1),
          .rs2_i          (accel_rs2),
          .privileged_i   (rocc_cmd_machine_i),
          .accept_o       (accel_accept[i]),
          .ready_o        (accel_ready_of[i]),
          .retry_o        (),                    // commands are not taken back
          .result_o       (accel_result_of[i]),
          .irq_pending_i,
          .reg_req_o      (accel_req),
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
          .a_opcode_i,
          .a_param_i,
          .a_size_i,
          .a_source_i,
          .a_address_i   (a_address_i[11:0]),
          .a_mask_i,
          .a_data_i,
          .a_corrupt_i,
          .a_privileged_i(1'b1),
          .d_valid_o     (d_valid[i]),
          .d_ready_i,
          .d_opcode_o    (d[i].opcode),
          .d_param_o     (),
          .d_size_o      (d[i].size),
          .d_source_o    (d[i].source),
          .d_denied_o    (d[i].denied),
          .d_data_o      (d[i].data),
          .d_corrupt_o   (d[i].corrupt),
          .alert_o       (),
          .reg_req_o     (tl_req),
          .reg_we_o      (tl_we),
          .reg_index_o   (tl_index),
          .reg_wdata_o   (tl_wdata),
          .reg_ready_i   (ready && !accel_req),
          .reg_fault_i   (fault),
          .reg_rdata_i   (rdata)
      );

      assign req = accel_req || tl_req;
      assign we = accel_req ? accel_we : tl_we;
      assign pair = accel_req && accel_pair;
      assign index = accel_req ? accel_index : tl_index;
      assign wdata = accel_req ? accel_wdata : tl_wdata;

      if (i == 0) begin : gen_dma
        vmb_engine #(
            .AesRoundsPerCycle(AesRoundsPerCycle),
            .AesSbox(1'b1),  // the same cycles, faster to simulate
            .TwoPasses(1'b1),
            .Dma(1'b1)
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
            .busy_o         (engine_busy),
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
            .mem_err_i      (mem_err)
        );
        assign {unused_req, unused_we, unused_be, unused_addr, unused_wdata} = '0;
      end else begin : gen_pio
        vmb_engine #(
            .AesRoundsPerCycle(AesRoundsPerCycle),
            .AesSbox(1'b1),  // the same cycles, faster to simulate
            .TwoPasses(1'b1),
            .Dma(1'b0)
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
            .busy_o         (),
            .irq_o          (irq[i]),
            .alert_o        (),
            .mem_req_o      (unused_req),
            .mem_gnt_i      (1'b0),
            .mem_addr_o     (unused_addr),
            .mem_we_o       (unused_we),
            .mem_be_o       (unused_be),
            .mem_wdata_o    (unused_wdata),
            .mem_rvalid_i   (1'b0),
            .mem_rdata_i    ('0),
            .mem_err_i      (1'b0)
        );
      end
    end
  end else if (AesUnit) begin : gen_aes_unit
    logic mem_req, mem_gnt, mem_we, mem_rvalid, mem_err;
    logic [3:0] mem_be;
    logic [31:0] mem_addr, mem_wdata, mem_rdata;

    vmb_rocc_mem u_mem (
        .clk_i,
        .rst_ni,
        .req_i        (mem_req),
        .gnt_o        (mem_gnt),
        .we_i         (mem_we),
        .be_i         (mem_be),
        .addr_i       (mem_addr),
        .wdata_i      (mem_wdata),
        .rvalid_o     (mem_rvalid),
        .err_o        (mem_err),
        .rdata_o      (mem_rdata),
        .mem_valid_o  (rocc_mem_valid_o),
        .mem_ready_i  (rocc_mem_ready_i),
        .mem_write_o  (rocc_mem_write_o),
        .mem_size_o   (rocc_mem_size_o),
        .mem_address_o(rocc_mem_address_o),
        .mem_data_o   (rocc_mem_data_o),
        .mem_done_i   (rocc_mem_done_i),
        .mem_data_i   (rocc_mem_data_i)
    );

    vmb_aes_unit #(
        .KeyBits(256),
        .RoundsPerCycle(AesRoundsPerCycle),
        .Sbox(1'b1),  // the same cycles, faster to simulate
        .PortDepth(4)
    ) u_aes_unit (
        .clk_i,
        .rst_ni,
        .valid_i     (accel_valid),
        .instr_i     (accel_instr),
        .rs1_i       (accel_rs1),
        .rs2_i       (accel_rs2),
        .privileged_i(rocc_cmd_machine_i),
        .accept_o    (accel_accept[0]),
        .ready_o     (accel_ready_of[0]),
        .retry_o     (),
        .result_o    (accel_result_of[0]),
        .irq_pending_i,
        .busy_o      (engine_busy),
        .mem_req_o   (mem_req),
        .mem_gnt_i   (mem_gnt),
        .mem_addr_o  (mem_addr),
        .mem_we_o    (mem_we),
        .mem_be_o    (mem_be),
        .mem_wdata_o (mem_wdata),
        .mem_rvalid_i(mem_rvalid),
        .mem_rdata_i (mem_rdata),
        .mem_err_i   (mem_err)
    );

    logic unused;
    assign unused = ^{a_param_i, a_corrupt_i};
    assign {a_ready[1:0], d_valid[1:0], d[0], d[1]} = '0;
    assign {accel_accept[1], accel_ready_of[1], irq} = '0;
    assign accel_result_of[1] = '0;
  end else begin : gen_no_engines
    logic unused;
    assign unused = ^{a_param_i, a_corrupt_i, accel_valid, accel_instr, accel_rs1, accel_rs2,
                      rocc_mem_ready_i, rocc_mem_done_i, rocc_mem_data_i, irq_pending_i,
                      rocc_cmd_machine_i};
    assign {a_ready[1:0], d_valid[1:0], d[0], d[1]} = '0;
    assign {accel_accept, accel_ready_of, engine_busy, irq} = '0;
    assign accel_result_of[0] = '0;
    assign accel_result_of[1] = '0;
    assign {rocc_mem_valid_o, rocc_mem_write_o, rocc_mem_size_o} = '0;
    assign {rocc_mem_address_o, rocc_mem_data_o} = '0;
  end

endmodule
