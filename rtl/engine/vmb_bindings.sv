// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Binds the second of the two passes that open a message to the first one, which has verified its
// tag. A message consists of sections of SectionBytes bytes, and a last one with the rest, 1 to
// SectionBytes. At the end of each section except the last, the first pass keeps 128 bits of the
// cipher unit's chaining value, a binding, and the second pass compares them. README.md explains
// what a changed section must collide with.
//
// A binding is four words of the unit's context, read one after the other while the unit is idle:
//   Ascon   5-8: S_2 and S_3, which no ciphertext replaces
//   ChaCha  2-5: bits 127:0 of Poly1305's accumulator
//   AES     1-4: the chaining value of CCM, or GHASH's accumulator
//
// The sequencer advances in full_i, step_i and next_i; a step in the second pass is one word that
// is the same. So four steps are evidence of an equal binding, and no default value is.
//
// Bindings may be read only by this module, and are overwritten with zeros after a job.
// idle_o: none is left, and no wipe is given. The memory can be replaced as in vmb_hold.
//
// With Hardened, all control state has a shadow: a fault in it clears the bindings and is reported.

module vmb_bindings
  import vmb_engine_pkg::*;
#(
    parameter int unsigned Bindings = 1,  // 1 to 255
    parameter int unsigned SectionBytes = 16,  // a multiple of 16
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,
    output logic idle_o,
    output logic upset_o,

    input  logic        [31:0] data_len_i,
    input  logic               begin_i,     // of a pass
    input  bind_req_t          req_i  /*verilator split_var*/,
    output bind_rsp_t          rsp_o  /*verilator split_var*/,
    output logic        [ 3:0] index_o,     // of a word of the unit's context,
    input  logic        [31:0] word_i,      // which is here
    output logic        [31:0] bytes_o      // of the section
);

  if (Bindings > 255) begin : gen_too_many
    $error("Bindings must be 0 to 255: FEATURES2 has 8 bits for it");
  end

  localparam int unsigned Rows = 4 * Bindings;
  localparam int unsigned R = $clog2(Rows);
  localparam int unsigned K = $clog2(Bindings + 1);
  localparam int unsigned F = $clog2(SectionBytes / 8) + 1;
  localparam int unsigned L = $clog2(SectionBytes * (Bindings + 1) + 1);

  typedef enum logic [1:0] {
    StEmpty,
    StKeep,
    StClear
  } state_e;

  typedef struct packed {
    state_e       state;
    logic         valid;   // the memory's output is the word to compare with
    logic [K-1:0] number;  // of the section, or of a binding to clear
    logic [1:0]   word;
    logic [F-1:0] filled;  // multiples of 8 bytes of the section
    logic [L-1:0] left;    // bytes of this section and those after it
  } control_t;

  localparam control_t Empty = '{state: StEmpty, default: '0};
  localparam control_t Reset = '{state: StClear, default: '0};

  control_t control_q, control_d;
  logic [31:0] kept;

  // ---- Sections ----

  logic [F-1:0] block;
  assign block = req_i.narrow ? F'(1) : F'(2);
  assign rsp_o.there = 1'b1;
  assign rsp_o.full = control_q.filled + block == F'(SectionBytes / 8);
  assign rsp_o.last = control_q.word == '1;
  assign rsp_o.valid = control_q.valid;
  assign rsp_o.same = kept == word_i;
  assign bytes_o = control_q.left > L'(SectionBytes) ? 32'(SectionBytes) : 32'(control_q.left);

  always_comb begin
    unique case (req_i.family)
      UnitAscon: index_o = 4'd4 + 4'(control_q.word);
      UnitChacha: index_o = 4'd1 + 4'(control_q.word);
      default: index_o = 4'(control_q.word);
    endcase
  end

  // ---- The memory ----

  // While bindings are cleared, each row in turn, and then the first one is read, so that the
  // memory's output is 0 too.
  logic clears, cleared, keeps, compares;
  assign clears = control_q.state == StClear;
  assign cleared = control_q.number == K'(Bindings);
  assign keeps = req_i.step && !req_i.second && !wipe_i;
  assign compares = req_i.at_end && req_i.second;

  logic [R-1:0] row;
  assign row = cleared ? '0 : R'({control_q.number, control_q.word + 2'(compares && req_i.step)});
  vmb_hold_memory #(
      .Rows (Rows),
      .Bytes(4)
  ) u_memory (
      .clk_i,
      .enable_i      (clears || keeps || compares),
      .write_enable_i({4{keeps || (clears && !cleared)}}),
      .row_i         (row),
      .write_words_i (word_i & {32{keeps}}),
      .read_words_o  (kept)
  );

  // ---- Control ----

  assign idle_o = !clears && !(wipe_i && control_q.state == StKeep);

  always_comb begin
    control_d = control_q;
    control_d.valid = compares && !(req_i.step && rsp_o.last);
    if (req_i.block) control_d.filled = rsp_o.full ? '0 : control_q.filled + block;
    if (req_i.step) control_d.word = control_q.word + 2'd1;
    if (keeps) control_d.state = StKeep;
    if (req_i.next) begin
      control_d.number = control_q.number + K'(1);
      control_d.left = control_q.left - L'(SectionBytes);
    end
    if (begin_i) begin
      {control_d.number, control_d.word, control_d.filled} = '0;
      control_d.left = data_len_i[L-1:0];
    end
    if (clears) begin
      {control_d.number, control_d.word} = {control_q.number, control_q.word} + (K + 2)'(1);
      if (cleared) control_d = Empty;
    end
    if (wipe_i && control_q.state == StEmpty) control_d = Empty;
    if (upset_o || (wipe_i && control_q.state == StKeep)) control_d = Reset;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= Reset;
    else control_q <= control_d;
  end

  if (Hardened) begin : gen_hardened
    vmb_shadow #(
        .Width($bits(control_t)),
        .Reset(Reset)
    ) u_control (
        .clk_i,
        .rst_ni,
        .we_i(1'b1),
        .next_i(control_d),
        .value_i(control_q),
        .differs_o(upset_o)
    );
  end else begin : gen_plain
    assign upset_o = 1'b0;
  end

  logic unused;
  assign unused = ^{data_len_i, req_i.twice};

endmodule
