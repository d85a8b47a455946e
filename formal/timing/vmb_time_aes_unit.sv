// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The timing of the AES unit's answers and requests, with their address and status: behind an
// accelerator port, with its memory port, and behind registers. Blocks and words of keys are
// secret, in instructions, registers and memory; numbers and addresses are not.

module vmb_time_aes_unit #(
    parameter int unsigned KeyBits = 256,
    parameter bit ShorterKeys = 1'b1,
    parameter bit Decrypt = 1'b1,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Sbox = 1'b0,
    parameter bit Chain = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        valid_i,
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,
    input logic        privileged_i,
    input logic        irq_pending_i,
    input logic        gnt_i,
    input logic        rvalid_i,
    input logic        err_i,

    input logic       reg_we_i,
    input logic [4:0] reg_index_i,

    input logic [1:0][31:0] secret_i,
    input logic [31:0]      secret_read_i,

    output logic [73:0] same_instructions,
    output logic [34:0] same_accesses
);

  // ---- Instructions ----

  // `write` and `pair` have words of blocks and keys; `read` returns words of a block.
  logic given, shown;
  assign given = instr_i[31:25] inside {7'h02, 7'h04, 7'h05, 7'h07, 7'h10, 7'h11, 7'h12, 7'h13,
                                        7'h19, 7'h1a, 7'h1b};
  assign shown = instr_i[31:25] inside {7'h08, 7'h09, 7'h0a, 7'h0b};

  logic accept, ready, retry, busy, req, we;
  logic [31:0] result, addr, unused_wdata;
  logic [3:0] be;
  vmb_aes_unit #(
      .KeyBits(KeyBits),
      .ShorterKeys(ShorterKeys),
      .Decrypt(Decrypt),
      .RoundsPerCycle(RoundsPerCycle),
      .Sbox(Sbox),
      .Chain(Chain)
  ) u_unit (
      .clk_i,
      .rst_ni,
      .valid_i,
      .instr_i,
      .rs1_i(given ? secret_i[0] : rs1_i),
      .rs2_i(given ? secret_i[1] : rs2_i),
      .privileged_i,
      .accept_o(accept),
      .ready_o(ready),
      .retry_o(retry),
      .result_o(result),
      .irq_pending_i,
      .busy_o(busy),
      .mem_req_o(req),
      .mem_gnt_i(gnt_i),
      .mem_addr_o(addr),
      .mem_we_o(we),
      .mem_be_o(be),
      .mem_wdata_o(unused_wdata),
      .mem_rvalid_i(rvalid_i),
      .mem_rdata_i(secret_read_i),
      .mem_err_i(err_i)
  );
  assign same_instructions = {accept, ready, retry, busy, req, we, be, addr, result & {32{!shown}}};

  // ---- Registers ----

  logic reg_ready, reg_fault, reg_busy;
  logic [31:0] reg_rdata;
  vmb_aes_unit_regs #(
      .KeyBits(KeyBits),
      .ShorterKeys(ShorterKeys),
      .Decrypt(Decrypt),
      .RoundsPerCycle(RoundsPerCycle),
      .Sbox(Sbox),
      .Chain(Chain)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .reg_req_i(valid_i),
      .reg_we_i,
      .reg_index_i,
      .reg_wdata_i(secret_i[0]),
      .reg_ready_o(reg_ready),
      .reg_fault_o(reg_fault),
      .reg_rdata_o(reg_rdata),
      .busy_o(reg_busy)
  );
  assign same_accesses = {reg_ready, reg_fault, reg_busy, reg_rdata & {32{reg_index_i > 5'd3}}};

endmodule
