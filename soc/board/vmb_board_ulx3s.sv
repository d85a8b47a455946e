// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The ULX3S with an LFE5U-85F: 25 MHz become 35 MHz. The PLL divides its input by 5, compares it
// with its output divided by 7, and its oscillator, at 595 MHz, is its output times 17.

module vmb_board_ulx3s #(
    parameter logic [31:0] Version = '0,
    parameter int unsigned RamBytes = 65536,
    parameter int unsigned ClockHz = 35_000_000,
    parameter int unsigned BitCycles = ClockHz / 115_200
) (
    input  logic       clk_25mhz,
    input  logic       ftdi_txd,   // from the computer
    output logic       ftdi_rxd,   // to the computer
    input  logic       btn_fire1,  // 1: reset
    output logic       trigger,
    output logic [7:0] led,
    output logic       wifi_gpio0  // 1: the board's other processor starts as usual
);

  logic clk, locked, rst_n;

  // The analogue settings are those of Lattice's tools for such a clock.
  (* ICP_CURRENT = "12" *)
  (* LPF_RESISTOR = "8" *)
  (* MFG_ENABLE_FILTEROPAMP = "1" *)
  (* MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
      .CLKI_DIV     (5),
      .CLKFB_DIV    (7),
      .CLKOP_DIV    (17),
      .CLKOP_CPHASE (8),
      .FEEDBK_PATH  ("CLKOP"),
      .CLKOP_ENABLE ("ENABLED"),
      .OUTDIVIDER_MUXA("DIVA")
  ) u_pll (
      .CLKI     (clk_25mhz),
      .CLKFB    (clk),
      .CLKOP    (clk),
      .LOCK     (locked),
      .RST      (1'b0),
      .STDBY    (1'b0),
      .PHASESEL0(1'b0),
      .PHASESEL1(1'b0),
      .PHASEDIR (1'b0),
      .PHASESTEP(1'b0),
      .PHASELOADREG(1'b0),
      .PLLWAKESYNC(1'b0),
      .ENCLKOP  (1'b0)
  );

  vmb_board_reset u_reset (
      .clk_i  (clk),
      .hold_i (!locked || btn_fire1),
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
      .rx_i     (ftdi_txd),
      .tx_o     (ftdi_rxd),
      .trigger_o(trigger),
      .led_o    (led)
  );

  assign wifi_gpio0 = 1'b1;

endmodule
