// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A model of a PLL of Gowin's LittleBee and Arora devices, as far as vmb_board_tangnano20k uses it:
// see EHXPLLL. Source: Gowin, UG286, clock.

module rPLL #(
    // verilog_lint: waive-start explicit-parameter-storage-type
    parameter FCLKIN = "100.0",
    parameter DEVICE = "GW1N-1",
    parameter DYN_IDIV_SEL = "false",
    parameter DYN_FBDIV_SEL = "false",
    parameter DYN_ODIV_SEL = "false",
    parameter PSDA_SEL = "0000",
    parameter DUTYDA_SEL = "1000",
    parameter DYN_DA_EN = "false",
    parameter CLKFB_SEL = "internal",
    parameter CLKOUT_BYPASS = "false",
    parameter CLKOUTP_BYPASS = "false",
    parameter CLKOUTD_BYPASS = "false",
    parameter CLKOUTD_SRC = "CLKOUT",
    parameter CLKOUTD3_SRC = "CLKOUT",
    // verilog_lint: waive-stop explicit-parameter-storage-type
    parameter int unsigned IDIV_SEL = 0,
    parameter int unsigned FBDIV_SEL = 0,
    parameter int unsigned ODIV_SEL = 8,
    parameter int unsigned DYN_SDIV_SEL = 2,
    parameter int unsigned CLKOUT_DLY_STEP = 0,
    parameter int unsigned CLKOUTP_DLY_STEP = 0,
    parameter bit CLKOUT_FT_DIR = 1'b1,
    parameter bit CLKOUTP_FT_DIR = 1'b1
) (
    input  logic       CLKIN,
    input  logic       CLKFB,
    input  logic       RESET,
    input  logic       RESET_P,
    input  logic [5:0] FBDSEL,
    input  logic [5:0] IDSEL,
    input  logic [5:0] ODSEL,
    input  logic [3:0] PSDA,
    input  logic [3:0] DUTYDA,
    input  logic [3:0] FDLY,
    output logic       CLKOUT,
    output logic       LOCK,
    output logic       CLKOUTP,
    output logic       CLKOUTD,
    output logic       CLKOUTD3
);

  logic [3:0] locking_q;
  initial locking_q = '0;
  assign CLKOUT = CLKIN;
  assign {CLKOUTP, CLKOUTD, CLKOUTD3} = '0;
  assign LOCK = locking_q == '1;
  always_ff @(posedge CLKIN) begin
    if (RESET) locking_q <= '0;
    else if (!LOCK) locking_q <= locking_q + 4'd1;
  end

  logic unused;
  assign unused = ^{CLKFB, RESET_P, FBDSEL, IDSEL, ODSEL, PSDA, DUTYDA, FDLY};

endmodule
