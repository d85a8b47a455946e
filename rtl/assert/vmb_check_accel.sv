// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of the accelerator port.
// Source: docs/reference/port.md, and "Waiting" there for retry. fault_o has a bit for each rule
// that is broken in this cycle.

module vmb_check_accel #(
    // 1: accept_i answers instr_i, and valid_i may be 1 for instructions of other units, which are
    // not accepted (a coprocessor). 0: accept_i answers decode_i, and valid_i is 1 only for
    // accepted instructions (vmb_xif).
    parameter bit SameWord = 1'b1,
    parameter bit Assert   = 1'b1   // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [31:0] decode_i,
    input logic        accept_i,
    input logic        valid_i,
    input logic        machine_i,
    input logic [31:0] instr_i,
    input logic [31:0] rs1_i,
    input logic [31:0] rs2_i,
    input logic        ready_i,
    input logic        retry_i,

    output logic [4:0] fault_o
);

  logic active, waited, may_go, decoded, last_accept, last_machine, machine;
  logic [31:0] last_decode, instr, rs1, rs2;  // the last decoded word; the waiting instruction
  assign active = valid_i && (accept_i || !SameWord);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited, decoded} <= '0;
    else {waited, decoded} <= {active && !ready_i, 1'b1};
  end
  always_ff @(posedge clk_i) begin
    if (active && !ready_i) begin
      may_go  <= retry_i;
      machine <= machine_i;
      instr   <= instr_i;
      rs1     <= rs1_i;
      rs2     <= rs2_i;
    end
    last_accept  <= accept_i;
    last_machine <= machine_i;
    last_decode  <= decode_i;
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = valid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [4:0] faults();
    faults = '0;
    if (waited) begin
      // "Until then the core stalls": only a cancellable instruction may disappear earlier.
      faults[0] = !active && !may_go;
      // The instruction and its operands are stable while it waits.
      faults[1] = active &&
          (machine_i != machine || instr_i != instr || rs1_i != rs1 || rs2_i != rs2);
    end
    // accept depends only on the instruction and machine mode.
    if (accept_i != last_accept)
      faults[2] = decoded && decode_i == last_decode && machine_i == last_machine;
    // retry: only for a waiting instruction, while not ready.
    if (retry_i) faults[3] = !active || ready_i;
    // Nothing executes while the reset is active.
    if (reset_fault) faults = '0;
    faults[4] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [4:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("accelerator port: an instruction went away while it waited");
        assert (!fault[1])
        else $error("accelerator port: an instruction changed while it waited");
        assert (!fault[2])
        else $error("accelerator port: accept depends on more than the instruction");
        assert (!fault[3])
        else $error("accelerator port: retry without an instruction that waits");
        assert (!fault[4])
        else $error("accelerator port: an instruction during reset");
      end
    end
  end

endmodule
