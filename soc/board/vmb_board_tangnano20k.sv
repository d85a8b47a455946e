// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The Tang Nano 20K: the system has the clock of the board's crystal, 27 MHz, through the PLL,
// which divides its input by 1, compares it with its output, and whose oscillator has 864 MHz,
// its output times 32.

module vmb_board_tangnano20k #(
    parameter logic [31:0] Version = '0,
    parameter int unsigned RamBytes = 65536,
    parameter int unsigned ClockHz = 27_000_000,
    parameter int unsigned BitCycles = ClockHz / 115_200
) (
    input  logic       clk_27mhz,
    input  logic       uart_rx,  // from the computer
    output logic       uart_tx,
    input  logic       btn_s1,   // 1: reset
    output logic       trigger,
    output logic [5:0] led_n     // 0: on
);

  logic clk, locked, rst_n;
  logic [7:0] led;

  rPLL #(
      .FCLKIN          ("27"),
      .DEVICE          ("GW2AR-18C"),
      .IDIV_SEL        (0),
      .FBDIV_SEL       (0),
      .ODIV_SEL        (32),
      .DYN_IDIV_SEL    ("false"),
      .DYN_FBDIV_SEL   ("false"),
      .DYN_ODIV_SEL    ("false"),
      .PSDA_SEL        ("0000"),
      .DUTYDA_SEL      ("1000"),
      .DYN_DA_EN       ("false"),
      .CLKFB_SEL       ("internal"),
      .CLKOUT_BYPASS   ("false"),
      .CLKOUTP_BYPASS  ("false"),
      .CLKOUTD_BYPASS  ("false"),
      .DYN_SDIV_SEL    (2),
      .CLKOUTD_SRC     ("CLKOUT"),
      .CLKOUTD3_SRC    ("CLKOUT"),
      .CLKOUT_FT_DIR   (1'b1),
      .CLKOUTP_FT_DIR  (1'b1),
      .CLKOUT_DLY_STEP (0),
      .CLKOUTP_DLY_STEP(0)
  ) u_pll (
      .CLKIN   (clk_27mhz),
      .CLKFB   (1'b0),
      .RESET   (1'b0),
      .RESET_P (1'b0),
      .FBDSEL  (6'd0),
      .IDSEL   (6'd0),
      .ODSEL   (6'd0),
      .PSDA    (4'd0),
      .DUTYDA  (4'd0),
      .FDLY    (4'd0),
      .CLKOUT  (clk),
      .LOCK    (locked),
      .CLKOUTP (),
      .CLKOUTD (),
      .CLKOUTD3()
  );

  vmb_board_reset u_reset (
      .clk_i  (clk),
      .hold_i (!locked || btn_s1),
      .rst_no(rst_n)
  );

  vmb_board_system #(
      .RamBytes(RamBytes),
      .Version (Version),
      .ClockHz (ClockHz),
      .BitCycles(BitCycles)
  ) u_system (
      .clk_i    (clk),
      .rst_ni   (rst_n),
      .rx_i     (uart_rx),
      .tx_o     (uart_tx),
      .trigger_o(trigger),
      .led_o    (led)
  );

  logic unused;
  assign unused = ^led[7:6];
  assign led_n = ~led[5:0];

endmodule
