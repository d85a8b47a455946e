// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Checks from its registers alone whether this engine supports a job: an unsupported job is
// rejected before any access. Sources: FIPS 197, NIST SP 800-38A, 800-38C and 800-38D,
// SP 800-232, RFC 8439. Short tags, those that POLICY.short_tags allows, are the ones for which
// the standards ask more of the user: SP 800-232, section 4.2.1; SP 800-38D, section 5.2.1.2 and
// appendix C.
//
// Combinational. With several errors the first in the order of error_e counts.

module vmb_job_check
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
#(
    parameter units_t Units = UnitsDefault,
    parameter bit Contexts = 1'b1,
    parameter int unsigned HoldWords = 321,  // as in vmb_engine, like the next ones
    parameter bit TwoPasses = 1'b0,  // 0 without a memory port
    parameter int unsigned Bindings = 0,
    parameter bit Early = 1'b1
) (
    input  job_t                        job_i,
    input  logic [RegDataTotal:0][31:0] words_i,         // the job's registers
    input  policy_t                     policy_i,
    input  logic                        slot_valid_i,
    input  logic [                 1:0] slot_key_len_i,
    output error_e                      error_o,

    output logic        withholds_o,   // this engine can withhold the message
    output logic [31:0] ad_total_o,    // bytes of the whole message
    output logic [31:0] data_total_o,
    output logic        aead_o,        // neither a cipher mode nor a hash function
    output logic        hash_o,
    output logic [ 5:0] key_bytes_o
);

  logic [31:0] ad_len, data_len, out_len;
  assign ad_len = words_i[RegAdLen];
  assign data_len = words_i[RegDataLen];
  assign out_len = words_i[RegOutLen];
  assign ad_total_o = job_i.totals ? words_i[RegAdTotal] : ad_len;
  assign data_total_o = job_i.totals ? words_i[RegDataTotal] : data_len;

  logic is_ascon, is_chacha, is_aes, is_aead128, is_ccm, is_gcm, known;
  assign is_ascon  = job_i.family == UnitAscon;
  assign is_chacha = job_i.family == UnitChacha;
  assign is_aes    = job_i.family == UnitAes;
  assign is_aead128 = is_ascon && (job_i.algorithm == 3'(vmb_ascon_pkg::Aead128));
  assign is_ccm    = is_aes && (job_i.algorithm == 3'(vmb_aes_pkg::AlgCcm));
  assign is_gcm    = Units.AesGcm && is_aes && (job_i.algorithm == 3'(vmb_aes_pkg::AlgGcm));
  assign hash_o    = is_ascon && (job_i.algorithm inside {3'(vmb_ascon_pkg::Hash256),
      3'(vmb_ascon_pkg::Xof128), 3'(vmb_ascon_pkg::Cxof128)});
  assign aead_o = (is_ascon && !hash_o) || is_chacha || is_ccm || is_gcm;

  always_comb begin
    unique case (job_i.family)
      UnitAscon: begin
        known = Units.Ascon && (job_i.algorithm <= 3'(vmb_ascon_pkg::Ascon128a)) &&
            (Units.AsconHash || !hash_o) &&
            (Units.AsconV12 || job_i.algorithm < 3'(vmb_ascon_pkg::Ascon128));
      end
      UnitChacha: known = Units.Chacha && (job_i.algorithm == 3'd0);
      UnitAes: begin
        known = Units.Aes && (!job_i.algorithm[2] || is_gcm) &&
            (job_i.key_len <= 2'((Units.AesKeyBits - 128) / 64)) &&
            (Units.AesDecrypt || !job_i.decrypt || job_i.algorithm[1] || is_gcm);
      end
      default: known = 1'b0;
    endcase
    if (!is_aes && job_i.key_len != 2'd0 && !(is_aead128 && job_i.key_len == 2'd2)) known = 1'b0;
    if (job_i.unknown) known = 1'b0;
  end

  always_comb begin
    key_bytes_o = 6'd16 + {1'b0, job_i.key_len, 3'd0};
    if (hash_o) key_bytes_o = 6'd0;
    if (is_chacha) key_bytes_o = 6'd32;
  end

  // ---- Lengths ----

  logic keeps, opens, squeezes;
  assign keeps = job_i.resume || job_i.save;  // with a context
  assign opens = aead_o && job_i.decrypt;
  assign squeezes = job_i.resume && out_len != '0;  // continues after the end

  // One word less than the capacity, because the message may start anywhere. A longer one has
  // sections of whole blocks.
  localparam int unsigned SectionBytes = HoldWords > 1 ? (HoldWords - 1) / 4 * 16 : 0;
  logic passes;
  assign withholds_o = HoldWords > 1 && data_len <= 32'(4 * (HoldWords - 1));
  assign passes = TwoPasses && !job_i.resume &&
      (Bindings == 0 || data_len <= 32'(SectionBytes * (Bindings + 1)));

  if (Bindings != 0 && !TwoPasses) begin : gen_one_pass
    $error("Bindings above 0 needs Dma = 1 and TwoPasses = 1: other engines read messages once");
  end

  logic nonce_right, tag_right, message_right, parts_right;
  always_comb begin
    nonce_right = job_i.nonce_len == 5'd16;
    if (is_chacha) nonce_right = job_i.nonce_len == 5'd12;
    if (is_ccm) nonce_right = (job_i.nonce_len >= 5'd7) && (job_i.nonce_len <= 5'd13);
    if (is_gcm) nonce_right = (job_i.nonce_len != 5'd0) && (job_i.nonce_len <= 5'd16);
    if (hash_o || (is_aes && job_i.algorithm == 3'(vmb_aes_pkg::AlgEcb))) begin
      nonce_right = job_i.nonce_len == 5'd0;
    end
    // A context includes the nonce, unless it only counts blocks.
    if (job_i.resume && !is_chacha) nonce_right = (job_i.nonce_len == 5'd0) || nonce_right;
  end

  // CCM's first block contains the tag length. The tags of the others are truncated at the end.
  always_comb begin
    tag_right = job_i.tag_len == 5'd0;
    if (is_ccm && (job_i.data_end || !job_i.resume)) begin
      tag_right = (job_i.tag_len >= 5'd4) && (job_i.tag_len <= 5'd16) && !job_i.tag_len[0];
    end else if (is_gcm && job_i.data_end) begin
      tag_right = (job_i.tag_len >= 5'd12) && (job_i.tag_len <= 5'd16);
      if (job_i.tag_len inside {5'd4, 5'd8}) tag_right = 1'b1;
    end else if (is_aead128 && job_i.data_end) begin
      tag_right = (job_i.tag_len >= 5'd4) && (job_i.tag_len <= 5'd16);
    end else if (aead_o && job_i.data_end) begin
      tag_right = job_i.tag_len == 5'd16;
    end
  end

  logic short_tag;
  assign short_tag = job_i.data_end &&
      ((is_gcm && job_i.tag_len < 5'd12) || (is_aead128 && job_i.tag_len < 5'd8));

  logic [31:16] beyond;  // upper bits of the whole message's length, and of this part's
  assign beyond = data_total_o[31:16] | data_len[31:16];
  always_comb begin
    message_right = 1'b1;
    if (is_ccm && !job_i.resume) begin
      if (job_i.nonce_len == 5'd13) message_right = beyond == '0;
      if (job_i.nonce_len == 5'd12) message_right = beyond[31:24] == '0;
    end
    if (is_aes && !job_i.algorithm[1] && !is_gcm) message_right = data_len[3:0] == '0;
    if (hash_o && !job_i.data_end && !squeezes && out_len != '0) message_right = 1'b0;
    if (hash_o && job_i.algorithm == 3'(vmb_ascon_pkg::Hash256)) begin
      message_right = out_len == (job_i.data_end ? 32'd32 : 32'd0);
    end
  end

  logic is_cxof, ad_right;
  assign is_cxof = hash_o && (job_i.algorithm == 3'(vmb_ascon_pkg::Cxof128));
  always_comb begin
    ad_right = aead_o || is_cxof || ad_len == '0;
    if (is_cxof && !job_i.resume && ad_total_o > 32'd256) ad_right = 1'b0;
  end

  logic lengths_right;
  assign lengths_right = nonce_right && tag_right && ad_right && message_right;

  always_comb begin
    parts_right = !keeps || (Contexts && words_i[RegCtxAddr][1:0] == 2'd0);
    if (job_i.decrypt && hash_o) parts_right = 1'b0;
    if (job_i.early && !Early) parts_right = 1'b0;
    // Only an extendable output continues after the end; without an end there must be something to
    // resume from.
    if (job_i.save == job_i.data_end && !(hash_o && (job_i.save || squeezes))) parts_right = 1'b0;
    // The totals in the first block must be known by then.
    if (!job_i.resume && job_i.save && !job_i.totals) begin
      if (is_ccm || (is_cxof && !job_i.ad_end)) parts_right = 1'b0;
    end
    if (job_i.discard && !(opens && job_i.data_end && !job_i.early)) parts_right = 1'b0;
    // Plaintext without a verdict in this job must be requested.
    if (opens && !job_i.early && !job_i.discard && data_len != '0) begin
      if (!job_i.data_end || !(withholds_o || passes)) parts_right = 1'b0;
    end
  end

  logic slot_right;
  assign slot_right = (job_i.key_slot == 2'd0) || hash_o ||
      (slot_valid_i && slot_key_len_i == (is_chacha ? 2'd2 : job_i.key_len));

  // The policy's permission of what this engine supports.
  logic withheld, allowed;
  assign withheld = opens && !job_i.early && !job_i.discard;
  always_comb begin
    allowed = 1'b1;
    if (withheld && !withholds_o && data_len != '0 && !policy_i.two_passes) allowed = 1'b0;
    if (job_i.early && !policy_i.early) allowed = 1'b0;
    if (short_tag && !policy_i.short_tags) allowed = 1'b0;
    if (job_i.key_slot == 2'd0 && !hash_o && !policy_i.memory_keys) allowed = 1'b0;
  end

  always_comb begin
    error_o = ErrNone;
    if (!known) error_o = ErrAlgorithm;
    else if (!(lengths_right && parts_right)) error_o = ErrArgument;
    else if (!slot_right) error_o = ErrSlot;
    else if (!allowed) error_o = ErrPolicy;
  end

  logic unused;
  assign unused = ^{job_i, words_i};

endmodule
