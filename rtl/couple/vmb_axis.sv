// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// AXI-Stream (Arm IHI 0051) in and out of an engine without a memory port (Dma = 0), before
// its register port. Software has the same registers, except DIN and DOUT; each job receives one
// packet of 32-bit words and sends one.
//
// In: the words for DIN, in the order and with the lengths of the job: key, nonce, associated data,
// message, tag to verify. Each starts with a new word. Bytes without tkeep are 0; a word without
// any is skipped. A packet that ends before the job has its words aborts it (error 6); the rest of
// a packet after the end of a job is dropped. Out: the words of DOUT, result and tag, each from a
// new word on, with tkeep for their bytes. tuser[1]: a word of the tag. The last word waits for the
// end of the job: tuser[0] then reports that the job ended with an error, which STATUS has. A job
// without a further word ends its packet with a word without bytes.
//
// When opening, words are sent when the engine releases them: after the tag was verified, unless
// the job has `early`; then the last word, with tuser[0], comes after the verdict.
//
// reg_fault_o also answers an access to DIN or DOUT, a JOB with resume or save, because packets
// have no contexts, and JOB before the packet of the last job has been sent.

module vmb_axis
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    // Software's side: a coupling.
    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic [ 4:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,

    // The engine's side.
    output logic        engine_req_o,
    output logic        engine_we_o,
    output logic [ 4:0] engine_index_o,
    output logic [31:0] engine_wdata_o,
    input  logic        engine_ready_i,
    input  logic        engine_fault_i,
    input  logic [31:0] engine_rdata_i,
    input  logic        engine_busy_i,

    input  logic        s_tvalid_i,
    output logic        s_tready_o,
    input  logic [31:0] s_tdata_i,
    input  logic [ 3:0] s_tkeep_i,
    input  logic        s_tlast_i,

    output logic        m_tvalid_o,
    input  logic        m_tready_i,
    output logic [31:0] m_tdata_o,
    output logic [ 3:0] m_tkeep_o,
    output logic        m_tlast_o,
    output logic [ 1:0] m_tuser_o
);

  typedef enum logic [2:0] {
    StIdle,
    StLength,  // reads the length of the result
    StRun,
    StAbort,
    StStatus,  // reads the outcome of the job
    StEnd,     // sends the last word
    StDrain    // drops the rest of the input packet
  } state_e;

  state_e state_q;
  logic   turn_q;  // the engine gets a word, or is asked for one
  logic   in_ended_q;  // the packet's last word was taken
  logic hash_q, tags_q, failed_q;
  logic [31:0] left_q;  // remaining bytes of the result
  logic [ 4:0] tag_left_q;

  // The output word.
  logic word_q, last_q, tag_q;
  logic [31:0] data_q;
  logic [3:0] keep_q;

  // ---- Software's accesses have priority ----

  job_t job;
  logic is_job, refused, software;
  assign job = job_of(reg_wdata_i);
  assign is_job = reg_we_i && reg_index_i == RegJob;
  assign refused = (reg_index_i inside {RegDin, RegDout}) ||
      (is_job && (job.resume || job.save || state_q != StIdle));
  assign software = reg_req_i && !refused;
  assign reg_ready_o = refused || engine_ready_i;
  assign reg_fault_o = refused || engine_fault_i;
  assign reg_rdata_o = engine_rdata_i & {32{software}};

  // ---- Own accesses ----

  logic gives, takes, polls, mine, done;
  assign gives = state_q == StRun && !turn_q && !in_ended_q && s_tvalid_i && s_tkeep_i != '0;
  assign polls = state_q == StRun && !turn_q && in_ended_q;
  assign takes = state_q == StRun && turn_q && !word_q;

  logic [31:0] kept;
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) kept[8*i+:8] = s_tdata_i[8*i+:8] & {8{s_tkeep_i[i]}};
  end

  always_comb begin
    mine = 1'b1;
    {engine_we_o, engine_index_o, engine_wdata_o} = {1'b0, RegStatus, 32'd0};
    unique case (state_q)
      StLength: engine_index_o = hash_q ? RegOutLen : RegDataLen;
      StAbort: begin
        {engine_we_o, engine_index_o} = {1'b1, RegControl};
        engine_wdata_o[ControlAbort]  = 1'b1;
      end
      StStatus: ;
      default: begin
        mine = gives || polls || takes;
        if (gives) {engine_we_o, engine_index_o, engine_wdata_o} = {1'b1, RegDin, kept};
        if (takes) engine_index_o = RegDout;
      end
    endcase
    if (software) begin
      {engine_we_o, engine_index_o, engine_wdata_o} = {reg_we_i, reg_index_i, reg_wdata_i};
    end
  end
  assign engine_req_o = software || mine;
  assign done = mine && !software && engine_ready_i && !engine_fault_i;

  // ---- Words in ----

  // Words without bytes, and after the end of a job those that it did not take.
  logic passes, in_taken;
  assign passes = !in_ended_q && (state_q inside {StStatus, StEnd, StDrain} ||
      (state_q == StRun && s_tkeep_i == '0));
  assign s_tready_o = passes || (gives && done);
  assign in_taken = s_tvalid_i && s_tready_o;

  // ---- Words out ----

  logic of_tag, is_last, sent;
  logic [3:0] bytes_left, keep;
  assign of_tag = left_q == '0;
  assign bytes_left = of_tag ? {tag_left_q[4:3] != '0, tag_left_q[2:0]} :
      {left_q[31:3] != '0, left_q[2:0]};
  assign keep = (bytes_left > 4'd3) ? 4'b1111 : 4'((5'd1 << bytes_left[1:0]) - 5'd1);
  assign is_last = bytes_left < 4'd5 && (of_tag || !tags_q);

  // If the last word was not known as the last, one without bytes follows.
  assign m_tvalid_o = (word_q && !last_q) || state_q == StEnd;
  assign m_tdata_o = data_q;
  assign m_tkeep_o = keep_q;
  assign m_tlast_o = state_q == StEnd && (last_q || !word_q);
  assign m_tuser_o = {tag_q, m_tlast_o && failed_q};
  assign sent = m_tvalid_o && m_tready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {word_q, last_q, tag_q, data_q, keep_q} <= '0;
    else if (takes && done) begin
      {word_q, last_q, tag_q} <= {1'b1, is_last, of_tag};
      {data_q, keep_q} <= {engine_rdata_i, keep};
    end else if (sent) {word_q, last_q, tag_q, data_q, keep_q} <= '0;
  end

  // ---- The job ----

  logic starts, ended;
  assign starts = software && is_job && engine_ready_i && !engine_fault_i;
  assign ended  = !engine_busy_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= StIdle;
      turn_q     <= 1'b0;
      in_ended_q <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle: if (starts) state_q <= StLength;
        StLength: if (done) state_q <= StRun;
        StRun: begin
          if (ended) state_q <= StStatus;
          else if (polls && done && engine_rdata_i[StatusDinReady]) state_q <= StAbort;
        end
        StAbort: if (done || ended) state_q <= StRun;
        StStatus: if (done) state_q <= StEnd;
        StEnd: if (sent && m_tlast_o) state_q <= StDrain;
        default: if (in_ended_q) state_q <= StIdle;
      endcase
      turn_q <= !turn_q;
      if (state_q == StIdle) in_ended_q <= 1'b0;
      else if (in_taken && s_tlast_i) in_ended_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (starts) begin
      hash_q <= job.family == UnitAscon && (job.algorithm inside {3'd1, 3'd2, 3'd3});
      tags_q <= job.tag_len != '0 && !job.decrypt;
      tag_left_q <= job.tag_len;
    end
    if (state_q == StLength && done) left_q <= engine_rdata_i;
    else if (takes && done) begin
      if (!of_tag) left_q <= (left_q < 32'd4) ? '0 : left_q - 32'd4;
      else tag_left_q <= (tag_left_q < 5'd4) ? '0 : tag_left_q - 5'd4;
    end
    if (state_q == StStatus && done) failed_q <= engine_rdata_i[StatusError+:4] != '0;
  end

  logic unused_job;
  assign unused_job = ^job;

endmodule
