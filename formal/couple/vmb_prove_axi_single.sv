// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_axi_single as a manager of AXI4 and as a subordinate of OBI, with the checkers that
// simulations use (rtl/assert). The engine keeps a request until it is granted, and the memory
// answers what it was asked for. An arbitrary request is followed from its grant to its answer.

module vmb_prove_axi_single #(
    parameter int unsigned PortBits = 32,
    parameter int unsigned Depth = 8
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
    input logic        posted_o,
    input logic        failed_o,

    input logic        awvalid_o,
    input logic        awready_i,
    input logic [31:0] awaddr_o,
    input logic [ 7:0] awlen_o,
    input logic        wvalid_o,
    input logic        wready_i,
    input logic [PortBits-1:0] wdata_o,
    input logic [PortBits/8-1:0] wstrb_o,
    input logic        wlast_o,
    input logic        bvalid_i,
    input logic        bready_o,
    input logic [ 1:0] bresp_i,
    input logic        arvalid_o,
    input logic        arready_i,
    input logic [31:0] araddr_o,
    input logic [ 7:0] arlen_o,
    input logic        rvalid_i,
    input logic        rready_o,
    input logic [PortBits-1:0] rdata_i,
    input logic [ 1:0] rresp_i
);

  logic bad_obi, bad_axi, bad_granted, bad_posted, bad_failed, bad_order, bad_blocked;
  logic reach_full;

  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Bytes (PortBits / 8),
      .Depth (Depth),
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

  // Transfers of each channel, and what it still owes.
  logic [5:0] addresses_q, words_q, reads_q;
  logic done, waits_aw_q, waits_w_q, waits_ar_q;
  assign done = bvalid_i && bready_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {addresses_q, words_q, reads_q, waits_aw_q, waits_w_q, waits_ar_q} <= '0;
    else begin
      addresses_q <= addresses_q + 6'(awvalid_o && awready_i) - 6'(done);
      words_q <= words_q + 6'(wvalid_o && wready_i) - 6'(done);
      reads_q <= reads_q + 6'(arvalid_o && arready_i) - 6'(rvalid_i && rready_o);
      waits_aw_q <= awvalid_o && !awready_i;
      waits_w_q <= wvalid_o && !wready_i;
      waits_ar_q <= arvalid_o && !arready_i;
    end
  end

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(obi_fault[2:0] == '0 && (rst_ni || !req_i) &&
                 !(bvalid_i && (addresses_q == '0 || words_q == '0)) &&
                 !(rvalid_i && reads_q == '0)),
      .held_o(held)
  );

  // ---- An arbitrary request ----

  logic chosen;  // unconstrained: a cut
  logic granted, followed_q, read_q, comes;
  logic [5:0] owed_q, ahead_q;  // granted requests without an answer; those before it
  assign granted = req_i && gnt_o;
  assign comes   = followed_q && rvalid_o && ahead_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, followed_q} <= '0;
    else begin
      owed_q <= owed_q + 6'(granted) - 6'(rvalid_o);
      if (!followed_q) followed_q <= granted && chosen;
      else if (comes) followed_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) begin
      ahead_q <= owed_q - 6'(rvalid_o);
      read_q  <= !we_i;
    end else ahead_q <= ahead_q - 6'(rvalid_o);
  end

  // ---- Properties ----

  logic now;
  assign now = held && rst_ni;

  // A request is answered after its grant, at most Depth of them wait, and nothing comes in reset.
  assign bad_obi = held && obi_fault[5:3] != '0;
  // VALID stays until READY (the engine's request, which is what is sent, does), and is 0 in reset;
  // each transfer has one word.
  assign bad_axi = held && ((!rst_ni && {awvalid_o, wvalid_o, arvalid_o} != '0) ||
      (now && ((waits_aw_q && !awvalid_o) || (waits_w_q && !wvalid_o) ||
               (waits_ar_q && !arvalid_o) || {awlen_o, arlen_o} != '0 || !wlast_o)));
  // What was granted was sent once: as many addresses as words, unless one waits for the other.
  assign bad_granted = now && granted && (we_i ?
      addresses_q + 6'(awvalid_o) != words_q + 6'(wvalid_o) || awaddr_o != addr_i ||
      {wdata_o, wstrb_o} != {wdata_i, be_i} : !arvalid_o || araddr_o != addr_i);
  assign bad_posted = now && !posted_o && addresses_q != '0 && words_q != '0;
  assign bad_failed = now && failed_o != (done && bresp_i[1]);
  // An answer to a read is its word, in order.
  assign bad_order = now && comes && (read_q ?
      !(rvalid_i && rready_o) || rdata_o != rdata_i || err_o != rresp_i[1] : err_o || rready_o);
  // A word waits only for answers to writes, of which one comes in each cycle.
  assign bad_blocked = now && rvalid_i && !rready_o && !rvalid_o;

  assign reach_full = now && comes && read_q && owed_q == 6'(Depth) && posted_o;

endmodule

bind vmb_axi_single vmb_prove_axi_single #(
    .PortBits(PortBits),
    .Depth(Depth)
) u_prove (.*);
