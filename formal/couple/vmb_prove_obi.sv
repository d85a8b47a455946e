// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_obi as a subordinate of OBI, by the checker that simulations have (rtl/assert).
// The bus and the register port do what they like.

module vmb_prove_obi (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        req_i,
    input logic        we_i,
    input logic [ 3:0] be_i,
    input logic [11:0] addr_i,
    input logic [31:0] wdata_i,
    input logic [ 2:0] prot_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic bad_answer,
    output logic bad_count,
    output logic bad_reset,
    output logic reach_answer
);

  logic gnt, rvalid;
  vmb_couple_obi u_obi (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_o(gnt),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .prot_i,
      .rvalid_o(rvalid),
      .err_o(),
      .rdata_o(),
      .alert_o(),
      .reg_req_o(),
      .reg_we_o(),
      .reg_index_o(),
      .reg_wdata_o(),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i
  );

  logic [5:0] fault;
  vmb_check_obi #(
      .Depth (1),
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .req_i(req_i && rst_ni),
      .gnt_i(gnt),
      .we_i,
      .be_i,
      .addr_i({20'd0, addr_i}),
      .wdata_i,
      .rvalid_i(rvalid),
      .withdrawn_i(1'b0),
      .fault_o(fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  assign bad_answer   = held && fault[3];
  assign bad_count    = held && fault[4];
  assign bad_reset    = held && fault[5];
  assign reach_answer = held && rvalid;

endmodule
