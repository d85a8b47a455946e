// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_engine_regs forwards, for any writes: nothing to a running job, nothing that vmb_key_slots
// rejects, nothing that REGWEN locks. There are no assumptions.

module vmb_prove_regs
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
#(
    parameter bit Dma = 1'b1,
    parameter int unsigned Slots = 3,
    parameter bit TwoPasses = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        req_i,
    input logic        we_i,
    input logic        pair_i,
    input logic [ 4:0] index_i,
    input logic [31:0] wdata_i,
    input logic [31:0] wdata_odd_i,

    input logic        idle_i,
    input logic        done_i,
    input error_e      error_i,
    input logic        slot_refused_i,
    input logic        slot_word_refused_i,
    input logic [ 3:1] loaded_i,
    input logic [31:0] dout_data_i,
    input logic        pio_ready_i,
    input logic        pio_failed_i,
    input logic        din_ready_i,
    input logic        dout_valid_i,

    output logic       bad_refused,
    output logic       bad_both,
    output logic       bad_go,
    output logic       bad_changed,
    output logic       bad_policy,
    output logic [2:0] bad_slot,
    output logic       bad_alert,

    output logic       reach_locked,
    output logic [Slots-1:0] reach_open
);

  logic go, slot_we, word_we, alert;
  job_t job;
  policy_t policy;
  logic [RegDataTotal:0][31:0] words;

  vmb_engine_regs #(
      .Dma(Dma),
      .Slots(Slots),
      .TwoPasses(TwoPasses)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .req_i,
      .we_i,
      .pair_i,
      .index_i,
      .wdata_i,
      .wdata_odd_i,
      .ready_o(),
      .fault_o(),
      .rdata_o(),
      .irq_o(),
      .alert_o(alert),
      .idle_i,
      .done_i,
      .error_i,
      .go_o(go),
      .abort_o(),
      .job_o(job),
      .words_o(words),
      .policy_o(policy),
      .wipe_slots_o(),
      .slot_we_o(slot_we),
      .slot_word_we_o(word_we),
      .slot_refused_i,
      .slot_word_refused_i,
      .loaded_i,
      .din_o(),
      .dout_o(),
      .dout_data_i,
      .pio_ready_i,
      .pio_failed_i,
      .din_ready_i,
      .dout_valid_i
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  // ---- REGWEN, according to the writes to it ----

  logic single;
  logic [3:0] open_q;  // POLICY, slot 1, 2, 3
  assign single = req_i && we_i && !pair_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= '1;
    else if (single && index_i == RegRegwen) open_q <= open_q & wdata_i[3:0];
  end

  // ---- Properties ----

  assign bad_refused = held && ((slot_we && slot_refused_i) || (word_we && slot_word_refused_i));
  assign bad_both = held && slot_we && word_we;
  assign bad_go = held && (go || slot_we || word_we) && !idle_i;

  // The first cycle in which a job runs is the one after its request.
  logic before_q, locked_q;
  job_t job_q;
  policy_t policy_q;
  logic [RegDataTotal:0][31:0] words_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {before_q, locked_q} <= '0;
    else {before_q, locked_q} <= {!idle_i, !open_q[0]};
  end
  always_ff @(posedge clk_i) {job_q, policy_q, words_q} <= {job, policy, words};
  assign bad_changed = held && rst_ni && before_q &&
      {job, policy, words} != {job_q, policy_q, words_q};
  assign bad_policy = held && rst_ni && locked_q && policy != policy_q;

  logic [2:0] opens;
  for (genvar n = 1; n < 4; n++) begin : gen_slot
    assign opens[n-1] = wdata_i[SlotOpen] && wdata_i[SlotSlot+:2] == 2'(n);
    assign bad_slot[n-1] = held && slot_we && opens[n-1] && !open_q[n];
    if (n <= Slots) begin : gen_there
      assign reach_open[n-1] = held && slot_we && opens[n-1];
    end
  end

  // A rejected attempt is reported, and nothing else is.
  logic tries;
  assign tries = single && ((index_i == RegPolicy && !open_q[0]) ||
                            (index_i == RegSlot && (opens & ~open_q[3:1]) != '0));
  assign bad_alert = held && alert != tries;

  assign reach_locked = held && rst_ni && locked_q && policy.two_passes == TwoPasses &&
      !policy.memory_keys;

endmodule
