// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One memory port for an engine and its ring: OBI 1.2 without options, answers in order. The engine
// goes first, so the ring uses only cycles in which the engine has no request, except to complete a
// request that it has begun.
//
// Depth is how many requests may be unanswered, of both together.

module vmb_ring_port #(
    parameter int unsigned Depth = 4
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic engine_req_i,
    output logic engine_gnt_o,
    output logic engine_rvalid_o,
    input  logic ring_req_i,
    output logic ring_gnt_o,
    output logic ring_rvalid_o,

    output logic req_o,
    output logic ring_o,    // the request is the ring's
    input  logic gnt_i,
    input  logic rvalid_i
);

  localparam int unsigned W = $clog2(Depth + 1);

  // Whose requests are unanswered, the oldest first.
  logic [Depth-1:0] owners_q;
  logic [W-1:0] waiting_q;
  logic locked_q;  // the ring's request was shown, but not granted

  logic room, granted, answered;
  assign room = waiting_q != W'(Depth);
  assign answered = rvalid_i && waiting_q != '0;

  assign ring_o = locked_q || !engine_req_i;
  assign req_o = room && (ring_o ? ring_req_i : engine_req_i);
  assign granted = req_o && gnt_i;
  assign engine_gnt_o = granted && !ring_o;
  assign ring_gnt_o = granted && ring_o;
  assign engine_rvalid_o = answered && !owners_q[0];
  assign ring_rvalid_o = answered && owners_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      locked_q  <= 1'b0;
    end else begin
      waiting_q <= waiting_q + W'(granted) - W'(answered);
      locked_q  <= req_o && ring_o && !gnt_i;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Depth; i++) begin
      if (answered) owners_q[i] <= owners_q[(i+1)%Depth];
      if (granted && waiting_q - W'(answered) == W'(i)) owners_q[i] <= ring_o;
    end
  end

endmodule
