// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The RAM of a board: block memory with two ports, of which one only reads. What is read is valid
// in the next cycle. The bitstream contains the initial contents, by bytes of a word: in
// hexadecimal, one per line, from the first word (vambrace.silicon.board).

module vmb_board_ram #(
    parameter int unsigned Bytes = 65536,  // a power of two
    localparam int unsigned Words = Bytes / 4,
    localparam int unsigned Bits = $clog2(Words)
) (
    input logic clk_i,

    input  logic            fetch_i,
    input  logic [Bits-1:0] fetch_word_i,
    output logic [    31:0] fetched_o,

    input  logic            access_i,
    input  logic [     3:0] write_i,        // bytes to write; 0: a read
    input  logic [Bits-1:0] access_word_i,
    input  logic [    31:0] wdata_i,
    output logic [    31:0] rdata_o         // of a write undefined
);

  for (genvar i = 0; i < 4; i++) begin : gen_lanes
    // A fetch of a word in the cycle in which it is written is undefined: a program that changes
    // its code needs fence.i anyway.
    (* no_rw_check *)
    logic [7:0] memory_q[Words];
    if (i == 0) begin : gen_first
      initial $readmemh("program0.hex", memory_q);
    end else if (i == 1) begin : gen_second
      initial $readmemh("program1.hex", memory_q);
    end else if (i == 2) begin : gen_third
      initial $readmemh("program2.hex", memory_q);
    end else begin : gen_fourth
      initial $readmemh("program3.hex", memory_q);
    end

    always_ff @(posedge clk_i) begin
      if (fetch_i) fetched_o[8*i+:8] <= memory_q[fetch_word_i];
    end

    // A byte that is written is not read: one port of a block memory does either.
    always_ff @(posedge clk_i) begin
      if (access_i && write_i[i]) memory_q[access_word_i] <= wdata_i[8*i+:8];
      else if (access_i) rdata_o[8*i+:8] <= memory_q[access_word_i];
    end
  end

endmodule
