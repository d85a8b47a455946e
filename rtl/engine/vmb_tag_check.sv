// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the unit's tag with the one of a message, in the lanes of the piece that has it. With
// Hardened these must be all lanes of the tag.
//
// Combinational; its time does not depend on the tags.

module vmb_tag_check #(
    parameter bit Hardened = 1'b0
) (
    input logic [  4:0] tag_len_i,
    input logic [127:0] tag_i,
    input logic         lost_i,        // bytes of the unit's tag do not belong to the message
    input logic [127:0] piece_i,
    input logic [ 15:0] piece_lanes_i,

    output logic [15:0] lanes_o,   // of a tag of this length
    output logic        differs_o
);

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) lanes_o[i] = 5'(i) < tag_len_i;
    differs_o = Hardened && (piece_lanes_i != lanes_o || lost_i);
    for (int unsigned i = 0; i < 16; i++) begin
      differs_o |= piece_lanes_i[i] && (tag_i[8*i+:8] != piece_i[8*i+:8]);
    end
  end

  logic unused_lost;
  assign unused_lost = lost_i;

endmodule
