// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The round of a cycle of vmb_ascon, bound into it, compared with its specification. The state at
// the beginning of a cycle (after absorption) and the number of the round are unconstrained. A bit
// for each word.

module vmb_prove_ascon_round
  import vmb_spec_ascon_pkg::*;
(
    input logic [3:0]       round_now,
    input logic [4:0][63:0] absorbed,
    input logic [4:0][63:0] after
);

  words_t rounded;
  assign rounded = spec_round(absorbed, 5'(round_now));

  logic [4:0] bad_round;
  for (genvar k = 0; k < 5; k++) begin : gen_word
    assign bad_round[k] = round_now < 4'd12 && after[k] != rounded[k];
  end

endmodule

bind vmb_ascon vmb_prove_ascon_round u_prove (.*);
