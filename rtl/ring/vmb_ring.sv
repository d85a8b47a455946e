// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A ring of descriptors in memory: jobs for the engine, which software starts with one register
// write for many packets (README.md). The ring reads each descriptor ahead, in idle cycles of the
// memory port, writes its words to the registers of the engine, and at the end of the job writes
// a status word. Jobs run in order, and the engine checks each as if software had written it.
//
// active_o: descriptors are left, and the registers of the engine belong to the ring, whose accesses
// complete in the same cycle.
//
// A bus error of the ring's own requests, or a memory that does not grant or answer one within
// Watchdog cycles, disables it, with the error in its STATUS. Answers that come later are dropped.

module vmb_ring
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*, vmb_ring_pkg::*;
#(
    parameter int unsigned Bytes = 4,  // of a word at the memory port: 4, 8 or 16
    parameter int unsigned Watchdog = 65536  // cycles; 0: no limit
) (
    input logic clk_i,
    input logic rst_ni,

    // The ring's registers; an access completes in its cycle.
    input  logic        req_i,
    input  logic        we_i,
    input  logic [ 2:0] index_i,
    input  logic [31:0] wdata_i,
    output logic        fault_o,
    output logic [31:0] rdata_o,
    output logic        active_o,
    output logic        irq_o,

    // The registers of the engine.
    input  logic        busy_i,
    output logic        reg_req_o,
    output logic        reg_we_o,
    output logic        reg_pair_o,
    output logic [ 4:0] reg_index_o,
    output logic [31:0] reg_wdata_o,
    output logic [31:0] reg_wdata_odd_o,
    input  logic [31:0] reg_rdata_i,

    output logic               mem_req_o,
    input  logic               mem_gnt_i,
    output logic [       31:0] mem_addr_o,
    output logic               mem_we_o,
    output logic [  Bytes-1:0] mem_be_o,
    output logic [8*Bytes-1:0] mem_wdata_o,
    input  logic               mem_rvalid_i,
    input  logic [8*Bytes-1:0] mem_rdata_i,
    input  logic               mem_err_i
);

  // ---- Registers ----

  logic [25:0] addr_q;
  logic [3:0] size_q;
  logic [15:0] tail_q, head_q, next_q;  // next_q: the descriptor of the next job
  logic enable_q, stop_q, irq_enable_q, irq_q;
  error_e error_q;

  // What the next descriptor, the running job and the last status word are doing.
  typedef enum logic [1:0] {
    JobIdle,
    JobPairs,  // words 0 to 7 are written, two in a cycle
    JobStart,
    JobRun
  } job_state_e;

  typedef enum logic [1:0] {
    StatusIdle,
    StatusAsk,
    StatusWait
  } status_state_e;

  job_state_e state_q, state_d;
  status_state_e status_q;
  logic [1:0] pair_q;
  logic active, port_idle, fetch_idle, fetch_ready, fetch_full, fetch_failed, fetch_valid;
  assign active = (enable_q && head_q != tail_q) || state_q != JobIdle || status_q != StatusIdle ||
      !fetch_idle;

  logic write, enables;
  assign write   = req_i && we_i && !fault_o;
  assign enables = wdata_i[RingEnable] && !enable_q;
  always_comb begin
    fault_o = 1'b1;
    unique case (index_i)
      RingAddr: fault_o = we_i && active;
      // An active ring can be disabled.
      RingControl:
      fault_o = we_i && (active ? wdata_i[RingEnable] : enables && (busy_i || !port_idle));
      // At most as many as the ring has.
      RingTail: fault_o = we_i && {1'b0, wdata_i[15:0] - head_q} > 17'd1 << size_q;
      RingHead: fault_o = we_i;
      RingStatus: fault_o = 1'b0;
      default: ;
    endcase
  end

  always_comb begin
    rdata_o = '0;
    if (req_i && !we_i) begin
      unique case (index_i)
        RingAddr: rdata_o[31:6] = addr_q;
        RingControl: begin
          rdata_o[RingEnable] = enable_q;
          rdata_o[RingStop] = stop_q;
          rdata_o[RingIrq] = irq_enable_q;
          rdata_o[RingSize+:4] = size_q;
        end
        RingTail: rdata_o[15:0] = tail_q;
        RingHead: rdata_o[15:0] = head_q;
        RingStatus: begin
          rdata_o[RingActive] = active;
          rdata_o[RingError+:4] = error_q;
          rdata_o[RingPending] = irq_q;
          rdata_o[RingOwed] = !port_idle;
        end
        default: ;
      endcase
    end
  end

  assign irq_o = irq_enable_q && irq_q;
  assign active_o = active;

  // ---- The memory port ----

  logic read, read_grant, read_answer, status_grant, error, late, clear_q;
  logic [31:0] read_address;
  logic [25:0] descriptor, job_q, status_base_q;  // the next one, of the job, of the status word
  logic [8*Bytes-1:0] data;
  error_e result_q;

  logic [8*Bytes-1:0] status_lanes;
  logic [  Bytes-1:0] status_enable;
  localparam int unsigned Lane = 32'(WordStatus) % (Bytes / 4);
  always_comb begin
    status_lanes = '0;
    status_enable = '0;
    status_lanes[32*Lane+:32] = Done | 32'(result_q) << 1;
    status_enable[4*Lane+:4] = '1;
  end

  logic stopped, last, unused_port;
  assign unused_port = ^{stopped, last};
  vmb_port #(
      .Bytes(Bytes),
      .Depth(3),
      .Watchdog(Watchdog)
  ) u_port (
      .clk_i,
      .rst_ni,
      .read_i(read),
      .read_address_i(read_address),
      .read_grant_o(read_grant),
      .read_answer_o(read_answer),
      .read_data_o(data),
      .write_i(status_q == StatusAsk),
      .write_address_i({status_base_q, 6'(4 * (32'(WordStatus) - Lane))}),
      .write_data_i(status_lanes),
      .write_enable_i(status_enable),
      .write_grant_o(status_grant),
      .stop_i(1'b0),
      .stopped_o(stopped),
      .drop_i(clear_q),
      .idle_o(port_idle),
      .last_o(last),
      .error_o(error),
      .watch_i(active),
      .late_o(late),
      .req_o(mem_req_o),
      .gnt_i(mem_gnt_i),
      .addr_o(mem_addr_o),
      .we_o(mem_we_o),
      .be_o(mem_be_o),
      .wdata_o(mem_wdata_o),
      .rvalid_i(mem_rvalid_i),
      .rdata_i(mem_rdata_i),
      .err_i(mem_err_i)
  );

  // A write's answer is the one that is no read's: an enabled ring has no dropped requests.
  logic status_answer;
  assign status_answer = status_q == StatusWait && mem_rvalid_i && !port_idle && !read_answer;

  // ---- The next descriptor ----

  logic take;
  logic [7:0][31:0] words;
  logic [31:0] job_word;
  logic [15:0] place;
  assign place = next_q & ~(16'hffff << size_q);
  assign descriptor = addr_q + 26'(place);

  vmb_ring_fetch #(
      .Bytes(Bytes)
  ) u_fetch (
      .clk_i,
      .rst_ni,
      .go_i(enable_q && next_q != tail_q && fetch_idle),
      .address_i({descriptor, 6'd0}),
      .take_i(take),
      .drop_i(!enable_q && state_q == JobIdle),
      .clear_i(late),
      .idle_o(fetch_idle),
      .ready_o(fetch_ready),
      .full_o(fetch_full),
      .failed_o(fetch_failed),
      .read_o(read),
      .read_address_o(read_address),
      .grant_i(read_grant),
      .answer_i(read_answer),
      .data_i(data),
      .error_i(error),
      .words_o(words),
      .job_o(job_word),
      .valid_o(fetch_valid)
  );

  // ---- Jobs ----

  logic ended, starts, rejected, goes_on, gives_up, stops, unused_status;
  error_e job_error;
  assign unused_status = ^reg_rdata_i;
  assign ended = state_q == JobRun && !busy_i && status_q == StatusIdle;
  // The words of a descriptor are written before it is known to be valid.
  assign gives_up = !enable_q || late || fetch_failed;
  assign starts = state_q == JobStart && !gives_up && fetch_full && fetch_valid;
  assign rejected = state_q == JobStart && !gives_up && fetch_full && !fetch_valid &&
      status_q == StatusIdle;
  assign take = starts || rejected;
  assign job_error = rejected ? ErrArgument : error_e'(reg_rdata_i[StatusError+:4]);
  assign stops = (ended || rejected) && stop_q && job_error != ErrNone;
  assign goes_on = fetch_ready && !busy_i && !gives_up && !stops;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      JobIdle: if (goes_on) state_d = JobPairs;
      JobPairs: if (pair_q == 2'd3) state_d = JobStart;
      JobStart: begin
        if (starts) state_d = JobRun;
        else if (gives_up || rejected) state_d = JobIdle;
      end
      default: if (ended) state_d = goes_on ? JobPairs : JobIdle;
    endcase
  end

  assign reg_req_o = state_q == JobPairs || starts || ended;
  assign reg_we_o = !ended;
  assign reg_pair_o = state_q == JobPairs;
  always_comb begin
    reg_index_o = RegStatus;
    if (state_q == JobPairs) reg_index_o = {2'b00, pair_q, 1'b0};
    if (state_q == JobStart) reg_index_o = RegJob;
    reg_wdata_o = (state_q == JobStart) ? job_word : words[{pair_q, 1'b0}];
    reg_wdata_odd_o = words[{pair_q, 1'b1}];
  end

  // ---- State ----

  logic counts;  // a status word is written, or never will be
  assign counts = status_answer || (late && status_q != StatusIdle);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= JobIdle;
      status_q <= StatusIdle;
      {tail_q, head_q, next_q} <= '0;
      {enable_q, stop_q, irq_enable_q, irq_q, clear_q} <= '0;
      size_q <= '0;
      error_q <= ErrNone;
    end else begin
      state_q <= state_d;
      clear_q <= late;

      if (ended || rejected) status_q <= StatusAsk;
      else if (counts) status_q <= StatusIdle;
      else if (status_grant) status_q <= StatusWait;

      if (take) next_q <= next_q + 16'd1;
      if (counts) head_q <= head_q + 16'd1;

      if (write && index_i == RingAddr) begin
        {tail_q, head_q, next_q} <= '0;
        error_q <= ErrNone;
      end
      if (write && index_i == RingControl) begin
        enable_q <= wdata_i[RingEnable];
        if (!active) begin
          stop_q <= wdata_i[RingStop];
          irq_enable_q <= wdata_i[RingIrq];
          size_q <= wdata_i[RingSize+:4];
        end
        if (enables) error_q <= ErrNone;
      end
      if (write && index_i == RingTail) tail_q <= wdata_i[15:0];
      if (write && index_i == RingStatus && wdata_i[RingPending]) irq_q <= 1'b0;

      if (counts && head_q + 16'd1 == tail_q) irq_q <= 1'b1;
      if (stops || late || fetch_failed || (status_answer && error)) begin
        enable_q <= 1'b0;
        irq_q <= 1'b1;
        if (late) error_q <= ErrTimeout;
        else if (!stops) error_q <= ErrBus;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (write && index_i == RingAddr) addr_q <= wdata_i[31:6];
    pair_q <= (state_q == JobPairs) ? pair_q + 2'd1 : 2'd0;
    if (ended || rejected) result_q <= job_error;
    if (take) job_q <= descriptor;
    if (ended) status_base_q <= job_q;
    else if (rejected) status_base_q <= descriptor;
  end

endmodule
