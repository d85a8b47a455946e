// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port on AXI-Stream (Arm IHI 0051): each job receives one packet and sends one,
// with words of PortBits bits. The engine has Outstanding = 2, Bursts = 0, and the same PortBits;
// its register port is behind this module.
//
// In: the words that the engine reads, in the order and with the lengths of the job: key, nonce,
// associated data, message, tag to verify. Each starts with a new word. Bytes without tkeep are 0;
// a word without any is skipped. If a packet ends before its job has its words, further reads are
// errors of the memory (error 2); the rest of a packet after the end of its job is dropped. Out:
// the words that the engine writes, result and tag, each from a new word on, with tkeep for their
// bytes. tuser[1]: a word of the tag. The last word waits for the end of the job: tuser[0] then
// reports that the job ended with an error, which STATUS has. A job without a further word ends its
// packet with a word without bytes.
//
// When opening, words are sent when the engine releases them: after the tag was verified, unless
// the job has `early`; then the last word, with tuser[0], comes after the verdict. One word is
// kept, until it is sent: the engine writes half of one of 128 bits at a time with some algorithms.
//
// Addresses have no meaning: their registers are always written with 0. reg_fault_o also answers a
// JOB with resume or save, because packets have no contexts, a JOB before the packets of the last
// one have ended, and POLICY with two_passes, because a packet comes once. An abort ends a job that
// waits for either stream.

module vmb_axis
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
#(
    parameter int unsigned PortBits = 32  // of a word: 32, 64 or 128
) (
    input logic clk_i,
    input logic rst_ni,

    // Software's side: a coupling.
    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic        reg_pair_i,
    input  logic [ 4:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    input  logic [31:0] reg_wdata_odd_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,

    // The engine's registers.
    output logic        engine_req_o,
    output logic        engine_we_o,
    output logic        engine_pair_o,
    output logic [ 4:0] engine_index_o,
    output logic [31:0] engine_wdata_o,
    output logic [31:0] engine_wdata_odd_o,
    input  logic        engine_ready_i,
    input  logic        engine_fault_i,
    input  logic [31:0] engine_rdata_i,

    // The engine: mem_*, without addresses, and busy_o. Bytes that are not enabled are 0.
    input  logic        busy_i,
    input  logic        req_i,
    output logic        gnt_o,
    input  logic        we_i,
    input  logic [PortBits/8-1:0] be_i,
    input  logic [PortBits-1:0] wdata_i,
    output logic        rvalid_o,
    output logic [PortBits-1:0] rdata_o,
    output logic        err_o,

    input  logic        s_tvalid_i,
    output logic        s_tready_o,
    input  logic [PortBits-1:0] s_tdata_i,
    input  logic [PortBits/8-1:0] s_tkeep_i,
    input  logic        s_tlast_i,

    output logic        m_tvalid_o,
    input  logic        m_tready_i,
    output logic [PortBits-1:0] m_tdata_o,
    output logic [PortBits/8-1:0] m_tkeep_o,
    output logic        m_tlast_o,
    output logic [ 1:0] m_tuser_o
);

  if (!(PortBits inside {32, 64, 128})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end

  localparam int unsigned Bytes = PortBits / 8;
  localparam int unsigned B = $clog2(Bytes);

  typedef enum logic [2:0] {
    StIdle,
    StLength,  // reads the length of the result
    StRun,
    StStatus,  // reads the outcome of the job
    StEnd,     // sends the last word
    StDrain    // drops the rest of the input packet
  } state_e;

  state_e state_q;
  logic   in_ended_q;  // the packet's last word was taken
  logic   aborted_q;
  logic hash_q, tags_q, failed_q;
  logic [31:0] left_q;  // bytes of the result that are not in a complete word yet
  logic [ 4:0] tag_left_q;

  // ---- Accesses of software wait for two of this module in a job ----

  job_t job;
  logic is_job, is_control, is_policy, refused, mine, software, accepted;
  assign job = job_of(reg_wdata_i);
  assign is_job = reg_we_i && !reg_pair_i && reg_index_i == RegJob;
  assign is_control = reg_we_i && !reg_pair_i && reg_index_i == RegControl;
  assign is_policy = reg_we_i && reg_index_i == RegPolicy;
  assign refused = (is_job && (job.resume || job.save || state_q != StIdle)) ||
      (is_policy && reg_wdata_i[PolicyTwoPasses]);
  assign mine = state_q inside {StLength, StStatus};
  assign software = reg_req_i && !refused && !mine;
  assign accepted = software && engine_ready_i && !engine_fault_i;
  assign reg_ready_o = refused || (engine_ready_i && !mine);
  assign reg_fault_o = refused || engine_fault_i;
  assign reg_rdata_o = engine_rdata_i & {32{software}};

  function automatic logic is_address(logic [4:0] index);
    return index inside {RegKeyAddr, RegNonceAddr, RegAdAddr, RegInAddr, RegOutAddr, RegTagAddr,
                         RegCtxAddr};
  endfunction

  logic done;
  always_comb begin
    {engine_we_o, engine_pair_o, engine_wdata_o, engine_wdata_odd_o} = '0;
    engine_index_o = RegStatus;
    if (state_q == StLength) engine_index_o = hash_q ? RegOutLen : RegDataLen;
    if (software) begin
      {engine_we_o, engine_pair_o, engine_index_o} = {reg_we_i, reg_pair_i, reg_index_i};
      engine_wdata_o = reg_wdata_i & {32{!is_address(reg_index_i)}};
      engine_wdata_odd_o = reg_wdata_odd_i & {32{!is_address(reg_index_i | 5'd1)}};
    end
  end
  assign engine_req_o = software || mine;
  assign done = mine && engine_ready_i && !engine_fault_i;

  // ---- The engine's requests, the oldest first: which of them are reads ----

  logic [1:0] reads_q, waiting_q;
  logic granted, writes, read_next, write_next, no_words, word_in;
  assign read_next = waiting_q != '0 && reads_q[0];
  assign write_next = waiting_q != '0 && !reads_q[0];

  // A read gets a word of the stream in the cycle of its answer: none is stored.
  assign no_words = state_q != StRun || in_ended_q || aborted_q;
  assign word_in = read_next && !no_words && s_tvalid_i && s_tkeep_i != '0;
  assign rvalid_o = write_next || (read_next && no_words) || word_in;
  assign err_o = read_next && no_words;
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      rdata_o[8*i+:8] = s_tdata_i[8*i+:8] & {8{s_tkeep_i[i]}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= '0;
    else waiting_q <= waiting_q + 2'(granted) - 2'(rvalid_o);
  end
  always_ff @(posedge clk_i) begin
    if (rvalid_o) reads_q[0] <= reads_q[1];
    if (granted) reads_q[waiting_q==2'd1&&!rvalid_o] <= !we_i;
  end

  // Words without bytes, and after the end of a job those that it did not take.
  logic passes, in_taken;
  assign passes = !in_ended_q && (state_q inside {StStatus, StEnd, StDrain} ||
      (state_q == StRun && s_tkeep_i == '0));
  assign s_tready_o = passes || word_in;
  assign in_taken = s_tvalid_i && s_tready_o;

  // ---- Words out ----

  // The output word: complete, the last one of the packet, of the tag.
  logic full_q, last_q, tag_q;
  logic [PortBits-1:0] data_q;
  logic [Bytes-1:0] keep_q;

  logic of_tag, is_last, whole, completes, offered, sent;
  logic [31:0] left;
  logic [Bytes-1:0] keep;
  assign of_tag = left_q == '0;
  assign left = of_tag ? 32'(tag_left_q) : left_q;
  assign whole = left[31:B] != '0;
  assign keep = whole ? '1 : Bytes'((32'd1 << left[B-1:0]) - 32'd1);
  assign is_last = (of_tag || !tags_q) && left <= 32'(Bytes);

  // Answers of 8 bytes fill a word of 128 bits in two writes.
  localparam bit Halves = Bytes > 8;
  assign completes = !Halves || (be_i & keep & ~(keep >> 1)) != '0;

  assign gnt_o = state_q == StRun && waiting_q != 2'd2 && (!we_i || aborted_q || !full_q || sent);
  assign granted = req_i && gnt_o;
  assign writes = granted && we_i && !aborted_q && keep != '0;

  // If the last word was not known as the last, one without bytes follows.
  assign offered = full_q && !last_q;
  assign m_tvalid_o = offered || state_q == StEnd;
  assign m_tdata_o = data_q;
  assign m_tkeep_o = keep_q;
  assign m_tlast_o = state_q == StEnd && !offered;
  assign m_tuser_o = {tag_q, m_tlast_o && failed_q};
  assign sent = m_tvalid_o && m_tready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {full_q, last_q, tag_q, data_q, keep_q} <= '0;
    else if (writes) begin
      {full_q, last_q, tag_q} <= {completes, completes && is_last, of_tag};
      keep_q <= keep & {Bytes{completes}};
      data_q <= wdata_i | (data_q & {PortBits{Halves && !full_q}});
    end else if (sent || (state_q == StStatus && !full_q)) begin
      {full_q, last_q, tag_q, data_q, keep_q} <= '0;
    end
  end

  // ---- The job ----

  logic starts;
  assign starts = accepted && is_job;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= StIdle;
      in_ended_q <= 1'b0;
      aborted_q  <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle: if (starts) state_q <= StLength;
        StLength: if (done) state_q <= StRun;
        StRun: if (!busy_i) state_q <= StStatus;
        StStatus: if (done) state_q <= StEnd;
        StEnd: if (sent && m_tlast_o) state_q <= StDrain;
        default: if (in_ended_q) state_q <= StIdle;
      endcase
      if (state_q == StIdle) {in_ended_q, aborted_q} <= '0;
      else begin
        if (in_taken && s_tlast_i) in_ended_q <= 1'b1;
        if (accepted && is_control && reg_wdata_i[ControlAbort]) aborted_q <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (starts) begin
      hash_q <= job.family == UnitAscon && (job.algorithm inside {3'd1, 3'd2, 3'd3});
      tags_q <= job.tag_len != '0 && !job.decrypt;
      tag_left_q <= job.tag_len;
    end
    if (state_q == StLength && done) left_q <= engine_rdata_i;
    else if (writes && completes) begin
      if (!of_tag) left_q <= whole ? left_q - 32'(Bytes) : '0;
      else tag_left_q <= whole ? tag_left_q - 5'(Bytes) : '0;
    end
    if (state_q == StStatus && done) failed_q <= engine_rdata_i[StatusError+:4] != '0;
  end

  logic unused_job;
  assign unused_job = ^job;

endmodule
