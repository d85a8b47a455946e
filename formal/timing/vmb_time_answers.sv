// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// For an engine without its units, the timing of their answers is public, as vmb_time_units shows.
// The contents of the answers are secret.

module vmb_time_answers
  import vmb_unit_pkg::*;
(
    input unit_rsp_t unit_rsp
);

  logic [18:0] public_unit;
  assign public_unit = {
    unit_rsp.start_ready,
    unit_rsp.rate,
    unit_rsp.ad_offset,
    unit_rsp.whole,
    unit_rsp.ready,
    unit_rsp.out_valid,
    unit_rsp.tag_valid,
    unit_rsp.idle,
    unit_rsp.ctx_words
  };

endmodule

bind vmb_engine vmb_time_answers u_answers_u_prove (.*);
