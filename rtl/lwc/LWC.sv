// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_lwc_ascon with the names, and the synchronous active-high reset, of the Hardware
// API for Lightweight Cryptography, version 1.1: what its test benches instantiate.

module LWC #(
    parameter int unsigned RoundsPerCycle = 1,  // 1, 2 or 4
    parameter bit Hash = 1'b1
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [31:0] pdi_data,
    input  logic        pdi_valid,
    output logic        pdi_ready,
    input  logic [31:0] sdi_data,
    input  logic        sdi_valid,
    output logic        sdi_ready,
    output logic [31:0] do_data,
    output logic        do_valid,
    output logic        do_last,
    input  logic        do_ready
);

  // The internal reset is asynchronous: a register filters glitches of rst.
  logic reset_nq;
  always_ff @(posedge clk) reset_nq <= !rst;

  vmb_lwc_ascon #(
      .RoundsPerCycle(RoundsPerCycle),
      .Hash(Hash)
  ) u_lwc (
      .clk_i(clk),
      .rst_ni(reset_nq),
      .pdi_data_i(pdi_data),
      .pdi_valid_i(pdi_valid),
      .pdi_ready_o(pdi_ready),
      .sdi_data_i(sdi_data),
      .sdi_valid_i(sdi_valid),
      .sdi_ready_o(sdi_ready),
      .do_data_o(do_data),
      .do_valid_o(do_valid),
      .do_last_o(do_last),
      .do_ready_i(do_ready)
  );

endmodule
