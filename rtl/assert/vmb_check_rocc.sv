// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of RoCC, as Rocket drives it and vmb_rocc and vmb_rocc_mem answer.
// Source: Rocket Chip's RoCCIO (Decoupled channels cmd, resp and mem.req; busy, which holds back
// fences), docs/reference/rocket.md and the README of rtl/couple: a command is answered in the
// cycle that ends it, accesses in their order. fault_o has a bit for each rule that is broken in
// this cycle.

module vmb_check_rocc #(
    parameter bit Assert = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        cmd_valid_i,
    input logic        cmd_ready_i,
    input logic [31:0] cmd_instr_i,
    input logic [31:0] cmd_rs1_i,
    input logic [31:0] cmd_rs2_i,
    input logic        resp_valid_i,
    input logic        resp_ready_i,
    input logic [ 4:0] resp_rd_i,
    input logic        busy_i,

    input logic        mem_valid_i,
    input logic        mem_ready_i,
    input logic        mem_write_i,
    input logic [ 1:0] mem_size_i,     // size of 2^n bytes
    input logic [31:0] mem_address_i,
    input logic [31:0] mem_data_i,
    input logic        mem_done_i,

    output logic [7:0] fault_o
);

  localparam int unsigned HasRd = 14;  // xd

  logic cmd_waited, mem_waited, write;
  logic [31:0] instr, rs1, rs2, address, data;  // those of the waiting command
  logic [1:0] size;
  logic [3:0] owed;  // pending accesses

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {cmd_waited, mem_waited, owed} <= '0;
    else begin
      cmd_waited <= cmd_valid_i && !cmd_ready_i;
      mem_waited <= mem_valid_i && !mem_ready_i;
      owed       <= owed + 4'(mem_valid_i && mem_ready_i) - 4'(mem_done_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (cmd_valid_i && !cmd_ready_i) begin
      instr <= cmd_instr_i;
      rs1   <= cmd_rs1_i;
      rs2   <= cmd_rs2_i;
    end
    if (mem_valid_i && !mem_ready_i) begin
      write   <= mem_write_i;
      size    <= mem_size_i;
      address <= mem_address_i;
      data    <= mem_data_i;
    end
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = resp_valid_i || mem_valid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [7:0] faults();
    faults = '0;
    // A command is stable until it is taken; a memory access too.
    if (cmd_waited)
      faults[0] = !cmd_valid_i || cmd_instr_i != instr || cmd_rs1_i != rs1 || cmd_rs2_i != rs2;
    if (mem_waited)
      faults[1] = !mem_valid_i || mem_write_i != write || mem_size_i != size ||
          mem_address_i != address || (mem_write_i && mem_data_i != data);
    // An answer belongs to the command, which has this destination register.
    if (resp_valid_i)
      faults[2] = !cmd_valid_i || !cmd_instr_i[HasRd] || resp_rd_i != cmd_instr_i[11:7];
    // A command with a register ends with its answer, and the answer ends the command.
    if (cmd_valid_i && cmd_instr_i[HasRd])
      faults[3] = cmd_ready_i != (resp_valid_i && resp_ready_i);
    // Fences wait for commands and accesses, until memory answers the last one.
    if (!busy_i) faults[4] = cmd_valid_i || mem_valid_i || owed > 4'(mem_done_i);
    // Accesses have 1, 2 or 4 bytes, at a multiple of their size.
    if (mem_valid_i)
      faults[5] = mem_size_i == 2'd3 || (mem_address_i & ((32'd1 << mem_size_i) - 1)) != '0;
    // Memory answers requests only.
    if (mem_done_i) faults[6] = owed == '0;
    // No requests or answers during reset.
    if (reset_fault) faults = '0;
    faults[7] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [7:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("RoCC: a command changed or went away while it waited");
        assert (!fault[1])
        else $error("RoCC: an access changed or went away while it waited");
        assert (!fault[2])
        else $error("RoCC: an answer that no command has asked for");
        assert (!fault[3])
        else $error("RoCC: a command ended without its answer");
        assert (!fault[4])
        else $error("RoCC: not busy with a command or an access under way");
        assert (!fault[5])
        else $error("RoCC: an access that is not aligned");
        assert (!fault[6])
        else $error("RoCC: memory answered no access");
        assert (!fault[7])
        else $error("RoCC: an answer or an access during reset");
      end
    end
  end

endmodule
