// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The UART of a board: 8 data bits, no parity, 1 stop bit, 16 received bytes in a FIFO, no
// interrupts. Its registers are those of a 16550, the low bytes of words, as far as they are in
// this table; software that polls runs unchanged on the UART of simulated systems.
//
// | offset | read                  | write               |
// | ------ | --------------------- | ------------------- |
// | 0x00   | RBR, or DLL           | THR, or DLL         |
// | 0x04   | 0, or DLM             | ignored, or DLM     |
// | 0x08   | 1: no interrupt       | ignored             |
// | 0x0c   | LCR: only bit 7, DLAB                      ||
// | 0x14   | LSR; clears OE and FE | ignored             |
// | 0x20   | cycles of a bit modulo 16                  ||
//
// A bit takes 16 times the divisor latch, plus the last register, in cycles: at least 4. After
// reset these are BitCycles. Of LSR there are DR (bit 0), OE (1), FE (3), THRE (5) and TEMT (6). A
// byte that arrives when the FIFO is full is lost (OE), and so is one without a stop bit (FE).

module vmb_board_uart #(
    parameter int unsigned BitCycles = 347
) (
    input logic clk_i,
    input logic rst_ni,

    // A register: read when read_i is 1, written when write_i is 1. Its value is combinational.
    input  logic       read_i,
    input  logic       write_i,
    input  logic [3:0] index_i,  // offset / 4
    input  logic [7:0] wdata_i,
    output logic [7:0] rdata_o,
    output logic       known_o,  // there is such a register

    // A byte to send, besides the register THR; taken when send_ready_o is 1 and THR is not written.
    input  logic       send_i,
    input  logic [7:0] send_byte_i,
    output logic       send_ready_o,

    input  logic rx_i,
    output logic tx_o
);

  localparam logic [3:0] Data = 4'd0, Ier = 4'd1, Iir = 4'd2, Lcr = 4'd3, Lsr = 4'd5, Part = 4'd8;
  localparam logic [19:0] Start = 20'(BitCycles);

  logic dlab_q;
  logic [19:0] bit_q;  // cycles of a bit

  // ---- Sending: one byte waits while another is sent, the lowest bit first ----

  logic [7:0] waiting_q;
  logic waits_q;
  logic [9:0] shift_q;  // with stop bit and start bit; 0 behind them
  logic [19:0] tx_left_q;  // cycles of this bit
  logic sending, thr_write;
  assign sending = shift_q != '0;
  assign thr_write = write_i && index_i == Data && !dlab_q;
  assign send_ready_o = !waits_q;
  assign tx_o = sending ? shift_q[0] : 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      waits_q   <= 1'b0;
      shift_q   <= '0;
      tx_left_q <= '0;
    end else begin
      if (thr_write || (send_i && send_ready_o)) begin
        waiting_q <= thr_write ? wdata_i : send_byte_i;
        waits_q   <= 1'b1;
      end
      if (sending && tx_left_q != 20'd0) begin
        tx_left_q <= tx_left_q - 20'd1;
      end else if (sending && shift_q != 10'd1) begin
        shift_q   <= shift_q >> 1;
        tx_left_q <= bit_q - 20'd1;
      end else if (waits_q) begin
        shift_q   <= {1'b1, waiting_q, 1'b0};
        tx_left_q <= bit_q - 20'd1;
        if (!thr_write) waits_q <= 1'b0;
      end else begin
        shift_q <= '0;
      end
    end
  end

  // ---- Receiving: each bit is sampled in its middle ----

  logic [1:0] sync_q;
  logic rx;
  assign rx = sync_q[1];

  logic [8:0] in_q;  // received bits, above a 1 that marks the first one; 0: idle
  logic [19:0] rx_left_q;
  logic start, sampled, last, arrived;
  assign start   = in_q == '0 && !rx;
  assign sampled = in_q != '0 && rx_left_q == 20'd0;

  // Before the first data bit in_q is 1 at bit 8, and the start bit is sampled then.
  logic starting_q;
  assign last = in_q[0] && !starting_q;
  assign arrived = sampled && last;

  logic [7:0] fifo_q[16];
  logic [4:0] count_q;
  logic [3:0] read_q, write_q;
  logic push, pop, overrun_q, frame_q;
  assign push = arrived && rx && count_q != 5'd16;
  assign pop  = read_i && index_i == Data && !dlab_q && count_q != 5'd0;

  always_ff @(posedge clk_i) begin
    if (push) fifo_q[write_q] <= in_q[8:1];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sync_q     <= '1;
      in_q       <= '0;
      starting_q <= 1'b0;
      rx_left_q  <= '0;
      count_q    <= '0;
      read_q     <= '0;
      write_q    <= '0;
      overrun_q  <= 1'b0;
      frame_q    <= 1'b0;
    end else begin
      sync_q <= {sync_q[0], rx_i};
      if (start) begin
        in_q       <= 9'h100;
        starting_q <= 1'b1;
        rx_left_q  <= bit_q >> 1;
      end else if (sampled) begin
        rx_left_q  <= bit_q - 20'd1;
        starting_q <= 1'b0;
        if (starting_q) in_q <= rx ? '0 : in_q;  // a glitch is no start bit
        else if (last) in_q <= '0;
        else in_q <= {rx, in_q[8:1]};
      end else begin
        rx_left_q <= rx_left_q - 20'd1;
      end
      count_q <= count_q + 5'(push) - 5'(pop);
      if (push) write_q <= write_q + 4'd1;
      if (pop) read_q <= read_q + 4'd1;
      if (read_i && index_i == Lsr) {overrun_q, frame_q} <= '0;
      if (arrived && rx && count_q == 5'd16) overrun_q <= 1'b1;
      if (arrived && !rx) frame_q <= 1'b1;
    end
  end

  // ---- Registers ----

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dlab_q <= 1'b0;
      bit_q  <= Start;
    end else if (write_i) begin
      unique case (index_i)
        Data: if (dlab_q) bit_q[11:4] <= wdata_i;
        Ier:  if (dlab_q) bit_q[19:12] <= wdata_i;
        Lcr:  dlab_q <= wdata_i[7];
        Part: bit_q[3:0] <= wdata_i[3:0];
        default: ;
      endcase
    end
  end

  always_comb begin
    known_o = 1'b1;
    unique case (index_i)
      Data: rdata_o = dlab_q ? bit_q[11:4] : fifo_q[read_q];
      Ier: rdata_o = dlab_q ? bit_q[19:12] : '0;
      Iir: rdata_o = 8'd1;
      Lcr: rdata_o = {dlab_q, 7'd3};
      Lsr:
      rdata_o = {
        1'b0, !waits_q && !sending, !waits_q, 1'b0, frame_q, 1'b0, overrun_q, count_q != 5'd0
      };
      Part: rdata_o = {4'd0, bit_q[3:0]};
      default: {known_o, rdata_o} = '0;
    endcase
  end

endmodule
