// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The memory of vmb_hold: rows of two words behind one port, which writes bytes of a row or reads a
// row in a cycle. What is read is valid in the next cycle and stays until the next read, also while
// the port writes. A single-port SRAM macro with byte enables may replace it; FPGA tools map it to
// block RAM.

module vmb_hold_memory #(
    parameter int unsigned Rows = 161,
    parameter int unsigned Bytes = 8,  // of a row
    parameter int unsigned RowBits = (Rows > 1) ? $clog2(Rows) : 1
) (
    input  logic               clk_i,
    input  logic               enable_i,
    input  logic [  Bytes-1:0] write_enable_i,  // 0: reads
    input  logic [RowBits-1:0] row_i,
    input  logic [8*Bytes-1:0] write_words_i,
    output logic [8*Bytes-1:0] read_words_o
);

  logic [8*Bytes-1:0] memory_q[Rows];
  logic [8*Bytes-1:0] words_q;
  assign read_words_o = words_q;

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      for (int unsigned i = 0; i < Bytes; i++) begin
        if (write_enable_i[i]) memory_q[row_i][8*i+:8] <= write_words_i[8*i+:8];
      end
      if (write_enable_i == '0) words_q <= memory_q[row_i];
    end
  end

endmodule
