// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the next descriptor of the ring while a job runs: words 0 to 7, JOB and the status word.
//
// go_i starts, in a cycle with idle_o = 1; then the words of the descriptor at address_i, which is
// stable, are read until full_o. take_i frees it. If a read is answered with an error, failed_o is 1
// for a cycle after the last one instead. drop_i, repeated until idle_o, drops a descriptor; reads
// that have begun are completed. clear_i: they will not be answered.

module vmb_ring_fetch
  import vmb_engine_pkg::*, vmb_ring_pkg::*;
#(
    parameter int unsigned Bytes = 4  // of a word at the memory port: 4, 8 or 16
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        go_i,
    input  logic [31:0] address_i,
    input  logic        take_i,
    input  logic        drop_i,
    input  logic        clear_i,
    output logic        idle_o,
    output logic        ready_o,  // words 0 to 7 are there
    output logic        full_o,
    output logic        failed_o,

    output logic               read_o,
    output logic [       31:0] read_address_o,
    input  logic               grant_i,
    input  logic               answer_i,
    input  logic [8*Bytes-1:0] data_i,
    input  logic               error_i,

    // The descriptor: with full_o.
    output logic [7:0][31:0] words_o,
    output logic [31:0] job_o,
    output logic valid_o  // a job that the ring supports, completely written
);

  localparam int unsigned N = Bytes / 4;  // words in a read
  localparam int unsigned First = 8 / N;  // reads of words 0 to 7
  localparam int unsigned Reads = First + (N == 1 ? 2 : 1);
  localparam int unsigned W = $clog2(Reads + 1);

  typedef enum logic [1:0] {
    StIdle,
    StRead,
    StFull
  } state_e;

  state_e state_q;
  logic [W-1:0] asked_q, got_q;  // reads
  logic [7:0][31:0] words_q;
  logic [31:0] job_q;
  logic ready_q, failed_q;

  // The word at which a read begins.
  function automatic logic [3:0] place(logic [W-1:0] read);
    return 4'(N * 32'(read)) + ((read >= W'(First)) ? 4'd4 : 4'd0);
  endfunction

  logic ends, failed;
  assign ends   = answer_i && got_q == W'(Reads - 1);
  assign failed = failed_q || (answer_i && error_i);

  assign idle_o = state_q == StIdle;
  assign full_o = state_q == StFull;
  assign ready_o = full_o || (state_q == StRead && got_q >= W'(First));
  assign failed_o = ends && failed;
  // Two reads may be unanswered.
  assign read_o = (idle_o && go_i) ||
      ((state_q == StRead) && asked_q != W'(Reads) && asked_q - got_q < W'(2));
  assign read_address_o = {address_i[31:6], place(asked_q), 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= StIdle;
    else if (clear_i) state_q <= StIdle;
    else begin
      unique case (state_q)
        StIdle: if (go_i) state_q <= StRead;
        StRead: if (ends) state_q <= (failed || drop_i) ? StIdle : StFull;
        default: if (take_i || drop_i) state_q <= StIdle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StRead && !(ends && (failed || drop_i)) && !clear_i) begin
      if (grant_i) asked_q <= asked_q + W'(1);
      if (answer_i) got_q <= got_q + W'(1);
      failed_q <= failed;
    end else begin
      asked_q  <= W'(grant_i && idle_o);  // go_i may be granted at once
      got_q    <= '0;
      failed_q <= 1'b0;
    end
    if (answer_i) begin
      for (int unsigned k = 0; k < N; k++) begin
        if (place(got_q) < 4'd8) words_q[3'(place(got_q)+4'(k))] <= data_i[32*k+:32];
        if (place(got_q) + 4'(k) == WordJob) job_q <= data_i[32*k+:32];
        if (place(got_q) + 4'(k) == WordStatus) ready_q <= data_i[32*k+:32] == Ready;
      end
    end
  end

  job_t job;
  logic hashes;
  assign job = job_of(job_q);
  assign hashes = (job.family == UnitAscon) && (job.algorithm inside {3'd1, 3'd2, 3'd3});
  assign valid_o = ready_q && !hashes && !job.resume && !job.save && !job.totals;
  assign words_o = words_q;
  assign job_o = job_q;
  logic unused;
  assign unused = ^{address_i[5:0], job};

endmodule
