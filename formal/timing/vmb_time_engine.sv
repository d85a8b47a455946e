// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The outputs of the engine, except for the words that it writes, bound into vmb_engine. Writes of
// software to KEY and answers of memory are secret, and with them all keys, nonces, messages and
// contexts.
//
// Without a memory port (Dma = 0), writes of software to DIN are secret as well, and reads of DOUT
// return the words that the engine writes.
//
// Public, although derived from secrets: word 0 of a context, and the words in which units keep a
// position (1 of ChaCha20-Poly1305, 11 of Ascon, 9 of AES); whether a word of a context is
// rejected; and the verdict on a tag, from the cycle of the check on. Only jobs that verify have
// one (vmb_prove_engine). The cycle of the tag check, and of the check of a context's word, is not
// declared public: it is the same for any verdict.

module vmb_time_engine
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*, vmb_unit_pkg::*;
#(
    parameter bit Dma = 1'b1
) (
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
    input logic [31:0] mem_wdata_o,
    input logic [ 4:0] mem_left_o,

    input job_t        job,
    input logic        idle,
    input logic        write,
    input logic        piece_valid,
    input logic        piece_ready,
    input logic        key_take,
    input logic        nonce_take,
    input unit_req_t   unit_req,
    input logic        judges,          // the tag check: with Hardened in two cycles
    input logic        tag_differs,
    input logic        ctx_word_valid,
    input logic        ctx_take,
    input logic [ 3:0] ctx_save_index,
    input logic [31:0] ctx_word,
    input logic        refused
);

  // ---- Public values ----

  // Writes of software, except to KEY and DIN.
  logic secret_word;
  assign secret_word = reg_req_i && reg_we_i && !reg_pair_i &&
      (reg_index_i >= RegKey || (!Dma && reg_index_i == RegDin));
  logic [31:0] public_write;
  assign public_write = reg_wdata_i & {32{!secret_word}};

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
  logic public_refused, same_refused;
  assign public_refused = refused;
  assign same_refused   = ctx_word_valid && ctx_take;

  // A piece that is accepted, and is neither a key nor a nonce nor given to the unit, is a tag.
  logic judged, public_verdict;
  logic [1:0] same_verdict;
  assign judged = piece_valid && piece_ready && !unit_req.valid && !key_take && !nonce_take;
  assign public_verdict = (judged || judges) && tag_differs;
  assign same_verdict   = {judged, judges};

  // ---- Withheld plaintext ----

  logic withheld, good_q;
  vmb_formal_withheld u_withheld (
      .job_i(job),
      .idle_i(idle),
      .aead_o(),
      .verifies_o(),
      .withheld_o(withheld)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) good_q <= 1'b0;
    else if (idle) good_q <= 1'b0;
    else if (judged && !tag_differs) good_q <= 1'b1;
  end
  // From a reset on (vmb_prove_engine, bad_early).
  logic assumed_quiet;
  assign assumed_quiet = !(withheld && !good_q && (write || mem_we_o));

  // ---- Values that must be the same ----

  logic [33:0] same_answers;
  logic [ 2:0] same_end;
  logic [42:0] same_requests;
  logic dout;  // a word that the engine writes
  assign dout = !Dma && reg_index_i == RegDout && !(withheld && !good_q);
  assign same_answers  = {reg_ready_o, reg_fault_o, reg_rdata_o & {32{!dout}}};
  assign same_end      = {busy_o, irq_o, alert_o};
  assign same_requests = {mem_req_o, mem_addr_o, mem_we_o, mem_be_o, mem_left_o};

  // Before a good tag check, and after a failed one: also the outputs of the memory port.
  logic [31:0] same_withheld;
  assign same_withheld = mem_wdata_o & {32{withheld && !good_q}};

endmodule

bind vmb_engine vmb_time_engine #(
    .Dma(Dma)
) u_prove (
    .*,
    .judges(u_sequencer.judges && u_sequencer.state == 5'd16),  // StVerdict
    .refused(u_sequencer.ctx_refused)
);
