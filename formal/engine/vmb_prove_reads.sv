// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The addresses from which the engine reads a key, a nonce, a context, or a tag for comparison,
// bound into vmb_engine. The feeder and the sequencer are the engine's own. The reader and the
// gather unit are removed: vmb_prove_reader and vmb_prove_gather prove the assumptions about them.

module vmb_prove_reads
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input job_t                        job,
    input logic [RegDataTotal:0][31:0] words,
    input logic                        idle,
    input logic                        wipe_path,

    // The reader: its segment, its words, and their destinations.
    input logic        start,
    input logic [31:0] address,
    input logic [31:0] bytes,
    input logic [ 3:0] place,
    input logic        busy,
    input logic        word_valid,
    input logic        word_ready,
    input logic        last,
    input logic        in_ctx,

    // Pieces, and their receivers.
    input logic      piece_valid,
    input logic      piece_ready,
    input logic      piece_last,
    input logic      key_take,
    input logic      nonce_take,
    input unit_req_t unit_req
);

  logic bad_tag, bad_key, bad_nonce, bad_context;
  logic reach_tag;

  // ---- Assumptions ----

  logic reading_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reading_q <= 1'b0;
    else if (wipe_path) reading_q <= 1'b0;
    else if (start) reading_q <= 1'b1;
    else if (word_valid && word_ready && last) reading_q <= 1'b0;
  end

  // The gather unit: the last word of a segment is in its last piece, which follows in the next
  // cycle and remains until it is accepted. A segment of up to 16 bytes from lane 0 on is one
  // piece.
  logic takes, ended_q, begun_q, single_q;
  assign takes = word_valid && !in_ctx && (!piece_valid || piece_ready);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {ended_q, begun_q, single_q} <= '0;
    else if (wipe_path) {ended_q, begun_q, single_q} <= '0;
    else begin
      if (takes) ended_q <= word_ready && last;
      else if (piece_valid && piece_ready) ended_q <= 1'b0;
      if (takes) begun_q <= 1'b1;
      else if (piece_valid && piece_ready) begun_q <= 1'b0;
      if (start) single_q <= place == '0 && bytes <= 32'd16;
    end
  end

  logic held, pieces, reads;
  assign reads = busy == reading_q && (reading_q || !word_valid);
  assign pieces = (piece_valid && piece_last) == ended_q &&
      (!piece_valid || ended_q || (begun_q && !single_q)) && (in_ctx || takes || !word_ready);
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(reads && pieces),
      .held_o(held)
  );

  // ---- The segment of a piece ----

  typedef struct packed {
    logic key;
    logic nonce;
    logic context_;
    logic tag;
  } segment_t;
  segment_t started, segment_q, piece_q;
  always_comb begin
    started.key      = address == words[RegKeyAddr];
    started.nonce    = address == words[RegNonceAddr] && bytes == 32'(job.nonce_len);
    started.context_ = address == words[RegCtxAddr];
    started.tag      = address == words[RegTagAddr] && bytes == 32'(job.tag_len) && place == '0;
  end
  always_ff @(posedge clk_i) begin
    if (start) segment_q <= started;
    if (takes) piece_q <= segment_q;
  end

  // ---- Properties ----

  logic taken;
  assign taken = held && piece_valid && piece_ready;

  assign bad_tag = taken && !unit_req.valid && !key_take && !nonce_take && !piece_q.tag;
  assign bad_key = held && key_take && !piece_q.key;
  assign bad_nonce = held && nonce_take && !piece_q.nonce;
  assign bad_context = held && in_ctx && word_valid && word_ready && !segment_q.context_;

  assign reach_tag = taken && !unit_req.valid && !key_take && !nonce_take;

endmodule

bind vmb_engine vmb_prove_reads u_prove (
    .start(u_intake.start),
    .address(u_intake.address),
    .bytes(u_intake.bytes),
    .place(u_intake.place),
    .busy(u_intake.busy),
    .word_valid(u_intake.word_valid),
    .word_ready(u_intake.in_ctx ? ctx_take : u_intake.gather_ready),
    .last(u_intake.last),
    .in_ctx(u_intake.in_ctx),
    .*
);
