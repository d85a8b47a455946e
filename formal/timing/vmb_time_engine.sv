// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine shows outside, but for the words that it writes, bound into vmb_engine.
// What software writes to KEY, what memory answers, and so all keys, nonces, messages and
// contexts, are secret.
//
// What is public although it comes from a secret: word 0 of a context, and the words in
// which units keep a position (1 of ChaCha20-Poly1305, 11 of Ascon, 9 of AES); whether a
// word of a context is refused; and the verdict on a tag, from the cycle of the check on.
// Only jobs that verify have one (vmb_prove_engine).

module vmb_time_engine
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic        reg_req_i,
    input logic        reg_we_i,
    input logic        reg_pair_i,
    input logic [ 4:0] reg_index_i,
    input logic [31:0] reg_wdata_i,
    input logic        reg_ready_o,
    input logic        reg_fault_o,
    input logic [31:0] reg_rdata_o,
    input logic        busy_o,
    input logic        irq_o,
    input logic        alert_o,
    input logic        mem_req_o,
    input logic [31:0] mem_addr_o,
    input logic        mem_we_o,
    input logic [ 3:0] mem_be_o,
    input logic [ 4:0] mem_left_o,

    input job_t        job,
    input logic        piece_valid,
    input logic        piece_ready,
    input logic        key_take,
    input logic        nonce_take,
    input unit_req_t   unit_req,
    input logic        tag_differs,
    input logic        ctx_word_valid,
    input logic        ctx_take,
    input logic [ 3:0] ctx_save_index,
    input logic [31:0] ctx_word,
    input logic        refused
);

  // ---- What is public ----

  // What software writes, but to KEY.
  logic key_word;
  assign key_word = reg_req_i && reg_we_i && !reg_pair_i && reg_index_i >= RegKey;
  logic [31:0] public_write;
  assign public_write = reg_wdata_i & {32{!key_word}};

  logic at_position;
  always_comb begin
    unique case (job.family)
      UnitAscon: at_position = ctx_save_index == 4'd11;
      UnitChacha: at_position = ctx_save_index == 4'd1;
      default: at_position = ctx_save_index == 4'd9;
    endcase
    if (ctx_save_index == 4'd0) at_position = 1'b1;
  end
  logic [31:0] public_position;
  assign public_position = ctx_word & {32{ctx_word_valid && ctx_take && at_position}};
  logic public_refused;
  assign public_refused = refused;

  // A piece that is taken, and is neither a key nor a nonce nor given to the unit, is a tag.
  logic public_verdict;
  assign public_verdict = piece_valid && piece_ready && !unit_req.valid && !key_take &&
      !nonce_take && tag_differs;

  // ---- What must be the same ----

  logic [33:0] same_answers;
  logic [ 2:0] same_end;
  logic [42:0] same_requests;
  assign same_answers  = {reg_ready_o, reg_fault_o, reg_rdata_o};
  assign same_end      = {busy_o, irq_o, alert_o};
  assign same_requests = {mem_req_o, mem_addr_o, mem_we_o, mem_be_o, mem_left_o};

endmodule

bind vmb_engine vmb_time_engine u_prove (
    .*,
    .refused(u_sequencer.ctx_refused)
);
