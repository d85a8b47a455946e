// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_axi4l as a subordinate of AXI4-Lite, by the checker that simulations have
// (rtl/assert). The manager and the register port do what they like; during a reset the
// manager asks for nothing.

module vmb_prove_axi4l (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        awvalid_i,
    input logic [11:0] awaddr_i,
    input logic [ 2:0] awprot_i,
    input logic        wvalid_i,
    input logic [31:0] wdata_i,
    input logic [ 3:0] wstrb_i,
    input logic        bready_i,
    input logic        arvalid_i,
    input logic [11:0] araddr_i,
    input logic [ 2:0] arprot_i,
    input logic        rready_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic       bad_stays_b,
    output logic       bad_stays_r,
    output logic [1:0] bad_answer,
    output logic       bad_response,
    output logic       bad_reset,
    output logic [1:0] reach_answer
);

  logic awready, wready, bvalid, arready, rvalid;
  logic [1:0] bresp, rresp;
  logic [31:0] rdata;
  vmb_couple_axi4l u_axi4l (
      .clk_i,
      .rst_ni,
      .awvalid_i,
      .awready_o(awready),
      .awaddr_i,
      .awprot_i,
      .wvalid_i,
      .wready_o(wready),
      .wdata_i,
      .wstrb_i,
      .bvalid_o(bvalid),
      .bready_i,
      .bresp_o(bresp),
      .arvalid_i,
      .arready_o(arready),
      .araddr_i,
      .arprot_i,
      .rvalid_o(rvalid),
      .rready_i,
      .rdata_o(rdata),
      .rresp_o(rresp),
      .alert_o(),
      .reg_req_o(),
      .reg_we_o(),
      .reg_index_o(),
      .reg_wdata_o(),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i
  );

  logic [8:0] fault;
  vmb_check_axi4l #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .awvalid_i(awvalid_i && rst_ni),
      .awready_i(awready),
      .awaddr_i,
      .awprot_i,
      .wvalid_i (wvalid_i && rst_ni),
      .wready_i (wready),
      .wdata_i,
      .wstrb_i,
      .bvalid_i (bvalid),
      .bready_i,
      .bresp_i  (bresp),
      .arvalid_i(arvalid_i && rst_ni),
      .arready_i(arready),
      .araddr_i,
      .arprot_i,
      .rvalid_i (rvalid),
      .rready_i,
      .rdata_i  (rdata),
      .rresp_i  (rresp),
      .fault_o  (fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  assign bad_stays_b  = held && fault[2];
  assign bad_stays_r  = held && fault[4];
  assign bad_answer   = {2{held}} & fault[6:5];
  assign bad_response = held && fault[7];
  assign bad_reset    = held && fault[8];
  assign reach_answer = {2{held}} & {bvalid && bready_i, rvalid && rready_i};

endmodule
