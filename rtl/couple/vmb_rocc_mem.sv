// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port (OBI 1.2 without options, 32 bits) over the accesses to the
// data cache that RoCC has: coherent with the processor's own, whatever the cache holds.
//
// RoCC stores 1, 2 or 4 bytes at an address that is a multiple of that: a word of which
// bytes are enabled is stored in up to two. The cache never answers for addresses outside the
// memory map, so only the Bytes addresses from Base on are passed to it. Others are an error here,
// in order.
//
// The cache serves RoCC before the processor, so an engine that streams a message can block the
// processor's accesses until its job ends. While yield_i is 1, there is a pause of some cycles
// after each access, for interrupt handlers.

module vmb_rocc_mem #(
    parameter logic [31:0] Base  = 32'h8000_0000,
    parameter logic [31:0] Bytes = 32'h0100_0000   // a power of 2; Base is a multiple
) (
    input logic clk_i,
    input logic rst_ni,

    input logic yield_i,

    input  logic        req_i,
    output logic        gnt_o,
    input  logic        we_i,
    input  logic [ 3:0] be_i,
    input  logic [31:0] addr_i,
    input  logic [31:0] wdata_i,
    output logic        rvalid_o,
    output logic        err_o,
    output logic [31:0] rdata_o,

    output logic        mem_valid_o,
    input  logic        mem_ready_i,
    output logic        mem_write_o,
    output logic [ 1:0] mem_size_o,
    output logic [31:0] mem_address_o,
    output logic [31:0] mem_data_o,
    input  logic        mem_done_i,
    input  logic [31:0] mem_data_i
);

  localparam int unsigned Depth = 4;  // more than RoCC's pending accesses

  logic [3:0] left, left_q, now;  // bytes to store: remaining, and in this access
  logic started_q, in_ram, last, accepted;
  logic [1:0] offset;

  assign in_ram = (addr_i & ~(Bytes - 32'd1)) == Base;
  assign left   = started_q ? left_q : be_i;

  // The largest piece from the lowest byte on.
  always_comb begin
    now = left & 4'b1000;
    {offset, mem_size_o} = {2'd3, 2'd0};
    if (left[2]) begin
      {now, offset} = {4'b0100, 2'd2};
      if (left[3]) {now, mem_size_o} = {4'b1100, 2'd1};
    end
    if (left[1]) {now, offset, mem_size_o} = {4'b0010, 2'd1, 2'd0};
    if (left[0]) begin
      {now, offset, mem_size_o} = {4'b0001, 2'd0, 2'd0};
      if (left[1]) {now, mem_size_o} = {4'b0011, 2'd1};
    end
    if (!we_i || left == 4'b1111) {now, offset, mem_size_o} = {left, 2'd0, 2'd2};
  end
  assign last = now == left;

  // Whether an access ends a word, in order.
  logic [Depth-1:0] last_q;
  logic [1:0] in_q, out_q;
  logic [2:0] count_q;
  logic free, error, error_q;
  assign free  = count_q != 3'(Depth);
  assign error = req_i && !in_ram && count_q == '0 && !error_q;

  logic [3:0] pause_q;  // cycles reserved for the processor
  assign mem_valid_o = req_i && in_ram && free && !error_q && pause_q == '0;
  assign mem_write_o = we_i;
  assign mem_address_o = {addr_i[31:2], offset};
  assign mem_data_o = wdata_i;
  assign accepted = mem_valid_o && mem_ready_i;
  assign gnt_o = (accepted && last) || error;

  assign rvalid_o = error_q || (mem_done_i && last_q[out_q]);
  assign err_o = error_q;
  assign rdata_o = error_q ? '0 : mem_data_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      error_q <= 1'b0;
      {in_q, out_q, count_q} <= '0;
      pause_q <= '0;
    end else begin
      error_q <= error;
      in_q    <= in_q + 2'(accepted);
      out_q   <= out_q + 2'(mem_done_i);
      count_q <= count_q + 3'(accepted) - 3'(mem_done_i);
      if (accepted) started_q <= !last;
      if (accepted && yield_i) pause_q <= '1;
      else if (pause_q != '0) pause_q <= pause_q - 4'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (accepted) begin
      left_q       <= left & ~now;
      last_q[in_q] <= last;
    end
  end

endmodule
