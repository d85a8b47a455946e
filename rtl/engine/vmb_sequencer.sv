// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Controls a job from start to end: accepts the pieces, determines their kinds, and directs the
// unit's answers.
//
// When opening a message, its plaintext waits in vmb_hold. If two passes are allowed, a longer
// message is read twice: the first pass writes nothing, and the second one writes after a good tag
// check. If the second tag check fails, because the message changed in between, the written words
// are overwritten with zeros; a memory error during that is the error of the job. If the passes are
// bound (vmb_bindings), the second one withholds a section at a time, and releases it only after
// the binding at its end, or the tag, was right.
//
// At the end of a job, all registers with a key or a message are wiped. An abort is accepted in
// every state: a job with an error keeps it, and zeros that replace unverified plaintext are still
// written. A memory that does not grant or answer in time (late_i) ends the job at once, except
// that those zeros are tried once; an invalid state ends it too, with an alert.
//
// With Hardened, no fault of one flip-flop makes a job accept a wrong tag, or write withheld data.
// States and errors have a second copy; the pairs of state and copy differ in at least four bits,
// and any other pair is an invalid state. The tag is compared in two cycles, in all lanes that it
// has, and a job that verifies one ends without an error only if both comparisons took place.
// upset_i reports a fault elsewhere.

module vmb_sequencer
  import vmb_engine_pkg::*, vmb_unit_pkg::*, vmb_sequencer_pkg::*;
#(
    parameter units_t Units = UnitsDefault,
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // A job, from the cycle after go_i on, and the results of vmb_job_check.
    input  logic        go_i,
    input  logic        abort_i,
    input  job_t        job_i,
    input  error_e      check_i,
    input  logic        aead_i,
    input  logic        hash_i,
    input  logic [31:0] ad_len_i,
    input  logic [31:0] data_len_i,
    input  logic [31:0] out_len_i,
    input  logic        fits_hold_i,
    output logic        idle_o,
    output logic        done_o,      // for one cycle
    output error_e      error_o,     // with done_o

    // wipe_o: everything except slots and registers; wipe_path_o: the path between port and unit,
    // and the unit. The port drops pending answers.
    output logic wipe_o,
    output logic wipe_path_o,
    output logic stop_o,       // issue no new requests
    input  logic stopped_i,    // no request waits
    input  logic port_idle_i,
    input  logic port_drained_i,  // idle from the next cycle on
    input  logic port_error_i,
    input  logic late_i,       // the memory does not grant or answer in time
    output logic steps_o,      // the job makes progress
    input  logic stuck_i,      // no progress because of a fault
    output logic fault_o,      // invalid state; with Hardened any fault
    input  logic upset_i,      // a fault elsewhere
    output logic upset_o,      // a fault here

    // The feeder.
    output logic       feed_o,
    output logic       feed_again_o,
    output logic       go_ad_o,
    output logic       continues_o,
    output logic       goes_on_o,     // the output continues inside a block
    output logic       tag_in_o,      // a tag is read and verified
    output logic [3:0] place_o,

    // Pieces.
    input  logic        piece_valid_i,
    output logic        piece_ready_o,
    input  logic [15:0] piece_lanes_i,
    input  logic        piece_last_i,
    output logic        key_take_o,
    output logic        slot_take_o,
    output logic        nonce_take_o,

    // The unit.
    output logic             start_valid_o,
    output logic             valid_o,
    output kind_e            kind_o,
    output logic      [15:0] lanes_o,
    input  unit_rsp_t        unit_i  /*verilator split_var*/,
    input  logic             narrow_i,
    input  logic             tag_differs_i,  // from the piece, in the piece's lanes

    // The context: word 0 belongs to the engine, the others to the unit.
    input  logic        ctx_valid_i,
    input  logic [31:0] ctx_word_i,
    output logic        ctx_take_o,
    output logic        ctx_we_o,
    output logic [ 3:0] ctx_index_o,   // index of the unit's word
    output logic        ctx_save_o,
    output logic        ctx_own_o,     // the word belongs to the engine
    output logic [31:0] ctx_own_word_o,
    input  logic        ctx_saved_i,   // a word

    // Destination of answers.
    output logic to_hold_o,
    output logic to_nobody_o,
    output logic zeros_o,        // zeros instead of the unit's answers
    output logic tag_out_o,      // the tag instead of an answer
    input  logic answer_ready_i,
    output logic out_address_o,  // begin at OUT_ADDR
    output logic tag_address_o,  // begin at TAG_ADDR
    input  logic scatter_idle_i,
    output logic release_o,
    input  logic hold_idle_i,

    output bind_req_t bind_o  /*verilator split_var*/,
    input  bind_rsp_t bind_i  /*verilator split_var*/
);

  // Synthesis must keep the encoding: it would otherwise remove the transitions of invalid states.
  (* fsm_encoding = "none" *)
  state_e state_q;
  state_e state, state_d;  // state is invalid if its copy differs
  error_e error_q, error_d;
  part_e part_q;
  logic [3:0] place_q;  // lane of the next byte
  logic [31:0] left_q;  // bytes to squeeze or to erase
  logic [3:0] word_q;  // of the context
  logic second_q, second;  // pass
  logic report_q;  // the end of a job has not been reported yet
  logic gave_up_q;  // the memory owes an answer, which the port will drop
  logic saving_q;  // the port may show a word of the context, which is then stable
  logic compared, unverified;  // with Hardened

  // ---- Order of parts ----

  logic has_tag, verifies, withholds, two_passes;
  assign has_tag    = job_i.data_end && aead_i;
  assign verifies   = has_tag && job_i.decrypt;
  assign withholds  = verifies && !job_i.early && !job_i.discard && (data_len_i != '0);
  assign two_passes = withholds && !fits_hold_i;

  state_e after_begin, after_ad, after_ad_end, after_data, after_end, after_output;
  always_comb begin
    after_output = job_i.save ? StSave : StFlush;
    after_end = after_output;
    if (hash_i && out_len_i != '0) after_end = StSqueeze;
    else if (verifies) after_end = StVerdict;
    else if (has_tag) after_end = StTagPlace;
    after_data = after_output;
    if (job_i.data_end) after_data = StDataEnd;
    else if (part_q == PartSqueeze) after_data = after_end;
    after_ad_end = (data_len_i != '0) ? StData : after_data;
    after_ad = job_i.ad_end ? StAdEnd : after_ad_end;
    after_begin = (ad_len_i != '0) ? StAd : after_ad;
  end

  // ---- Lanes ----

  logic [15:0] place_lane, made_lanes;
  logic [4:0] made;
  logic [3:0] next_place;
  vmb_lanes u_lanes (
      .place_i(place_q),
      .narrow_i,
      .squeezes_i(state == StSqueeze),
      .left_i(left_q),
      .lanes_i(lanes_o),
      .place_lane_o(place_lane),
      .made_o(made),
      .made_lanes_o(made_lanes),
      .next_place_o(next_place)
  );

  // ---- Control ----

  logic accepts;
  assign accepts = valid_o && unit_i.ready;

  always_comb begin
    valid_o = 1'b0;
    kind_o = KindAd;
    lanes_o = piece_lanes_i;
    unique case (state)
      StAd: valid_o = piece_valid_i;
      StAdEnd: {valid_o, kind_o, lanes_o} = {1'b1, KindAdEnd, place_lane};
      StData: {valid_o, kind_o} = {piece_valid_i, KindData};
      StDataEnd: {valid_o, kind_o, lanes_o} = {1'b1, KindDataEnd, place_lane};
      StSqueeze: {valid_o, kind_o, lanes_o} = {1'b1, KindSqueeze, made_lanes};
      StErase: lanes_o = made_lanes;
      default: ;
    endcase
  end

  // Earlier output has left by then.
  logic judges, judged;
  assign judges = unit_i.tag_valid && piece_valid_i && scatter_idle_i;
  assign judged = judges && compared;

  always_comb begin
    unique case (state)
      StKey, StNonce: piece_ready_o = 1'b1;
      StAd, StData: piece_ready_o = unit_i.ready;
      StVerdict: piece_ready_o = judged;
      default: piece_ready_o = 1'b0;
    endcase
  end

  // A binding: a word of it is kept, or compared.
  logic block_ends, section_ends, binds, same, differs;
  assign block_ends = two_passes && accepts && kind_o == KindData && next_place == '0;
  assign binds = state == StBinding && unit_i.idle && scatter_idle_i;
  assign same = binds && (!second || (bind_i.valid && bind_i.same));
  assign section_ends = bind_i.there && part_q == PartData;  // and the message does not
  assign differs = binds && second && bind_i.valid && !bind_i.same;

  logic key_done, nonce_done, ctx_done, saved, squeezed, erased;
  assign key_take_o = (state == StKey) && piece_valid_i;
  assign slot_take_o = (state == StKey) && (job_i.key_slot != 2'd0) && !hash_i;
  assign key_done = hash_i || slot_take_o || (key_take_o && piece_last_i);
  assign nonce_take_o = (state == StNonce) && piece_valid_i;
  assign nonce_done = (job_i.nonce_len == '0) || nonce_take_o;

  assign ctx_take_o = state == StRestore;
  assign ctx_we_o = ctx_take_o && ctx_valid_i && (word_q != '0);
  assign ctx_done = ctx_valid_i && (word_q == unit_i.ctx_words[3:0]);
  assign ctx_index_o = word_q - 4'd1;
  assign ctx_save_o = (state == StSave && unit_i.idle && scatter_idle_i) ||
      (state == StStop && saving_q);
  assign ctx_own_o = word_q == '0 && !bind_o.at_end;
  assign saved = ctx_saved_i && (word_q == unit_i.ctx_words[3:0]);

  logic ctx_refused, ordered;
  vmb_context #(
      .Units(Units)
  ) u_context (
      .clk_i,
      .job_i,
      .aead_i,
      .hash_i,
      .narrow_i,
      .ad_len_i,
      .data_len_i,
      .out_len_i,
      .part_i(part_q),
      .place_i(place_q),
      .valid_i(ctx_take_o && ctx_valid_i),
      .index_i(word_q),
      .word_i(ctx_word_i),
      .refused_o(ctx_refused),
      .own_word_o(ctx_own_word_o),
      .ordered_o(ordered)
  );

  assign squeezed = accepts && (left_q == 32'(made));
  assign erased = answer_ready_i && (left_q == 32'(made));

  // Zeros are being written: only the bus can stop them.
  logic erases;
  assign erases = state inside {StErasePlace, StErase} || (state == StFlush && error_q != ErrNone);

  // A job ends early, but memory requests are held until granted.
  logic breaks;
  assign breaks = (port_error_i || abort_i) &&
      !(state inside {StWipe, StDrain, StIdle, StStop}) && !erases;

  always_comb begin
    fault_o = 1'b0;
    state_d = state;
    error_d = error_q;
    unique case (state)
      StWipe: state_d = (port_idle_i && hold_idle_i) ? StIdle : StDrain;
      StDrain: if ((port_idle_i || gave_up_q) && hold_idle_i) state_d = StIdle;
      StIdle: begin
        error_d = ErrNone;
        if (go_i) state_d = StCheck;
      end
      StCheck: begin
        state_d = (check_i == ErrNone) ? StKey : StWipe;
        error_d = check_i;
      end
      StKey: begin
        if (key_done) state_d = StNonce;
        if (check_i != ErrNone) begin  // the slot has been wiped since
          state_d = StStop;
          error_d = check_i;
        end
      end
      StNonce: if (nonce_done) state_d = job_i.resume ? StRestore : StStart;
      StRestore: begin
        if (ctx_done) state_d = StStart;
        if (ctx_refused) begin
          state_d = StStop;
          error_d = ErrArgument;
        end
      end
      StStart: begin
        if (unit_i.start_ready) state_d = StBegin;
        if (!ordered) begin
          state_d = StStop;
          error_d = ErrArgument;
        end
      end
      StBegin: state_d = after_begin;
      StAd: if (accepts && piece_last_i) state_d = after_ad;
      StAdEnd: if (accepts) state_d = after_ad_end;
      StData: begin
        if (accepts && piece_last_i) state_d = after_data;
        else if (block_ends && bind_i.full) state_d = StBinding;
      end
      StBinding: begin
        if (same && bind_i.last) state_d = second ? StRelease : StData;
        if (differs) begin
          state_d = StStop;
          error_d = ErrTag;
        end
        if (!bind_i.there) fault_o = 1'b1;
      end
      StDataEnd: if (accepts) state_d = after_end;
      StSqueeze: if (squeezed) state_d = after_output;
      StTagPlace: if (scatter_idle_i) state_d = StTag;
      StTag: if (unit_i.tag_valid && answer_ready_i) state_d = StFlush;
      StVerdict: begin
        if (judged) state_d = StFlush;
        if (judges && tag_differs_i) begin
          state_d = StStop;
          error_d = ErrTag;
        end else if (judged) begin
          if (two_passes && !second) state_d = StStart;
          else if (withholds && (bind_i.there || !second)) state_d = StRelease;
        end
      end
      StRelease: if (!release_o && hold_idle_i) state_d = section_ends ? StData : StFlush;
      StSave: if (saved) state_d = StFlush;
      StFlush: if (scatter_idle_i && port_drained_i) state_d = StWipe;
      StStop: if (stopped_i) state_d = second ? StErasePlace : StWipe;
      StErasePlace: state_d = StErase;
      StErase: if (erased) state_d = StFlush;
      default: fault_o = 1'b1;
    endcase
    if (breaks) begin
      state_d = StStop;
      if (error_q == ErrNone) error_d = abort_i ? ErrAborted : ErrBus;
    end
    if (port_error_i && erases) error_d = ErrBus;
    if (state inside {StWipe, StDrain} && error_q == ErrNone && abort_i) error_d = ErrAborted;
    if (late_i && state == StDrain && error_q == ErrNone) error_d = ErrTimeout;
    if (late_i && !(state inside {StWipe, StDrain, StIdle})) begin
      state_d = (second && !erases) ? StErasePlace : StWipe;
      if (erases || error_q == ErrNone) error_d = ErrTimeout;
    end
    if (unverified) error_d = ErrFault;
    if (upset_i && !(state inside {StWipe, StDrain, StIdle})) fault_o = 1'b1;
    if (stuck_i && state != StWipe) fault_o = 1'b1;  // counted meanwhile
    if (fault_o) begin
      state_d = StWipe;
      error_d = ErrFault;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StWipe;
      report_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (state == StIdle) report_q <= 1'b1;
    end
  end

  // ---- Faults ----

  if (Hardened) begin : gen_hardened
    logic state_upset, error_upset;
    vmb_shadow #(
        .Width(5),
        .Reset(redundant(StWipe))
    ) u_state (
        .clk_i,
        .rst_ni,
        .we_i(1'b1),
        .next_i(redundant(state_d)),
        .value_i(redundant(state_q)),
        .differs_o(state_upset)
    );
    vmb_shadow #(
        .Width(4)
    ) u_error (
        .clk_i,
        .rst_ni,
        .we_i(1'b1),
        .next_i(error_d),
        .value_i(error_q),
        .differs_o(error_upset)
    );
    assign upset_o = state_upset || error_upset;
    assign state = upset_o ? state_e'(5'd31) : state_q;

    logic compared_q, passed_q, first_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        error_q <= ErrNone;
        compared_q <= 1'b0;
        passed_q <= 1'b1;  // there was no job yet, whatever its register holds: 0 from StIdle on
        first_q <= 1'b1;
      end else begin
        error_q <= error_d;
        compared_q <= state == StVerdict && judges && !compared_q && !tag_differs_i;
        if (state inside {StIdle, StStart}) passed_q <= 1'b0;
        else if (state == StVerdict && judged && !tag_differs_i) passed_q <= 1'b1;
        if (state inside {StIdle, StErasePlace}) first_q <= 1'b1;
        else if (state == StVerdict && state_d == StStart) first_q <= 1'b0;
      end
    end
    assign compared = compared_q;
    assign unverified = verifies && !passed_q && error_q == ErrNone &&
        state inside {StFlush, StWipe, StDrain};
    assign second = second_q && !first_q;
  end else begin : gen_plain
    always_ff @(posedge clk_i) error_q <= error_d;
    assign state = state_q;
    assign second = second_q;
    assign compared = 1'b1;
    assign {upset_o, unverified} = '0;
  end

  logic started_q, released_q;
  always_ff @(posedge clk_i) begin
    gave_up_q <= state != StIdle && (gave_up_q || late_i);

    if (state inside {StIdle, StErasePlace}) second_q <= 1'b0;
    else if (state == StVerdict && state_d == StStart) second_q <= 1'b1;

    if (state == StIdle || feed_again_o) started_q <= 1'b0;
    else if (state == StBegin) started_q <= 1'b1;

    released_q <= state == StRelease;

    word_q <= (ctx_take_o && ctx_valid_i) || ctx_saved_i ? word_q + 4'd1 :
        ctx_take_o || state == StSave || saving_q ? word_q : 4'd0;
    saving_q <= ctx_save_o && !ctx_saved_i;

    if (!(state inside {StSqueeze, StErase})) begin
      left_q <= (state == StErasePlace) ? data_len_i : out_len_i;
    end else if (accepts || (state == StErase && answer_ready_i)) left_q <= left_q - 32'(made);

    if (state == StIdle || feed_again_o) part_q <= PartAd;
    else if (ctx_take_o && ctx_valid_i && word_q == '0) part_q <= part_e'(ctx_word_i[5:4]);
    else if (accepts && kind_o == KindAdEnd) part_q <= PartData;
    else if (accepts && kind_o == KindDataEnd) part_q <= PartSqueeze;

    if (state inside {StIdle, StErasePlace} || feed_again_o) place_q <= '0;
    else if (ctx_take_o && ctx_valid_i && word_q == '0) place_q <= ctx_word_i[3:0];
    else if (state == StBegin && !job_i.resume) place_q <= {1'b0, unit_i.ad_offset};
    else if (accepts && kind_o inside {KindAdEnd, KindDataEnd}) place_q <= '0;
    else if (accepts || (state == StErase && answer_ready_i)) place_q <= next_place;
  end

  // ---- Outputs ----

  assign idle_o = state == StIdle;
  assign steps_o = accepts || state_d != state;
  assign done_o = (state inside {StWipe, StDrain}) && (state_d == StIdle) && report_q;
  assign error_o = error_d;

  assign wipe_o = state == StWipe;
  assign wipe_path_o = wipe_o || (state == StErasePlace);
  assign stop_o = state == StStop;

  assign feed_o = (state == StCheck) && (check_i == ErrNone);
  assign feed_again_o = (state == StVerdict) && (state_d == StStart);
  assign go_ad_o = started_q || (!job_i.resume && job_i.family != UnitAes);
  assign continues_o = part_q == PartData && job_i.resume && !job_i.ad_end;
  assign goes_on_o = part_q == (hash_i ? PartSqueeze : PartData) && job_i.resume && !job_i.ad_end;
  assign tag_in_o = verifies;
  assign place_o = place_q;

  assign start_valid_o = (state == StStart) && ordered;

  assign to_hold_o = withholds && (bind_i.there ? !(state inside {StErase, StFlush}) : !two_passes);
  assign to_nobody_o = (verifies && job_i.discard) || (two_passes && !second);
  assign zeros_o = state == StErase;
  assign tag_out_o = (state == StTag) && unit_i.tag_valid;
  assign out_address_o = state inside {StStart, StErasePlace};
  assign tag_address_o = (state == StTagPlace) && scatter_idle_i;
  assign release_o = (state == StRelease) && !released_q;

  assign {bind_o.twice, bind_o.second, bind_o.step} = {two_passes, second, same};
  assign {bind_o.family, bind_o.narrow, bind_o.block} = {job_i.family, narrow_i, block_ends};
  assign bind_o.at_end = state == StBinding;
  assign bind_o.next = state inside {StBinding, StRelease} && state_d == StData;

  logic unused;
  assign unused = ^unit_i;

endmodule
