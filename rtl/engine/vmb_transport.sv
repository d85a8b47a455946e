// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Source and destination of a job's words: memory (vmb_port), or software, which reads and writes
// DIN and DOUT (vmb_pio).
//
// With Bursts, writes may be answered before they complete: the port is not idle before
// mem_posted_i falls, and mem_failed_i is the error of one of them. The watchdog counts while it
// waits for nothing else.
//
// With Hardened, stuck_o reports a job that waits for neither memory nor software, and whose
// sequencer makes no step, for longer than any unit works on a block and than the unverified
// plaintext buffer is cleared: a fault.

module vmb_transport #(
    parameter bit Dma = 1'b1,
    parameter int unsigned Bytes = 4,  // of a word
    parameter bit Bursts = 1'b0,
    parameter int unsigned Outstanding = 2,
    parameter bit Hardened = 1'b0,
    parameter int unsigned HoldWords = 321,
    parameter int unsigned Watchdog = 0  // for the memory, in cycles; 0: no limit
) (
    input logic clk_i,
    input logic rst_ni,

    // The job's side, as in vmb_port.
    input  logic        busy_i,
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
    input  logic        stop_i,
    output logic        stopped_o,
    input  logic        drop_i,
    output logic        idle_o,
    output logic        drained_o,          // idle_o, or it will be in the next cycle
    output logic        error_o,
    output logic        late_o,
    input  logic        steps_i,
    output logic        stuck_o,

    // DIN and DOUT, as in vmb_pio.
    input  logic        din_i,
    input  logic [31:0] din_data_i,
    input  logic        dout_i,
    output logic [31:0] dout_data_o,
    output logic        pio_ready_o,
    output logic        pio_failed_o,
    output logic        din_ready_o,
    output logic        dout_valid_o,

    // Memory: OBI 1.2 without options.
    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic [31:0] mem_addr_o,
    output logic        mem_we_o,
    output logic [Bytes-1:0] mem_be_o,
    output logic [8*Bytes-1:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [8*Bytes-1:0] mem_rdata_i,
    input  logic        mem_err_i,
    input  logic        mem_posted_i,
    input  logic        mem_failed_i
);

  if (Bursts && !Dma) begin : gen_wrong_bursts
    $error("Bursts = 1 needs Dma = 1: there is no memory port");
  end

  if (!(Bytes inside {4, 8, 16})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end

  if (Bytes != 4 && !Dma) begin : gen_wrong_pio
    $error("PortBits above 32 needs Dma = 1: there is no memory port");
  end

  if (Outstanding < 2 || Outstanding > 32) begin : gen_wrong_outstanding
    $error("Outstanding must be 2 to 32");
  end

  if (Hardened) begin : gen_hardened
    localparam int unsigned C = $clog2(1024 + HoldWords);
    logic [C-1:0] quiet_q;
    logic waits;
    assign waits   = Dma ? mem_req_o || !idle_o : din_ready_o || dout_valid_o;
    assign stuck_o = quiet_q == '1;
    always_ff @(posedge clk_i) begin
      if (!busy_i || steps_i || waits || stuck_o) quiet_q <= '0;
      else quiet_q <= quiet_q + C'(1);
    end
  end else begin : gen_plain
    assign stuck_o = 1'b0;
    logic unused_steps;
    assign unused_steps = steps_i;
  end

  if (Dma) begin : gen_port
    logic unused_pio, last, idle, error, late;
    vmb_port #(
        .Bytes(Bytes),
        .Depth(Outstanding),
        .Hardened(Hardened),
        .Watchdog(Watchdog)
    ) u_port (
        .clk_i,
        .rst_ni,
        .read_i,
        .read_address_i,
        .read_grant_o,
        .read_answer_o,
        .read_data_o,
        .write_i,
        .write_address_i,
        .write_data_i,
        .write_enable_i,
        .write_grant_o,
        .stop_i,
        .stopped_o,
        .drop_i,
        .idle_o(idle),
        .last_o(last),
        .error_o(error),
        .watch_i(busy_i),
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
    if (Bursts) begin : gen_bursts
      logic unused_last;
      assign unused_last = last;
      assign idle_o  = idle && !mem_posted_i;
      assign drained_o = idle_o;  // an answered write may be pending
      assign error_o = error || mem_failed_i;
    end else begin : gen_no_bursts
      assign idle_o  = idle;
      assign error_o = error;
      assign drained_o = idle || last;
      logic unused_posted;
      assign unused_posted = ^{mem_posted_i, mem_failed_i};
    end
    if (Bursts && Watchdog != 0) begin : gen_watchdog
      localparam int unsigned C = $clog2(Watchdog + 1);
      logic [C-1:0] posted_q;
      logic too_long;
      assign too_long = posted_q == C'(Watchdog);
      assign late_o   = late || too_long;
      always_ff @(posedge clk_i) begin
        if (!busy_i || !idle || !mem_posted_i || too_long) posted_q <= '0;
        else posted_q <= posted_q + C'(1);
      end
    end else begin : gen_no_watchdog
      assign late_o = late;
    end
    assign {dout_data_o, pio_ready_o, pio_failed_o, din_ready_o, dout_valid_o} = '0;
    assign unused_pio = ^{din_i, din_data_i, dout_i};
  end else begin : gen_pio
    vmb_pio u_pio (
        .clk_i,
        .rst_ni,
        .read_i,
        .read_grant_o,
        .read_answer_o,
        .read_data_o(read_data_o[31:0]),
        .write_i,
        .write_data_i(write_data_i[31:0]),
        .write_grant_o,
        .stop_i,
        .busy_i,
        .din_i,
        .din_data_i,
        .dout_i,
        .dout_data_o,
        .ready_o(pio_ready_o),
        .failed_o(pio_failed_o),
        .din_ready_o,
        .dout_valid_o
    );
    assign {stopped_o, idle_o, drained_o, error_o, late_o} = 5'b11100;
    assign {mem_req_o, mem_addr_o, mem_we_o, mem_be_o, mem_wdata_o} = '0;
    logic unused_port;
    assign unused_port = ^{mem_gnt_i, mem_rvalid_i, mem_rdata_i, mem_err_i, mem_posted_i,
                           mem_failed_i, read_address_i, write_address_i, write_enable_i, drop_i};
  end

endmodule
