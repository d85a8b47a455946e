// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// TileLink Uncached Heavyweight without atomics (TileLink 1.8.1, sections 6 and 7) on
// one side, OBI 1.2 without options on the other: Get, PutFullData and PutPartialData
// of 1 to 64 bytes in beats of Bytes, each beat an access. Requests are answered in
// their order. Depth accesses may be pending, or wait in the answer queue: with a one-cycle memory
// that is a beat per cycle.
//
// OBI errors become `denied` if MayDeny is set; otherwise the memory must not report errors,
// because a cache would request a denied line forever.

module vmb_tl_obi #(
    parameter int unsigned SizeBits   = 3,
    parameter int unsigned SourceBits = 2,
    parameter bit          MayDeny    = 1'b0,
    parameter int unsigned Bytes      = 4      // per beat: 4 or 8
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic                  a_valid_i,
    output logic                  a_ready_o,
    input  logic [           2:0] a_opcode_i,
    input  logic [  SizeBits-1:0] a_size_i,
    input  logic [SourceBits-1:0] a_source_i,
    input  logic [          31:0] a_address_i,
    input  logic [     Bytes-1:0] a_mask_i,
    input  logic [   8*Bytes-1:0] a_data_i,

    output logic                  d_valid_o,
    input  logic                  d_ready_i,
    output logic [           2:0] d_opcode_o,
    output logic [  SizeBits-1:0] d_size_o,
    output logic [SourceBits-1:0] d_source_o,
    output logic                  d_denied_o,
    output logic [   8*Bytes-1:0] d_data_o,

    output logic               req_o,
    input  logic               gnt_i,
    output logic               we_o,
    output logic [  Bytes-1:0] be_o,
    output logic [       31:0] addr_o,
    output logic [8*Bytes-1:0] wdata_o,
    input  logic               rvalid_i,
    input  logic               err_i,
    input  logic [8*Bytes-1:0] rdata_i
);

  if (!(Bytes inside {4, 8})) begin : gen_wrong_bytes
    $error("Bytes must be 4 or 8");
  end

  localparam int unsigned Depth = 4;
  localparam logic [2:0] Get = 3'd4;
  localparam int unsigned Lg = $clog2(Bytes);

  // State for an answer. A write with several beats has one answer, for the last.
  typedef struct packed {
    logic                  read;
    logic                  answered;
    logic [SizeBits-1:0]   size;
    logic [SourceBits-1:0] source;
  } meta_t;

  // ---- Requests: the first beat directly from channel A, a Get's others from here ----

  logic reading_q;  // a Get with beats left
  logic [31:Lg] address_q;
  meta_t meta_q, meta;
  logic [3:0] beat_q, beats;  // the beat, from 0 on; beats after the first
  logic free, read, last, granted;

  assign read = reading_q || (a_opcode_i == Get);
  always_comb begin
    meta = '{read: read, answered: 1'b1, size: a_size_i, source: a_source_i};
    if (reading_q) meta = meta_q;
    beats = '0;
    if (meta.size > SizeBits'(Lg)) beats = 4'((16'd1 << (meta.size - SizeBits'(Lg))) - 16'd1);
    last = beat_q == beats;
    meta.answered = read || last;
  end

  assign req_o = (reading_q || a_valid_i) && free;
  assign granted = req_o && gnt_i;
  assign a_ready_o = granted && !reading_q;
  assign we_o = !read;
  assign be_o = read ? '1 : a_mask_i;
  assign addr_o = {(reading_q ? address_q : a_address_i[31:Lg]) + (32 - Lg)'(beat_q), Lg'(0)};
  assign wdata_o = read ? '0 : a_data_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reading_q <= 1'b0;
      beat_q    <= '0;
    end else if (granted) begin
      reading_q <= read && !last;
      beat_q    <= last ? '0 : beat_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (a_ready_o) begin
      address_q <= a_address_i[31:Lg];
      meta_q    <= meta;
    end
  end

  // ---- Pending accesses, and answers that wait for channel D ----

  meta_t way_q[Depth];
  logic [8*Bytes-1:0] data_q[Depth];
  logic [Depth-1:0] denied_q;
  logic [1:0] in_q, back_q, out_q;  // pointers: next request, next answer, next output
  logic [2:0] taken_q, back_count_q;  // entries between in_q and out_q, between back_q and out_q
  logic head_there, done;

  assign free = taken_q != 3'(Depth);
  assign head_there = (back_count_q != '0) || rvalid_i;
  assign d_valid_o = head_there && way_q[out_q].answered;
  assign done = head_there && (d_ready_i || !way_q[out_q].answered);
  assign d_opcode_o = way_q[out_q].read ? 3'd1 : 3'd0;
  assign d_size_o = way_q[out_q].size;
  assign d_source_o = way_q[out_q].source;
  assign d_data_o = (back_count_q != '0) ? data_q[out_q] : rdata_i;
  assign d_denied_o = MayDeny && ((back_count_q != '0) ? denied_q[out_q] : err_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, back_q, out_q}   <= '0;
      {taken_q, back_count_q} <= '0;
    end else begin
      in_q         <= in_q + 2'(granted);
      back_q       <= back_q + 2'(rvalid_i);
      out_q        <= out_q + 2'(done);
      taken_q      <= taken_q + 3'(granted) - 3'(done);
      back_count_q <= back_count_q + 3'(rvalid_i) - 3'(done);
    end
  end
  always_ff @(posedge clk_i) begin
    if (granted) way_q[in_q] <= meta;
    if (rvalid_i) begin
      data_q[back_q]   <= rdata_i;
      denied_q[back_q] <= err_i;
    end
  end

  logic unused;  // implied by the mask
  assign unused = ^a_address_i[Lg-1:0];

endmodule
