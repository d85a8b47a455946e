// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port as a manager of AXI4 (Arm IHI 0022), with single transfers: PortBits bits
// of data, one transaction identifier, a transfer of one word for each request, without buffers,
// since the engine has space for the words. The engine has Bursts = 1, Outstanding = Depth, and the
// same PortBits.
//
// Requests are answered in order. A write is answered before it is done, so no answer waits for the
// memory's order of reads and writes. The job does not end before the memory has answered all
// writes, and an error of one is the job's bus error.
//
// A request is on the bus in the cycle in which the engine makes it: one that the engine withdraws
// (errors 7 and 8) is withdrawn there too, and bus and engine have to be reset together.

module vmb_axi_single #(
    parameter int unsigned PortBits = 32,  // of a word: 32, 64 or 128
    parameter int unsigned Depth = 8,  // unanswered requests, and writes in progress: 2 to 32
    parameter logic [2:0] Prot = 3'b000  // AxPROT: unprivileged, secure, data
) (
    input logic clk_i,
    input logic rst_ni,

    // The engine: mem_*.
    input  logic        req_i,
    output logic        gnt_o,
    input  logic [31:0] addr_i,
    input  logic        we_i,
    input  logic [PortBits/8-1:0] be_i,
    input  logic [PortBits-1:0] wdata_i,
    output logic        rvalid_o,
    output logic [PortBits-1:0] rdata_o,
    output logic        err_o,
    output logic        posted_o,
    output logic        failed_o,

    output logic        awvalid_o,
    input  logic        awready_i,
    output logic [31:0] awaddr_o,
    output logic [ 7:0] awlen_o,
    output logic [ 2:0] awsize_o,
    output logic [ 1:0] awburst_o,
    output logic [ 3:0] awcache_o,
    output logic [ 2:0] awprot_o,
    output logic        wvalid_o,
    input  logic        wready_i,
    output logic [PortBits-1:0] wdata_o,
    output logic [PortBits/8-1:0] wstrb_o,
    output logic        wlast_o,
    input  logic        bvalid_i,
    output logic        bready_o,
    input  logic [ 1:0] bresp_i,
    output logic        arvalid_o,
    input  logic        arready_i,
    output logic [31:0] araddr_o,
    output logic [ 7:0] arlen_o,
    output logic [ 2:0] arsize_o,
    output logic [ 1:0] arburst_o,
    output logic [ 3:0] arcache_o,
    output logic [ 2:0] arprot_o,
    input  logic        rvalid_i,
    output logic        rready_o,
    input  logic [PortBits-1:0] rdata_i,
    input  logic [ 1:0] rresp_i,
    input  logic        rlast_i
);

  if (!(PortBits inside {32, 64, 128})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end
  if (Depth < 2 || Depth > 32) begin : gen_wrong_depth
    $error("Depth must be 2 to 32");
  end

  localparam int unsigned W = $clog2(Depth + 1);

  // Unanswered requests, the oldest first: which of them are reads.
  logic [Depth-1:0] reads_q;
  logic [W-1:0] waiting_q;
  logic room, granted, answered, read_next, write_next;
  assign room = waiting_q != W'(Depth);
  assign granted = req_i && gnt_o;

  // Writes that the memory has not answered.
  logic [W-1:0] writing_q;
  logic done, starts;
  assign done   = bvalid_i && bready_o;
  assign starts = rst_ni && req_i && we_i && room && writing_q != W'(Depth);

  // The channel that has taken its part of a write waits for the other one.
  logic address_taken_q, word_taken_q, address_taken, word_taken;
  assign awvalid_o = starts && !address_taken_q;
  assign wvalid_o = starts && !word_taken_q;
  assign arvalid_o = rst_ni && req_i && !we_i && room;
  assign address_taken = address_taken_q || awready_i;
  assign word_taken = word_taken_q || wready_i;
  assign gnt_o = we_i ? starts && address_taken && word_taken : arvalid_o && arready_i;

  assign read_next = waiting_q != '0 && reads_q[0];
  assign write_next = waiting_q != '0 && !reads_q[0];
  assign rready_o = read_next;
  assign answered = write_next || (read_next && rvalid_i);
  assign rvalid_o = answered;
  assign rdata_o = rdata_i;
  assign err_o = read_next && rresp_i[1];
  assign bready_o = 1'b1;
  assign posted_o = writing_q != '0;
  assign failed_o = done && bresp_i[1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      writing_q <= '0;
      address_taken_q <= 1'b0;
      word_taken_q <= 1'b0;
    end else begin
      waiting_q <= waiting_q + W'(granted) - W'(answered);
      writing_q <= writing_q + W'(granted && we_i) - W'(done);
      address_taken_q <= starts && address_taken && !word_taken;
      word_taken_q <= starts && word_taken && !address_taken;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Depth; i++) begin
      if (answered) reads_q[i] <= reads_q[(i+1)%Depth];
      if (granted && waiting_q - W'(answered) == W'(i)) reads_q[i] <= !we_i;
    end
  end

  // One word of normal memory that may be buffered.
  localparam int unsigned B = $clog2(PortBits / 8);
  assign {awaddr_o, awlen_o, awsize_o, awburst_o} = {addr_i[31:B], B'(0), 8'd0, 3'(B), 2'b01};
  assign {araddr_o, arlen_o, arsize_o, arburst_o} = {addr_i[31:B], B'(0), 8'd0, 3'(B), 2'b01};
  assign {awcache_o, awprot_o} = {4'b0011, Prot};
  assign {arcache_o, arprot_o} = {4'b0011, Prot};
  assign {wdata_o, wstrb_o, wlast_o} = {wdata_i, be_i, 1'b1};

  logic unused;
  assign unused = ^{addr_i[B-1:0], bresp_i[0], rresp_i[0], rlast_i};

endmodule
