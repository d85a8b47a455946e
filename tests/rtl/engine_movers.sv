// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The data movers of the engine in a loop: data that was read is written unchanged, piece
// by piece. hold_word_i and hold_piece_i delay words and pieces; with drop_piece_i, pieces
// are not written.

module engine_movers #(
    parameter int unsigned Depth = 2
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  logic        start_i,
    input  logic [31:0] address_i,
    input  logic [31:0] bytes_i,
    output logic        busy_o,
    output logic [ 4:0] left_o,

    input  logic        to_we_i,
    input  logic [31:0] to_i,
    input  logic        narrow_i,
    input  logic        place_we_i,
    input  logic [ 3:0] place_i,
    output logic [ 3:0] place_o,

    input  logic hold_word_i,
    input  logic hold_piece_i,
    input  logic drop_piece_i,
    output logic takes_word_o,
    output logic takes_piece_o,
    output logic last_o,        // the piece is the last of its segment
    output logic write_o,       // a word waits to be written
    input  logic stop_i,
    output logic stopped_o,
    output logic idle_o,
    output logic done_o,        // nothing is in progress
    output logic error_o,

    output logic        req_o,
    input  logic        gnt_i,
    output logic [31:0] addr_o,
    output logic        we_o,
    output logic [ 3:0] be_o,
    output logic [31:0] wdata_o,
    input  logic        rvalid_i,
    input  logic [31:0] rdata_i,
    input  logic        err_i
);

  logic read, read_grant, read_answer, write_grant, written;
  logic [31:0] read_address, read_data, write_address, write_data;
  logic [3:0] write_enable;
  logic
      unused_last,
      unused_late,
      unused_upset,
      word_valid,
      word_ready,
      last,
      piece_valid,
      piece_ready,
      piece_last;
  logic [31:0] word;
  logic [1:0] first;
  logic [2:0] count;
  logic [127:0] piece;
  logic [15:0] lanes;

  vmb_reader #(
      .Depth(Depth)
  ) u_reader (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .start_i,
      .address_i,
      .bytes_i,
      .busy_o,
      .read_o      (read),
      .grant_i     (read_grant),
      .address_o   (read_address),
      .left_o,
      .upset_o     (unused_upset),
      .answer_i    (read_answer),
      .data_i      (read_data),
      .word_valid_o(word_valid),
      .word_ready_i(word_ready && !hold_word_i),
      .word_o      (word),
      .first_o     (first),
      .count_o     (count),
      .last_o      (last)
  );

  vmb_gather u_gather (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .narrow_i,
      .place_we_i,
      .place_i,
      .place_o,
      .word_valid_i (word_valid && !hold_word_i),
      .word_ready_o (word_ready),
      .word_i       (word),
      .first_i      (first),
      .count_i      (count),
      .last_i       (last),
      .piece_valid_o(piece_valid),
      .piece_ready_i((piece_ready || drop_piece_i) && !hold_piece_i),
      .piece_o      (piece),
      .lanes_o      (lanes),
      .piece_last_o (piece_last)
  );

  vmb_scatter u_scatter (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .address_we_i (to_we_i),
      .address_i    (to_i),
      .idle_o       (written),
      .piece_valid_i(piece_valid && !hold_piece_i && !drop_piece_i),
      .piece_ready_o(piece_ready),
      .piece_i      (piece),
      .lanes_i      (lanes),
      .word_valid_o (write_o),
      .word_ready_i (write_grant),
      .address_o    (write_address),
      .word_o       (write_data),
      .enable_o     (write_enable)
  );

  vmb_port #(
      .Depth(Depth)
  ) u_port (
      .clk_i,
      .rst_ni,
      .read_i         (read),
      .read_address_i (read_address),
      .read_grant_o   (read_grant),
      .read_answer_o  (read_answer),
      .read_data_o    (read_data),
      .write_i        (write_o),
      .write_address_i(write_address),
      .write_data_i   (write_data),
      .write_enable_i (write_enable),
      .write_grant_o  (write_grant),
      .stop_i,
      .stopped_o,
      .drop_i         (wipe_i),
      .idle_o,
      .last_o         (unused_last),
      .error_o,
      .watch_i        (1'b0),
      .late_o         (unused_late),
      .req_o,
      .gnt_i,
      .addr_o,
      .we_o,
      .be_o,
      .wdata_o,
      .rvalid_i,
      .rdata_i,
      .err_i
  );

  assign takes_piece_o = piece_valid && (piece_ready || drop_piece_i) && !hold_piece_i;
  assign last_o = piece_last;
  assign takes_word_o = word_valid && word_ready && !hold_word_i;
  assign done_o = !busy_o && !piece_valid && written && idle_o;

endmodule
