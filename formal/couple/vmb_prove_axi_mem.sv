// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_axi_mem as a manager of AXI4 and as a subordinate of OBI, with the checkers that simulations
// use (rtl/assert). The engine keeps a request until it is granted; the memory answers each
// request, with the requested number of words.

module vmb_prove_axi_mem #(
    parameter int unsigned PortBits = 32,
    parameter int unsigned Words = 8,
    parameter int unsigned Burst = 4,
    parameter int unsigned Linger = 8,
    localparam int unsigned Bytes = PortBits / 8
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        busy_i,
    input logic        req_i,
    input logic [31:0] addr_i,
    input logic        we_i,
    input logic [Bytes-1:0] be_i,
    input logic [PortBits-1:0] wdata_i,
    input logic [ 4:0] left_i,
    input logic        awready_i,
    input logic        wready_i,
    input logic        bvalid_i,
    input logic [ 1:0] bresp_i,
    input logic        arready_i,
    input logic        rvalid_i,
    input logic [PortBits-1:0] rdata_i,
    input logic [ 1:0] rresp_i,
    input logic        rlast_i,

    output logic       bad_stays_aw,
    output logic       bad_stays_w,
    output logic       bad_stays_ar,
    output logic [1:0] bad_page,
    output logic       bad_last,
    output logic       bad_reset,
    output logic       bad_room,
    output logic       bad_posted,
    output logic       bad_failed,
    output logic       bad_begun,
    output logic       bad_answer,
    output logic       bad_count,
    output logic [1:0] reach_answer,
    output logic [1:0] reach_burst
);

  logic req, gnt, rvalid, err, posted, failed;
  logic awvalid, wvalid, wlast, bready, arvalid, rready;
  logic [31:0] awaddr, araddr;
  logic [PortBits-1:0] rdata, wdata;
  logic [7:0] awlen, arlen;
  logic [Bytes-1:0] wstrb;
  assign req = req_i && rst_ni;
  vmb_axi_mem #(
      .PortBits(PortBits),
      .Words (Words),
      .Burst (Burst),
      .Linger(Linger)
  ) u_mem (
      .clk_i,
      .rst_ni,
      .busy_i,
      .req_i(req),
      .gnt_o(gnt),
      .addr_i,
      .we_i,
      .be_i,
      .wdata_i,
      .rvalid_o(rvalid),
      .rdata_o(rdata),
      .err_o(err),
      .left_i,
      .posted_o(posted),
      .failed_o(failed),
      .awvalid_o(awvalid),
      .awready_i,
      .awaddr_o(awaddr),
      .awlen_o(awlen),
      .awsize_o(),
      .awburst_o(),
      .awcache_o(),
      .awprot_o(),
      .wvalid_o(wvalid),
      .wready_i,
      .wdata_o(wdata),
      .wstrb_o(wstrb),
      .wlast_o(wlast),
      .bvalid_i(bvalid_i && rst_ni),
      .bready_o(bready),
      .bresp_i,
      .arvalid_o(arvalid),
      .arready_i,
      .araddr_o(araddr),
      .arlen_o(arlen),
      .arsize_o(),
      .arburst_o(),
      .arcache_o(),
      .arprot_o(),
      .rvalid_i(rvalid_i && rst_ni),
      .rready_o(rready),
      .rdata_i,
      .rresp_i,
      .rlast_i
  );

  // Writes and reads separately: they share some bits of fault_o.
  logic [8:0] write_fault, read_fault;
  vmb_check_axi4 #(
      .Bytes(Bytes),
      .Assert(1'b0)
  ) u_writes (
      .clk_i,
      .rst_ni,
      .awvalid_i(awvalid),
      .awready_i,
      .awaddr_i (awaddr),
      .awlen_i  (awlen),
      .wvalid_i (wvalid),
      .wready_i,
      .wdata_i  (wdata),
      .wstrb_i  (wstrb),
      .wlast_i  (wlast),
      .bvalid_i (bvalid_i && rst_ni),
      .bready_i (bready),
      .bresp_i,
      .arvalid_i(1'b0),
      .arready_i(1'b0),
      .araddr_i (32'd0),
      .arlen_i  (8'd0),
      .rvalid_i (1'b0),
      .rready_i (1'b0),
      .rdata_i  ('0),
      .rresp_i  (2'd0),
      .rlast_i  (1'b0),
      .fault_o  (write_fault)
  );
  vmb_check_axi4 #(
      .Bytes(Bytes),
      .Assert(1'b0)
  ) u_reads (
      .clk_i,
      .rst_ni,
      .awvalid_i(1'b0),
      .awready_i(1'b0),
      .awaddr_i (32'd0),
      .awlen_i  (8'd0),
      .wvalid_i (1'b0),
      .wready_i (1'b0),
      .wdata_i  ('0),
      .wstrb_i  ('0),
      .wlast_i  (1'b0),
      .bvalid_i (1'b0),
      .bready_i (1'b0),
      .bresp_i  (2'd0),
      .arvalid_i(arvalid),
      .arready_i,
      .araddr_i (araddr),
      .arlen_i  (arlen),
      .rvalid_i (rvalid_i && rst_ni),
      .rready_i (rready),
      .rdata_i,
      .rresp_i,
      .rlast_i,
      .fault_o  (read_fault)
  );
  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Bytes(Bytes),
      .Depth (1),
      .Assert(1'b0)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i(req),
      .gnt_i(gnt),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .rvalid_i(rvalid),
      .withdrawn_i(1'b0),
      .fault_o(obi_fault)
  );

  // Words that were requested and have not arrived; unanswered bursts.
  logic [7:0] owed_q;
  logic [4:0] unanswered_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, unanswered_q} <= '0;
    else begin
      owed_q <= owed_q + ((arvalid && arready_i) ? arlen + 8'd1 : 8'd0) - 8'(rvalid_i && rready);
      unanswered_q <= unanswered_q + 5'(awvalid && awready_i) - 5'(bvalid_i && bready);
    end
  end

  // Linger counts while the engine requests nothing; a request may be withdrawn (by its watchdog)
  // at any time, but does not change.
  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!write_fault[7] && !(rvalid_i && owed_q == '0) && obi_fault[2:1] == '0),
      .held_o(held)
  );

  assign bad_stays_aw = held && write_fault[0];
  assign bad_stays_w = held && write_fault[1];
  assign bad_stays_ar = held && read_fault[3];
  assign bad_page = {2{held}} & {write_fault[5], read_fault[5]};
  assign bad_last = held && write_fault[6];
  assign bad_reset = held && (write_fault[8] || read_fault[8] || obi_fault[5]);
  // There is room for each requested word.
  assign bad_room = held && (!rready || u_mem.u_read.used_q + owed_q > 8'(Words));
  // A write is posted until its burst is answered.
  assign bad_posted = held && rst_ni && unanswered_q != '0 && !posted;
  // Each error of a write is reported when it arrives, while writes are posted.
  assign bad_failed = held && rst_ni &&
      (failed != (bvalid_i && bready && bresp_i[1]) || (failed && !posted));
  // Writes are posted in the cycle after a grant at the earliest: the words in use are those being
  // collected and those to be sent.
  logic may_q, miscounted;
  always_ff @(posedge clk_i) may_q <= rst_ni && (posted || (req && we_i && gnt));
  assign miscounted = u_mem.u_write.used_q != u_mem.u_write.len_q + u_mem.u_write.to_send_q;
  assign bad_begun = held && rst_ni && ((posted && !may_q) || miscounted);
  assign bad_answer = held && obi_fault[3];
  assign bad_count = held && obi_fault[4];
  assign reach_answer = {2{held && rvalid}} & {err, !err && rdata != '0};
  assign reach_burst = {2{held}} & {
    wvalid && wlast && wready_i && awlen == 8'(Burst - 1), arvalid && arlen == 8'(Burst - 1)
  };

endmodule
