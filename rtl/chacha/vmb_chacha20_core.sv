// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// ChaCha20: blocks of keystream, output in quarters of 16 bytes.
// Source: RFC 8439, section 2.3. Byte i of key, nonce or quarter is bits 8i+7:8i.
//
// start_i drops the current block and computes the block of counter_i; it is followed by those of
// next_counter_i, without end. One quarter waits at the output, two with 8 quarter-rounds a cycle,
// while the others, or the next block, are still in the state.
//
// key_i and nonce_i must be stable. counter_i belongs to the block whose quarters are being output:
// it changes after start_i, and when quarter 3 is taken. next_counter_i is that of the block after
// it.
//
// The last step of a block, adding its first state, happens as rows leave the
// state; they are followed by the rows of the next block. So one row selector serves both.
//
// Cycles from start_i to the first quarter, and between the quarters of a block and of the next
// one, are in README.md. None depends on a key, nonce or counter.

module vmb_chacha20_core #(
    parameter int unsigned QuarterRounds = 4,  // a cycle: 1, 4 or 8; 2: half a round
    // 0: block_o shows remains while valid_o is 0, for a user that masks it then.
    parameter bit GateOutput = 1'b1
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         wipe_i,
    input  logic         start_i,
    input  logic [255:0] key_i,
    input  logic [ 95:0] nonce_i,
    input  logic [ 31:0] counter_i,
    input  logic [ 31:0] next_counter_i,
    output logic         valid_o,
    input  logic         ready_i,
    output logic [  1:0] quarter_o,       // number of the quarter in block_o
    output logic [127:0] block_o
);

  if (!(QuarterRounds inside {1, 2, 4, 8})) begin : gen_wrong_quarter_rounds
    $error("QuarterRounds must be 1, 2, 4 or 8");
  end

  localparam bit Serial = QuarterRounds == 1;
  localparam int unsigned RoundCycles = 80 / QuarterRounds;
  localparam int unsigned CountBits = $clog2(RoundCycles);

  // ---- Control ----

  typedef enum logic [2:0] {
    StWipe,  // first cycle after a reset
    StIdle,
    StLoad,  // rows are loaded
    StRounds,
    StGive  // rows are output and loaded
  } state_e;

  state_e state_q;
  logic [CountBits-1:0] round_q;  // cycle within the rounds
  logic [3:0] word_q;  // the first of the next words to move

  logic wipe, move, shift, last_word, fills;
  logic room;  // at the output
  assign wipe = wipe_i || (state_q == StWipe);
  assign move = (state_q == StGive) && room;
  assign shift = move || (state_q == StLoad);
  assign fills = !Serial || (word_q[1:0] == 2'd3);
  assign last_word = (word_q[3:2] == 2'd3) && fills;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StWipe;
    end else if (wipe) begin
      state_q <= StIdle;
    end else if (start_i) begin
      state_q <= StLoad;
    end else if (shift && last_word) begin
      state_q <= StRounds;
    end else if (state_q == StRounds && round_q == CountBits'(RoundCycles - 1)) begin
      state_q <= StGive;
    end
  end

  always_ff @(posedge clk_i) begin
    round_q <= (state_q == StRounds && !wipe) ? round_q + 1'b1 : '0;
    if (wipe || start_i) word_q <= '0;
    else if (shift) word_q <= word_q + (Serial ? 4'd1 : 4'd4);
  end

  // ---- The first state of a block ----

  localparam logic [127:0] Constants = 128'h6b206574_79622d32_3320646e_61707865;

  logic [31:0] counter;
  assign counter = (state_q == StLoad) ? counter_i : next_counter_i;

  // ---- State and output ----

  logic [127:0] quarter, quarter_d;  // at the output, and out of the state

  if (Serial) begin : gen_serial
    logic [15:0][31:0] words;
    logic [31:0] sum;
    assign words = {nonce_i, counter_i, key_i, Constants};
    vmb_chacha20_serial u_state (
        .clk_i,
        .wipe_i(wipe),
        .round_i(state_q == StRounds),
        .diagonal_i(round_q[2]),
        .shift_i(shift),
        .in_i((word_q == 4'd12) ? counter : words[word_q]),
        .add_i(words[word_q]),
        .sum_o(sum)
    );
    assign quarter_d = {sum, quarter[127:32]};
  end else begin : gen_wide
    logic [3:0][127:0] rows;
    logic [127:0] row;
    assign rows = {nonce_i, counter_i, key_i, Constants};
    assign row  = rows[word_q[3:2]];
    logic [127:0] first;
    assign first = {row[127:32], (word_q[3:2] == 2'd3) ? counter : row[31:0]};
    if (QuarterRounds == 2) begin : gen_half
      vmb_chacha20_half u_state (
          .clk_i,
          .wipe_i(wipe),
          .round_i(state_q == StRounds),
          .second_i(round_q[0]),
          .shift_i(shift),
          .in_i(first),
          .add_i(row),
          .sum_o(quarter_d)
      );
    end else begin : gen_whole
      vmb_chacha20_wide #(
          .Rounds(QuarterRounds / 4)
      ) u_state (
          .clk_i,
          .wipe_i (wipe),
          .round_i(state_q == StRounds),
          .shift_i(shift),
          .in_i   (first),
          .add_i  (row),
          .sum_o  (quarter_d)
      );
    end
  end

  logic second;
  vmb_chacha20_output #(
      .Spare(QuarterRounds == 8)
  ) u_output (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe),
      .drop_i(start_i),
      .move_i(move),
      .fills_i(fills),
      .quarter_i(quarter_d),
      .room_o(room),
      .second_o(second),
      .valid_o,
      .ready_i,
      .quarter_o(quarter)
  );

  assign quarter_o = word_q[3:2] - 2'd1 - {1'b0, second};
  assign block_o   = (valid_o || !GateOutput) ? quarter : '0;

endmodule
