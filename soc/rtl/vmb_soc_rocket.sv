// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A system of Rocket, for the test bench of the others: memory behind the port that is
// an engine's elsewhere (there is none for instructions: Rocket fetches lines through
// its cache), devices on the data bus. AEAD engines are behind RoCC and on the
// peripheral port (vmb_soc_rocc).

module vmb_soc_rocket #(
    parameter bit Engines = 1'b0,
    parameter bit AesUnit = 1'b0,  // where there are no engines
    parameter bit Scratchpad = 1'b0,  // in the data cache's place; as Rocket was generated
    parameter int unsigned XLen = 32,  // as Rocket was generated
    parameter int unsigned AesRoundsPerCycle = 1  // of the engines: 1, 2, or 0 for all
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

    // Devices.
    output logic        data_req_o,
    input  logic        data_gnt_i,
    input  logic        data_rvalid_i,
    output logic        data_we_o,
    output logic [ 3:0] data_be_o,
    output logic [31:0] data_addr_o,
    output logic [31:0] data_wdata_o,
    input  logic [31:0] data_rdata_i,
    input  logic        data_err_i,

    // Memory.
    output logic              mem_req_o,
    input  logic              mem_gnt_i,
    output logic              mem_we_o,
    output logic [XLen/8-1:0] mem_be_o,
    output logic [      31:0] mem_addr_o,
    output logic [  XLen-1:0] mem_wdata_o,
    input  logic              mem_rvalid_i,
    input  logic [  XLen-1:0] mem_rdata_i,
    input  logic              mem_err_i,

    input logic irq_software_i,
    input logic irq_timer_i,
    input logic irq_external_i,
    input logic irq_nm_i,        // this Rocket has neither
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

  logic a_valid, a_ready, d_valid, d_ready, d_denied, d_corrupt, a_corrupt;
  logic [2:0] a_opcode, a_param, d_opcode;
  logic [1:0] a_size, d_size;
  logic [6:0] a_source, d_source;
  logic [31:0] a_address, a_data, d_data;
  logic [3:0] a_mask;

  logic cmd_valid, cmd_ready, cmd_machine, resp_valid, resp_ready, rocc_busy, irq_engine;
  logic [31:0] cmd_instr, cmd_rs1, cmd_rs2, resp_data;
  logic [4:0] resp_rd;
  logic rocc_mem_valid, rocc_mem_ready, rocc_mem_write, rocc_mem_done;
  logic [1:0] rocc_mem_size;
  logic [31:0] rocc_mem_address, rocc_mem_wdata, rocc_mem_rdata;

  vmb_rocket #(
      .Scratchpad(Scratchpad),
      .XLen      (XLen)
  ) u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i,
      .ram_req_o         (mem_req_o),
      .ram_gnt_i         (mem_gnt_i),
      .ram_we_o          (mem_we_o),
      .ram_be_o          (mem_be_o),
      .ram_addr_o        (mem_addr_o),
      .ram_wdata_o       (mem_wdata_o),
      .ram_rvalid_i      (mem_rvalid_i),
      .ram_rdata_i       (mem_rdata_i),
      .periph_a_valid_o  (a_valid),
      .periph_a_ready_i  (a_ready),
      .periph_a_opcode_o (a_opcode),
      .periph_a_param_o  (a_param),
      .periph_a_size_o   (a_size),
      .periph_a_source_o (a_source),
      .periph_a_address_o(a_address),
      .periph_a_mask_o   (a_mask),
      .periph_a_data_o   (a_data),
      .periph_a_corrupt_o(a_corrupt),
      .periph_d_valid_i  (d_valid),
      .periph_d_ready_o  (d_ready),
      .periph_d_opcode_i (d_opcode),
      .periph_d_size_i   (d_size),
      .periph_d_source_i (d_source),
      .periph_d_denied_i (d_denied),
      .periph_d_data_i   (d_data),
      .periph_d_corrupt_i(d_corrupt),
      .rocc_cmd_valid_o  (cmd_valid),
      .rocc_cmd_ready_i  (cmd_ready),
      .rocc_cmd_instr_o  (cmd_instr),
      .rocc_cmd_rs1_o    (cmd_rs1),
      .rocc_cmd_rs2_o    (cmd_rs2),
      .rocc_cmd_machine_o(cmd_machine),
      .rocc_resp_valid_i (resp_valid),
      .rocc_resp_ready_o (resp_ready),
      .rocc_resp_rd_i    (resp_rd),
      .rocc_resp_data_i  (resp_data),
      .rocc_mem_valid_i  (rocc_mem_valid),
      .rocc_mem_ready_o  (rocc_mem_ready),
      .rocc_mem_write_i  (rocc_mem_write),
      .rocc_mem_size_i   (rocc_mem_size),
      .rocc_mem_address_i(rocc_mem_address),
      .rocc_mem_data_i   (rocc_mem_wdata),
      .rocc_mem_done_o   (rocc_mem_done),
      .rocc_mem_data_o   (rocc_mem_rdata),
      .rocc_busy_i       (rocc_busy),
      .rocc_irq_i        (1'b0),
      .irq_software_i,
      .irq_timer_i,
      .irq_external_i    (irq_external_i || irq_engine),
      .rvfi_valid_o,
      .rvfi_trap_o,
      .rvfi_insn_o,
      .rvfi_pc_o,
      .rvfi_rd_addr_o,
      .rvfi_rd_wdata_o,
      .rvfi_mem_addr_o
  );

  assign instr_req_o = 1'b0;
  assign instr_addr_o = '0;
  assign alert_o = 1'b0;
  assign asleep_o = 1'b0;

  vmb_soc_rocc #(
      .Engines(Engines),
      .AesUnit(AesUnit),
      .AesRoundsPerCycle(AesRoundsPerCycle)
  ) u_rocc (
      .clk_i,
      .rst_ni,
      .a_valid_i         (a_valid),
      .a_ready_o         (a_ready),
      .a_opcode_i        (a_opcode),
      .a_param_i         (a_param),
      .a_size_i          (a_size),
      .a_source_i        (a_source),
      .a_address_i       (a_address),
      .a_mask_i          (a_mask),
      .a_data_i          (a_data),
      .a_corrupt_i       (a_corrupt),
      .d_valid_o         (d_valid),
      .d_ready_i         (d_ready),
      .d_opcode_o        (d_opcode),
      .d_size_o          (d_size),
      .d_source_o        (d_source),
      .d_denied_o        (d_denied),
      .d_data_o          (d_data),
      .d_corrupt_o       (d_corrupt),
      .rocc_cmd_valid_i  (cmd_valid),
      .rocc_cmd_ready_o  (cmd_ready),
      .rocc_cmd_instr_i  (cmd_instr),
      .rocc_cmd_rs1_i    (cmd_rs1),
      .rocc_cmd_rs2_i    (cmd_rs2),
      .rocc_cmd_machine_i(cmd_machine),
      .rocc_resp_valid_o (resp_valid),
      .rocc_resp_ready_i (resp_ready),
      .rocc_resp_rd_o    (resp_rd),
      .rocc_resp_data_o  (resp_data),
      .rocc_mem_valid_o  (rocc_mem_valid),
      .rocc_mem_ready_i  (rocc_mem_ready),
      .rocc_mem_write_o  (rocc_mem_write),
      .rocc_mem_size_o   (rocc_mem_size),
      .rocc_mem_address_o(rocc_mem_address),
      .rocc_mem_data_o   (rocc_mem_wdata),
      .rocc_mem_done_i   (rocc_mem_done),
      .rocc_mem_data_i   (rocc_mem_rdata),
      .rocc_busy_o       (rocc_busy),
      .irq_pending_i     (irq_software_i || irq_timer_i || irq_external_i || irq_engine),
      .irq_o             (irq_engine),
      .dev_req_o         (data_req_o),
      .dev_gnt_i         (data_gnt_i),
      .dev_we_o          (data_we_o),
      .dev_be_o          (data_be_o),
      .dev_addr_o        (data_addr_o),
      .dev_wdata_o       (data_wdata_o),
      .dev_rvalid_i      (data_rvalid_i),
      .dev_err_i         (data_err_i),
      .dev_rdata_i       (data_rdata_i)
  );

  logic unused;
  assign unused = ^{instr_gnt_i, instr_rvalid_i, instr_rdata_i, instr_err_i, mem_err_i, irq_nm_i,
                    debug_req_i};

endmodule
