// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The rounds of a cycle of vmb_ascon, 2 or 4, bound into it: the state at the beginning of a cycle
// (after absorption) and the number of its first round are unconstrained, and the rounds are those
// of vmb_ascon_pkg, which vmb_prove_ascon_round compares with the standard. A bit for each word.

module vmb_prove_ascon_rounds
  import vmb_ascon_pkg::*;
#(
    parameter int unsigned RoundsPerCycle = 2
) (
    input logic [3:0]       round_now,
    input logic [4:0][63:0] absorbed,
    input logic [4:0][63:0] after
);

  // Permutations of 12, 8 and 6 rounds end with the last round of Ascon-p[12]; one of 6 rounds, at
  // 4 per cycle, has 2 in its second cycle.
  logic reached;
  assign reached = round_now <= 4'(12 - RoundsPerCycle) || round_now == 4'd10;

  state_t rounded;
  always_comb begin
    rounded = absorbed;
    for (int unsigned i = 0; i < RoundsPerCycle; i++) begin
      if (i < 2 || round_now != 4'd10) rounded = round(rounded, round_now + 4'(i));
    end
  end

  logic [4:0] bad_rounds;
  for (genvar k = 0; k < 5; k++) begin : gen_word
    assign bad_rounds[k] = reached && after[k] != rounded[k];
  end

endmodule

bind vmb_ascon vmb_prove_ascon_rounds #(.RoundsPerCycle(RoundsPerCycle)) u_prove (.*);
