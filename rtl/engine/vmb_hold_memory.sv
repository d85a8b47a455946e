// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The memory of vmb_hold: one port to write words, by bytes, and one to read them,
// whose answer is valid in the next cycle and until the next read. An SRAM macro may replace it;
// FPGA tools map it to block RAM.

module vmb_hold_memory #(
    parameter int unsigned Words = 321,
    parameter int unsigned Bytes = 4  // of a word
) (
    input  logic                     clk_i,
    input  logic [        Bytes-1:0] write_enable_i,
    input  logic [$clog2(Words)-1:0] write_index_i,
    input  logic [      8*Bytes-1:0] write_word_i,
    input  logic                     read_enable_i,
    input  logic [$clog2(Words)-1:0] read_index_i,
    output logic [      8*Bytes-1:0] read_word_o
);

  logic [8*Bytes-1:0] memory_q[Words];
  logic [8*Bytes-1:0] word_q;
  assign read_word_o = word_q;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (write_enable_i[i]) memory_q[write_index_i][8*i+:8] <= write_word_i[8*i+:8];
    end
    if (read_enable_i) word_q <= memory_q[read_index_i];
  end

endmodule
