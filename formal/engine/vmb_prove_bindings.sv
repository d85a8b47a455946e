// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The bindings of a message, and the ends of its sections: bound into vmb_bindings, with few of
// them. A model at its ports counts the bytes of a pass, and has a copy of each word that the first
// pass keeps. A bit of a word depends on no other bit, so each is proved separately.
//
// Assumptions about the sequencer: passes begin while vmb_bindings is idle, have at most the bytes
// that vmb_job_check allows, and stop at the end of each section except the last; the second pass
// steps only over words that are the same (vmb_prove_bound, bad_step).

module vmb_prove_bindings
  import vmb_engine_pkg::*;
#(
    parameter int unsigned Bindings = 2,
    parameter int unsigned SectionBytes = 16,
    parameter int unsigned Rows = 8,
    parameter int unsigned R = 3,
    parameter int unsigned K = 2
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,
    input logic idle_o,

    input logic      [31:0] data_len_i,
    input logic             begin_i,
    input bind_req_t        req_i,
    input bind_rsp_t        rsp_o,
    input logic      [31:0] word_i,
    input logic      [31:0] bytes_o,

    input logic [K-1:0] number,
    input logic         enable,  // of the memory
    input logic [R-1:0] row,
    input logic [ 31:0] kept,
    input logic [ 31:0] memory  [Rows]
);

  localparam int unsigned Longest = SectionBytes * (Bindings + 1);

  logic [31:0] bad_word, bad_left;
  logic bad_row, bad_bytes, bad_full;
  logic [31:0] reach_same;
  logic reach_last;

  // ---- The model ----

  logic open_q, second_q, end_q, release_q;  // a pass; at the end of a section; it is released
  logic [1:0] word_q;
  logic narrow_q;
  logic [7:0] number_q, total_q, length_q, total, rest;  // sections, bytes
  logic [Rows-1:0] has_q;
  logic [31:0] copy_q[Rows];
  logic [9:0] at;
  logic ends, last;
  assign total = total_q + (req_i.narrow ? 8'd8 : 8'd16);
  assign ends = total % 8'(SectionBytes) == '0;
  assign last = req_i.step && word_q == '1;
  assign at = {number_q, word_q};
  assign rest = length_q - 8'(SectionBytes) * number_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, end_q, release_q, has_q} <= '0;
    end else if (wipe_i) begin
      {open_q, end_q, release_q, has_q} <= '0;
    end else if (begin_i) begin
      {open_q, end_q, release_q} <= 3'b100;
      {word_q, number_q, total_q} <= '0;
      length_q <= data_len_i[7:0];
      {second_q, narrow_q} <= {req_i.second, req_i.narrow};
    end else begin
      if (req_i.block) total_q <= total;
      if (req_i.block && ends && total < length_q) end_q <= 1'b1;
      if (req_i.step) word_q <= word_q + 2'd1;
      if (req_i.step && !second_q) begin
        has_q[at[R-1:0]]  <= 1'b1;
        copy_q[at[R-1:0]] <= word_i;
      end
      if (last) {end_q, release_q} <= {1'b0, second_q};
      if (req_i.next) begin
        number_q  <= number_q + 8'd1;
        release_q <= 1'b0;
      end
    end
  end

  // ---- Assumptions ----

  logic held, order;
  always_comb begin
    order = 1'b1;
    if (begin_i) order &= idle_o && !end_q && !release_q && data_len_i <= 32'(Longest);
    if (begin_i && req_i.second) order &= open_q || second_q;
    if (!begin_i && open_q) order &= {req_i.second, req_i.narrow} == {second_q, narrow_q};
    if (req_i.block) order &= open_q && !begin_i && !end_q && !release_q && total <= length_q;
    if (req_i.at_end) order &= end_q && !begin_i;
    if (req_i.step) order &= req_i.at_end && (!second_q || (rsp_o.valid && rsp_o.same));
    if (req_i.next) order &= second_q ? release_q && !begin_i : last;
    if (last && !second_q) order &= req_i.next;
    if (wipe_i) order &= !begin_i;
  end
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(order),
      .held_o(held)
  );

  // ---- Properties ----

  logic compares;
  assign compares = held && rst_ni && req_i.step && second_q && has_q[at[R-1:0]];
  assign bad_word = (word_i ^ copy_q[at[R-1:0]]) & {32{compares}};
  assign bad_row = held && rst_ni && ((enable && 32'(row) >= Rows) || (end_q && at >= 10'(Rows)) ||
      (open_q && 8'(number) != number_q));
  assign bad_bytes = held && rst_ni && open_q &&
      bytes_o != 32'(rest > 8'(SectionBytes) ? 8'(SectionBytes) : rest);
  assign bad_full = held && rst_ni && req_i.block && rsp_o.full != ends;

  // Since the last wipe, or the reset, nothing has been kept.
  logic kept_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) kept_q <= 1'b0;
    else kept_q <= !wipe_i && (kept_q || (req_i.step && !second_q));
  end
  always_comb begin
    bad_left = kept;
    for (int unsigned i = 0; i < Rows; i++) bad_left |= memory[i];
    bad_left &= {32{held && rst_ni && idle_o && !wipe_i && !kept_q}};
  end

  assign reach_same = word_i & {32{compares}};
  assign reach_last = held && last && second_q && number_q == 8'(Bindings - 1);

endmodule

bind vmb_bindings vmb_prove_bindings #(
    .Bindings(Bindings),
    .SectionBytes(SectionBytes),
    .Rows(Rows),
    .R(R),
    .K(K)
) u_prove (
    .*,
    .number(control_q.number),
    .enable(u_memory.enable_i),
    .memory(u_memory.memory_q)
);
