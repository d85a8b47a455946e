// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The top of a simulation of a board: VMB_BOARD_ULX3S or VMB_BOARD_TANGNANO20K is defined. All
// boards have the same ports here.

module vmb_board_sim #(
    parameter logic [31:0] Version = '0,
    parameter int unsigned BitCycles = 16
) (
    input  logic       clk_i,
    input  logic       reset_i,    // the button
    input  logic       rx_i,
    output logic       tx_o,
    output logic       trigger_o,
    output logic [7:0] led_o
);

`ifdef VMB_BOARD_ULX3S
  logic unused;
  vmb_board_ulx3s #(
      .Version  (Version),
      .BitCycles(BitCycles)
  ) u_board (
      .clk_25mhz (clk_i),
      .ftdi_txd  (rx_i),
      .ftdi_rxd  (tx_o),
      .btn_fire1 (reset_i),
      .trigger   (trigger_o),
      .led       (led_o),
      .wifi_gpio0(unused)
  );
`endif

`ifdef VMB_BOARD_TANGNANO20K
  logic [5:0] led_n;
  assign led_o = {2'b00, ~led_n};
  vmb_board_tangnano20k #(
      .Version  (Version),
      .BitCycles(BitCycles)
  ) u_board (
      .clk_27mhz(clk_i),
      .uart_rx  (rx_i),
      .uart_tx  (tx_o),
      .btn_s1   (reset_i),
      .trigger  (trigger_o),
      .led_n    (led_n)
  );
`endif

endmodule
