// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of AXI4 with one identifier, bursts INCR and words of Bytes bytes, of manager and
// subordinate. Source: Arm IHI 0022, sections A3.1.2 (reset), A3.2.1 (handshake), A3.3.1
// (dependencies), A3.4.1 (bursts), A5.3 (order). fault_o has a bit for each rule that is
// broken in this cycle.

module vmb_check_axi4 #(
    parameter int unsigned Bytes = 4,  // of a word
    parameter bit Assert = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        awvalid_i,
    input logic        awready_i,
    input logic [31:0] awaddr_i,
    input logic [ 7:0] awlen_i,
    input logic        wvalid_i,
    input logic        wready_i,
    input logic [8*Bytes-1:0] wdata_i,
    input logic [Bytes-1:0] wstrb_i,
    input logic        wlast_i,
    input logic        bvalid_i,
    input logic        bready_i,
    input logic [ 1:0] bresp_i,
    input logic        arvalid_i,
    input logic        arready_i,
    input logic [31:0] araddr_i,
    input logic [ 7:0] arlen_i,
    input logic        rvalid_i,
    input logic        rready_i,
    input logic [8*Bytes-1:0] rdata_i,
    input logic [ 1:0] rresp_i,
    input logic        rlast_i,

    output logic [8:0] fault_o
);

  localparam int unsigned B = $clog2(Bytes);
  localparam int unsigned Depth = 16;  // unanswered bursts

  // In the order AW, W, B, AR, R.
  logic [4:0] valid, ready, done, waited, changed;
  assign valid = {rvalid_i, arvalid_i, bvalid_i, wvalid_i, awvalid_i};
  assign ready = {rready_i, arready_i, bready_i, wready_i, awready_i};
  assign done  = valid & ready;

  logic [39:0] last_aw, last_ar;
  logic [9*Bytes:0] last_w;
  logic [ 1:0] last_b;
  logic [8*Bytes+2:0] last_r;
  always_comb begin
    changed = '0;
    if (waited[0]) changed[0] = {awlen_i, awaddr_i} != last_aw;
    if (waited[1]) changed[1] = {wlast_i, wstrb_i, wdata_i} != last_w;
    if (waited[2]) changed[2] = bresp_i != last_b;
    if (waited[3]) changed[3] = {arlen_i, araddr_i} != last_ar;
    if (waited[4]) changed[4] = {rlast_i, rresp_i, rdata_i} != last_r;
  end

  // Requested bursts and their words, the oldest first. The words of a write burst may precede its
  // address: then they are checked only once it is known.
  logic [7:0] lens_aw[Depth], lens_ar[Depth];
  logic [4:0] aw_count, ar_count, sent, owed, early;
  logic [7:0] w_at, r_at;
  logic [4:0] aw_after, ar_after;
  logic w_ends, queued;
  assign w_ends   = done[1] && wlast_i;
  assign queued   = done[0] && early == '0 && !(w_ends && aw_count == '0);
  assign aw_after = aw_count - 5'(w_ends && aw_count != '0);
  assign ar_after = ar_count - 5'(done[4] && rlast_i && ar_count != '0);

  // Its length, if known: including the cycle of its address.
  logic [7:0] w_len, r_len;
  logic w_known;
  assign w_known = aw_count != '0 || (awvalid_i && early == '0);
  assign w_len   = (aw_count != '0) ? lens_aw[0] : awlen_i;
  assign r_len   = lens_ar[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited, aw_count, ar_count, sent, owed, early, w_at, r_at} <= '0;
    else begin
      waited <= valid & ~ready;
      // sent: bursts with all words transferred; owed: bursts with the address transferred.
      sent <= sent + 5'(w_ends) - 5'(done[2]);
      owed <= owed + 5'(done[0]) - 5'(done[2]);
      aw_count <= aw_after + 5'(queued);
      early <= early - 5'(done[0] && early != '0) +
          5'(w_ends && aw_count == '0 && !(done[0] && early == '0));
      ar_count <= ar_after + 5'(done[3]);
      if (done[1]) w_at <= wlast_i ? '0 : w_at + 8'd1;
      if (done[4]) r_at <= rlast_i ? '0 : r_at + 8'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (awvalid_i) last_aw <= {awlen_i, awaddr_i};
    if (wvalid_i) last_w <= {wlast_i, wstrb_i, wdata_i};
    if (bvalid_i) last_b <= bresp_i;
    if (arvalid_i) last_ar <= {arlen_i, araddr_i};
    if (rvalid_i) last_r <= {rlast_i, rresp_i, rdata_i};
    for (int unsigned i = 0; i < Depth; i++) begin
      if (aw_after != aw_count) lens_aw[i] <= lens_aw[(i+1)%Depth];
      if (queued && aw_after == 5'(i)) lens_aw[i] <= awlen_i;
      if (ar_after != ar_count) lens_ar[i] <= lens_ar[(i+1)%Depth];
      if (done[3] && ar_after == 5'(i)) lens_ar[i] <= arlen_i;
    end
  end

  function automatic logic crosses(logic [11:0] address, logic [7:0] len);
    return 13'(address) + (13'(len) << B) > 13'hfff;
  endfunction

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = valid != '0;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [8:0] faults();
    faults = '0;
    // A3.2.1: VALID and the information are stable until the handshake.
    faults[4:0] = (waited & ~valid) | changed;
    // A3.4.1: a burst stays within 4 KiB; not an AXI rule: whole words.
    faults[5] = (awvalid_i && (awaddr_i[B-1:0] != '0 || crosses(awaddr_i[11:0], awlen_i))) ||
        (arvalid_i && (araddr_i[B-1:0] != '0 || crosses(araddr_i[11:0], arlen_i)));
    // A3.4.1: the last word matches the length.
    if (wvalid_i && w_known) faults[6] = wlast_i != (w_at == w_len);
    if (rvalid_i && ar_count != '0) faults[6] |= rlast_i != (r_at == r_len);
    // A3.3.1: B only after the address and the last word, R only after AR.
    faults[7] = (bvalid_i && (owed == '0 || sent == '0)) || (rvalid_i && ar_count == '0);
    // A3.1.2: every VALID is low during reset.
    if (reset_fault) faults = '0;
    faults[8] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [8:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("AXI4: AW changed or went away before its handshake (A3.2.1)");
        assert (!fault[1])
        else $error("AXI4: W changed or went away before its handshake (A3.2.1)");
        assert (!fault[2])
        else $error("AXI4: B changed or went away before its handshake (A3.2.1)");
        assert (!fault[3])
        else $error("AXI4: AR changed or went away before its handshake (A3.2.1)");
        assert (!fault[4])
        else $error("AXI4: R changed or went away before its handshake (A3.2.1)");
        assert (!fault[5])
        else $error("AXI4: a burst crosses 4 KiB, or begins within a word (A3.4.1)");
        assert (!fault[6])
        else $error("AXI4: the last word of a burst is not where its length ends (A3.4.1)");
        assert (!fault[7])
        else $error("AXI4: B before AW and W, or R before AR (A3.3.1)");
        assert (!fault[8])
        else $error("AXI4: a VALID during reset (A3.1.2)");
      end
    end
  end

endmodule
