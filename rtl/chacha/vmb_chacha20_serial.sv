// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The state of ChaCha20 with one quarter-round a cycle.
// Source: RFC 8439, section 2.3.
//
// The state is 4 rows of 4 words. In every step each row moves by one word
// towards word 0, so that a round's four steps bring it round once. The words of
// the quarter-round are word 0 of each row, for diagonals word r of row r, and go
// back to where they would have moved.
//
// A shift moves all 16 words as one chain: word 0 of row 0 leaves, in_i comes in
// as word 3 of row 3. So words 0 to 2 do the same in both. sum_o is word 0 of row
// 0 plus add_i, by an adder of the quarter-round.

module vmb_chacha20_serial (
    input  logic        clk_i,
    input  logic        wipe_i,
    input  logic        round_i,     // a step of a round
    input  logic        diagonal_i,
    input  logic        shift_i,
    input  logic [31:0] in_i,
    input  logic [31:0] add_i,
    output logic [31:0] sum_o
);

  logic [3:0][3:0][31:0] state_q;  // row, word
  logic [3:0][31:0] taken, after;

  // With `hold`, synthesis without clock gates needs no multiplexer.
  logic moves, hold, round, shift;
  assign moves = round_i || shift_i || wipe_i;
  assign round = round_i && !wipe_i;
  assign shift = shift_i && !wipe_i;
  assign hold  = !round_i && !shift_i && !wipe_i;

  vmb_chacha20_qround u_qround (
      .a_i(taken[0]),
      .b_i(taken[1]),
      .c_i(taken[2]),
      .d_i(taken[3]),
      .addend_i(round_i ? taken[1] : add_i),
      .sum_o(sum_o),
      .a_o(after[0]),
      .b_o(after[1]),
      .c_o(after[2]),
      .d_o(after[3])
  );

  for (genvar r = 0; r < 4; r++) begin : gen_row
    logic across;  // the row's word for this step is number r, not 0
    assign across = diagonal_i && r != 0;
    assign taken[r] = across ? state_q[r][r] : state_q[r][0];

    logic [31:0] chained;
    if (r == 3) begin : gen_in
      assign chained = in_i;
    end else begin : gen_chain
      assign chained = state_q[r+1][0];
    end

    for (genvar j = 0; j < 4; j++) begin : gen_word
      logic [31:0] moved;
      assign moved = state_q[r][(j+1)%4];
      if (j == 3) begin : gen_last
        always_ff @(posedge clk_i) begin
          if (moves) begin
            state_q[r][j] <= (after[r] & {32{round && !across}}) | (moved & {32{round && across}}) |
                             (chained & {32{shift}}) | (state_q[r][j] & {32{hold}});
          end
        end
      end else if (j + 1 == r) begin : gen_across
        always_ff @(posedge clk_i) begin
          if (moves) begin
            state_q[r][j] <= (after[r] & {32{round && across}}) |
                             (moved & {32{shift || round && !across}}) |
                             (state_q[r][j] & {32{hold}});
          end
        end
      end else begin : gen_moved
        always_ff @(posedge clk_i) begin
          if (moves) state_q[r][j] <= (moved & {32{round || shift}}) | (state_q[r][j] & {32{hold}});
        end
      end
    end
  end

endmodule
