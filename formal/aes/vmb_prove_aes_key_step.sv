// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_aes_key_step, for each KeyBits, compared with the recurrence of FIPS 197, section 5.2 (Nk
// words w[i-Nk] to w[i-1], the next four), for each key length and each of its rounds. The backward
// step is the inverse: the recurrence transforms its result back to the original words. The S-boxes
// are removed: their outputs are unconstrained, and the recurrence needs them as SubWord of exactly
// the word that the step passes to them.
//
// Shapes of KeyBits and key length: 0 to 2 for keys of 128 bits, 3 and 4 for keys of 192
// bits, 5 for keys of 256 bits, each with KeyBits from the length up.

module vmb_prove_aes_key_step
  import vmb_spec_aes_pkg::*;
(
    input logic [  3:0] round_i,
    input logic [255:0] window_i,

    output logic [5:0] bad_forward,  // with Decrypt = 0
    output logic [5:0] bad_both_forward,
    output logic [5:0] bad_both_backward
);

  typedef struct packed {
    logic [7:0][31:0] words;  // beginning with the next round key
    logic             fits;   // the recurrence needs SubWord of the word given to the S-boxes
  } found_t;

  // Section 5.2, RotWord: [a0, a1, a2, a3] becomes [a1, a2, a3, a0]. It may be applied after
  // SubWord, which works on each byte.
  function automatic logic [31:0] rot_word(column_t a);
    return {a[0], a[3], a[2], a[1]};
  endfunction

  // Rcon[i] = [x^(i-1), 0, 0, 0].
  function automatic logic [31:0] rcon(int unsigned i);
    logic [7:0] power;
    power = 8'h01;
    for (int unsigned k = 1; k < 16; k++) if (k < i) power = times(power, 8'h02);
    return {24'd0, power};
  endfunction

  // For the words that begin with the round key before round_i; SubWord(given) is `sub`.
  function automatic found_t moved(logic [7:0][31:0] window, int unsigned nk, logic [3:0] round,
                                   logic [31:0] given, logic [31:0] sub);
    logic [11:0][31:0] w;
    logic [31:0] temp, constant;
    logic rotates, substitutes;
    int unsigned i;
    moved = '{words: '0, fits: 1'b1};
    w = '0;
    for (int unsigned j = 0; j < nk; j++) w[j] = window[j];
    for (int unsigned j = nk; j < nk + 4; j++) begin
      {rotates, substitutes, constant} = '0;
      for (int unsigned r = 1; r <= nk + 6; r++) begin
        i = 4 * (r - 1) + j;
        if (round == 4'(r) && i % nk == 0) {rotates, constant} = {1'b1, rcon(i / nk)};
        if (round == 4'(r) && nk > 6 && i % nk == 4) substitutes = 1'b1;
      end
      temp = w[j-1];
      if ((rotates || substitutes) && temp != given) moved.fits = 1'b0;
      if (rotates) temp = rot_word(sub) ^ constant;
      else if (substitutes) temp = sub;
      w[j] = w[j-nk] ^ temp;
    end
    for (int unsigned j = 0; j < nk; j++) moved.words[j] = w[j+4];
  endfunction

  for (genvar v = 0; v < 6; v++) begin : gen_shape
    localparam int unsigned Nk = v < 3 ? 4 : v < 5 ? 6 : 8;
    localparam int unsigned KeyBits = v < 3 ? 128 + 64 * v : v < 5 ? 192 + 64 * (v - 3) : 256;
    localparam logic [1:0] Len = 2'((Nk - 4) / 2);
    localparam int unsigned Rounds = Nk + 6;

    logic [KeyBits-1:0] given;
    assign given = KeyBits'(window_i[32*Nk-1:0]);  // words beyond are 0

    // 0: forwards, 1: forwards with both directions, 2: backwards
    logic [2:0] wrong;
    for (genvar d = 0; d < 3; d++) begin : gen_direction
      logic [KeyBits-1:0] made;
      logic [31:0] unused_sub;
      logic [7:0][31:0] from, to;
      vmb_aes_key_step #(
          .KeyBits(KeyBits),
          .Decrypt(d != 0)
      ) u_step (
          .decrypt_i(d == 2),
          .key_len_i(Len),
          .round_i,
          .window_i (given),
          .window_o (made),
          .sub_i    ('0),
          .sub_o    (unused_sub)
      );
      assign from = d == 2 ? 256'(made) : 256'(given);
      assign to   = d == 2 ? 256'(given) : 256'(made);

      found_t found;
      assign found = moved(from, Nk, round_i, u_step.sub_in, u_step.sub_out);
      assign wrong[d] = round_i inside {[4'd1:4'(Rounds)]} &&
          (found.words != to || !found.fits || from >> (32 * Nk) != '0);
    end
    assign bad_forward[v] = wrong[0];
    assign bad_both_forward[v] = wrong[1];
    assign bad_both_backward[v] = wrong[2];
  end

endmodule
