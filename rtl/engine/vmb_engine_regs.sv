// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The registers of the engine, as in vmb_engine.rdl: offsets are of words.
//
// An access completes in the first cycle with ready_o, which only DIN and DOUT ever delay. With
// pair_i two words are written at once, to an even register and the next odd one. Registers of the
// job do not change while one runs: such a write, a write to a read-only register, a read of a
// write-only one, an access that vmb_key_slots rejects or REGWEN locks, and an offset without a
// register have no effect and answer with fault_o. A write to a locked register is an attack or a
// software defect: alert_o reports it for a cycle.
//
// With Hardened, registers in which a fault of one flip-flop could change the job, verdict or
// permissions have a shadow (JOB, DATA_LEN, STATUS, POLICY, REGWEN), and the other words of a job
// have a parity. A fault in a job's word is reported by upset_o as long as it lasts; one in STATUS,
// or a job whose end was not reported, shows as ErrFault; one in POLICY or REGWEN permits nothing.

module vmb_engine_regs
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
#(
    parameter bit Dma = 1'b1,
    parameter int unsigned Slots = 2,
    parameter bit TwoPasses = 1'b0,
    parameter bit Early = 1'b1,
    parameter bit ShortTags = 1'b1,  // there is an algorithm with short tags
    parameter bit Hardened = 1'b0,
    parameter logic [31:0] Features = '0,
    parameter logic [31:0] Features2 = '0
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,
    input  logic        we_i,
    input  logic        pair_i,
    input  logic [ 4:0] index_i,
    input  logic [31:0] wdata_i,
    input  logic [31:0] wdata_odd_i,
    output logic        ready_o,
    output logic        fault_o,
    output logic [31:0] rdata_o,

    output logic irq_o,
    output logic alert_o,

    // The job.
    input  logic   idle_i,
    input  logic   done_i,
    input  error_e error_i,
    output logic   go_o,
    output logic   abort_o,
    output job_t   job_o,
    output logic [RegDataTotal:0][31:0] words_o,
    output policy_t policy_o,
    output logic    upset_o,

    // Slots.
    output logic        wipe_slots_o,
    output logic        slot_we_o,
    output logic        slot_word_we_o,
    input  logic        slot_refused_i,       // SLOT rejects wdata_i
    input  logic        slot_word_refused_i,
    input  logic [ 3:1] loaded_i,

    // Words to and from software.
    output logic        din_o,
    output logic        dout_o,
    input  logic [31:0] dout_data_i,
    input  logic        pio_ready_i,
    input  logic        pio_failed_i,
    input  logic        din_ready_i,
    input  logic        dout_valid_i
);

  logic [RegDataTotal:0][31:0] words_q;
  job_t job_q;
  error_e error_q;
  logic irq_enable_q, irq_q, running_q;
  policy_t policy_q;
  logic [3:0] regwen_q;

  // Register contents come from these: without Hardened, unchanged.
  error_e error;
  policy_t policy;
  logic [3:0] regwen;
  logic status_upset, lost;  // lost: a job marked as running is not

  // Bits of REGWEN for existing registers.
  localparam logic [3:0] Lockable = 4'((2 << Slots) - 1);

  logic write, read, at_job, at_words, at_slot, at_key, pio;
  assign write = req_i && we_i;
  assign read = req_i && !we_i;
  assign at_words = index_i <= RegDataTotal;
  assign at_job = index_i == RegJob;
  assign at_slot = Slots != 0 && index_i == RegSlot;
  assign at_key = Slots != 0 && index_i >= RegKey;

  assign din_o = !Dma && write && !pair_i && (index_i == RegDin);
  assign dout_o = !Dma && read && (index_i == RegDout);
  assign pio = din_o || dout_o;
  assign ready_o = !pio || pio_ready_i;

  // A write to a locked register.
  logic locked;
  logic [3:0] openable;
  assign openable = {regwen[RegwenSlots+:3], 1'b1};
  always_comb begin
    locked = 1'b0;
    if (at_slot) locked = wdata_i[SlotOpen] && !openable[wdata_i[SlotSlot+:2]];
    if (index_i == RegPolicy) locked = !regwen[RegwenPolicy];
  end
  assign alert_o = (write && !pair_i && locked) || lost;

  // Writable and readable registers.
  always_comb begin
    fault_o = 1'b1;
    if (pio) fault_o = pio_failed_i;
    else if (pair_i) fault_o = !(at_words && idle_i && !index_i[0]);
    else if (we_i) begin
      if (at_words || at_job) fault_o = !idle_i;
      if (at_slot) fault_o = !idle_i || slot_refused_i || locked;
      if (index_i == RegPolicy) fault_o = !idle_i || locked;
      if (at_key) fault_o = !idle_i || slot_word_refused_i;
      if (index_i inside {RegControl, RegIrq, RegRegwen}) fault_o = 1'b0;
    end else begin
      if (at_words) fault_o = 1'b0;
      if (index_i inside {RegStatus, RegIrq, RegFeatures, RegFeatures2, RegId, RegPolicy,
                          RegRegwen})
        fault_o = 1'b0;
    end
  end

  logic writes;
  assign writes = write && !fault_o && !pio;
  assign go_o = writes && at_job;
  assign abort_o = writes && index_i == RegControl && wdata_i[ControlAbort];
  assign wipe_slots_o = writes && index_i == RegControl && wdata_i[ControlWipeSlots];
  assign slot_we_o = writes && at_slot;
  assign slot_word_we_o = writes && at_key;

  assign irq_o = irq_enable_q && irq_q;
  assign job_o = job_q;
  assign policy_o = policy;
  assign words_o = words_q;

  always_comb begin
    rdata_o = '0;
    if (!fault_o && read) begin
      if (at_words) rdata_o = words_q[index_i[3:0]];
      unique case (index_i)
        RegStatus: begin
          rdata_o[StatusBusy] = running_q || !idle_i;
          rdata_o[StatusError+:4] = error;
          rdata_o[StatusDinReady] = din_ready_i;
          rdata_o[StatusDoutValid] = dout_valid_i;
          rdata_o[StatusLoaded+:3] = loaded_i;
        end
        RegIrq: {rdata_o[IrqPending], rdata_o[IrqEnable]} = {irq_q, irq_enable_q};
        RegFeatures: rdata_o = Features;
        RegFeatures2: rdata_o = Features2;
        RegId: begin
          rdata_o[IdMagic+:24] = 24'(IdMagicValue);  // "VMB"
          rdata_o[IdMap+:8] = 8'(IdMapValue);
        end
        RegPolicy: rdata_o[$bits(policy_t)-1:0] = policy;
        RegRegwen: rdata_o[3:0] = regwen & Lockable;
        RegDout: rdata_o = dout_data_i;
        default: ;
      endcase
    end
  end

  // ---- What is written ----

  localparam policy_t PolicyReset = '{
      two_passes: 1'b0,
      early: Early,
      memory_keys: 1'b1,
      short_tags: 1'b0
  };
  job_t job_d;
  policy_t policy_d;
  logic policy_we, regwen_we;
  assign job_d = job_of(wdata_i);
  assign policy_d = '{
          two_passes: TwoPasses && wdata_i[PolicyTwoPasses],
          early: Early && wdata_i[PolicyEarly],
          memory_keys: wdata_i[PolicyMemoryKeys],
          short_tags: ShortTags && wdata_i[PolicyShortTags]
      };
  assign policy_we = writes && index_i == RegPolicy;
  assign regwen_we = writes && index_i == RegRegwen;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_enable_q <= 1'b0;
      irq_q <= 1'b0;
      running_q <= 1'b0;
      error_q <= ErrNone;
      policy_q <= PolicyReset;
      regwen_q <= '1;
    end else begin
      if (policy_we) policy_q <= policy_d;
      if (regwen_we) regwen_q <= regwen & wdata_i[3:0];
      if (go_o) begin
        running_q <= 1'b1;
        error_q   <= ErrNone;
      end
      if (status_upset) begin
        running_q <= go_o || !idle_i;
        error_q   <= ErrFault;
      end
      if (lost) irq_q <= 1'b1;
      if (writes && index_i == RegIrq) begin
        irq_enable_q <= wdata_i[IrqEnable];
        if (wdata_i[IrqPending]) irq_q <= 1'b0;
      end
      if (done_i) begin
        running_q <= 1'b0;
        error_q   <= error_i;
        irq_q     <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) if (go_o) job_q <= job_d;

  for (genvar i = 0; i <= RegDataTotal; i++) begin : gen_word
    logic single, odd;
    assign single = writes && at_words && index_i[3:0] == 4'(i);
    assign odd = (i % 2 == 1) && write && pair_i && !fault_o && index_i[3:1] == 3'(i / 2);
    always_ff @(posedge clk_i) if (single || odd) words_q[i] <= odd ? wdata_odd_i : wdata_i;
  end

  if (Hardened) begin : gen_hardened
    logic job_upset, length_upset, status_differs, policy_upset, regwen_upset;
    logic [RegDataTotal:0] written_q, parity_q, parity;
    logic odd_we;
    assign odd_we = write && pair_i && !fault_o;

    // A word that was not written since the reset is unconstrained, and has no parity.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) written_q <= '0;
      else begin
        if (writes && at_words) written_q[index_i[3:0]] <= 1'b1;
        if (odd_we) written_q[{index_i[3:1], 1'b1}] <= 1'b1;
      end
    end
    always_ff @(posedge clk_i) begin
      if (writes && at_words) parity_q[index_i[3:0]] <= ^wdata_i;
      if (odd_we) parity_q[{index_i[3:1], 1'b1}] <= ^wdata_odd_i;
    end
    always_comb for (int unsigned i = 0; i <= RegDataTotal; i++) parity[i] = ^words_q[i];

    vmb_shadow #(
        .Width($bits(job_t)),
        .HasReset(0)
    ) u_job (
        .clk_i,
        .rst_ni,
        .we_i(go_o),
        .next_i(job_d),
        .value_i(job_q),
        .differs_o(job_upset)
    );
    logic length_even;  // DATA_LEN is an even register, or the odd one of a pair
    assign length_even = writes && index_i == RegDataLen;
    vmb_shadow #(
        .Width(32),
        .HasReset(0)
    ) u_length (
        .clk_i,
        .rst_ni,
        .we_i(length_even || (odd_we && {index_i[4:1], 1'b1} == RegDataLen)),
        .next_i(length_even ? wdata_i : wdata_odd_i),
        .value_i(words_q[RegDataLen]),
        .differs_o(length_upset)
    );
    assign upset_o = job_upset || (length_upset && written_q[4'(RegDataLen)]) ||
        ((parity ^ parity_q) & written_q) != '0;

    vmb_shadow #(
        .Width(5)
    ) u_status (
        .clk_i,
        .rst_ni,
        .we_i(go_o || done_i || status_upset),
        .next_i(done_i ? {1'b0, error_i} : {go_o || !idle_i, status_upset ? ErrFault : ErrNone}),
        .value_i({running_q, error_q}),
        .differs_o(status_differs)
    );
    assign lost = running_q && idle_i;
    assign status_upset = status_differs || lost;
    assign error = status_upset ? ErrFault : error_q;

    vmb_shadow #(
        .Width($bits(policy_t)),
        .Reset(PolicyReset)
    ) u_policy (
        .clk_i,
        .rst_ni,
        .we_i(policy_we),
        .next_i(policy_d),
        .value_i(policy_q),
        .differs_o(policy_upset)
    );
    assign policy = policy_upset ? '0 : policy_q;

    vmb_shadow #(
        .Width(4),
        .Reset('1)
    ) u_regwen (
        .clk_i,
        .rst_ni,
        .we_i(regwen_we),
        .next_i(regwen & wdata_i[3:0]),
        .value_i(regwen_q),
        .differs_o(regwen_upset)
    );
    assign regwen = regwen_upset ? '0 : regwen_q;
  end else begin : gen_plain
    assign upset_o = 1'b0;
    assign {status_upset, lost} = '0;
    assign error = error_q;
    assign policy = policy_q;
    assign regwen = regwen_q;
  end

endmodule
