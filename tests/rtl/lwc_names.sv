// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// LWC as a test bench of the LWC Hardware API instantiates it, with the clock and the reset that the tests drive.

module lwc_names (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] pdi_data_i,
    input  logic        pdi_valid_i,
    output logic        pdi_ready_o,
    input  logic [31:0] sdi_data_i,
    input  logic        sdi_valid_i,
    output logic        sdi_ready_o,
    output logic [31:0] do_data_o,
    output logic        do_valid_o,
    output logic        do_last_o,
    input  logic        do_ready_i
);

  LWC u_lwc (
      .clk(clk_i),
      .rst(!rst_ni),
      .pdi_data(pdi_data_i),
      .pdi_valid(pdi_valid_i),
      .pdi_ready(pdi_ready_o),
      .sdi_data(sdi_data_i),
      .sdi_valid(sdi_valid_i),
      .sdi_ready(sdi_ready_o),
      .do_data(do_data_o),
      .do_valid(do_valid_o),
      .do_last(do_last_o),
      .do_ready(do_ready_i)
  );

endmodule
