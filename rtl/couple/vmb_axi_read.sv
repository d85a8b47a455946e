// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The reading half of vmb_axi_mem: bursts (INCR) ahead of the requests of an
// engine's memory port, never for a word that its segment does not have: left_i is how many
// are still to be asked for. A burst does not cross a boundary of 4 KiB (Arm IHI 0022,
// A3.4.1), and there is a place for each of its words: rready_o is always 1.
//
// A request is granted when its word has come, and answered in the next cycle; rresp is the
// word's error. While busy_i is 0 nothing is granted, and what was read ahead is dropped: a
// word is never older than its job. Each place is 0 again once its word has gone.

module vmb_axi_read #(
    parameter int unsigned PortBits = 32,  // of a word: 32, 64 or 128
    parameter int unsigned Words = 8,  // buffer entries: 4, 8 or 16
    parameter int unsigned Burst = 4,  // words per burst: 1 to Words
    localparam int unsigned B = $clog2(PortBits / 8)
) (
    input logic clk_i,
    input logic rst_ni,
    input logic busy_i,

    input  logic        req_i,
    input  logic [31:B] address_i,
    input  logic [ 4:0] left_i,
    output logic        gnt_o,
    output logic        answer_o,
    output logic [PortBits-1:0] data_o,
    output logic        err_o,

    output logic        arvalid_o,
    input  logic        arready_i,
    output logic [31:0] araddr_o,
    output logic [ 7:0] arlen_o,
    input  logic        rvalid_i,
    output logic        rready_o,
    input  logic [PortBits-1:0] rdata_i,
    input  logic [ 1:0] rresp_i,
    input  logic        rlast_i
);

  localparam int unsigned P = $clog2(Words);

  // Words in their entries; those granted and answered now; those requested but not arrived.
  logic [Words-1:0][PortBits:0] words_q;
  logic [P-1:0] first_q, next_q;
  logic [P:0] used_q, flight_q;
  logic answer_q, flush_q, fresh_q;

  // The last burst: while it waits for arready_i, then the start of the next one.
  logic ar_valid_q;
  logic [31:B] address_q;
  logic [P:0] len_q;

  logic [5:0] ahead, wants;
  logic [P:0] space;
  logic [10:0] page, room;
  logic [31:B] begins;
  assign ahead  = 6'(used_q) + 6'(flight_q) - 6'(answer_q);
  assign wants  = (6'(left_i) > ahead) ? 6'(left_i) - ahead : 6'd0;
  assign space  = (P + 1)'(Words) - used_q - flight_q;
  assign begins = (ahead == '0) ? address_i : address_q;
  assign page   = 11'(4096 >> B) - 11'(begins[11:B]);

  // Maximum length: a whole burst, or up to the end of the segment or page. A burst that a request
  // waits for goes at once.
  logic [10:0] most, len;
  logic asks, flushes;
  always_comb begin
    most = (11'(wants) < page) ? 11'(wants) : page;
    if (11'(Burst) < most) most = 11'(Burst);
    room = 11'(space);
    len  = (room < most) ? room : most;
  end
  assign asks = !ar_valid_q && !flushes && len != '0 && (ahead == '0 ? req_i : len == most);

  // Words that a job did not take are dropped before the next one reads.
  assign flushes = !busy_i || flush_q;

  logic comes, goes;
  assign comes = rvalid_i && rready_o;
  assign goes = answer_q || (flushes && used_q != '0);

  assign gnt_o = req_i && !flushes && used_q > (P + 1)'(answer_q);
  assign answer_o = answer_q;
  assign {err_o, data_o} = words_q[first_q];

  assign arvalid_o = ar_valid_q;
  assign araddr_o = {address_q, B'(0)};
  assign arlen_o = 8'(len_q - (P + 1)'(1));
  assign rready_o = 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q     <= '0;
      flight_q   <= '0;
      answer_q   <= 1'b0;
      fresh_q    <= 1'b1;
      flush_q    <= 1'b0;
      ar_valid_q <= 1'b0;
      first_q    <= '0;
      next_q     <= '0;
    end else begin
      fresh_q  <= 1'b0;
      used_q   <= used_q + (P + 1)'(comes) - (P + 1)'(goes);
      flight_q <= flight_q + (asks ? len[P:0] : '0) - (P + 1)'(comes);
      answer_q <= gnt_o;
      flush_q  <= flushes && (used_q != '0 || flight_q != '0);
      if (asks) ar_valid_q <= 1'b1;
      else if (arready_i) ar_valid_q <= 1'b0;
      first_q <= first_q + P'(goes);
      next_q  <= next_q + P'(comes);
    end
  end

  always_ff @(posedge clk_i) begin
    if (asks) begin
      address_q <= begins;
      len_q <= len[P:0];
    end else if (ar_valid_q && arready_i) address_q <= address_q + (32 - B)'(len_q);
  end
  // A reset clears words like an answer does: they are secret.
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Words; i++) begin
      if (comes && next_q == P'(i)) words_q[i] <= {rresp_i[1], rdata_i};
      else if (fresh_q || (goes && first_q == P'(i))) words_q[i] <= '0;
    end
  end

  logic unused_r;
  assign unused_r = ^{rresp_i[0], rlast_i};

endmodule
