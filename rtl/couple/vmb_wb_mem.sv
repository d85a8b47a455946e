// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port as a master of Wishbone B4: a data port of PortBits bits, with a
// granularity of 8. Pipelined: a request a cycle, taken while stall_i is 0, and Depth of them
// without an answer: Outstanding of the engine. Otherwise standard cycles (those of B3 too), one at
// a time. The engine has the same PortBits.
//
// In a standard cycle the slave may answer in the cycle of the request, and the engine is answered
// in the next one: the word is kept for that cycle, and 0 otherwise. A cycle (cyc_o) ends when no
// request is without an answer.
//
// A request that the engine withdraws (errors 7 and 8) is withdrawn on the bus too; the answer to
// one that was taken is still waited for, so reset bus and engine together then.

module vmb_wb_mem #(
    parameter int unsigned PortBits = 32,  // of a word: 32, 64 or 128
    parameter int unsigned Depth = 4,  // unanswered requests: 2 to 32
    parameter bit Pipelined = 1'b1
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

    output logic        cyc_o,
    output logic        stb_o,
    input  logic        stall_i,  // not used in standard cycles
    output logic        we_o,
    output logic [PortBits/8-1:0] sel_o,
    output logic [31:0] adr_o,  // a byte address: a multiple of the word's bytes
    output logic [PortBits-1:0] dat_o,
    input  logic        ack_i,
    input  logic        err_i,
    input  logic [PortBits-1:0] dat_i
);

  if (!(PortBits inside {32, 64, 128})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end
  if (Depth < 2 || Depth > 32) begin : gen_wrong_depth
    $error("Depth must be 2 to 32");
  end

  localparam int unsigned B = $clog2(PortBits / 8);
  localparam int unsigned W = $clog2(Depth + 1);

  // Requests that the slave has taken and not answered.
  logic [W-1:0] waiting_q;
  logic taken, answered;

  assign stb_o = rst_ni && req_i && waiting_q != W'(Depth);
  assign cyc_o = stb_o || waiting_q != '0;
  assign answered = cyc_o && (ack_i || err_i);
  assign taken = stb_o && (Pipelined ? !stall_i : answered);
  assign gnt_o = taken;

  assign we_o = we_i;
  assign sel_o = be_i;
  assign adr_o = {addr_i[31:B], B'(0)};
  assign dat_o = wdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= '0;
    else waiting_q <= waiting_q + W'(taken) - W'(answered);
  end

  if (Pipelined) begin : gen_pipelined
    assign {rvalid_o, err_o, rdata_o} = {answered, err_i, dat_i};
  end else begin : gen_standard
    logic answers_q, err_q;
    logic [PortBits-1:0] dat_q;
    assign {rvalid_o, err_o, rdata_o} = {answers_q, err_q, dat_q};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {answers_q, err_q, dat_q} <= '0;
      else if (answered) {answers_q, err_q, dat_q} <= {1'b1, err_i, dat_i};
      else if (answers_q) {answers_q, err_q, dat_q} <= '0;
    end
  end

  logic unused;
  assign unused = ^{addr_i[B-1:0], stall_i};

endmodule
