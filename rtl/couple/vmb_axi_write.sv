// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The writing half of vmb_axi_mem: requests of an engine's memory port become bursts
// (INCR). A request is answered in the next cycle, before it is done: posted_o is 1 until
// the memory has answered every burst, failed_o says that an answer was an error.
//
// Words at consecutive addresses are collected, and a second part of the last word is put
// into it. They go as a burst when there are Burst of them, when a request goes elsewhere or
// behind a boundary of 4 KiB (Arm IHI 0022, A3.4.1), or when none has come for Linger cycles.
// Bytes that are not written have no strobe. Each place is 0 again once its word has gone.

module vmb_axi_write #(
    parameter int unsigned PortBits = 32,  // of a word: 32, 64 or 128
    parameter int unsigned Words = 8,  // buffer entries: 4, 8 or 16
    parameter int unsigned Burst = 4,  // words per burst: 1 to Words
    parameter int unsigned Linger = 8,  // cycles: 1 to 255
    localparam int unsigned Bytes = PortBits / 8,
    localparam int unsigned B = $clog2(Bytes)
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,
    input  logic [31:B] address_i,
    input  logic [Bytes-1:0] be_i,
    input  logic [PortBits-1:0] data_i,
    output logic        gnt_o,
    output logic        answer_o,
    output logic        posted_o,
    output logic        failed_o,

    output logic        awvalid_o,
    input  logic        awready_i,
    output logic [31:0] awaddr_o,
    output logic [ 7:0] awlen_o,
    output logic        wvalid_o,
    input  logic        wready_i,
    output logic [PortBits-1:0] wdata_o,
    output logic [Bytes-1:0] wstrb_o,
    output logic        wlast_o,
    input  logic        bvalid_i,
    output logic        bready_o,
    input  logic [ 1:0] bresp_i
);

  localparam int unsigned P = $clog2(Words);
  localparam int unsigned L = $clog2(Linger + 1);
  localparam int unsigned G = 12 - B;  // bits of a word's number in its page

  logic [Words-1:0][PortBits+Bytes-1:0] words_q;  // strobes and word
  logic [P-1:0] first_q, next_q;
  logic [P:0] used_q;
  logic answer_q, fresh_q;

  // Collected words: len_q words from run_address_q on.
  logic [31:B] run_address_q;
  logic [P:0] len_q;
  logic [L-1:0] quiet_q;

  // The current burst, and those that the memory has not answered.
  logic aw_valid_q;
  logic [31:B] aw_address_q;
  logic [P:0] aw_len_q, to_send_q;
  logic [ 3:0] owed_q;

  logic [G:0] behind;  // offset in the page, with its carry
  logic collects, again, follows, full;
  assign collects = len_q != '0;
  assign behind = (G + 1)'(run_address_q[11:B]) + (G + 1)'(len_q);
  assign follows = !behind[G] && address_i == {run_address_q[31:12], behind[G-1:0]};
  assign again = address_i == {run_address_q[31:12], behind[G-1:0] - G'(1)};
  assign full = len_q == (P + 1)'(Burst);

  // A request outside this burst waits until it goes, and starts the next one.
  logic joins, begins, closes, takes, adds;
  assign joins = collects && (again || (follows && !full));
  assign begins = !collects || closes;
  assign adds = begins || !again;
  assign gnt_o = req_i && (joins || begins) && (!adds || used_q != (P + 1)'(Words));
  assign takes = gnt_o;
  assign closes = collects && !aw_valid_q && to_send_q == '0 && owed_q != '1 &&
      ((full && !(req_i && again)) || (req_i && !joins) || quiet_q == L'(Linger));

  logic sends, done;
  assign sends = wvalid_o && wready_i;
  assign done = bvalid_i && bready_o;

  assign answer_o = answer_q;
  assign posted_o = used_q != '0 || owed_q != '0;
  assign failed_o = done && bresp_i[1];

  assign awvalid_o = aw_valid_q;
  assign awaddr_o = {aw_address_q, B'(0)};
  assign awlen_o = 8'(aw_len_q - (P + 1)'(1));
  assign wvalid_o = to_send_q != '0;
  assign {wstrb_o, wdata_o} = words_q[first_q];
  assign wlast_o = to_send_q == (P + 1)'(1);
  assign bready_o = 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q     <= '0;
      answer_q   <= 1'b0;
      fresh_q    <= 1'b1;
      len_q      <= '0;
      quiet_q    <= '0;
      aw_valid_q <= 1'b0;
      to_send_q  <= '0;
      owed_q     <= '0;
      first_q    <= '0;
      next_q     <= '0;
    end else begin
      fresh_q  <= 1'b0;
      answer_q <= takes;
      used_q   <= used_q + (P + 1)'(takes && adds) - (P + 1)'(sends);
      first_q  <= first_q + P'(sends);
      next_q   <= next_q + P'(takes && adds);
      if (begins) len_q <= (P + 1)'(takes);
      else if (takes && adds) len_q <= len_q + (P + 1)'(1);
      if (takes || !collects) quiet_q <= '0;
      else if (quiet_q != L'(Linger)) quiet_q <= quiet_q + L'(1);
      if (closes) aw_valid_q <= 1'b1;
      else if (awready_i) aw_valid_q <= 1'b0;
      if (closes) to_send_q <= len_q;
      else if (sends) to_send_q <= to_send_q - (P + 1)'(1);
      owed_q <= owed_q + 4'(closes) - 4'(done);
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes && begins) run_address_q <= address_i;
    if (closes) begin
      aw_address_q <= run_address_q;
      aw_len_q <= len_q;
    end
  end

  // A reset clears words like a burst does: they are secret.
  logic [P-1:0] place;
  assign place = adds ? next_q : next_q - P'(1);
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Words; i++) begin
      for (int unsigned j = 0; j < Bytes; j++) begin
        if (takes && be_i[j] && place == P'(i)) begin
          {words_q[i][PortBits+j], words_q[i][8*j+:8]} <= {1'b1, data_i[8*j+:8]};
        end else if (fresh_q || (sends && first_q == P'(i))) begin
          {words_q[i][PortBits+j], words_q[i][8*j+:8]} <= '0;
        end
      end
    end
  end

  logic unused_b;
  assign unused_b = bresp_i[0];

endmodule
