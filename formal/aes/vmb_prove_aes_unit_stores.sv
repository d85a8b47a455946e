// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The addresses to which the AES unit writes results, for any answers of its core: each to the
// address of its instruction, in the order of the instructions, four words each. Two results may
// wait: one block followed by `few`. The specification keeps their addresses in a queue that knows
// only which instructions have started and which words were written. Bound into vmb_aes_unit.

module vmb_prove_aes_unit_stores (
    input logic clk_i,
    input logic rst_ni,

    input logic        starts,
    input logic        is_one,
    input logic        is_store,
    input logic        is_blocks,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,
    input logic        clear,
    input logic        idle,

    input logic        mem_req_o,
    input logic        mem_gnt_i,
    input logic        mem_we_o,
    input logic [31:0] mem_addr_o,

    // Of the data path
    input logic        path_job,
    input logic        want,
    input logic        want_next,
    input logic        waits_behind,
    input logic        out_full,
    input logic [ 1:0] store_word,
    input logic [31:0] write_address,
    input logic [31:0] next_address
);

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  // ---- The specification ----

  logic one, several, write, last;
  logic [31:0] address;
  assign one = starts && (is_one || is_store);
  assign several = starts && is_blocks && !is_one;
  assign address = is_blocks ? rs2_i : rs1_i;
  assign write = mem_req_o && mem_gnt_i && mem_we_o;

  // Waiting results, single ones or a job of several; the next word belongs to `oldest`.
  logic [1:0] count_q, word_q;
  logic job_q;
  logic [31:0] oldest_q, next_q;
  assign last = write && word_q == 2'd3 && !job_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      job_q   <= 1'b0;
    end else if (clear) begin
      count_q <= '0;
      job_q   <= 1'b0;
    end else begin
      count_q <= count_q + 2'(one) - 2'(last);
      job_q   <= several || (job_q && !idle);
    end
  end
  always_ff @(posedge clk_i) begin
    next_q <= one ? address : next_q;
    if (count_q == '0 && (one || several)) {oldest_q, word_q} <= {address, 2'd0};
    else if (last) {oldest_q, word_q} <= {(count_q == 2'd2) ? next_q : address, 2'd0};
    else if (write) {oldest_q, word_q} <= {oldest_q + 32'd4, word_q + 2'd1};
  end

  // ---- Properties ----

  logic begun;  // the oldest result is in the core or on its way out
  assign begun = want || out_full;

  logic bad_job, bad_count, bad_waits, bad_word, bad_oldest, bad_next;
  logic bad_write, bad_third, bad_end, reach_two, reach_swap;
  assign bad_job = held &&
      (path_job != job_q || (job_q && (count_q != '0 || want_next || waits_behind)));
  assign bad_count = held && !job_q && count_q != 2'(want) + 2'(want_next) + 2'(out_full);
  assign bad_waits = held && !job_q &&
      (waits_behind != (want && out_full) || (waits_behind && want_next));
  assign bad_word = held && (job_q || count_q != '0) &&
      (store_word != word_q || (!begun && !job_q && word_q != '0));
  assign bad_oldest = held && (job_q || count_q != '0) &&
      oldest_q != ((begun || job_q) ? write_address : next_address);
  assign bad_next = held && count_q == 2'd2 && next_q != next_address;

  assign bad_write = held && write && ((count_q == '0 && !job_q) || mem_addr_o != oldest_q);
  assign bad_third = held && one && (count_q == 2'd2 || job_q);
  assign bad_end = held && idle && count_q != '0;

  assign reach_two = held && count_q == 2'd2 && write;
  assign reach_swap = held && count_q == 2'd2 && last;

endmodule

bind vmb_aes_unit vmb_prove_aes_unit_stores u_prove (
    .*,
    .path_job(u_path.job_q),
    .want(u_path.want_q),
    .want_next(u_path.want_next_q),
    .waits_behind(u_path.waits_q),
    .out_full(u_path.out_full_q),
    .store_word(u_path.store_q),
    .write_address(u_path.write_address_q),
    .next_address(u_path.next_address_q)
);
