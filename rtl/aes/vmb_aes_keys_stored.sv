// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Round keys from registers, for vmb_aes_core: Stages of them each cycle.
// Source: FIPS 197, section 5.2.
//
// load_i takes key_i. The key schedule then takes one cycle a round, with
// prepare_i, and round_i counts them. Blocks read the keys in their order
// (turned_i = 0) or from the last one back (turned_i = 1). wipe_i clears them all.

module vmb_aes_keys_stored
  import vmb_aes_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter int unsigned Stages = 1,
    parameter bit Decrypt = 1'b1,
    parameter bit Table = 1'b0
) (
    input logic clk_i,
    input logic wipe_i,

    input logic               load_i,
    input logic [KeyBits-1:0] key_i,
    input logic [        1:0] key_len_i,

    input logic       prepare_i,
    input logic       turned_i,
    input logic [3:0] round_i,

    output logic [     127:0]        first_key_o,
    output logic [Stages-1:0][127:0] round_keys_o
);

  localparam int unsigned Rounds = KeyBits / 32 + 6;

  logic turned;
  logic [3:0] rounds;
  assign turned = Decrypt && turned_i;
  assign rounds = round_count(key_len_i);

  // ---- The schedule ----

  logic [KeyBits-1:0] window_q, next_window;
  logic [31:0] unused_sub;

  vmb_aes_key_step #(
      .KeyBits(KeyBits),
      .Decrypt(1'b0),
      .Table  (Table)
  ) u_step (
      .decrypt_i(1'b0),
      .key_len_i(key_len_i),
      .round_i  (round_i),
      .window_i (window_q),
      .window_o (next_window),
      .sub_i    ('0),
      .sub_o    (unused_sub)
  );

  logic [Rounds:0][127:0] keys_q;

  always_ff @(posedge clk_i) begin
    if (wipe_i || load_i || prepare_i) begin
      window_q <= wipe_i ? '0 : prepare_i ? next_window : key_i;
    end
    if (wipe_i || load_i) keys_q[0] <= wipe_i ? '0 : key_i[127:0];
    for (int unsigned r = 1; r <= Rounds; r++) begin
      if (wipe_i || (prepare_i && (round_i == 4'(r)))) begin
        keys_q[r] <= wipe_i ? '0 : next_window[127:0];
      end
    end
  end

  // ---- The keys of this cycle ----

  if (Decrypt) begin : gen_first
    assign first_key_o = turned ? keys_q[rounds] : keys_q[0];
  end else begin : gen_before
    assign first_key_o = keys_q[round_i-4'd1];
  end

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    logic [3:0] forward_round;
    assign forward_round   = round_i + 4'(s);
    assign round_keys_o[s] = keys_q[turned?rounds-forward_round : forward_round];
  end

endmodule
