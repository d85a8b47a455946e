// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_ascon_small, bound into it: the change of the state in a cycle, from an unconstrained state.
// A round is compared with its specification. A step of a rotation is compared with the change of
// the words of SP 800-232, in any representation: `now` and `then` are S_0 to S_4 as ten words in
// their order, before and after the step. A bit for each word.

module vmb_prove_ascon_small
  import vmb_spec_ascon_pkg::*;
(
    input logic             clk_i,
    input logic             rst_ni,
    input logic             fresh_q,
    input logic             round_q,
    input logic             turn_q,
    input logic             owed_q,
    input logic [2:0]       stage_q,
    input logic [3:0]       count_q,
    input logic [9:0][31:0] words,
    input logic [4:0][63:0] after,
    input logic [9:0][31:0] turned,
    input logic             accept,
    input logic             decrypt_i,
    input logic [1:0]       kind_i,
    input logic [3:0]       lanes_i,
    input logic [31:0]      data_i,
    input logic [31:0]      key_i,
    input logic [1:0]       key_index_o,
    input logic             out_valid_o,
    input logic [31:0]      out_o
);

  logic [1:0] step;
  assign step = count_q[1:0];

  // The four words of a block have the same kind.
  logic absorbs, same_kind;
  logic [1:0] kind_q;
  assign absorbs = accept && stage_q inside {3'd4, 3'd5};
  assign same_kind = !absorbs || step == 2'd0 || kind_i == kind_q;
  always_ff @(posedge clk_i) if (absorbs) kind_q <= kind_i;

  logic held, runs, turns;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(same_kind),
      .held_o(held)
  );
  assign runs = held && rst_ni && !fresh_q;
  assign turns = runs && turn_q;

  // ---- Rounds, and their numbers ----

  words_t rounded;
  assign rounded = spec_round(words, 5'(count_q));

  logic [4:0] bad_round;
  for (genvar k = 0; k < 5; k++) begin : gen_round
    assign bad_round[k] = runs && round_q && after[k] != rounded[k];
  end

  logic bad_turn, bad_count;
  assign bad_turn = runs && round_q == turn_q;
  assign bad_count = runs && (round_q ? count_q > 4'd11 : !(count_q inside {[4'd8 : 4'd11]}));

  // ---- Steps ----

  // The words in their order after `step` steps of rotations: of four, two and four words.
  function automatic logic [9:0][31:0] ordered(logic [9:0][31:0] x, logic [1:0] step);
    logic [9:0][31:0] y;
    logic [1:0] at;
    for (int unsigned i = 0; i < 4; i++) begin
      at = 2'(i) + step;
      y[at] = x[i];
      y[4'd6+4'(at)] = x[6+i];
    end
    y[4] = step[0] ? x[5] : x[4];
    y[5] = step[0] ? x[4] : x[5];
    return y;
  endfunction

  logic [9:0][31:0] now, then, wanted;
  assign now = ordered(words, step);
  assign then = ordered(turned, step + 2'd1);

  // The stages: between messages, loading, tag, blocks before and with data.
  logic idle, init, tag, block, is_data, is_last;
  assign idle = stage_q inside {3'd0, 3'd1};
  assign init = stage_q == 3'd2;
  assign tag = stage_q == 3'd3;
  assign block = stage_q inside {3'd4, 3'd5};
  assign is_data = kind_i inside {2'd2, 2'd3};
  assign is_last = kind_i == 2'd3;

  logic keyed, bad_key, bad_out;
  logic [1:0] key_word;
  logic [31:0] result;
  always_comb begin
    wanted   = now;
    keyed    = 1'b0;
    key_word = step;
    result   = '0;
    if (idle) begin
      wanted[step] = '0;
      wanted[4'd4+4'(step[0])] = '0;
      wanted[4'd6+4'(step)] = '0;
    end
    if (init) begin
      keyed = 1'b1;
      key_word = step + 2'd2;
      if (step == 2'd0) wanted[0] = 32'h808c0001;
      if (step == 2'd1) wanted[1] = 32'h00001000;
      if (step >= 2'd2) wanted[step] = key_i;
      if (step < 2'd2) wanted[4'd4+4'(step)] = key_i;
      if (accept) wanted[4'd6+4'(step)] = data_i;
    end
    if (owed_q && (block || tag)) begin
      keyed = 1'b1;
      wanted[4'd6+4'(step)] ^= key_i;
    end
    if (absorbs) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (is_data && lanes_i[i]) result[8*i+:8] = now[step][8*i+:8] ^ data_i[8*i+:8];
        wanted[step][8*i+:8] ^= data_i[8*i+:8];
        if (is_data && decrypt_i && lanes_i[i]) wanted[step][8*i+:8] = data_i[8*i+:8];
      end
      if (is_data && stage_q == 3'd4) wanted[9] ^= 32'h80000000;
      if (is_last) begin
        keyed = 1'b1;
        key_word = step + 2'd2;
        if (step < 2'd2) wanted[4'd6+4'(step)] ^= key_i;
        else wanted[4'd4+4'(step[0])] ^= key_i;
      end
    end
    if (tag && accept) wanted[4'd6+4'(step)] ^= data_i;
    if (tag && out_valid_o) result = wanted[4'd6+4'(step)];
  end
  assign bad_key = turns && keyed && key_index_o != key_word;
  assign bad_out = runs && (turn_q ? out_o != result : out_valid_o || out_o != '0);

  logic [9:0] bad_step;
  for (genvar k = 0; k < 10; k++) begin : gen_step
    assign bad_step[k] = turns && then[k] != wanted[k];
  end

endmodule

bind vmb_ascon_small vmb_prove_ascon_small u_prove (
    .stage_q(3'(stage_q)),
    .*
);
