// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The devices of a board on the data bus, at the addresses of those of simulated systems
// (soc/sim/devices.h, docs/reference/devices.md). They answer in the next cycle; only the console
// waits until the UART takes the byte. An address without a register answers with an error.
//
// | address     | register                                                              |
// | ----------- | --------------------------------------------------------------------- |
// | 0x1000_0000 | write: console, one byte, by the UART                                 |
// | 0x1000_0004 | write: exit; the LEDs show the exit code, all but the lowest inverted |
// | 0x1000_0008 | write: trigger output, bit 0 (in simulated systems the window)        |
// | 0x1000_0010 | write: trap cause, at + 4 its address: ignored                        |
// | 0x1000_0018 | write: trap value; all LEDs light up                                  |
// | 0x1000_0040 | read: Version                                                         |
// | 0x1000_0044 | read: frequency of the clock in hertz                                 |
// | 0x1000_0048 | write: LEDs, one per bit                                              |
// | 0x1000_1000 | UART (vmb_board_uart)                                                 |
// | 0x1200_0000 | msip; at + 0x4000 mtimecmp, at + 0xbff8 mtime, 64 bits: one per cycle |

module vmb_board_devices
  import vmb_core_pkg::*;
#(
    parameter logic [31:0] Version = '0,
    parameter int unsigned ClockHz = 35_000_000,
    parameter int unsigned BitCycles = ClockHz / 115_200
) (
    input logic clk_i,
    input logic rst_ni,

    // Selected by the request, in its cycle.
    input  logic     select_i,
    input  obi_req_t req_i,
    output logic     gnt_o,
    output obi_rsp_t rsp_o,     // its gnt is that of all: gnt_o

    output logic irq_software_o,
    output logic irq_timer_o,

    input  logic       rx_i,
    output logic       tx_o,
    output logic       trigger_o,
    output logic [7:0] led_o
);

  logic page, uart, timer;
  assign page  = req_i.addr[31:12] == 20'h10000;
  assign uart  = req_i.addr[31:6] == 26'h400040;
  assign timer = req_i.addr[31:16] == 16'h1200;

  logic access, read, write;
  assign access = select_i && gnt_o;
  assign read   = access && !req_i.we;
  assign write  = access && req_i.we;

  // A byte for the console waits here until the UART takes it; then the access is answered.
  logic console, console_q, ready;
  logic [7:0] byte_q;
  assign console = page && req_i.addr[11:0] == 12'h000;
  assign gnt_o   = !console_q;

  logic [7:0] uart_rdata;
  logic uart_known;
  vmb_board_uart #(
      .BitCycles(BitCycles)
  ) u_uart (
      .clk_i,
      .rst_ni,
      .read_i      (read && uart),
      .write_i     (write && uart && req_i.be[0]),
      .index_i     (req_i.addr[5:2]),
      .wdata_i     (req_i.wdata[7:0]),
      .rdata_o     (uart_rdata),
      .known_o     (uart_known),
      .send_i      (console_q),
      .send_byte_i (byte_q),
      .send_ready_o(ready),
      .rx_i,
      .tx_o
  );

  // ---- Timer; an interrupt follows its registers by a cycle ----

  logic [63:0] time_q, compare_q;
  logic software_q, timer_q;
  assign irq_software_o = software_q;
  assign irq_timer_o = timer_q;

  // Four registers of 32 bits, or msip, as far as the address names one.
  logic msip, is_compare, is_time;
  assign msip = timer && req_i.addr[15:2] == 14'h0000;
  assign is_compare = timer && req_i.addr[15:3] == 13'h0800;
  assign is_time = timer && req_i.addr[15:3] == 13'h17ff;

  function automatic logic [63:0] merged(logic [63:0] old, obi_req_t by);
    merged = old;
    for (int unsigned i = 0; i < 8; i++) begin
      if (by.be[i%4] && by.addr[2] == (i >= 4)) merged[8*i+:8] = by.wdata[8*(i%4)+:8];
    end
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      time_q     <= '0;
      compare_q  <= '1;
      software_q <= 1'b0;
      timer_q    <= 1'b0;
    end else begin
      time_q <= write && is_time ? merged(time_q, req_i) : time_q + 64'd1;
      if (write && is_compare) compare_q <= merged(compare_q, req_i);
      if (write && msip && req_i.be[0]) software_q <= req_i.wdata[0];
      timer_q <= time_q >= compare_q;
    end
  end

  // ---- The answer, and the registers of the first page ----

  logic known;
  logic [31:0] value;
  always_comb begin
    {known, value} = '0;
    if (uart) begin
      known = uart_known && (!req_i.we || req_i.be[0]);
      value = {24'd0, uart_rdata};
    end else if (page && req_i.we) begin
      known = req_i.addr[11:0] inside {
          12'h000, 12'h004, 12'h008, 12'h010, 12'h014, 12'h018, 12'h048};
    end else if (page) begin
      known = req_i.addr[11:3] == 9'h008;
      value = req_i.addr[2] ? ClockHz : Version;
    end else begin
      known = msip || is_compare || is_time;
      unique case (1'b1)
        msip: value = {31'd0, software_q};
        is_compare: value = req_i.addr[2] ? compare_q[63:32] : compare_q[31:0];
        is_time: value = req_i.addr[2] ? time_q[63:32] : time_q[31:0];
        default: ;
      endcase
    end
  end

  logic valid_q, err_q;
  logic [31:0] value_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_q, err_q, value_q} <= '0;
      console_q <= 1'b0;
      byte_q <= '0;
      trigger_o <= 1'b0;
      led_o <= '0;
    end else begin
      valid_q <= access && !(console && req_i.we) || console_q && ready;
      err_q <= access && !known;
      value_q <= read && known ? value : '0;
      if (console_q && ready) console_q <= 1'b0;
      if (write && page) begin
        unique case (req_i.addr[11:0])
          12'h000: {console_q, byte_q} <= {1'b1, req_i.wdata[7:0]};
          12'h004: led_o <= req_i.wdata[7:0] ^ 8'hfe;
          12'h008: trigger_o <= req_i.wdata[0];
          12'h018: led_o <= '1;
          12'h048: led_o <= req_i.wdata[7:0];
          default: ;
        endcase
      end
    end
  end
  always_comb begin
    rsp_o = '0;
    rsp_o.gnt = gnt_o;
    rsp_o.rvalid = valid_q;
    rsp_o.err = err_q;
    rsp_o.rdata = value_q;
  end

endmodule
