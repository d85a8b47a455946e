// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// AES cores side by side, with every pair of parameter values. All have the same
// block and direction as inputs; each has its own handshakes. A core with KeyHeld
// has its own key input, which stays valid. CORES in model_aes.py has the same
// order.

module aes_every_core #(
    parameter int unsigned Cores = 18
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  logic [Cores-1:0]        key_valid_i,
    output logic [Cores-1:0]        key_ready_o,
    input  logic [      1:0]        key_len_i,
    input  logic [    255:0]        key_i,
    input  logic [    255:0]        held_key_i,
    input  logic [Cores-1:0]        valid_i,
    output logic [Cores-1:0]        ready_o,
    input  logic                    decrypt_i,
    input  logic [    127:0]        block_i,
    input  logic [Cores-1:0]        second_i,
    output logic [Cores-1:0]        second_ready_o,
    output logic [Cores-1:0]        first_valid_o,
    output logic [Cores-1:0]        valid_o,
    output logic [Cores-1:0][127:0] block_o
);

  // One digit each: KeyBits / 64, Decrypt, RoundsPerCycle, Sbox, StoredKeys, KeyHeld,
  // TwoStages.
  localparam logic [Cores-1:0][6:0][3:0] Parameters = {
    28'h2_0_1_0_0_0_0,
    28'h2_0_1_0_0_1_0,
    28'h2_1_1_0_0_0_0,
    28'h2_1_2_1_1_0_0,
    28'h2_1_0_1_0_0_0,
    28'h2_0_0_0_0_1_0,
    28'h3_0_1_1_1_0_0,
    28'h3_1_2_0_0_0_0,
    28'h3_1_0_1_1_0_0,
    28'h3_0_2_0_0_1_0,
    28'h4_1_1_0_0_0_0,
    28'h4_1_2_1_0_0_0,
    28'h4_0_1_1_0_0_0,
    28'h4_1_0_1_0_0_0,
    28'h4_1_2_0_1_0_0,
    28'h2_0_1_1_0_1_1,
    28'h3_0_1_0_0_0_1,
    28'h4_1_1_0_0_0_1
  };

  for (genvar i = 0; i < Cores; i++) begin : gen_core
    localparam bit KeyHeld = 1'(Parameters[Cores-1-i][1]);
    vmb_aes_core #(
        .KeyBits(64 * 32'(Parameters[Cores-1-i][6])),
        .Decrypt(1'(Parameters[Cores-1-i][5])),
        .RoundsPerCycle(32'(Parameters[Cores-1-i][4])),
        .Sbox(1'(Parameters[Cores-1-i][3])),
        .StoredKeys(1'(Parameters[Cores-1-i][2])),
        .KeyHeld(KeyHeld),
        .TwoStages(1'(Parameters[Cores-1-i][0]))
    ) u_core (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .wipe_i(wipe_i),
        .key_valid_i(key_valid_i[i]),
        .key_ready_o(key_ready_o[i]),
        .key_len_i(key_len_i),
        .key_i(KeyHeld ? held_key_i : key_i),
        .valid_i(valid_i[i]),
        .ready_o(ready_o[i]),
        .decrypt_i(decrypt_i),
        .block_i(block_i),
        .second_i(second_i[i]),
        .second_ready_o(second_ready_o[i]),
        .first_valid_o(first_valid_o[i]),
        .valid_o(valid_o[i]),
        .block_o(block_o[i])
    );
  end

endmodule
