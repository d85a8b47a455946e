// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The memory port of the engine: the rules of OBI 1.2 for a manager, and whose answer it is that
// comes; bound into vmb_port. The reader and the writer keep a request until it is granted, and
// wipe only while none waits; the memory answers each request once. An arbitrary request is
// followed from its grant to its answer.

module vmb_prove_port #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned Depth = 2
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        read_i,
    input logic [31:0] read_address_i,
    input logic        read_grant_o,
    input logic        read_answer_o,
    input logic        write_i,
    input logic [31:0] write_address_i,
    input logic [8*Bytes-1:0] write_data_i,
    input logic [Bytes-1:0] write_enable_i,
    input logic        write_grant_o,
    input logic        stop_i,
    input logic        stopped_o,
    input logic        drop_i,
    input logic        idle_o,
    input logic        last_o,
    input logic        error_o,

    input logic        req_o,
    input logic        gnt_i,
    input logic [31:0] addr_o,
    input logic        we_o,
    input logic [Bytes-1:0] be_o,
    input logic [8*Bytes-1:0] wdata_o,
    input logic        rvalid_i,
    input logic        err_i
);

  logic bad_obi, bad_room, bad_grant, bad_stops, bad_first, bad_idle, bad_answer, bad_order;
  logic reach_full, reach_dropped;

  logic [5:0] fault;
  vmb_check_obi #(
      .Bytes (Bytes),
      .Depth (Depth),
      .Assert(1'b0)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i(req_o),
      .gnt_i,
      .we_i(we_o),
      .be_i(be_o),
      .addr_i(addr_o),
      .wdata_i(wdata_o),
      .rvalid_i,
      .withdrawn_i(1'b0),
      .fault_o(fault)
  );

  localparam int unsigned B = $clog2(Bytes);
  logic [5:0] owed_q;  // granted requests without an answer
  logic granted, waits_q, waits_write_q;
  assign granted = req_o && gnt_i;

  // ---- Assumptions ----

  logic [32:0] read, read_q;
  logic [9*Bytes+32:0] write, write_q;
  assign read  = {read_i, read_address_i};
  assign write = {write_i, write_enable_i, write_data_i, write_address_i};
  always_ff @(posedge clk_i) {read_q, write_q} <= {read, write};

  logic stays, legal, held;
  assign stays = !waits_q || (!drop_i && (waits_write_q ? write == write_q : read == read_q));
  assign legal = (!write_i || write_enable_i != '0) &&
      {read_address_i[B-1:0], write_address_i[B-1:0]} == '0;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(stays && legal && (owed_q != '0 || !rvalid_i) &&
                 (rst_ni || !(read_i || write_i || rvalid_i))),
      .held_o(held)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, waits_q} <= '0;
    else begin
      owed_q  <= owed_q + 6'(granted) - 6'(rvalid_i);
      waits_q <= req_o && !gnt_i;
    end
  end
  always_ff @(posedge clk_i) waits_write_q <= we_o;

  // ---- An arbitrary request ----

  logic chosen;  // unconstrained: a cut
  logic followed_q, reads_q, gone_q;
  logic [5:0] ahead_q;  // unanswered requests before it
  logic comes;
  assign comes = followed_q && rvalid_i && ahead_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) followed_q <= 1'b0;
    else if (!followed_q) followed_q <= granted && chosen;
    else if (comes) followed_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) begin
      ahead_q <= owed_q - 6'(rvalid_i);
      {reads_q, gone_q} <= {!we_o, 1'b0};
    end else begin
      ahead_q <= ahead_q - 6'(rvalid_i);
      gone_q  <= gone_q || drop_i;
    end
  end

  // ---- Properties ----

  logic now;
  assign now = held && rst_ni;

  assign bad_obi = held && (fault[2:0] != '0 || fault[5]);
  assign bad_room = now && (owed_q > 6'(Depth) || fault[4]);
  assign bad_grant = now && (write_grant_o != (granted && we_o) ||
      read_grant_o != (granted && !we_o) || (we_o ? addr_o != write_address_i ||
      wdata_o != write_data_i || be_o != write_enable_i : addr_o != read_address_i ||
      wdata_o != '0));
  assign bad_stops = now && (stopped_o == waits_q || (!waits_q && (stop_i || drop_i) && req_o));
  assign bad_first = now && !waits_q && req_o && we_o != write_i;
  assign bad_idle = now && (idle_o != (owed_q == '0) || last_o != (rvalid_i && owed_q == 6'd1));
  assign bad_answer = now && !rvalid_i && (read_answer_o || error_o);
  assign bad_order = now && comes && (read_answer_o != (reads_q && !gone_q && !drop_i) ||
                                      error_o != (err_i && !gone_q && !drop_i));

  assign reach_full = now && comes && reads_q && read_answer_o && owed_q == 6'(Depth);
  assign reach_dropped = now && comes && reads_q && gone_q && owed_q == 6'(Depth);

endmodule

bind vmb_port vmb_prove_port #(
    .Bytes(Bytes),
    .Depth(Depth)
) u_prove (.*);
