// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AEAD engine: jobs (README.md) on the included units, with a register port (vmb_engine.rdl), a
// memory port (Dma = 1) or registers for the same words (Dma = 0), and an interrupt.
//
// No plaintext leaves it before its tag is verified, unless the job requests it; timing does not
// depend on a key, message or tag, except that a wrong tag ends a job; a job leaves no secret.

module vmb_engine
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*, vmb_unit_pkg::*;
#(
    // generated: parameters, from configs/units.toml by `python -m vambrace_dev.units`
    parameter bit Ascon = 1'b1,
    parameter int unsigned AsconRoundsPerCycle = 1,
    parameter bit AsconHash = 1'b1,
    parameter bit AsconV12 = 1'b1,
    parameter bit Chacha = 1'b1,
    parameter int unsigned ChachaQuarterRounds = 4,
    parameter int unsigned PolyBitsPerCycle = 15,
    parameter bit Aes = 1'b1,
    parameter int unsigned AesKeyBits = 256,
    parameter bit AesDecrypt = 1'b1,
    parameter int unsigned AesRoundsPerCycle = 1,
    parameter bit AesSbox = 1'b0,
    parameter bit AesStoredKeys = 1'b0,
    parameter bit AesTwoStages = 1'b0,
    parameter bit AesGcm = 1'b0,
    parameter int unsigned GhashBitsPerCycle = 13,
    // end
    parameter bit Contexts = 1'b1,
    parameter bit Dma = 1'b1,
    parameter int unsigned PortBits = 32,  // of a word at the memory port: 32, 64 or 128
    parameter bit Bursts = 1'b0,  // what is behind the memory port reads ahead and posts writes
    parameter int unsigned Outstanding = 2,  // requests that the memory may owe answers to, 2 to 32
    parameter int unsigned HoldWords = 321,  // of withheld plaintext, and one for unaligned ends
    parameter bit TwoPasses = 1'b0,  // 1: POLICY.two_passes opens longer ones; 0: they are rejected
    parameter int unsigned Bindings = 0,  // kept to bind two passes; 0: the memory is trusted
    parameter bit Early = 1'b1,
    parameter int unsigned Slots = 2,
    parameter int unsigned Watchdog = 65536,  // cycles for a grant, and for an answer; 0: no limit
    // No fault in one flip-flop makes a job accept a wrong tag or release withheld data.
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // Registers: vmb_engine_regs.
    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic        reg_pair_i,
    input  logic [ 4:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    input  logic [31:0] reg_wdata_odd_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,

    output logic busy_o,
    output logic irq_o,
    output logic alert_o,  // one-cycle pulse: internal fault, a write to a locked register, error 9

    // Memory: OBI 1.2 without options.
    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic [31:0] mem_addr_o,
    output logic        mem_we_o,
    output logic [PortBits/8-1:0] mem_be_o,
    output logic [PortBits-1:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [PortBits-1:0] mem_rdata_i,
    input  logic        mem_err_i,
    // With Bursts: vmb_axi_mem.
    output logic [4:0] mem_left_o,    // words that will be read after the granted ones
    input  logic       mem_posted_i,  // answered writes are still pending
    input  logic       mem_failed_i   // one-cycle pulse: one of them failed
);

  // generated: configuration, from configs/units.toml by `python -m vambrace_dev.units`
  localparam units_t Units = '{  // verilog_format: off
    Ascon: Ascon, AsconRoundsPerCycle: AsconRoundsPerCycle, AsconHash: AsconHash,
    AsconV12: AsconV12, Chacha: Chacha, ChachaQuarterRounds: ChachaQuarterRounds,
    PolyBitsPerCycle: PolyBitsPerCycle, Aes: Aes, AesKeyBits: AesKeyBits,
    AesDecrypt: AesDecrypt, AesRoundsPerCycle: AesRoundsPerCycle, AesSbox: AesSbox,
    AesStoredKeys: AesStoredKeys, AesTwoStages: AesTwoStages, AesGcm: AesGcm,
    GhashBitsPerCycle: GhashBitsPerCycle
  };  // verilog_format: on
  // end

  localparam logic [31:0] Features = {  // verilog_format: off
    16'(HoldWords), 2'(Slots), Contexts, Dma, 4'((AesKeyBits - 128) / 64), AesDecrypt, AsconV12,
    AsconHash, Early, TwoPasses, Aes, Chacha, Ascon};  // verilog_format: on
  localparam logic [31:0] Features2 = Shares << Features2Shares | 32'(AesSbox) << Features2AesSbox |
      32'(Aes && AesGcm) << Features2AesGcm | 32'(Bindings) << Features2Bindings |
      Features2MapMinorValue << Features2MapMinor;

  // ---- Registers and slots ----

  logic idle, done, go, abort, fault, attacked, late, steps, stuck, goes_on, aead, hash, fits_hold;
  logic regs_upset, sequencer_upset, intake_upset, outlet_upset, upset;  // faults
  assign upset = regs_upset || sequencer_upset || intake_upset || outlet_upset;
  policy_t policy;
  error_e error, check;
  job_t job;
  logic [RegDataTotal:0][31:0] words;
  logic [31:0] dout_data, ctx_word, ctx_own_word;
  logic wipe_slots, slot_we, slot_refused, slot_word_we, slot_word_refused, slot_valid;
  logic [1:0] slot_used_len;
  logic [3:1] loaded;
  logic din, dout, pio_ready, pio_failed, din_ready, dout_valid;

  vmb_engine_regs #(
      .Dma(Dma),
      .Slots(Slots),
      .TwoPasses(TwoPasses),
      .Early(Early),
      .ShortTags(Ascon || (Aes && AesGcm)),
      .Hardened(Hardened),
      .Features(Features),
      .Features2(Features2)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .req_i(reg_req_i),
      .we_i(reg_we_i),
      .pair_i(reg_pair_i),
      .index_i(reg_index_i),
      .wdata_i(reg_wdata_i),
      .wdata_odd_i(reg_wdata_odd_i),
      .ready_o(reg_ready_o),
      .fault_o(reg_fault_o),
      .rdata_o(reg_rdata_o),
      .irq_o,
      .alert_o(attacked),
      .idle_i(idle),
      .done_i(done),
      .error_i(error),
      .go_o(go),
      .abort_o(abort),
      .job_o(job),
      .words_o(words),
      .policy_o(policy),
      .upset_o(regs_upset),
      .wipe_slots_o(wipe_slots),
      .slot_we_o(slot_we),
      .slot_word_we_o(slot_word_we),
      .slot_refused_i(slot_refused),
      .slot_word_refused_i(slot_word_refused),
      .loaded_i(loaded),
      .din_o(din),
      .dout_o(dout),
      .dout_data_i(dout_data),
      .pio_ready_i(pio_ready),
      .pio_failed_i(pio_failed),
      .din_ready_i(din_ready),
      .dout_valid_i(dout_valid)
  );
  assign busy_o = !idle;

  // Registered, so that no glitch is mistaken for a pulse.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) alert_o <= 1'b0;
    else alert_o <= fault || attacked || (done && error == ErrPolicy);
  end

  // ---- The job ----

  logic [31:0] data_len, ad_total, data_total, read_address, write_address, out_address;
  logic [3:0] place, ctx_index, ctx_save_index, bind_index;
  logic [5:0] key_bytes;
  assign data_len = words[RegDataLen];
  // Software takes the bytes of a first word at their position in the block.
  assign out_address = Dma ? words[RegOutAddr] : {30'd0, place[1:0] & {2{goes_on}}};

  vmb_job_check #(
      .Units(Units),
      .Contexts(Contexts),
      .HoldWords(HoldWords),
      .TwoPasses(Dma && TwoPasses),
      .Bindings(Bindings),
      .Early(Early)
  ) u_check (
      .job_i(job),
      .words_i(words),
      .policy_i(policy),
      .slot_valid_i(slot_valid),
      .slot_key_len_i(slot_used_len),
      .error_o(check),
      .withholds_o(fits_hold),
      .ad_total_o(ad_total),
      .data_total_o(data_total),
      .aead_o(aead),
      .hash_o(hash),
      .key_bytes_o(key_bytes)
  );

  logic wipe, wipe_path, stop, stopped, port_idle, port_drained, port_error;
  logic feed, feed_again, go_ad, continues, tag_in, tag_differs, tag_lost, narrow;
  logic piece_valid, piece_ready, piece_last, key_take, slot_take, nonce_take;
  logic [255:0] key;
  logic [127:0] piece, answer, tag, nonce;
  logic [15:0] piece_lanes, answer_lanes, tag_lanes;
  unit_req_t unit_req  /*verilator split_var*/;
  unit_rsp_t unit_rsp  /*verilator split_var*/;
  assign {tag, narrow} = {unit_rsp.tag, unit_rsp.rate[3]};  // narrow: blocks of 8 bytes, not 16
  logic ctx_word_valid, ctx_take, ctx_we, ctx_save, ctx_own, ctx_saved, hold_release, hold_idle;
  assign ctx_save_index = ctx_own ? 4'd0 : ctx_index + 4'd1;
  bind_req_t bind_req  /*verilator split_var*/;
  bind_rsp_t bind_rsp  /*verilator split_var*/;
  logic to_hold, to_nobody, zeros, tag_out, answer_ready, out_place, tag_place, scatter_idle;

  vmb_sequencer #(
      .Units(Units),
      .Hardened(Hardened)
  ) u_sequencer (
      .clk_i,
      .rst_ni,
      .go_i(go),
      .abort_i(abort),
      .job_i(job),
      .check_i(check),
      .aead_i(aead),
      .hash_i(hash),
      .ad_len_i(words[RegAdLen]),
      .data_len_i(data_len),
      .out_len_i(words[RegOutLen]),
      .fits_hold_i(fits_hold),
      .idle_o(idle),
      .done_o(done),
      .error_o(error),
      .wipe_o(wipe),
      .wipe_path_o(wipe_path),
      .stop_o(stop),
      .stopped_i(stopped),
      .port_idle_i(port_idle),
      .port_drained_i(port_drained),
      .port_error_i(port_error),
      .late_i(late),
      .fault_o(fault),
      .steps_o(steps),
      .stuck_i(stuck),
      .upset_i(regs_upset || intake_upset || outlet_upset),
      .upset_o(sequencer_upset),
      .feed_o(feed),
      .feed_again_o(feed_again),
      .go_ad_o(go_ad),
      .continues_o(continues),
      .goes_on_o(goes_on),
      .tag_in_o(tag_in),
      .place_o(place),
      .piece_valid_i(piece_valid),
      .piece_ready_o(piece_ready),
      .piece_lanes_i(piece_lanes),
      .piece_last_i(piece_last),
      .key_take_o(key_take),
      .slot_take_o(slot_take),
      .nonce_take_o(nonce_take),
      .start_valid_o(unit_req.start_valid),
      .valid_o(unit_req.valid),
      .kind_o(unit_req.kind),
      .lanes_o(unit_req.lanes),
      .unit_i(unit_rsp),
      .narrow_i(narrow),
      .tag_differs_i(tag_differs),
      .ctx_valid_i(ctx_word_valid),
      .ctx_word_i(ctx_word),
      .ctx_take_o(ctx_take),
      .ctx_we_o(ctx_we),
      .ctx_index_o(ctx_index),
      .ctx_save_o(ctx_save),
      .ctx_own_o(ctx_own),
      .ctx_own_word_o(ctx_own_word),
      .ctx_saved_i(ctx_saved),
      .to_hold_o(to_hold),
      .to_nobody_o(to_nobody),
      .zeros_o(zeros),
      .tag_out_o(tag_out),
      .answer_ready_i(answer_ready),
      .out_address_o(out_place),
      .tag_address_o(tag_place),
      .scatter_idle_i(scatter_idle),
      .release_o(hold_release),
      .hold_idle_i(hold_idle),
      .bind_o(bind_req),
      .bind_i(bind_rsp)
  );

  // ---- Words in ----

  logic read, read_grant, read_answer, write, write_grant;
  logic [PortBits-1:0] read_data, write_word;
  vmb_intake #(
      .Dma(Dma),
      .Bytes(PortBits / 8),
      .Bursts(Bursts),
      .Outstanding(Outstanding),
      .Hardened(Hardened)
  ) u_intake (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe_path),
      .words_i(words),
      .go_i(feed),
      .again_i(feed_again),
      .go_ad_i(go_ad),
      .place_i(place),
      .continues_i(continues),
      .key_bytes_i(job.key_slot == 2'd0 ? key_bytes : 6'd0),
      .nonce_bytes_i(job.nonce_len),
      .ctx_bytes_i(job.resume ? {unit_rsp.ctx_words[3:0] + 4'd1, 2'd0} : 6'd0),
      .tag_bytes_i(tag_in ? job.tag_len : 5'd0),
      .narrow_i(narrow),
      .read_o(read),
      .grant_i(read_grant),
      .address_o(read_address),
      .left_o(mem_left_o),
      .upset_o(intake_upset),
      .answer_i(read_answer),
      .data_i(read_data),
      .ctx_valid_o(ctx_word_valid),
      .ctx_take_i(ctx_take),
      .ctx_word_o(ctx_word),
      .piece_valid_o(piece_valid),
      .piece_ready_i(piece_ready),
      .piece_o(piece),
      .lanes_o(piece_lanes),
      .piece_last_o(piece_last)
  );

  // ---- Key and nonce ----

  vmb_keys #(
      .Slots(Slots),
      .Masks(Ascon),
      .Hardened(Hardened)
  ) u_keys (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe),
      .wipe_slots_i(wipe_slots),
      .slot_we_i(slot_we),
      .slot_refused_o(slot_refused),
      .slot_word_we_i(slot_word_we),
      .slot_word_refused_o(slot_word_refused),
      .word_index_i(reg_index_i[2:0]),
      .word_i(reg_wdata_i),
      .loaded_o(loaded),
      .use_i(job.key_slot),
      .family_i(job.family),
      .long_key_i(job.key_len[1]),
      .slot_valid_o(slot_valid),
      .slot_used_len_o(slot_used_len),
      .key_take_i(key_take),
      .slot_take_i(slot_take),
      .nonce_take_i(nonce_take),
      .piece_i(piece),
      .key_o(key),
      .nonce_o(nonce)
  );

  // ---- The unit ----

  assign {unit_req.algorithm, unit_req.decrypt} = {job.algorithm, job.decrypt};
  assign {unit_req.key, unit_req.key_len, unit_req.tag_len} = {key, job.key_len, job.tag_len};
  assign {unit_req.nonce, unit_req.nonce_len, unit_req.data} = {nonce, job.nonce_len, piece};
  assign {unit_req.ad_len, unit_req.data_len} = {ad_total, data_total};
  assign unit_req.ctx_addr = {1'b0, bind_req.at_end ? bind_index : ctx_index};
  assign {unit_req.ctx_we, unit_req.resume} = {2{Contexts}} & {ctx_we, job.resume};
  assign {unit_req.ctx_wdata, unit_req.entropy_valid, unit_req.entropy} = {ctx_word, 65'd0};

  vmb_units #(
      .Units(Units),
      .Contexts(Contexts || Bindings != 0),
      .Hardened(Hardened)
  ) u_units (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe_path),
      .family_i(job.family),
      .req_i(unit_req),
      .rsp_o(unit_rsp),
      .tag_lost_o(tag_lost)
  );

  vmb_tag_check #(
      .Hardened(Hardened)
  ) u_tag (
      .tag_len_i(job.tag_len),
      .tag_i(tag),
      .lost_i(tag_lost),
      .piece_i(piece),
      .piece_lanes_i(piece_lanes),
      .lanes_o(tag_lanes),
      .differs_o(tag_differs)
  );

  // ---- Words out ----

  always_comb begin
    answer = tag_out ? tag : unit_rsp.out;
    answer_lanes = unit_rsp.whole ? 16'hffff : unit_req.lanes;
    if (tag_out) answer_lanes = tag_lanes;
    if (zeros) answer = '0;
  end
  assign unit_req.out_ready = to_nobody || answer_ready;

  logic [PortBits/8-1:0] write_enable;
  vmb_outlet #(
      .HoldWords(HoldWords),
      .Bindings(Bindings),
      .Bytes(PortBits / 8),
      .Hardened(Hardened)
  ) u_outlet (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe),
      .wipe_path_i(wipe_path),
      .out_address_i(out_address),
      .tag_address_i(Dma ? words[RegTagAddr] : 32'd0),
      .ctx_address_i(words[RegCtxAddr]),
      .data_len_i(data_len),
      .out_place_i(out_place),
      .tag_place_i(tag_place),
      .to_hold_i(to_hold),
      .valid_i(tag_out || zeros || (unit_rsp.out_valid && !to_nobody)),
      .ready_o(answer_ready),
      .answer_i(answer),
      .lanes_i(answer_lanes),
      .idle_o(scatter_idle),
      .release_i(hold_release),
      .hold_idle_o(hold_idle),
      .upset_o(outlet_upset),
      .bind_i(bind_req),
      .bind_o(bind_rsp),
      .bind_index_o(bind_index),
      .ctx_save_i(ctx_save),
      .ctx_index_i(ctx_save_index),
      .ctx_word_i(ctx_own ? ctx_own_word : unit_rsp.ctx_rdata),
      .ctx_saved_o(ctx_saved),
      .write_o(write),
      .grant_i(write_grant),
      .address_o(write_address),
      .word_o(write_word),
      .enable_o(write_enable)
  );

  vmb_transport #(
      .Dma(Dma),
      .Bytes(PortBits / 8),
      .Bursts(Bursts),
      .Outstanding(Outstanding),
      .Hardened(Hardened),
      .HoldWords(HoldWords),
      .Watchdog(Watchdog)
  ) u_transport (
      .clk_i,
      .rst_ni,
      .busy_i(!idle),
      .read_i(read),
      .read_address_i(read_address),
      .read_grant_o(read_grant),
      .read_answer_o(read_answer),
      .read_data_o(read_data),
      .write_i(write && !upset),
      .write_address_i(write_address),
      .write_data_i(write_word),
      .write_enable_i(write_enable),
      .write_grant_o(write_grant),
      .stop_i(stop),
      .stopped_o(stopped),
      .drop_i(wipe_path),
      .idle_o(port_idle),
      .drained_o(port_drained),
      .error_o(port_error),
      .late_o(late),
      .steps_i(steps),
      .stuck_o(stuck),
      .din_i(din),
      .din_data_i(reg_wdata_i),
      .dout_i(dout),
      .dout_data_o(dout_data),
      .pio_ready_o(pio_ready),
      .pio_failed_o(pio_failed),
      .din_ready_o(din_ready),
      .dout_valid_o(dout_valid),
      .mem_req_o,
      .mem_gnt_i,
      .mem_addr_o,
      .mem_we_o,
      .mem_be_o,
      .mem_wdata_o,
      .mem_rvalid_i,
      .mem_rdata_i,
      .mem_err_i,
      .mem_posted_i,
      .mem_failed_i
  );

endmodule
