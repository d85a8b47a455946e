// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The kind of the running job: an AEAD, one that is opened completely, so that its tag is verified,
// and one whose plaintext is withheld until then.

module vmb_formal_withheld
  import vmb_engine_pkg::*;
(
    input  job_t job_i,
    input  logic idle_i,
    output logic aead_o,
    output logic verifies_o,
    output logic withheld_o
);

  always_comb begin
    unique case (job_i.family)
      UnitAscon: begin
        aead_o = job_i.algorithm inside {3'(vmb_ascon_pkg::Aead128), 3'(vmb_ascon_pkg::Ascon128),
                                         3'(vmb_ascon_pkg::Ascon128a)};
      end
      UnitChacha: aead_o = 1'b1;
      UnitAes: aead_o = job_i.algorithm inside {3'(vmb_aes_pkg::AlgCcm), 3'(vmb_aes_pkg::AlgGcm)};
      default: aead_o = 1'b0;
    endcase
  end
  assign verifies_o = !idle_i && aead_o && job_i.decrypt && job_i.data_end;
  assign withheld_o = verifies_o && !job_i.early && !job_i.discard;

endmodule
