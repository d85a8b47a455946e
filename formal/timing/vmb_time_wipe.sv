// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// After the wipe of a job, until the next one starts, no data remain in the registers of the engine
// around its units, except those that formal/timing-engine.toml names. Bound next to
// vmb_time_engine.

module vmb_time_wipe
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
(
    input job_t      job,
    input logic      idle,
    input logic      drains,         // after a wipe
    input logic      read_answer,
    input unit_rsp_t unit_rsp,
    input logic      wipe,
    input logic      wipe_slots,
    input logic      slot_we,
    input logic      slot_word_we,
    input logic      slot_take,
    input logic      key_take,
    input logic      nonce_take
);

  logic when_behind;
  assign when_behind = drains || idle;

  // No data arrive (vmb_prove_quiet).
  logic assumed_closed;
  assign assumed_closed = !(when_behind && (read_answer || unit_rsp.out_valid));

  // The inputs of vmb_keys, except for words (vmb_time_keys).
  logic [12:0] same_keys;
  assign same_keys = {
    wipe,
    wipe_slots,
    slot_we,
    slot_word_we,
    slot_take,
    key_take,
    nonce_take,
    job.key_slot,
    job.key_len,
    job.family
  };

endmodule

bind vmb_engine vmb_time_wipe u_wipe_u_prove (
    .*,
    .drains(u_sequencer.state == 5'd1)  // StDrain
);
