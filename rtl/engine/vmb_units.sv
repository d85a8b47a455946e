// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The units of an engine behind one interface: family_i selects one. Units whose parameter is 0 are
// absent, and never start.
//
// The inputs of the start are stable until the tag. The other units are idle and
// hold no secrets, since every job ends with a wipe.

module vmb_units
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
#(
    parameter units_t Units = UnitsDefault,
    parameter bit Contexts = 1'b1,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input  unit_e     family_i,
    input  unit_req_t req_i  /*verilator split_var*/,
    output unit_rsp_t rsp_o  /*verilator split_var*/,
    output logic      tag_lost_o  // after a fault, bytes of the tag do not belong to the message
);

  if (!Units.Ascon && !Units.Chacha && !Units.Aes) begin : gen_no_unit
    $error("Ascon, Chacha and Aes are 0: an engine has a cipher unit");
  end
  if (Units.Ascon && !(Units.AsconRoundsPerCycle inside {1, 2, 4})) begin : gen_wrong_ascon
    $error("AsconRoundsPerCycle must be 1, 2 or 4");
  end
  if (Units.Chacha && !(Units.ChachaQuarterRounds inside {1, 2, 4, 8})) begin : gen_wrong_chacha
    $error("ChachaQuarterRounds must be 1, 2, 4 or 8");
  end
  if (Units.Chacha && !(Units.PolyBitsPerCycle inside {[2 : 66]})) begin : gen_wrong_poly
    $error("PolyBitsPerCycle must be 2 to 66");
  end
  if (!(Units.AesKeyBits inside {128, 192, 256})) begin : gen_wrong_key_bits
    $error("AesKeyBits must be 128, 192 or 256");
  end
  if (Units.Aes && Units.AesRoundsPerCycle > 2) begin : gen_wrong_aes
    $error("AesRoundsPerCycle must be 1, 2 or 0");
  end
  if (Units.Aes && Units.AesTwoStages &&
      (Units.AesRoundsPerCycle != 1 || Units.AesStoredKeys)) begin : gen_wrong_two_stages
    $error("AesTwoStages is for AesRoundsPerCycle = 1 with keys on the fly");
  end
  if (Units.AesGcm && !(Units.GhashBitsPerCycle inside {[1 : 128]})) begin : gen_wrong_ghash
    $error("GhashBitsPerCycle must be 1 to 128");
  end

  unit_rsp_t ascon  /*verilator split_var*/;
  unit_rsp_t chacha  /*verilator split_var*/;
  unit_rsp_t aes  /*verilator split_var*/;
  logic aes_tag_lost;

  logic is_ascon, is_chacha, is_aes;
  assign is_ascon  = Units.Ascon && (family_i == UnitAscon);
  assign is_chacha = Units.Chacha && (family_i == UnitChacha);
  assign is_aes    = Units.Aes && (family_i == UnitAes);

  if (Units.Ascon) begin : gen_ascon
    vmb_ascon #(
        .RoundsPerCycle(Units.AsconRoundsPerCycle),
        .Hash(Units.AsconHash),
        .V12(Units.AsconV12),
        .Contexts(Contexts)
    ) u_ascon (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .start_valid_i(req_i.start_valid && is_ascon),
        .start_ready_o(ascon.start_ready),
        .resume_i(req_i.resume),
        .algorithm_i(vmb_ascon_pkg::algorithm_e'(req_i.algorithm)),
        .decrypt_i(req_i.decrypt),
        .key_i(req_i.key[0][127:0]),
        .nonce_i(req_i.nonce),
        .ad_len_i(req_i.ad_len),
        .rate_o(ascon.rate),
        .valid_i(req_i.valid && is_ascon),
        .ready_o(ascon.ready),
        .kind_i(req_i.kind),
        .data_i(req_i.data[0]),
        .lanes_i(req_i.lanes),
        .out_valid_o(ascon.out_valid),
        .out_ready_i(req_i.out_ready),
        .out_o(ascon.out[0]),
        .tag_valid_o(ascon.tag_valid),
        .tag_o(ascon.tag),
        .ctx_we_i(req_i.ctx_we && is_ascon),
        .ctx_addr_i(req_i.ctx_addr),
        .ctx_wdata_i(req_i.ctx_wdata),
        .ctx_rdata_o(ascon.ctx_rdata),
        .ctx_words_o(ascon.ctx_words)
    );
    assign {ascon.idle, ascon.ad_offset, ascon.whole} = {ascon.start_ready, 3'd0, 1'b0};
    assign ascon.entropy_ready = 1'b0;
  end else begin : gen_no_ascon
    assign ascon = '0;
  end

  if (Units.Chacha) begin : gen_chacha
    vmb_chacha20_poly1305 #(
        .QuarterRounds(Units.ChachaQuarterRounds),
        .BitsPerCycle(Units.PolyBitsPerCycle),
        .Contexts(Contexts),
        .KeyHeld(1'b1)
    ) u_chacha (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .start_valid_i(req_i.start_valid && is_chacha),
        .start_ready_o(chacha.start_ready),
        .resume_i(req_i.resume),
        .decrypt_i(req_i.decrypt),
        .key_i(req_i.key[0]),
        .nonce_i(req_i.nonce[95:0]),
        .ad_len_i(req_i.ad_len),
        .data_len_i(req_i.data_len),
        .rate_o(chacha.rate),
        .valid_i(req_i.valid && is_chacha),
        .ready_o(chacha.ready),
        .kind_i(req_i.kind),
        .data_i(req_i.data[0]),
        .lanes_i(req_i.lanes),
        .out_valid_o(chacha.out_valid),
        .out_ready_i(req_i.out_ready),
        .out_o(chacha.out[0]),
        .tag_valid_o(chacha.tag_valid),
        .tag_o(chacha.tag),
        .ctx_we_i(req_i.ctx_we && is_chacha),
        .ctx_addr_i(req_i.ctx_addr),
        .ctx_wdata_i(req_i.ctx_wdata),
        .ctx_rdata_o(chacha.ctx_rdata),
        .ctx_words_o(chacha.ctx_words)
    );
    assign {chacha.idle, chacha.ad_offset, chacha.whole} = {chacha.start_ready, 3'd0, 1'b0};
    assign chacha.entropy_ready = 1'b0;
  end else begin : gen_no_chacha
    assign chacha = '0;
  end

  if (Units.Aes) begin : gen_aes
    vmb_aes_modes #(
        .KeyBits(Units.AesKeyBits),
        .Decrypt(Units.AesDecrypt),
        .RoundsPerCycle(Units.AesRoundsPerCycle),
        .Sbox(Units.AesSbox),
        .StoredKeys(Units.AesStoredKeys),
        .KeyHeld(!Units.AesDecrypt && !Units.AesStoredKeys),
        .TwoStages(Units.AesTwoStages),
        .Gcm(Units.AesGcm),
        // Of an illegal 0, only the error above is reported.
        .GhashBitsPerCycle(Units.GhashBitsPerCycle == 0 ? 1 : Units.GhashBitsPerCycle),
        .Contexts(Contexts),
        .Hardened(Hardened)
    ) u_aes (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .start_valid_i(req_i.start_valid && is_aes),
        .start_ready_o(aes.start_ready),
        .algorithm_i(req_i.algorithm),
        .decrypt_i(req_i.decrypt),
        .key_i(req_i.key[0]),
        .key_len_i(req_i.key_len),
        .nonce_i(req_i.nonce),
        .nonce_len_i(req_i.nonce_len[3:0]),
        .ad_len_i(req_i.ad_len),
        .data_len_i(req_i.data_len),
        .tag_len_i(req_i.tag_len),
        .resume_i(req_i.resume),
        .valid_i(req_i.valid && is_aes),
        .ready_o(aes.ready),
        .kind_i(req_i.kind),
        .data_i(req_i.data[0]),
        .lanes_i(req_i.lanes),
        .out_valid_o(aes.out_valid),
        .out_ready_i(req_i.out_ready),
        .out_o(aes.out[0]),
        .tag_valid_o(aes.tag_valid),
        .tag_o(aes.tag),
        .tag_lost_o(aes_tag_lost),
        .rate_o(aes.rate),
        .ad_offset_o(aes.ad_offset),
        .idle_o(aes.idle),
        .ctx_we_i(req_i.ctx_we && is_aes),
        .ctx_addr_i(req_i.ctx_addr),
        .ctx_wdata_i(req_i.ctx_wdata),
        .ctx_rdata_o(aes.ctx_rdata),
        .ctx_words_o(aes.ctx_words)
    );
    assign aes.whole = req_i.algorithm[2:1] == '0;  // ECB, CBC
    assign aes.entropy_ready = 1'b0;
  end else begin : gen_no_aes
    assign aes = '0;
    assign aes_tag_lost = 1'b0;
  end

  // Ascon always uses its key, and ChaCha20-Poly1305 has only one mode.
  assign tag_lost_o = is_aes && aes_tag_lost;

  // Inputs that only absent units read.
  logic unused;
  assign unused = ^{clk_i, rst_ni, wipe_i, req_i};

  localparam int unsigned Bits = $bits(unit_rsp_t);
  assign rsp_o = (ascon & {Bits{is_ascon}}) | (chacha & {Bits{is_chacha}}) | (aes & {Bits{is_aes}});

endmodule
