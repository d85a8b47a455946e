// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine behind an accelerator port: instructions in the format of RoCC
// (opcode custom-0, or another: Opcode; funct3 selects which of rd, rs1 and rs2 it has), so
// that one encoding serves every core.
//
//   instruction  funct7      funct3
//   set n        n = 0 to 5  rs1, rs2       registers 2n and 2n + 1 := rs1, rs2
//   run          0x20        rd, rs1        JOB := rs1, wait, rd = STATUS
//   go           0x21        rd, rs1        JOB := rs1, rd = 0
//   wait         0x22        rd             wait, rd = STATUS
//   get          0x23        rd, rs1        rd = the register of index rs1
//   put          0x24        rd, rs1, rs2   the register of index rs1 := rs2, rd = 0
//   post         0x24        rs1, rs2       the same without an answer
//   feed2        0x25        rs1, rs2       DIN := rs1, then DIN := rs2
//   feed         0x26        rs1            DIN := rs1
//   take         0x27        rd             rd = DOUT
//
// The last three are for an engine without a memory port, and wait as its registers do.
//
// If a register rejects the access, `run`, `go` and `put` return 1 << 31, `get` and `take` 0. A
// rejected `set` or `post` has no result: it is remembered, and the next instruction that would
// start a job (`run`, `go`, `put` or `post` to JOB) starts none, since the registers may belong to
// another job. The first of them with a result returns 1 << 31 and clears the mark. `run` and
// `wait` end early, with STATUS.busy = 1, while irq_pending_i is 1 (a pending interrupt, NMI or
// debug request): software then waits again.
//
// `feed`, `feed2` and `take` cannot report that. While they wait, retry_o is 1: the processor may
// cancel the instruction, by valid_i = 0 in the next cycle, and execute it again later, with the
// same operands. A word of `feed2` that was accepted is not written again. The next instruction
// except `wait` and `get` clears this state: any other use of the engine in between must have ended
// the job.
//
// accept_o depends on instr_i and privileged_i alone (see vmb_couple_decode): an instruction that
// is not accepted must be illegal. An instruction with valid_i must complete, except with retry_o:
// do not assert valid_i for an instruction that may still be undone.

module vmb_couple_accel
  import vmb_engine_regs_pkg::*;
#(
    parameter logic [6:0] Opcode = 7'h0b,
    parameter bit UserMode = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        valid_i,
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    input  logic        privileged_i,  // the instruction is in machine mode
    output logic        accept_o,
    output logic        ready_o,
    output logic        retry_o,       // it waits, and may be cancelled
    output logic [31:0] result_o,
    input  logic        irq_pending_i,

    output logic        reg_req_o,
    output logic        reg_we_o,
    output logic        reg_pair_o,
    output logic [ 4:0] reg_index_o,
    output logic [31:0] reg_wdata_o,
    output logic [31:0] reg_wdata_odd_o,
    input  logic        reg_ready_i,
    input  logic        reg_fault_i,
    input  logic [31:0] reg_rdata_i
);

  vmb_couple_decode #(
      .Opcode  (Opcode),
      .UserMode(UserMode)
  ) u_decode (
      .instr_i,
      .privileged_i,
      .accept_o
  );

  // funct7 of an accepted instruction identifies it.
  logic [6:0] funct7;
  assign funct7 = instr_i[31:25];

  logic is_set, is_run, is_go, is_wait, is_get, is_put, is_feed2, is_feed, is_take;
  assign is_set   = !funct7[5];
  assign is_run   = funct7 == 7'h20;
  assign is_go    = funct7 == 7'h21;
  assign is_wait  = funct7 == 7'h22;
  assign is_get   = funct7 == 7'h23;
  assign is_put   = funct7 == 7'h24;
  assign is_feed2 = funct7 == 7'h25;
  assign is_feed  = funct7 == 7'h26;
  assign is_take  = funct7 == 7'h27;

  // `run` is a write followed by `wait`; `feed2` is two writes.
  logic active, waiting_q, second_q, waits, outside;
  assign active  = valid_i && accept_o;
  assign waits   = is_wait || (is_run && waiting_q);
  assign outside = (is_get || is_put) && (rs1_i[31:5] != '0);

  // A `set` or `post` was rejected: no job starts.
  logic refused_q, starts, barred, answers;
  assign answers = instr_i[14];  // with rd
  assign starts  = is_go || (is_run && !waiting_q) || (is_put && rs1_i == 32'(RegJob));
  assign barred  = starts && refused_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      second_q  <= 1'b0;
      refused_q <= 1'b0;
    end else begin
      waiting_q <= active && is_run && !ready_o && (waiting_q || reg_ready_i);
      if (active && is_feed2) second_q <= !ready_o && (second_q || reg_ready_i);
      else if (active && !is_wait && !is_get) second_q <= 1'b0;
      if (active && ready_o && (is_set || is_put) && !answers && !outside && reg_fault_i)
        refused_q <= 1'b1;
      else if (active && barred && answers) refused_q <= 1'b0;
    end
  end

  assign reg_req_o = active && !outside && !barred;
  assign reg_we_o = !waits && !is_get && !is_take;
  assign reg_pair_o = is_set;
  assign reg_wdata_o = (is_put || second_q) ? rs2_i : rs1_i;
  assign reg_wdata_odd_o = rs2_i;
  always_comb begin
    reg_index_o = RegJob;
    if (is_set) reg_index_o = {1'b0, funct7[2:0], 1'b0};
    if (waits) reg_index_o = RegStatus;
    if (is_get || is_put) reg_index_o = rs1_i[4:0];
    if (is_feed2 || is_feed) reg_index_o = RegDin;
    if (is_take) reg_index_o = RegDout;
  end

  assign retry_o = active && (is_feed2 || is_feed || is_take) && !reg_ready_i;

  logic refused;
  assign refused = outside || barred || reg_fault_i;
  always_comb begin
    ready_o  = outside || barred || reg_ready_i;
    result_o = {refused, 31'd0};
    if (is_get || is_take || waits) result_o = reg_rdata_i & {32{!refused}};
    if (is_run && !waiting_q && !refused) ready_o = 1'b0;
    if (is_feed2 && !second_q) ready_o = 1'b0;
    if (waits && reg_rdata_i[StatusBusy] && !irq_pending_i) ready_o = 1'b0;
  end

endmodule
