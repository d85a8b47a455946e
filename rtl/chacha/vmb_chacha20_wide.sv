// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The state of ChaCha20 with a whole round, or two, a cycle.
// Source: RFC 8439, section 2.3.
//
// The state is 4 rows of 4 words, of which a round works on the columns: four
// quarter-rounds. Its result is stored so that the next round's diagonals are in the columns: word
// j of row r comes from column r - j (mod 4). A diagonal goes to the column of the opposite number,
// which no column minds, and this permutation is its own inverse: two rounds later every word is at
// its own place again, and odd and even rounds need no multiplexer.
//
// A shift moves the rows up: row 0 leaves, in_i comes in as row 3. sum_o is row 0
// plus add_i, by adders of the round.

module vmb_chacha20_wide #(
    parameter int unsigned Rounds = 1  // a cycle, 1 or 2
) (
    input  logic         clk_i,
    input  logic         wipe_i,
    input  logic         round_i,
    input  logic         shift_i,
    input  logic [127:0] in_i,
    input  logic [127:0] add_i,
    output logic [127:0] sum_o
);

  typedef logic [3:0][3:0][31:0] state_t;  // row, column

  state_t state_q;
  state_t [Rounds:0] state;
  assign state[0] = state_q;

  for (genvar n = 0; n < Rounds; n++) begin : gen_round
    state_t after;
    for (genvar j = 0; j < 4; j++) begin : gen_column
      logic [31:0] addend, sum;
      if (n == 0) begin : gen_first
        assign addend = round_i ? state[n][1][j] : add_i[32*j+:32];
        assign sum_o[32*j+:32] = sum;
      end else begin : gen_further
        logic unused_sum;
        assign addend = state[n][1][j];
        assign unused_sum = ^sum;
      end
      vmb_chacha20_qround u_qround (
          .a_i(state[n][0][j]),
          .b_i(state[n][1][j]),
          .c_i(state[n][2][j]),
          .d_i(state[n][3][j]),
          .addend_i(addend),
          .sum_o(sum),
          .a_o(after[0][j]),
          .b_o(after[1][j]),
          .c_o(after[2][j]),
          .d_o(after[3][j])
      );
    end
    for (genvar r = 0; r < 4; r++) begin : gen_row
      for (genvar j = 0; j < 4; j++) begin : gen_word
        assign state[n+1][r][j] = after[r][(4+r-j)%4];
      end
    end
  end

  // With `hold`, synthesis without clock gates needs no multiplexer.
  logic hold, round, shift;
  assign round = round_i && !wipe_i;
  assign shift = shift_i && !wipe_i;
  assign hold  = !round_i && !shift_i && !wipe_i;
  always_ff @(posedge clk_i) begin
    if (round_i || shift_i || wipe_i) begin
      state_q <= (state[Rounds] & {512{round}}) | ({in_i, state_q[3:1]} & {512{shift}}) |
                 (state_q & {512{hold}});
    end
  end

endmodule
