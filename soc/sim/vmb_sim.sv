// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The top of a simulation model: a core with a register before each of its inputs.
//
// Values written by the test bench then reach no logic directly: the logic behind the core's
// registers and inputs is evaluated once per cycle. Without these registers the model evaluates it
// after each rising edge, and twice more for the values written by the test bench.
//
// VMB_CORE is the core's module, VMB_CORE_PARAMETERS are its parameters, VMB_MEM_BITS is the width
// of its memory port, VMB_WAITS are the bits of waits_o, the highest first. Only this module has
// plain ports, because the test bench is C++; they are in the order of the structs of vmb_core_pkg.

module vmb_sim
  import vmb_core_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    // Both of its edges sample the inputs: together with the rising edge of clk_i it clocks the
    // registers, and in between it replaces the inputs within a cycle.
    input logic take_i,

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

    output logic                      mem_req_o,
    input  logic                      mem_gnt_i,
    output logic                      mem_we_o,
    output logic [`VMB_MEM_BITS/8-1:0] mem_be_o,
    output logic [              31:0] mem_addr_o,
    output logic [  `VMB_MEM_BITS-1:0] mem_wdata_o,
    input  logic                      mem_rvalid_i,
    input  logic [  `VMB_MEM_BITS-1:0] mem_rdata_i,
    input  logic                      mem_err_i,

    input logic irq_software_i,
    input logic irq_timer_i,
    input logic irq_external_i,
    input logic irq_nm_i,
    input logic debug_req_i,

    output logic        rvfi_valid_o,
    output logic        rvfi_trap_o,
    output logic [31:0] rvfi_insn_o,
    output logic [31:0] rvfi_pc_o,
    output logic [ 4:0] rvfi_rd_addr_o,
    output logic [31:0] rvfi_rd_wdata_o,
    output logic [31:0] rvfi_mem_addr_o,

    // The core waits for its instruction memory, its data memory, its multiplier, or its divider.
    output logic [3:0] waits_o,

    output logic alert_o
);

  logic [31:0] boot_addr_q;
  fetch_req_t instr_req;
  obi_rsp_t instr_rsp_q, data_rsp_q;
  obi_req_t data_req;
  mem_req_t mem_req;
  mem_rsp_t mem_rsp_q;
  irq_t irq_q;
  rvfi_t rvfi;

  always_ff @(edge take_i) begin
    boot_addr_q <= boot_addr_i;
    instr_rsp_q <= {instr_gnt_i, instr_rvalid_i, instr_err_i, instr_rdata_i};
    data_rsp_q  <= {data_gnt_i, data_rvalid_i, data_err_i, data_rdata_i};
    mem_rsp_q   <= {mem_gnt_i, mem_rvalid_i, mem_err_i, mem_rdata_i};
    irq_q       <= {irq_software_i, irq_timer_i, irq_external_i, irq_nm_i, debug_req_i};
  end

  assign {instr_req_o, instr_addr_o} = instr_req;
  assign {data_req_o, data_we_o, data_be_o, data_addr_o, data_wdata_o} = data_req;
  assign {mem_req_o, mem_we_o, mem_be_o, mem_addr_o, mem_wdata_o} = mem_req;
  assign {rvfi_valid_o, rvfi_trap_o, rvfi_insn_o, rvfi_pc_o} = {
    rvfi.valid, rvfi.trap, rvfi.insn, rvfi.pc
  };
  assign {rvfi_rd_addr_o, rvfi_rd_wdata_o, rvfi_mem_addr_o} = {
    rvfi.rd_addr, rvfi.rd_wdata, rvfi.mem_addr
  };

  // Signals inside the core.
  assign waits_o = {`VMB_WAITS};

  logic unused_asleep;

  `VMB_CORE #(
  `VMB_CORE_PARAMETERS
  ) u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i(boot_addr_q),
      .instr_req_o(instr_req),
      .instr_rsp_i(instr_rsp_q),
      .data_req_o (data_req),
      .data_rsp_i (data_rsp_q),
      .mem_req_o  (mem_req),
      .mem_rsp_i  (mem_rsp_q),
      .irq_i      (irq_q),
      .rvfi_o     (rvfi),
      .alert_o,
      .asleep_o   (unused_asleep)
  );

endmodule
