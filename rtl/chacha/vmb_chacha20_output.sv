// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The quarters of keystream that wait at the output of vmb_chacha20_core: one, or two with Spare.
//
// With two, the state can begin the next block while quarters 2 and 3 wait, so that a user who
// takes a quarter in five cycles need not wait for the ten cycles of a block's rounds.

module vmb_chacha20_output #(
    parameter bit Spare = 1'b0
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         wipe_i,
    input  logic         drop_i,     // no quarter waits from the next cycle on
    input  logic         move_i,     // store quarter_i; only while room_o is 1
    input  logic         fills_i,    // it is complete
    input  logic [127:0] quarter_i,
    output logic         room_o,
    output logic         second_o,   // a second quarter waits
    output logic         valid_o,
    input  logic         ready_i,
    output logic [127:0] quarter_o   // remains while valid_o is 0
);

  logic full_q;
  logic store;  // in the first place
  logic [127:0] quarter_q, next;

  if (Spare) begin : gen_spare
    logic second_q, keep;
    logic [127:0] spare_q;
    assign keep = move_i && (second_q || (full_q && !ready_i));
    assign room_o = !second_q || ready_i;
    assign store = second_q ? ready_i : (move_i && !keep);
    assign next = second_q ? spare_q : quarter_i;
    assign second_o = second_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) second_q <= 1'b0;
      else if (wipe_i || drop_i) second_q <= 1'b0;
      else if (keep || ready_i) second_q <= keep;
    end
    always_ff @(posedge clk_i) begin
      if (keep || wipe_i) begin
        spare_q <= (quarter_i & {128{keep && !wipe_i}}) | (spare_q & {128{!keep && !wipe_i}});
      end
    end
  end else begin : gen_no_spare
    assign room_o = !full_q || ready_i;
    assign store = move_i;
    assign next = quarter_i;
    assign second_o = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else if (wipe_i || drop_i) full_q <= 1'b0;
    else if (move_i && !second_o) full_q <= fills_i;
    else if (ready_i && !second_o) full_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (store || wipe_i) begin
      quarter_q <= (next & {128{store && !wipe_i}}) | (quarter_q & {128{!store && !wipe_i}});
    end
  end

  assign valid_o = full_q;
  assign quarter_o = quarter_q;

endmodule
