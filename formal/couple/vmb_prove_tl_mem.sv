// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_tl_mem as a client of TileLink-UL and as a subordinate of OBI, with the checkers that
// simulations use (rtl/assert). The engine keeps a request until it is granted, and the manager
// answers what it was asked for, in any order; with Ordered in order. An arbitrary request is
// followed from its grant to its answer.

module vmb_prove_tl_mem #(
    parameter int unsigned PortBits = 32,
    parameter int unsigned SourceBits = 2,
    parameter bit Ordered = 1'b0,
    parameter int unsigned SizeBits = 3
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        req_i,
    input logic        gnt_o,
    input logic [31:0] addr_i,
    input logic        we_i,
    input logic [PortBits/8-1:0] be_i,
    input logic [PortBits-1:0] wdata_i,
    input logic        rvalid_o,
    input logic [PortBits-1:0] rdata_o,
    input logic        err_o,

    input logic                  a_valid_o,
    input logic                  a_ready_i,
    input logic [           2:0] a_opcode_o,
    input logic [  SizeBits-1:0] a_size_o,
    input logic [SourceBits-1:0] a_source_o,
    input logic [          31:0] a_address_o,
    input logic [PortBits/8-1:0] a_mask_o,
    input logic [  PortBits-1:0] a_data_o,
    input logic                  d_valid_i,
    input logic                  d_ready_o,
    input logic [           2:0] d_opcode_i,
    input logic [  SizeBits-1:0] d_size_i,
    input logic [SourceBits-1:0] d_source_i,
    input logic                  d_denied_i,
    input logic                  d_corrupt_i,
    input logic [  PortBits-1:0] d_data_i
);

  logic bad_obi, bad_tl, bad_source, bad_granted, bad_order, bad_blocked, reach_early, reach_error;

  localparam int unsigned Sources = 1 << SourceBits;

  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Bytes (PortBits / 8),
      .Depth (Sources),
      .Assert(1'b0)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_i(gnt_o),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .rvalid_i(rvalid_o),
      .withdrawn_i(1'b0),
      .fault_o(obi_fault)
  );

  logic [6:0] tl_fault;
  vmb_check_tl #(
      .SizeBits(SizeBits),
      .SourceBits(SourceBits),
      .Bytes(PortBits / 8),
      .Assert(1'b0)
  ) u_tl (
      .clk_i,
      .rst_ni,
      .a_valid_i(a_valid_o),
      .a_ready_i,
      .a_opcode_i(a_opcode_o),
      .a_size_i(a_size_o),
      .a_source_i(a_source_o),
      .a_address_i(a_address_o),
      .a_mask_i(a_mask_o),
      .d_valid_i,
      .d_ready_i(d_ready_o),
      .d_opcode_i,
      .d_size_i,
      .d_source_i,
      .d_denied_i,
      .d_corrupt_i,
      .fault_o(tl_fault)
  );

  // Sources that wait for an answer of the bus, and with Ordered that of the next answer.
  logic [Sources-1:0] open_q;
  logic [SourceBits-1:0] next_q;
  logic granted, known, comes_d;
  assign granted = req_i && gnt_o;
  assign comes_d = d_valid_i && d_ready_o;
  assign known   = open_q[d_source_i] && (!Ordered || d_source_i == next_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, next_q} <= '0;
    else begin
      for (int unsigned i = 0; i < Sources; i++) begin
        if (granted && a_source_o == SourceBits'(i)) open_q[i] <= 1'b1;
        else if (comes_d && d_source_i == SourceBits'(i)) open_q[i] <= 1'b0;
      end
      next_q <= next_q + SourceBits'(comes_d);
    end
  end

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(obi_fault[2:0] == '0 && (rst_ni || !(req_i || d_valid_i)) &&
                 !(d_valid_i && !known)),
      .held_o(held)
  );

  // ---- An arbitrary request ----

  logic chosen;  // unconstrained: a cut
  logic followed_q, read_q, got_q, error_q, arrives, comes;
  logic [5:0] owed_q, ahead_q;  // granted requests without an answer; those before it
  logic [SourceBits-1:0] source_q;
  logic [PortBits-1:0] word_q, word;
  logic error;
  assign arrives = followed_q && !got_q && comes_d && d_source_i == source_q;
  assign comes   = followed_q && rvalid_o && ahead_q == '0;
  assign word    = got_q ? word_q : d_data_i;
  assign error   = got_q ? error_q : d_denied_i || d_corrupt_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, followed_q, got_q} <= '0;
    else begin
      owed_q <= owed_q + 6'(granted) - 6'(rvalid_o);
      if (!followed_q) followed_q <= granted && chosen;
      else if (comes) followed_q <= 1'b0;
      got_q <= followed_q && !comes && (got_q || arrives);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) begin
      ahead_q  <= owed_q - 6'(rvalid_o);
      read_q   <= !we_i;
      source_q <= a_source_o;
    end else ahead_q <= ahead_q - 6'(rvalid_o);
    if (arrives) {error_q, word_q} <= {d_denied_i || d_corrupt_i, d_data_i};
  end

  // ---- Properties ----

  logic now;
  assign now = held && rst_ni;
  assign bad_obi = held && obi_fault[5:3] != '0;
  assign bad_tl = held && ({tl_fault[6], tl_fault[2:0]} != '0 || !d_ready_o);
  // A source has one request.
  assign bad_source = now && a_valid_o && open_q[a_source_o];
  assign bad_granted = now && (granted != (a_valid_o && a_ready_i) || (granted &&
      ((a_opcode_o == 3'd4) == we_i || a_address_o != addr_i || a_mask_o != (we_i ? be_i : '1) ||
       a_size_o != SizeBits'($clog2(PortBits / 8)) || (we_i && a_data_o != wdata_i))));
  // The request is answered in its turn, with its word and its error.
  assign bad_order = now && comes && (!(got_q || arrives) || err_o != error ||
      (read_q && rdata_o != word));
  // And as soon as both are there.
  assign bad_blocked = now && followed_q && ahead_q == '0 && (got_q || arrives) && !rvalid_o;

  assign reach_early = now && comes && (Ordered ? owed_q == 6'(Sources) : got_q);
  assign reach_error = now && comes && read_q && err_o;

endmodule

bind vmb_tl_mem vmb_prove_tl_mem #(
    .PortBits(PortBits),
    .SourceBits(SourceBits),
    .Ordered(Ordered),
    .SizeBits(SizeBits)
) u_prove (.*);
