// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lanes of a block: those of pieces without input bytes, and the position of the next byte.
//
// Combinational.

module vmb_lanes (
    input logic [ 3:0] place_i,     // the lane of the next byte
    input logic        narrow_i,    // 8-byte blocks instead of 16
    input logic        squeezes_i,  // the piece belongs to such a block, otherwise it has 16 lanes
    input logic [31:0] left_i,      // bytes to squeeze, or to erase
    input logic [15:0] lanes_i,     // lanes of the current piece

    output logic [15:0] place_lane_o,
    output logic [ 4:0] made_o,        // bytes of a piece: limited by the block and the rest
    output logic [15:0] made_lanes_o,
    output logic [ 3:0] next_place_o   // after the last lane, or 0 in a new block
);

  logic [4:0] room;
  assign place_lane_o = 16'd1 << place_i;
  assign room = (narrow_i && squeezes_i ? 5'd8 : 5'd16) - 5'(place_i);
  assign made_o = (left_i < 32'(room)) ? left_i[4:0] : room;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      made_lanes_o[i] = 5'(i) >= 5'(place_i) && 5'(i) < 5'(place_i) + made_o;
    end
  end

  logic [15:0] next_lane;
  assign next_lane = {lanes_i[14:0], 1'b0} & ~lanes_i;
  always_comb begin
    next_place_o = '0;
    for (int unsigned i = 1; i < 16; i++) begin
      if (next_lane[i] && !(narrow_i && i == 8)) next_place_o |= 4'(i);
    end
  end

endmodule
