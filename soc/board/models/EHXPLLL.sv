// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A model of the PLL of the ECP5, as far as vmb_board_ulx3s uses it: for synthesis only its ports
// and parameters count, because the device has it. Simulations count cycles, not time: the output
// has a cycle for each one of the input. Source: Lattice, FPGA-TN-02200, sysCLOCK PLL.

module EHXPLLL #(
    parameter int unsigned CLKI_DIV = 1,
    parameter int unsigned CLKFB_DIV = 1,
    parameter int unsigned CLKOP_DIV = 8,
    parameter int unsigned CLKOP_CPHASE = 0,
    // verilog_lint: waive-start explicit-parameter-storage-type
    parameter FEEDBK_PATH = "CLKOP",
    parameter CLKOP_ENABLE = "ENABLED",
    parameter OUTDIVIDER_MUXA = "DIVA"
    // verilog_lint: waive-stop explicit-parameter-storage-type
) (
    input  logic CLKI,
    input  logic CLKFB,
    input  logic RST,
    input  logic STDBY,
    input  logic PHASESEL0,
    input  logic PHASESEL1,
    input  logic PHASEDIR,
    input  logic PHASESTEP,
    input  logic PHASELOADREG,
    input  logic PLLWAKESYNC,
    input  logic ENCLKOP,
    output logic CLKOP,
    output logic LOCK
);

  logic [3:0] locking_q;
  initial locking_q = '0;
  assign CLKOP = CLKI;
  assign LOCK  = locking_q == '1;
  always_ff @(posedge CLKI) begin
    if (RST) locking_q <= '0;
    else if (!LOCK) locking_q <= locking_q + 4'd1;
  end

  logic unused;
  assign unused = ^{CLKFB, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
                    PLLWAKESYNC, ENCLKOP};

endmodule
