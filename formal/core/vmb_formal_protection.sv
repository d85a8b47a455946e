// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The memory protection of Ibex has no registers of its own and takes the same decision on an
// access as long as that waits, because its inputs stay the same (vmb_prove_next: bad_protected).

module vmb_formal_protection #(
    parameter bit Pmp = 1'b0
) (
    input  logic       clk_i,
    // The state of the load-store unit: 1 and 3: it waits for the grant of an access, 4: it has
    // those of both halves, but still requests the second one.
    input  logic [2:0] lsu_state_i,
    input  logic       refuses_i,    // the access that is requested
    output logic       waits_o,      // an access of the previous cycle
    output logic       same_o
);

  logic refused_before_q;
  always_ff @(posedge clk_i) refused_before_q <= refuses_i;
  assign waits_o = Pmp && lsu_state_i inside {3'd1, 3'd3, 3'd4};
  assign same_o  = !waits_o || refuses_i == refused_before_q;

endmodule
