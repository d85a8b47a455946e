// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The port that an engine and its ring share: the rules of OBI 1.2 for a manager, the priority of
// the engine, and whose answer it is that comes; bound into vmb_ring_port. Both keep a request until
// it is granted; the memory answers each request once. An arbitrary request is followed from its
// grant to its answer.

module vmb_prove_ring_port #(
    parameter int unsigned Depth = 4
) (
    input logic clk_i,
    input logic rst_ni,

    input logic engine_req_i,
    input logic engine_gnt_o,
    input logic engine_rvalid_o,
    input logic ring_req_i,
    input logic ring_gnt_o,
    input logic ring_rvalid_o,
    input logic req_o,
    input logic ring_o,
    input logic gnt_i,
    input logic rvalid_i
);

  logic bad_stable, bad_room, bad_grant, bad_first, bad_answer, bad_order;
  logic reach_full, reach_ring;

  logic [5:0] owed_q;  // granted requests without an answer
  logic granted, waits_q, waits_ring_q;
  assign granted = req_o && gnt_i;

  // ---- Assumptions ----

  logic stays, held;
  // A request of the engine that is not shown, because the ring's waits, may be withdrawn.
  assign stays = !waits_q || (waits_ring_q ? ring_req_i : engine_req_i);
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(stays && (owed_q != '0 || !rvalid_i) && (rst_ni || !rvalid_i)),
      .held_o(held)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, waits_q} <= '0;
    else begin
      owed_q  <= owed_q + 6'(granted) - 6'(rvalid_i);
      waits_q <= req_o && !gnt_i;
    end
  end
  always_ff @(posedge clk_i) waits_ring_q <= ring_o;

  // ---- An arbitrary request ----

  logic chosen;  // unconstrained: a cut
  logic followed_q, ring_q;
  logic [5:0] ahead_q;  // unanswered requests before it
  logic comes;
  assign comes = followed_q && rvalid_i && ahead_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) followed_q <= 1'b0;
    else if (!followed_q) followed_q <= granted && chosen;
    else if (comes) followed_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) begin
      ahead_q <= owed_q - 6'(rvalid_i);
      ring_q  <= ring_o;
    end else ahead_q <= ahead_q - 6'(rvalid_i);
  end

  // ---- Properties ----

  logic now;
  assign now = held && rst_ni;

  assign bad_stable = now && waits_q && (!req_o || ring_o != waits_ring_q);
  assign bad_room = now && owed_q > 6'(Depth);
  assign bad_grant = now && (engine_gnt_o != (granted && !ring_o) ||
      ring_gnt_o != (granted && ring_o) || (req_o && !(ring_o ? ring_req_i : engine_req_i)));
  assign bad_first = now && req_o && ring_o && engine_req_i && !(waits_q && waits_ring_q);
  assign bad_answer = now && (engine_rvalid_o || ring_rvalid_o) != rvalid_i;
  assign bad_order = now && comes && {ring_rvalid_o, engine_rvalid_o} != {ring_q, !ring_q};

  assign reach_full = now && comes && !ring_q && owed_q == 6'(Depth);
  assign reach_ring = now && comes && ring_q && owed_q == 6'(Depth);

endmodule

bind vmb_ring_port vmb_prove_ring_port #(.Depth(Depth)) u_prove (.*);
