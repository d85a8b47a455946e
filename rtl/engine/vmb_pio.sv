// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Instead of vmb_port where the engine has no memory port: software writes
// the words that a job reads to DIN, and reads those that it writes from DOUT, in
// the same order and with the same bytes as at addresses from a multiple of 4 on.
//
// If the message, or the digest, continues inside a block, the first word of DOUT starts at byte
// (place mod 4), with place from the context: so no word is split.
//
// Software that comes too early waits, at most Patience cycles: then the access
// fails, and the job goes on. It cannot lock the bus by writing or reading words
// that the job does not have. 6 words of a message can be written before one must be read: 4 wait
// in vmb_reader, at least one in vmb_scatter, and 8 bytes in between.

module vmb_pio #(
    parameter int unsigned Patience = 1023
) (
    input logic clk_i,
    input logic rst_ni,

    // The job's side, as in vmb_port.
    input  logic        read_i,
    output logic        read_grant_o,
    output logic        read_answer_o,
    output logic [31:0] read_data_o,
    input  logic        write_i,
    input  logic [31:0] write_data_i,
    output logic        write_grant_o,
    input  logic        stop_i,

    // Software's side.
    input  logic        busy_i,
    input  logic        din_i,
    input  logic [31:0] din_data_i,
    input  logic        dout_i,
    output logic [31:0] dout_data_o,
    output logic        ready_o,
    output logic        failed_o,     // with ready_o
    output logic        din_ready_o,
    output logic        dout_valid_o
);

  assign din_ready_o  = read_i && !stop_i;
  assign dout_valid_o = write_i && !stop_i;

  logic [$clog2(Patience+1)-1:0] waited_q;
  logic serves, tired;
  assign serves = (din_i && din_ready_o) || (dout_i && dout_valid_o);
  assign tired = !busy_i || waited_q == ($clog2(Patience + 1))'(Patience);
  assign ready_o = serves || tired;
  assign failed_o = !serves;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else if ((din_i || dout_i) && !ready_o) waited_q <= waited_q + 1'b1;
    else waited_q <= '0;
  end

  assign read_grant_o = din_i && din_ready_o;
  assign read_answer_o = read_grant_o;
  assign read_data_o = din_data_i;
  assign write_grant_o = dout_i && dout_valid_o;
  assign dout_data_o = write_data_i & {32{dout_valid_o}};

endmodule
