// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The state of ChaCha20 with half a round a cycle, for a short clock period.
// Source: RFC 8439, sections 2.1 and 2.3.
//
// Both halves of a quarter-round are two additions and two rotations, by 16 and 12 bits or by 8
// and 7. The state is that of vmb_chacha20_wide: a round works on the columns, and its second half
// stores word j of row r from column r - j (mod 4).
//
// A shift moves the rows up: row 0 leaves, in_i comes in as row 3. sum_o is row 0
// plus add_i, by adders of the round.

module vmb_chacha20_half (
    input  logic         clk_i,
    input  logic         wipe_i,
    input  logic         round_i,
    input  logic         second_i,  // half of the round
    input  logic         shift_i,
    input  logic [127:0] in_i,
    input  logic [127:0] add_i,
    output logic [127:0] sum_o
);

  typedef logic [3:0][3:0][31:0] state_t;  // row, column

  function automatic logic [31:0] rotated(logic [31:0] x, int unsigned left);
    return (x << left) | (x >> (32 - left));
  endfunction

  state_t state_q, after, next;

  for (genvar j = 0; j < 4; j++) begin : gen_column
    logic [31:0] a, b, c, d;
    assign a = state_q[0][j] + (round_i ? state_q[1][j] : add_i[32*j+:32]);
    assign d = state_q[3][j] ^ a;
    assign after[0][j] = a;
    assign after[3][j] = second_i ? rotated(d, 8) : rotated(d, 16);
    assign c = state_q[2][j] + after[3][j];
    assign b = state_q[1][j] ^ c;
    assign after[2][j] = c;
    assign after[1][j] = second_i ? rotated(b, 7) : rotated(b, 12);
    assign sum_o[32*j+:32] = a;
  end

  for (genvar r = 0; r < 4; r++) begin : gen_row
    for (genvar j = 0; j < 4; j++) begin : gen_word
      assign next[r][j] = second_i ? after[r][(4+r-j)%4] : after[r][j];
    end
  end

  // With `hold`, synthesis without clock gates needs no multiplexer.
  logic hold, round, shift;
  assign round = round_i && !wipe_i;
  assign shift = shift_i && !wipe_i;
  assign hold  = !round_i && !shift_i && !wipe_i;
  always_ff @(posedge clk_i) begin
    if (round_i || shift_i || wipe_i) begin
      state_q <= (next & {512{round}}) | ({in_i, state_q[3:1]} & {512{shift}}) |
                 (state_q & {512{hold}});
    end
  end

endmodule
