// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The timing of the answers of the engine's cipher units, and their lengths: vmb_units with all of
// them. Keys, nonces, data and words of contexts are secret, except for the positions in these:
// word 0 of ChaCha20-Poly1305, word 10 of Ascon, word 8 of AES. After a wipe, no register contains
// any of them.

module vmb_time_units
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
#(
    parameter int unsigned AsconRoundsPerCycle = 1,
    parameter int unsigned ChachaQuarterRounds = 4,
    parameter int unsigned PolyBitsPerCycle = 15,
    parameter int unsigned AesRoundsPerCycle = 1,
    parameter bit AesSbox = 1'b0,
    parameter bit AesStoredKeys = 1'b0,
    parameter bit AesTwoStages = 1'b0,
    parameter bit AesGcm = 1'b0,
    parameter int unsigned GhashBitsPerCycle = 13,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input unit_e         family_i,
    input logic  [  2:0] algorithm_i,
    input logic          decrypt_i,
    input logic  [255:0] key_i,
    input logic  [  1:0] key_len_i,
    input logic  [127:0] nonce_i,
    input logic  [  4:0] nonce_len_i,
    input logic  [ 31:0] ad_len_i,
    input logic  [ 31:0] data_len_i,
    input logic  [  4:0] tag_len_i,
    input logic          start_valid_i,
    input logic          resume_i,
    input logic          valid_i,
    input kind_e         kind_i,
    input logic  [127:0] data_i,
    input logic  [ 15:0] lanes_i,
    input logic          out_ready_i,
    input logic          ctx_we_i,
    input logic  [  4:0] ctx_addr_i,
    input logic  [ 31:0] ctx_wdata_i,

    output logic      [31:0] public_position,
    output logic      [18:0] same_time,
    output logic             when_wiped,
    output unit_rsp_t        all_o             // keeps the registers of data in the circuit
);

  unit_req_t req;
  unit_rsp_t rsp;
  assign req = '{
          algorithm: algorithm_i,
          decrypt: decrypt_i,
          key: key_i,
          key_len: key_len_i,
          nonce: nonce_i,
          nonce_len: nonce_len_i,
          ad_len: ad_len_i,
          data_len: data_len_i,
          tag_len: tag_len_i,
          start_valid: start_valid_i,
          resume: resume_i,
          valid: valid_i,
          kind: kind_i,
          data: data_i,
          lanes: lanes_i,
          out_ready: out_ready_i,
          ctx_we: ctx_we_i,
          ctx_addr: ctx_addr_i,
          ctx_wdata: ctx_wdata_i,
          entropy_valid: 1'b0,
          entropy: '0
      };

  function automatic units_t shaped();
    shaped = UnitsDefault;
    shaped.AsconRoundsPerCycle = AsconRoundsPerCycle;
    shaped.ChachaQuarterRounds = ChachaQuarterRounds;
    shaped.PolyBitsPerCycle = PolyBitsPerCycle;
    shaped.AesRoundsPerCycle = AesRoundsPerCycle;
    shaped.AesSbox = AesSbox;
    shaped.AesStoredKeys = AesStoredKeys;
    shaped.AesTwoStages = AesTwoStages;
    shaped.AesGcm = AesGcm;
    shaped.GhashBitsPerCycle = GhashBitsPerCycle;
  endfunction

  vmb_units #(
      .Units(shaped()),
      .Hardened(Hardened)
  ) u_units (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .family_i,
      .req_i(req),
      .rsp_o(rsp)
  );

  assign all_o = rsp;

  logic position;
  always_comb begin
    unique case (family_i)
      UnitAscon: position = ctx_addr_i == 5'd10;
      UnitChacha: position = ctx_addr_i == 5'd0;
      default: position = ctx_addr_i == 5'd8;
    endcase
  end
  assign public_position = ctx_wdata_i & {32{ctx_we_i && position}};

  // In the cycle after a wipe every register is the same (same_registers).
  logic wiped_q;
  assign when_wiped = wiped_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wiped_q <= 1'b0;
    else wiped_q <= wipe_i;
  end

  assign same_time = {
    rsp.start_ready,
    rsp.rate,
    rsp.ad_offset,
    rsp.whole,
    rsp.ready,
    rsp.out_valid,
    rsp.tag_valid,
    rsp.idle,
    rsp.ctx_words
  };

endmodule
