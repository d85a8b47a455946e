// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One round of the key schedule on the fly, forwards or backwards;
// combinational.
// Source: FIPS 197, section 5.2.
//
// The window is as many consecutive words w[i] of the schedule as the key has,
// Nk, from word 0 up; words beyond are 0. The first four are a round key. With
// decrypt_i = 0 the window moves from round key round_i - 1 to round key
// round_i, with decrypt_i = 1 back again. Beyond the last round key of the standard the window
// continues the recurrence.
//
// The recurrence is w[i] = w[i-Nk] + g, where g is w[i-1] most of the time: so
// forwards new[j] = window[j] + new[j-1], and backwards
// new[j] = window[Nk-4+j] + window[Nk-5+j]. Where i is a multiple of Nk (and,
// for Nk = 8, of 4), w[i-1] goes through SubWord before. Of the four words that
// are new, this is one at most: for Nk = 6 the first in rounds 1, 4, 7, ..., the
// third in rounds 2, 5, 8, ..., and none in the others; else the first.
//
// With Decrypt = 0, decrypt_i has no effect. key_len never exceeds KeyBits.
//
// With TwoStages = 1 the step is in two parts: sub_o is SubWord of window_i, and window_o uses
// sub_i, the sub_o of the cycle before, in which the other inputs were the same.

module vmb_aes_key_step
  import vmb_aes_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter bit Decrypt = 1'b1,
    parameter bit Table = 1'b0,
    parameter bit TwoStages = 1'b0
) (
    input  logic               decrypt_i,
    input  logic [        1:0] key_len_i,
    input  logic [        3:0] round_i,
    input  logic [KeyBits-1:0] window_i,
    output logic [KeyBits-1:0] window_o,
    input  logic [       31:0] sub_i,
    output logic [       31:0] sub_o
);

  localparam int unsigned Rounds = KeyBits / 32 + 6;

  // Constants without the longer keys.
  logic decrypt, is_192, is_256;
  assign decrypt = Decrypt && decrypt_i;
  assign is_192  = (KeyBits >= 192) && (key_len_i == KeyLen192);
  assign is_256  = (KeyBits == 256) && (key_len_i == KeyLen256);

  logic [7:0][31:0] w, next;
  assign w = 256'(window_i);
  assign window_o = next[KeyBits/32-1:0];

  if (KeyBits < 256) begin : gen_short
    logic unused_next;
    assign unused_next = ^next[7:KeyBits/32];
  end

  // ---- SubWord, RotWord and the round constant ----

  logic [1:0] round_mod3;
  assign round_mod3 = 2'(round_i % 4'd3);

  logic at_first, at_third, rotate;
  assign at_first = !is_192 || (round_mod3 == 2'd1);
  assign at_third = is_192 && (round_mod3 == 2'd2);
  assign rotate   = !is_256 || round_i[0];

  // Round constants are powers of x that count the multiples of Nk: one per round, two in three
  // rounds, one in two rounds.
  typedef logic [15:0][7:0] constants_t;

  // coverage: leave out 10 lines: tools compute constants before a model runs
  function automatic constants_t make_constants(int unsigned numerator, int unsigned denominator);
    constants_t made;
    made = '0;
    for (int unsigned r = 1; r < 15; r++) begin
      made[r] = 8'h01;
      for (int unsigned i = 1; i < (r * numerator + denominator - 1) / denominator; i++) begin
        made[r] = times2(made[r]);
      end
    end
    return made;
  endfunction

  localparam constants_t Constants128 = make_constants(1, 1);
  localparam constants_t Constants192 = make_constants(2, 3);
  localparam constants_t Constants256 = make_constants(1, 2);

  // Selected by gates: tools would infer a memory with registers from an indexed table.
  logic [7:0] constant;
  always_comb begin
    constant = '0;
    for (int unsigned r = 1; r <= Rounds; r++) begin
      if (round_i == 4'(r)) begin
        constant = is_256 ? Constants256[r] : is_192 ? Constants192[r] : Constants128[r];
      end
    end
  end

  logic [31:0] first_before, third_before, sub_in, sub_out, sub_word, g;
  logic [31:0] unused_backward, unused_middle;
  vmb_aes_sub #(
      .Bytes  (4),
      .Decrypt(1'b0),
      .Table  (Table)
  ) u_sub (
      .decrypt_i(1'b0),
      .bytes_i(sub_in),
      .forward_o(sub_out),
      .backward_o(unused_backward),
      .middle_i('0),
      .middle_o(unused_middle)
  );

  assign sub_in = at_third ? third_before : first_before;
  assign g = rotate ? {sub_word[7:0], sub_word[31:8]} ^ {24'h0, constant} : sub_word;

  assign sub_o  = sub_out;
  if (TwoStages) begin : gen_stages
    assign sub_word = sub_i;
  end else begin : gen_stage
    logic unused_sub;
    assign unused_sub = ^sub_i;
    assign sub_word   = sub_out;
  end

  // ---- The new words ----

  // The words to which something is added, and the word before each of them.
  logic [3:0][31:0] older, prior;
  logic [31:0] fresh0, fresh1, fresh2, fresh3;

  always_comb begin
    older = w[3:0];
    first_before = is_256 ? w[7] : is_192 ? w[5] : w[3];
    if (decrypt) begin
      older = is_256 ? w[7:4] : is_192 ? w[5:2] : w[3:0];
      first_before = is_256 ? w[3] : is_192 ? w[1] : w[3] ^ w[2];
    end
  end

  // Backwards it comes from the window; forwards it is new. If the third word goes through SubWord,
  // the first does not, which avoids a loop.
  assign prior[0] = at_first ? g : first_before;
  assign third_before = decrypt ? older[1] : older[1] ^ older[0] ^ first_before;
  assign prior[1] = decrypt ? older[0] : fresh0;
  assign prior[2] = at_third ? g : decrypt ? older[1] : fresh1;
  assign prior[3] = decrypt ? older[2] : fresh2;

  assign fresh0 = older[0] ^ prior[0];
  assign fresh1 = older[1] ^ prior[1];
  assign fresh2 = older[2] ^ prior[2];
  assign fresh3 = older[3] ^ prior[3];

  logic [3:0][31:0] fresh;
  assign fresh = {fresh3, fresh2, fresh1, fresh0};

  // ---- The window with them ----

  always_comb begin
    next = {128'h0, fresh};
    if (is_192) next = decrypt ? {64'h0, w[1:0], fresh} : {64'h0, fresh, w[5:4]};
    if (is_256) next = decrypt ? {w[3:0], fresh} : {fresh, w[7:4]};
  end

endmodule
