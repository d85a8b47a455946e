// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a subordinate of AXI4-Lite (Arm IHI 0022, chapter B1): words of 32
// bits from offset 0 of a page of 4 KiB. Address and data of a write may come in
// either order; they are taken together. One answer waits at a time, reads and
// writes each; where both ask, the write goes first.
//
// SLVERR: the register refused, an offset where there is none, or an access that
// is not a whole word. Such an access does nothing.

module vmb_couple_axi4l (
    input logic clk_i,
    input logic rst_ni,

    input  logic        awvalid_i,
    output logic        awready_o,
    input  logic [11:0] awaddr_i,
    input  logic [ 2:0] awprot_i,
    input  logic        wvalid_i,
    output logic        wready_o,
    input  logic [31:0] wdata_i,
    input  logic [ 3:0] wstrb_i,
    output logic        bvalid_o,
    input  logic        bready_i,
    output logic [ 1:0] bresp_o,

    input  logic        arvalid_i,
    output logic        arready_o,
    input  logic [11:0] araddr_i,
    input  logic [ 2:0] arprot_i,
    output logic        rvalid_o,
    input  logic        rready_i,
    output logic [31:0] rdata_o,
    output logic [ 1:0] rresp_o,

    output logic        reg_req_o,
    output logic        reg_we_o,
    output logic [ 4:0] reg_index_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic        reg_fault_i,
    input  logic [31:0] reg_rdata_i
);

  localparam logic [1:0] Okay = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;

  logic bvalid_q, rvalid_q;
  logic [1:0] bresp_q, rresp_q;
  logic [31:0] rdata_q;

  // The access of this cycle.
  logic write, read, outside, done;
  logic [11:0] address;
  assign write = awvalid_i && wvalid_i && (!bvalid_q || bready_i);
  assign read = arvalid_i && !write && (!rvalid_q || rready_i);
  assign address = write ? awaddr_i : araddr_i;
  assign outside = (address[11:7] != '0) || (address[1:0] != '0) || (write && wstrb_i != 4'b1111);
  assign done = outside || reg_ready_i;

  assign reg_req_o = (write || read) && !outside;
  assign reg_we_o = write;
  assign reg_index_o = address[6:2];
  assign reg_wdata_o = wdata_i;
  assign awready_o = write && done;
  assign wready_o = write && done;
  assign arready_o = read && done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bvalid_q <= 1'b0;
      rvalid_q <= 1'b0;
    end else begin
      if (awready_o) bvalid_q <= 1'b1;
      else if (bready_i) bvalid_q <= 1'b0;
      if (arready_o) rvalid_q <= 1'b1;
      else if (rready_i) rvalid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (awready_o) bresp_q <= (outside || reg_fault_i) ? SlvErr : Okay;
    if (arready_o) begin
      rresp_q <= (outside || reg_fault_i) ? SlvErr : Okay;
      rdata_q <= reg_rdata_i & {32{!outside}};
    end
  end

  assign bvalid_o = bvalid_q;
  assign bresp_o  = bresp_q;
  assign rvalid_o = rvalid_q;
  assign rresp_o  = rresp_q;
  assign rdata_o  = rdata_q;

  // Every master may use it.
  logic unused_prot;
  assign unused_prot = ^{awprot_i, arprot_i};

endmodule
