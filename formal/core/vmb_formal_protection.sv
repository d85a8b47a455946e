// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory protection of Ibex, which has no registers of its own, decides the same on an access as
// long as that waits, since what it decides on stays (vmb_prove_next: bad_protected).

module vmb_formal_protection #(
    parameter bit Pmp = 1'b0
) (
    input  logic       clk_i,
    // Of the load-store unit: 1 and 3: it waits for the grant of an access, 4: has that of both
    // halves, and asks for the second one still.
    input  logic [2:0] lsu_state_i,
    input  logic       refuses_i,    // the access that is asked for
    output logic       waits_o,      // an access of the cycle before
    output logic       same_o
);

  logic refused_before_q;
  always_ff @(posedge clk_i) refused_before_q <= refuses_i;
  assign waits_o = Pmp && lsu_state_i inside {3'd1, 3'd3, 3'd4};
  assign same_o  = !waits_o || refuses_i == refused_before_q;

endmodule
