// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The ring of descriptors: what it writes to the engine's registers and to memory, and when; bound
// into vmb_ring, with words of 32 bits at the memory port. The engine is busy from the cycle after a
// write of JOB, by the ring or, while that is not active, by software; the memory answers each
// request once.

module vmb_prove_ring
  import vmb_engine_regs_pkg::*, vmb_ring_pkg::WordStatus;
(
    input logic clk_i,
    input logic rst_ni,

    input logic busy_i,
    input logic active_o,
    input logic reg_req_o,
    input logic reg_we_o,
    input logic reg_pair_o,
    input logic [4:0] reg_index_o,

    input logic mem_req_o,
    input logic mem_gnt_i,
    input logic [31:0] mem_addr_o,
    input logic mem_we_o,
    input logic [3:0] mem_be_o,
    input logic [31:0] mem_wdata_o,
    input logic mem_rvalid_i,

    // Inside.
    input logic [15:0] head_q,
    input logic [15:0] next_q
);

  logic bad_write, bad_status, bad_quiet;
  logic reach_job, reach_status, reach_behind;

  // ---- Assumptions ----

  logic [2:0] owed_q;
  logic granted, runs_q, busy_q, active_q, held, starts;
  assign granted = mem_req_o && mem_gnt_i;
  logic job;  // JOB is written
  assign job = reg_req_o && reg_we_o && !reg_pair_o && reg_index_o == RegJob;
  assign starts = runs_q ? busy_i : !busy_i || busy_q || !active_q;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((owed_q != '0 || !mem_rvalid_i) && starts && (rst_ni || !mem_rvalid_i)),
      .held_o(held)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, runs_q, busy_q, active_q} <= '0;
    else begin
      owed_q <= owed_q + 3'(granted) - 3'(mem_rvalid_i);
      {runs_q, busy_q, active_q} <= {job, busy_i, active_o};
    end
  end

  // ---- Properties ----

  logic now;
  assign now = held && rst_ni;

  assign bad_write = now && reg_req_o && ((reg_we_o && busy_i) || !active_o ||
      (reg_pair_o ? !reg_we_o || reg_index_o > RegTagAddr :
       reg_index_o != (reg_we_o ? RegJob : RegStatus)));
  assign bad_status = now && mem_req_o && mem_we_o &&
      (mem_addr_o[5:0] != {WordStatus, 2'b00} || mem_be_o != '1 || !mem_wdata_o[31] ||
       {mem_wdata_o[30:5], mem_wdata_o[0]} != '0);
  assign bad_quiet = now && !active_o && (mem_req_o || reg_req_o);

  assign reach_job = now && job;
  assign reach_status = now && granted && mem_we_o && mem_wdata_o[4:1] == 4'd1;
  assign reach_behind = now && job && head_q != next_q;
endmodule

bind vmb_ring vmb_prove_ring u_prove (.*);
