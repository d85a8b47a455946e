// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The reset of a board: 0 until 255 cycles after hold_i was last 1. Its registers start with 0,
// with the bitstream.

module vmb_board_reset (
    input  logic clk_i,
    input  logic hold_i,  // not synchronous
    output logic rst_no
);

  logic [1:0] hold_q;
  logic [7:0] count_q;
  logic out_q;
  initial hold_q = '0;
  initial count_q = '0;
  initial out_q = 1'b0;
  assign rst_no = out_q;

  always_ff @(posedge clk_i) begin
    hold_q <= {hold_q[0], hold_i};
    out_q  <= count_q == '1;
    if (hold_q[1]) count_q <= '0;
    else if (count_q != '1) count_q <= count_q + 8'd1;
  end

endmodule
