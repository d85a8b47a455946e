// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The units of an engine behind one interface: family_i says which of them it
// is. Those whose parameter is 0 are not there, and never start.
//
// What comes with the start stays until the tag. The other units are idle and
// hold no secrets, since every job ends with a wipe.

module vmb_units
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
#(
    parameter bit Ascon = 1'b1,
    parameter bit Chacha = 1'b1,
    parameter bit Aes = 1'b1,
    parameter int unsigned AsconRoundsPerCycle = 1,
    parameter bit AsconHash = 1'b1,
    parameter bit AsconV12 = 1'b1,
    parameter int unsigned ChachaQuarterRounds = 4,
    parameter int unsigned PolyBitsPerCycle = 15,
    parameter int unsigned AesKeyBits = 256,
    parameter bit AesDecrypt = 1'b1,
    parameter int unsigned AesRoundsPerCycle = 1,
    parameter bit AesSbox = 1'b0,
    parameter bit AesStoredKeys = 1'b0,
    parameter bit Contexts = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input unit_e        family_i,
    input logic [  2:0] algorithm_i,
    input logic         decrypt_i,
    input logic [  1:0] key_len_i,
    input logic [255:0] key_i,
    input logic [127:0] nonce_i,
    input logic [  4:0] nonce_len_i,
    input logic [ 31:0] ad_len_i,
    input logic [ 31:0] data_len_i,
    input logic [  4:0] tag_len_i,

    input  logic start_valid_i,
    output logic start_ready_o,
    input  logic resume_i,

    output logic       narrow_o,     // blocks of 8 bytes, not 16
    output logic [2:0] ad_offset_o,  // the lane of the first byte of AD
    output logic       whole_o,      // answers are whole blocks

    input  logic         valid_i,
    output logic         ready_o,
    input  kind_e        kind_i,
    input  logic [127:0] data_i,
    input  logic [ 15:0] lanes_i,

    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic [127:0] out_o,

    output logic         tag_valid_o,
    output logic [127:0] tag_o,

    // Between two pieces with nothing under way: the context may be read.
    output logic        idle_o,
    input  logic        ctx_we_i,
    input  logic [ 3:0] ctx_addr_i,
    input  logic [31:0] ctx_wdata_i,
    output logic [31:0] ctx_rdata_o,
    output logic [ 3:0] ctx_words_o
);

  // Of each unit, in the order of unit_e.
  logic [2:0] start_ready, ready, out_valid, tag_valid, idle, here;
  logic [127:0] out[3];
  logic [127:0] tag[3];
  logic [31:0] ctx_rdata[3];
  logic [4:0] ctx_words[3];

  logic is_ascon, is_chacha, is_aes;
  assign is_ascon  = Ascon && (family_i == UnitAscon);
  assign is_chacha = Chacha && (family_i == UnitChacha);
  assign is_aes    = Aes && (family_i == UnitAes);
  assign here      = {is_aes, is_chacha, is_ascon};

  logic ascon_narrow;
  logic [2:0] aes_offset;

  if (Ascon) begin : gen_ascon
    logic [4:0] rate;
    vmb_ascon #(
        .RoundsPerCycle(AsconRoundsPerCycle),
        .Hash(AsconHash),
        .V12(AsconV12),
        .Contexts(Contexts)
    ) u_ascon (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .start_valid_i(start_valid_i && is_ascon),
        .start_ready_o(start_ready[UnitAscon]),
        .resume_i,
        .algorithm_i(vmb_ascon_pkg::algorithm_e'(algorithm_i)),
        .decrypt_i,
        .key_i(key_i[127:0]),
        .nonce_i,
        .ad_len_i,
        .rate_o(rate),
        .valid_i(valid_i && is_ascon),
        .ready_o(ready[UnitAscon]),
        .kind_i,
        .data_i,
        .lanes_i,
        .out_valid_o(out_valid[UnitAscon]),
        .out_ready_i,
        .out_o(out[UnitAscon]),
        .tag_valid_o(tag_valid[UnitAscon]),
        .tag_o(tag[UnitAscon]),
        .ctx_we_i(ctx_we_i && is_ascon),
        .ctx_addr_i({1'b0, ctx_addr_i}),
        .ctx_wdata_i,
        .ctx_rdata_o(ctx_rdata[UnitAscon]),
        .ctx_words_o(ctx_words[UnitAscon])
    );
    assign idle[UnitAscon] = start_ready[UnitAscon];
    assign ascon_narrow = !rate[4];
    logic unused_rate;
    assign unused_rate = ^rate[3:0];
  end else begin : gen_no_ascon
    assign {start_ready[UnitAscon], ready[UnitAscon], out_valid[UnitAscon]} = '0;
    assign {tag_valid[UnitAscon], idle[UnitAscon]} = '0;
    assign {out[UnitAscon], tag[UnitAscon], ctx_rdata[UnitAscon], ctx_words[UnitAscon]} = '0;
    assign ascon_narrow = 1'b0;
  end

  if (Chacha) begin : gen_chacha
    logic [4:0] rate;
    vmb_chacha20_poly1305 #(
        .QuarterRounds(ChachaQuarterRounds),
        .BitsPerCycle(PolyBitsPerCycle),
        .Contexts(Contexts),
        .KeyHeld(1'b1)
    ) u_chacha (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .start_valid_i(start_valid_i && is_chacha),
        .start_ready_o(start_ready[UnitChacha]),
        .resume_i,
        .decrypt_i,
        .key_i,
        .nonce_i(nonce_i[95:0]),
        .ad_len_i,
        .data_len_i,
        .rate_o(rate),
        .valid_i(valid_i && is_chacha),
        .ready_o(ready[UnitChacha]),
        .kind_i,
        .data_i,
        .lanes_i,
        .out_valid_o(out_valid[UnitChacha]),
        .out_ready_i,
        .out_o(out[UnitChacha]),
        .tag_valid_o(tag_valid[UnitChacha]),
        .tag_o(tag[UnitChacha]),
        .ctx_we_i(ctx_we_i && is_chacha),
        .ctx_addr_i({1'b0, ctx_addr_i}),
        .ctx_wdata_i,
        .ctx_rdata_o(ctx_rdata[UnitChacha]),
        .ctx_words_o(ctx_words[UnitChacha])
    );
    assign idle[UnitChacha] = start_ready[UnitChacha];
    logic unused;
    assign unused = ^rate;
  end else begin : gen_no_chacha
    assign {start_ready[UnitChacha], ready[UnitChacha], out_valid[UnitChacha]} = '0;
    assign {tag_valid[UnitChacha], idle[UnitChacha]} = '0;
    assign {out[UnitChacha], tag[UnitChacha], ctx_rdata[UnitChacha], ctx_words[UnitChacha]} = '0;
  end

  if (Aes) begin : gen_aes
    logic [4:0] rate;
    vmb_aes_modes #(
        .KeyBits(AesKeyBits),
        .Decrypt(AesDecrypt),
        .RoundsPerCycle(AesRoundsPerCycle),
        .Sbox(AesSbox),
        .StoredKeys(AesStoredKeys),
        .KeyHeld(!AesDecrypt && !AesStoredKeys),
        .Contexts(Contexts)
    ) u_aes (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .start_valid_i(start_valid_i && is_aes),
        .start_ready_o(start_ready[UnitAes]),
        .algorithm_i(vmb_aes_pkg::algorithm_e'(algorithm_i[1:0])),
        .decrypt_i,
        .key_i,
        .key_len_i,
        .nonce_i,
        .nonce_len_i(nonce_len_i[3:0]),
        .ad_len_i,
        .data_len_i,
        .tag_len_i,
        .resume_i,
        .valid_i(valid_i && is_aes),
        .ready_o(ready[UnitAes]),
        .kind_i,
        .data_i,
        .lanes_i,
        .out_valid_o(out_valid[UnitAes]),
        .out_ready_i,
        .out_o(out[UnitAes]),
        .tag_valid_o(tag_valid[UnitAes]),
        .tag_o(tag[UnitAes]),
        .rate_o(rate),
        .ad_offset_o(aes_offset),
        .idle_o(idle[UnitAes]),
        .ctx_we_i(ctx_we_i && is_aes),
        .ctx_addr_i({1'b0, ctx_addr_i}),
        .ctx_wdata_i,
        .ctx_rdata_o(ctx_rdata[UnitAes]),
        .ctx_words_o(ctx_words[UnitAes])
    );
    logic unused;
    assign unused = ^{rate, nonce_len_i[4]};
  end else begin : gen_no_aes
    assign {start_ready[UnitAes], ready[UnitAes], out_valid[UnitAes]} = '0;
    assign {tag_valid[UnitAes], idle[UnitAes]} = '0;
    assign {out[UnitAes], tag[UnitAes], ctx_rdata[UnitAes], ctx_words[UnitAes]} = '0;
    assign aes_offset = '0;
  end

  // What only units read that are not there.
  logic unused_inputs;
  assign unused_inputs = ^{
    clk_i, rst_ni, wipe_i, algorithm_i, decrypt_i, key_len_i, key_i, nonce_i, nonce_len_i, ad_len_i,
    data_len_i, tag_len_i, start_valid_i, resume_i, valid_i, kind_i, data_i, lanes_i, out_ready_i,
    ctx_we_i, ctx_addr_i, ctx_wdata_i, ascon_narrow, aes_offset
  };

  assign start_ready_o = |(start_ready & here);
  assign ready_o = |(ready & here);
  assign out_valid_o = |(out_valid & here);
  assign tag_valid_o = |(tag_valid & here);
  assign idle_o = |(idle & here);
  always_comb begin
    {out_o, tag_o, ctx_rdata_o, ctx_words_o} = '0;
    for (int unsigned u = 0; u < 3; u++) begin
      out_o |= out[u] & {128{here[u]}};
      tag_o |= tag[u] & {128{here[u]}};
      ctx_rdata_o |= ctx_rdata[u] & {32{here[u]}};
      ctx_words_o |= ctx_words[u][3:0] & {4{here[u]}};
    end
  end

  logic unused_words;
  assign unused_words = ^{ctx_words[0][4], ctx_words[1][4], ctx_words[2][4]};

  assign narrow_o = is_ascon && ascon_narrow;
  assign ad_offset_o = aes_offset & {3{is_aes}};
  assign whole_o = is_aes && !algorithm_i[1];
endmodule
