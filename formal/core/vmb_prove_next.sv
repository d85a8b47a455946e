// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The order in which Ibex retires instructions, by the RISC-V Formal Interface: each is
// counted, and the next one is where the last one leads, unless a trap, an interrupt or a halt
// comes in between. Memories, interrupts and requests to debug do what they like.

module vmb_prove_next (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction; whether it is the first one of a handler, or in debug mode.
    input logic        valid_i,
    input logic        trap_i,
    input logic        intr_i,
    input logic        debug_i,
    input logic [63:0] order_i,
    input logic [31:0] insn_i,
    input logic [31:0] pc_i,
    input logic [31:0] next_pc_i,

    output logic bad_order,
    output logic bad_behind,
    output logic bad_next,
    output logic reach_behind,
    output logic reach_next
);

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  // The cycle before, and the last retired instruction.
  logic reset_q, any_q, trap_q, debug_q;
  logic [63:0] order_q;
  logic [31:0] insn_q, pc_q, next_pc_q;
  always_ff @(posedge clk_i) begin
    reset_q <= !rst_ni;
    order_q <= order_i;
    if (valid_i) begin
      {trap_q, debug_q}         <= {trap_i, debug_i};
      {insn_q, pc_q, next_pc_q} <= {insn_i, pc_i, next_pc_i};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) any_q <= 1'b0;
    else if (valid_i) any_q <= 1'b1;
  end

  // Whether execution goes on right behind it: it is no jump, branch, MRET, DRET, ECALL or
  // EBREAK; of short ones not C.J, C.JAL, C.BEQZ, C.BNEZ, nor C.JR and those like it. Whether
  // it jumps or branches, which EBREAK in debug mode does not.
  logic straight, environment, jumps;
  assign environment = insn_q[6:0] == 7'h73 && insn_q[14:12] == '0;
  always_comb begin
    unique case (insn_q[1:0])
      2'b00: straight = 1'b1;
      2'b01: straight = !(insn_q[15:13] inside {3'b001, 3'b101, 3'b110, 3'b111});
      2'b10: straight = insn_q[15:13] != 3'b100 || insn_q[6:2] != '0;
      default: straight = !(insn_q[6:0] inside {7'h63, 7'h67, 7'h6f}) && !environment;
    endcase
  end

  assign jumps = !straight && !environment && insn_q[15:0] != 16'h9002;

  logic follows;
  logic [31:0] behind;
  assign follows = held && rst_ni && valid_i && any_q && !trap_q && !intr_i &&
      !(debug_i && !debug_q);
  assign behind = pc_q + (insn_q[1:0] == 2'b11 ? 32'd4 : 32'd2);

  assign bad_order    = held && rst_ni && !reset_q && order_i != order_q + 64'(valid_i);
  assign bad_behind   = follows && straight && pc_i != behind;
  // JALR clears bit 0, which what it names still has.
  assign bad_next     = follows && jumps && pc_i[31:1] != next_pc_q[31:1];
  assign reach_behind = follows && straight;
  assign reach_next   = follows && jumps && pc_i != behind;

endmodule

bind vmb_soc_ibex vmb_prove_next u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .intr_i(u_ibex_core.rvfi_intr),
    .debug_i(u_ibex_core.rvfi_ext_debug_mode),
    .order_i(u_ibex_core.rvfi_order),
    .insn_i(u_ibex_core.rvfi_insn),
    .pc_i(u_ibex_core.rvfi_pc_rdata),
    .next_pc_i(u_ibex_core.rvfi_pc_wdata),
    .bad_order(),
    .bad_behind(),
    .bad_next(),
    .reach_behind(),
    .reach_next()
);
