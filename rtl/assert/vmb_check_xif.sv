// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of the CORE-V eXtension interface for instructions from registers to one register, of a
// core that commits in order.
// Source: OpenHW Group, CV-X-IF (the version of CV32E40X 0.6), the sections on the issue, commit
// and result interfaces. fault_o has a bit for each rule that is broken in this cycle.

module vmb_check_xif #(
    parameter int unsigned IdWidth = 4,
    parameter bit          Assert  = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic               issue_valid_i,
    input logic               issue_ready_i,
    input logic               issue_accept_i,
    input logic [       31:0] issue_instr_i,
    input logic [IdWidth-1:0] issue_id_i,
    input logic               commit_valid_i,
    input logic [IdWidth-1:0] commit_id_i,
    input logic               commit_kill_i,
    input logic               result_valid_i,
    input logic               result_ready_i,
    input logic [IdWidth-1:0] result_id_i,
    input logic [       31:0] result_data_i,
    input logic [        4:0] result_rd_i,

    output logic [4:0] fault_o
);

  // Accepted instructions in order, the oldest last: at most one that waits for its commit, one
  // that executes and one whose result waits.
  localparam int unsigned Depth = 4;
  typedef struct packed {
    logic               there;
    logic               committed;
    logic [IdWidth-1:0] id;
    logic [4:0]         rd;
  } entry_t;

  entry_t [Depth-1:0] queue, queue_d;
  logic waited, result_waited, overflow;
  logic [31+IdWidth:0] last_issue;
  logic [36+IdWidth:0] last_result;
  entry_t oldest;  // as seen by the result: a commit in this cycle counts

  // A commit belongs to the oldest uncommitted instruction; a commit with another id belongs to an
  // instruction that was not accepted.
  entry_t [Depth-1:0] decided;
  always_comb begin
    logic found;
    {found, overflow} = '0;
    decided = queue;
    oldest = queue[0];
    queue_d = queue;
    if (queue[0].there) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        if (queue[i].there && !queue[i].committed && !found && commit_valid_i &&
            commit_id_i == queue[i].id) begin
          found = 1'b1;
          decided[i].committed = !commit_kill_i;
          decided[i].there = !commit_kill_i;
        end
      end
      oldest  = decided[0];
      queue_d = decided;
      if (result_valid_i && result_ready_i) queue_d = {entry_t'('0), decided[Depth-1:1]};
      // A killed instruction frees its entry.
      for (int unsigned i = 0; i + 1 < Depth; i++) begin
        if (!queue_d[i].there) {queue_d[i], queue_d[i+1]} = {queue_d[i+1], entry_t'('0)};
      end
    end
    if (issue_valid_i && issue_ready_i && issue_accept_i) begin
      overflow = 1'b1;
      for (int unsigned i = 0; i < Depth; i++) begin
        if (!queue_d[i].there && overflow) begin
          overflow   = 1'b0;
          queue_d[i] = '{there: 1'b1, committed: 1'b0, id: issue_id_i, rd: issue_instr_i[11:7]};
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited, result_waited, queue} <= '0;
    else begin
      waited        <= issue_valid_i && !issue_ready_i;
      result_waited <= result_valid_i && !result_ready_i;
      queue         <= queue_d;
    end
  end
  always_ff @(posedge clk_i) begin
    last_issue  <= {issue_instr_i, issue_id_i};
    last_result <= {result_id_i, result_data_i, result_rd_i};
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = result_valid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [4:0] faults();
    faults = '0;
    // Issue: word and id are stable until the coprocessor is ready, or the core cancels the offer.
    faults[0] = waited && issue_valid_i && {issue_instr_i, issue_id_i} != last_issue;
    // Result: only for accepted and committed instructions, in order, one for each.
    faults[1] = result_valid_i && !(oldest.there && oldest.committed && result_id_i == oldest.id &&
        result_rd_i == oldest.rd);
    // Result: stable until the core is ready.
    faults[2] = result_waited &&
        !(result_valid_i && {result_id_i, result_data_i, result_rd_i} == last_result);
    // Not a CV-X-IF rule: no more instructions are accepted than this coprocessor can hold.
    faults[3] = overflow;
    // No result during reset.
    if (reset_fault) faults = '0;
    faults[4] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [4:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("CV-X-IF: an offer changed before it was accepted");
        assert (!fault[1])
        else $error("CV-X-IF: a result of no instruction that was committed, or of another one");
        assert (!fault[2])
        else $error("CV-X-IF: a result changed or went away before it was taken");
        assert (!fault[3])
        else $error("CV-X-IF: more instructions were accepted than there are places");
        assert (!fault[4])
        else $error("CV-X-IF: a result during reset");
      end
    end
  end

endmodule
