// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The cycles in which vmb_ascon_small is ready, answers and ends, and the key words that it
// requests. The key and all words are secret; the verdict on an opened message is not an output
// here, but the cycle of the verdict is.

module vmb_time_ascon_small (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic        start_valid_i,
    input logic        decrypt_i,
    input logic [31:0] key_i,
    input logic        valid_i,
    input logic [ 1:0] kind_i,
    input logic [31:0] data_i,
    input logic [ 3:0] lanes_i,
    input logic        out_ready_i,

    output logic [5:0] same_time
);

  logic [31:0] unused_out;
  logic unused_ok;
  logic start_ready, ready, out_valid, done;
  logic [1:0] key_index;
  vmb_ascon_small u_unit (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .start_valid_i,
      .start_ready_o(start_ready),
      .decrypt_i,
      .key_index_o(key_index),
      .key_i,
      .valid_i,
      .ready_o(ready),
      .kind_i,
      .data_i,
      .lanes_i,
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_o(unused_out),
      .done_o(done),
      .ok_o(unused_ok)
  );
  assign same_time = {start_ready, ready, out_valid, done, key_index};

endmodule
