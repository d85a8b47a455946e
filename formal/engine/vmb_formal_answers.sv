// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine's control relies on in its units (vmb_units): an answer is to the piece
// of data, or of squeezing, that the unit is being given in the same cycle; only ECB and
// CBC answer later, each completed block of data once. Proved of the units, assumed in
// proofs of the engine.

module vmb_formal_answers
  import vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic        start_i,      // taken
    input logic        blocks_i,     // the message is one of ECB or CBC
    input logic        valid_i,
    input logic        ready_i,
    input kind_e       kind_i,
    input logic [15:0] lanes_i,
    input logic        out_valid_i,
    input logic        out_ready_i,

    output logic fault_o
);

  logic owed_q;  // a block has been taken and is not answered yet
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owed_q <= 1'b0;
    else if (wipe_i || start_i) owed_q <= 1'b0;
    else if (valid_i && ready_i && kind_i == KindData && lanes_i[15]) owed_q <= 1'b1;
    else if (out_valid_i && out_ready_i) owed_q <= 1'b0;
  end

  logic given, later;
  assign given = valid_i && kind_i inside {KindData, KindSqueeze};
  assign later = blocks_i && owed_q;
  assign fault_o = out_valid_i && !wipe_i && !given && !later;

endmodule
