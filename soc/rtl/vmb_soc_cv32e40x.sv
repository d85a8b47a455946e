// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A system of CV32E40X: behind the core's accelerator port function units, and AEAD
// engines there and on its data bus: the same extensions and the same boundary
// as vmb_soc_ibex. The units answer in the cycle of the commit, so the core never
// waits for one; its pipeline lets the next instruction have the result a cycle
// later than an ALU instruction's.

module vmb_soc_cv32e40x #(
    // Function units behind the accelerator port: bits by vmb_ise_encodings_pkg.
    parameter int unsigned FunctionUnits = 0,
    // AEAD engines on the data bus and behind the accelerator port.
    parameter bit          Engines       = 1'b0,
    // An AES unit behind the accelerator port, where there are no engines.
    parameter bit          AesUnit       = 1'b0,
    // 0: no requests to debug.
    parameter bit          Requests      = 1'b1
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] boot_addr_i,

    output logic        instr_req_o,
    input  logic        instr_gnt_i,
    input  logic        instr_rvalid_i,
    output logic [31:0] instr_addr_o,
    input  logic [31:0] instr_rdata_i,
    input  logic        instr_err_i,

    output logic        data_req_o,
    input  logic        data_gnt_i,
    input  logic        data_rvalid_i,
    output logic        data_we_o,
    output logic [ 3:0] data_be_o,
    output logic [31:0] data_addr_o,
    output logic [31:0] data_wdata_o,
    input  logic [31:0] data_rdata_i,
    input  logic        data_err_i,

    // Memory port of an engine.
    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic        mem_we_o,
    output logic [ 3:0] mem_be_o,
    output logic [31:0] mem_addr_o,
    output logic [31:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [31:0] mem_rdata_i,
    input  logic        mem_err_i,

    input logic irq_software_i,
    input logic irq_timer_i,
    input logic irq_external_i,
    input logic irq_nm_i,        // there is none: NMIs are the core's own, errors of its data bus
    input logic debug_req_i,

    output logic        rvfi_valid_o,
    output logic        rvfi_trap_o,
    output logic [31:0] rvfi_insn_o,
    output logic [31:0] rvfi_pc_o,
    output logic [ 4:0] rvfi_rd_addr_o,
    output logic [31:0] rvfi_rd_wdata_o,
    output logic [31:0] rvfi_mem_addr_o,

    output logic alert_o,
    output logic asleep_o
);

  // The processor's own data bus, and interrupts.
  logic data_req, data_gnt, data_rvalid, data_err, irq_engine;
  logic [31:0] data_rdata;

  logic accel_valid, accel_accept, accel_ready;
  logic [31:0] accel_decode, accel_instr, accel_rs1, accel_rs2, accel_result;

  vmb_cv32e40x u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i,
      .instr_req_o,
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_addr_o,
      .instr_rdata_i,
      .instr_err_i,
      .data_req_o    (data_req),
      .data_gnt_i    (data_gnt),
      .data_rvalid_i (data_rvalid),
      .data_we_o,
      .data_be_o,
      .data_addr_o,
      .data_wdata_o,
      .data_rdata_i  (data_rdata),
      .data_err_i    (data_err),
      .irq_software_i,
      .irq_timer_i,
      .irq_external_i(irq_external_i || irq_engine),
      .debug_req_i   (debug_req),
      .accel_decode_o(accel_decode),
      .accel_accept_i(accel_accept),
      .accel_valid_o (accel_valid),
      .accel_instr_o (accel_instr),
      .accel_rs1_o   (accel_rs1),
      .accel_rs2_o   (accel_rs2),
      .accel_ready_i (accel_ready),
      .accel_result_i(accel_result),
      .rvfi_valid_o,
      .rvfi_trap_o,
      .rvfi_insn_o,
      .rvfi_pc_o,
      .rvfi_rd_addr_o,
      .rvfi_rd_wdata_o,
      .rvfi_mem_addr_o,
      .alert_o,
      .asleep_o
  );

  // Decoding and executing look at different instructions in the same cycle. Of
  // the first instance only the decoder is used, of the second all but that.
  logic ise_accept, unused_accept;
  logic [31:0] ise_result, unused_result;

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_decode (
      .instr_i (accel_decode),
      .rs1_i   (32'd0),
      .rs2_i   (32'd0),
      .accept_o(ise_accept),
      .result_o(unused_result)
  );

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i (accel_instr),
      .rs1_i   (accel_rs1),
      .rs2_i   (accel_rs2),
      .accept_o(unused_accept),
      .result_o(ise_result)
  );

  // No instruction is of both. The units are always ready.
  logic engine_decoded, engine_accept, engine_ready;
  logic [31:0] engine_result;
  assign accel_accept = ise_accept || engine_decoded;
  assign accel_ready  = engine_accept ? engine_ready : 1'b1;
  assign accel_result = engine_accept ? engine_result : ise_result;

  // What ends the waiting for an engine. The core does not show which interrupts are
  // enabled: any that is pending does. Nor does it show its NMIs, which are errors of its
  // data bus: one ends the waiting of the instruction that it meets, or else of the next.
  logic debug_req, fault, fault_q, interrupted;
  assign debug_req = debug_req_i && Requests;
  assign fault = (data_rvalid && data_err) || fault_q;
  assign interrupted = irq_software_i || irq_timer_i || irq_external_i || irq_engine || debug_req ||
      fault;
  if (Engines || AesUnit) begin : gen_fault
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fault_q <= 1'b0;
      else fault_q <= fault && !(accel_valid && accel_ready);
    end
  end else begin : gen_no_fault
    assign fault_q = 1'b0;
  end

  logic unused_irq_nm;
  assign unused_irq_nm = irq_nm_i;

  if (Engines) begin : gen_engines
    // The core has no mode but machine mode. The engine without a memory port is on its bus
    // alone: what waits for a word could not be taken back any more.
    vmb_couple_decode u_decode_engine (
        .instr_i     (accel_decode),
        .privileged_i(1'b1),
        .accept_o    (engine_decoded)
    );

    vmb_soc_engines u_engines (
        .clk_i,
        .rst_ni,
        .data_req_i        (data_req),
        .data_gnt_o        (data_gnt),
        .data_we_i         (data_we_o),
        .data_be_i         (data_be_o),
        .data_addr_i       (data_addr_o),
        .data_wdata_i      (data_wdata_o),
        .data_rvalid_o     (data_rvalid),
        .data_err_o        (data_err),
        .data_rdata_o      (data_rdata),
        .accel_valid_i     (accel_valid),
        .accel_instr_i     (accel_instr),
        .accel_rs1_i       (accel_rs1),
        .accel_rs2_i       (accel_rs2),
        .accel_privileged_i(1'b1),
        .accel_accept_o    (engine_accept),
        .accel_ready_o     (engine_ready),
        .accel_retry_o     (),               // committed: not taken back
        .accel_result_o    (engine_result),
        .irq_pending_i     (interrupted),
        .irq_o             (irq_engine),
        .ram_req_o         (data_req_o),
        .ram_gnt_i         (data_gnt_i),
        .ram_rvalid_i      (data_rvalid_i),
        .ram_err_i         (data_err_i),
        .ram_rdata_i       (data_rdata_i),
        .mem_req_o,
        .mem_gnt_i,
        .mem_we_o,
        .mem_be_o,
        .mem_addr_o,
        .mem_wdata_o,
        .mem_rvalid_i,
        .mem_err_i,
        .mem_rdata_i
    );
  end else if (AesUnit) begin : gen_aes_unit
    vmb_aes_unit_decode u_decode_unit (
        .instr_i     (accel_decode),
        .privileged_i(1'b1),
        .accept_o    (engine_decoded)
    );

    // A table instead of the S-box circuit is as fast, and faster to simulate.
    vmb_aes_unit #(
        .KeyBits(256),
        .Sbox   (1'b1)
    ) u_aes_unit (
        .clk_i,
        .rst_ni,
        .valid_i      (accel_valid),
        .instr_i      (accel_instr),
        .rs1_i        (accel_rs1),
        .rs2_i        (accel_rs2),
        .privileged_i (1'b1),
        .accept_o     (engine_accept),
        .ready_o      (engine_ready),
        .retry_o      (),
        .result_o     (engine_result),
        .irq_pending_i(interrupted),
        .busy_o       (),
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
    assign irq_engine = 1'b0;
    assign data_req_o = data_req;
    assign {data_gnt, data_rvalid, data_err, data_rdata} = {
      data_gnt_i, data_rvalid_i, data_err_i, data_rdata_i
    };
  end else begin : gen_no_engines
    logic unused_port;
    assign unused_port = ^{accel_valid, mem_gnt_i, mem_rvalid_i, mem_rdata_i, mem_err_i};
    assign {engine_decoded, engine_accept, engine_ready, engine_result} = '0;
    assign irq_engine = 1'b0;
    assign data_req_o = data_req;
    assign {data_gnt, data_rvalid, data_err, data_rdata} = {
      data_gnt_i, data_rvalid_i, data_err_i, data_rdata_i
    };
    assign {mem_req_o, mem_we_o, mem_be_o, mem_addr_o, mem_wdata_o} = '0;
  end

endmodule
