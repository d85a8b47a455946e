// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One memory port for a reader and a writer: OBI 1.2 without options (a request is stable until
// granted; answers come in order, one for each request, in the cycle after the grant or later).
// Writes go first, so that the unit's output never waits for input that it cannot take yet; with
// ReadsFirst, reads go first, if there is always space for the answers.
//
// Depth requests may be unanswered, reads and writes together: with answers L cycles after the
// grant, a request a cycle takes Depth = L + 1. Bus outputs do not depend combinationally on bus
// inputs. A wipe of the reader or the writer must wait for stopped_o, since they drive the bus.
// Answers to earlier requests are dropped; the port counts them.
//
// A memory that does not grant a request, or does not answer one, within Watchdog cycles
// of watch_i is reported by late_o. Only then is a request withdrawn that was not granted;
// an answer that comes after that is dropped like those from before a wipe.
//
// With Hardened, a fault in the number of unanswered requests is corrected: the port would wait
// until a reset for an answer without a request.

module vmb_port #(
    parameter int unsigned Bytes = 4,  // of a word
    parameter int unsigned Depth = 2,
    parameter bit ReadsFirst = 1'b0,
    parameter bit Hardened = 1'b0,
    parameter int unsigned Watchdog = 0  // cycles; 0: no limit
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        read_i,
    input  logic [31:0] read_address_i,
    output logic        read_grant_o,
    output logic        read_answer_o,
    output logic [8*Bytes-1:0] read_data_o,

    input  logic        write_i,
    input  logic [31:0] write_address_i,
    input  logic [8*Bytes-1:0] write_data_i,
    input  logic [Bytes-1:0] write_enable_i,
    output logic        write_grant_o,

    // stop_i: issue no new requests; stopped_o: no request waits for its grant. drop_i: pending
    // requests will not be answered, with a wipe.
    input  logic stop_i,
    output logic stopped_o,
    input  logic drop_i,
    output logic idle_o,   // no unanswered request
    output logic last_o,   // none except the one answered now
    output logic error_o,  // with the answer
    input  logic watch_i,
    output logic late_o,   // for one cycle, with a wipe in the next one

    output logic        req_o,
    input  logic        gnt_i,
    output logic [31:0] addr_o,
    output logic        we_o,
    output logic [Bytes-1:0] be_o,
    output logic [8*Bytes-1:0] wdata_o,
    input  logic        rvalid_i,
    input  logic [8*Bytes-1:0] rdata_i,
    input  logic        err_i
);

  localparam int unsigned W = $clog2(Depth + 1);

  // Unanswered requests, the oldest first: which of them are reads, and which precede the wipe.
  logic [Depth-1:0] reads_q, dropped_q;
  logic [W-1:0] waiting_q, waiting_d;
  logic [W-1:0] waiting;  // corrected value

  // A request is stable until granted.
  logic locked_q, locked_write_q;
  logic writes, room, answered;
  assign answered = rvalid_i && waiting != '0;
  assign room = waiting != W'(Depth);
  assign writes = locked_q ? locked_write_q : write_i && !(ReadsFirst && read_i);

  assign req_o = room && (locked_q || !(stop_i || drop_i)) && (writes ? write_i : read_i);
  assign stopped_o = !locked_q;
  assign we_o = writes;
  assign addr_o = writes ? write_address_i : read_address_i;
  assign be_o = writes ? write_enable_i : '1;
  assign wdata_o = writes ? write_data_i : '0;
  assign write_grant_o = req_o && gnt_i && writes;
  assign read_grant_o = req_o && gnt_i && !writes;

  logic mine;
  assign mine = answered && !dropped_q[0];
  assign read_answer_o = mine && reads_q[0] && !drop_i;
  assign read_data_o = rdata_i;
  assign error_o = mine && err_i && !drop_i;
  assign idle_o = waiting == '0;
  assign last_o = answered && waiting == W'(1);

  logic granted;
  assign granted = req_o && gnt_i;
  assign waiting_d = waiting + W'(granted) - W'(answered);

  if (Hardened) begin : gen_hardened
    // The parity identifies the right copy.
    logic [W-1:0] copy_q;
    logic parity_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {copy_q, parity_q} <= {{W{1'b1}}, 1'b0};
      else {copy_q, parity_q} <= {~waiting_d, ^waiting_d};
    end
    assign waiting = (parity_q == ^waiting_q) ? waiting_q : ~copy_q;
  end else begin : gen_plain
    assign waiting = waiting_q;
  end

  // Cycles since the last progress of the memory.
  if (Watchdog != 0) begin : gen_watchdog
    localparam int unsigned C = $clog2(Watchdog + 1);
    logic [C-1:0] quiet_q;
    logic owes;
    assign owes   = (req_o && !gnt_i) || (waiting != '0 && !rvalid_i);
    assign late_o = owes && watch_i && quiet_q == C'(Watchdog - 1);
    always_ff @(posedge clk_i) begin
      if (!watch_i || !owes || granted || answered || late_o) quiet_q <= '0;
      else quiet_q <= quiet_q + C'(1);
    end
  end else begin : gen_no_watchdog
    assign late_o = 1'b0;
    logic unused_watch;
    assign unused_watch = watch_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      locked_q  <= 1'b0;
    end else begin
      waiting_q <= waiting_d;
      locked_q  <= req_o && !gnt_i;
    end
  end

  always_ff @(posedge clk_i) begin
    locked_write_q <= writes;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (answered) begin
        reads_q[i]   <= reads_q[(i+1)%Depth];
        dropped_q[i] <= dropped_q[(i+1)%Depth] || drop_i;
      end else if (drop_i) dropped_q[i] <= 1'b1;
      if (granted && waiting - W'(answered) == W'(i)) begin
        reads_q[i]   <= !writes;
        dropped_q[i] <= drop_i;
      end
    end
  end

endmodule
