// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules between the engine and a cipher unit.
// Source: rtl/engine/vmb_unit_pkg.sv (pieces and their order), and the tables of ports in the
// READMEs of rtl/aes, rtl/ascon and rtl/chacha. fault_o has a bit for each rule that is broken in
// this cycle.

module vmb_check_unit
  import vmb_unit_pkg::*;
#(
    parameter bit Assert = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic        start_valid_i,
    input logic        start_ready_i,
    input logic        resume_i,
    input logic [11:0] what_i,         // the message; stable from the start to the wipe
    input logic        blocks_i,       // ECB or CBC: answers are whole blocks, and may be delayed

    input logic          valid_i,
    input logic          ready_i,
    input kind_e         kind_i,
    input logic  [ 15:0] lanes_i,
    input logic          out_valid_i,
    input logic          out_ready_i,
    input logic  [127:0] out_i,
    input logic          tag_valid_i,
    input logic  [127:0] tag_i,
    input logic          ctx_we_i,

    output logic [8:0] fault_o
);

  logic start, take, ends, consecutive, given;
  logic started, any, ended, owed, kept, had_tag;
  kind_e least;  // the first allowed kind
  logic [11:0] last_what;
  logic [127:0] last_out, last_tag;
  assign start = start_valid_i && start_ready_i && !wipe_i;
  assign take = valid_i && ready_i && !wipe_i;
  assign ends = kind_i inside {KindAdEnd, KindDataEnd};
  assign given = valid_i && kind_i inside {KindData, KindSqueeze};
  // One run of ones: adding its lowest bit carries beyond its highest.
  assign consecutive = ((17'(lanes_i) + (17'(lanes_i) & -17'(lanes_i))) & 17'(lanes_i)) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {started, any, ended, owed, kept, had_tag} <= '0;
      least <= KindAd;
    end else begin
      had_tag <= tag_valid_i && !wipe_i && !start_valid_i && !ctx_we_i;
      kept    <= blocks_i && out_valid_i && !out_ready_i && !wipe_i && !start;
      if (wipe_i) {started, ended, owed} <= '0;
      else if (start) begin
        {started, ended, owed} <= 3'b100;
        any <= resume_i;  // resumes anywhere
        least <= KindAd;
      end else begin
        if (take) begin
          any   <= 1'b0;
          least <= ends ? (kind_i == KindAdEnd ? KindData : KindSqueeze) : kind_i;
          if (kind_i == KindDataEnd) ended <= 1'b1;
        end
        if (take && kind_i == KindData && lanes_i[15]) owed <= 1'b1;
        else if (out_valid_i && out_ready_i) owed <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) last_what <= what_i;
    if (blocks_i && out_valid_i && !out_ready_i) last_out <= out_i;
    if (tag_valid_i) last_tag <= tag_i;
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = tag_valid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [8:0] faults();
    faults = '0;
    if (take) begin
      // Any number of AD, one AD_END, any number of DATA, one DATA_END, then SQUEEZE.
      faults[0] = started && !any && (kind_i < least ||
          (least <= KindAdEnd && kind_i > KindAdEnd) ||
          (least <= KindDataEnd && kind_i > KindDataEnd));
      // Pieces are accepted only between a start and the wipe that ends the message.
      faults[1] = !started;
      // A piece has consecutive lanes, an end has one.
      faults[2] = lanes_i == '0 || !consecutive || (ends && (lanes_i & (lanes_i - 16'd1)) != '0);
    end
    if (!wipe_i) begin
      // An answer belongs to a piece of data or squeezing in the same cycle, or to an earlier
      // block.
      if (out_valid_i) faults[3] = !given && !(blocks_i && owed);
      // A waiting answer is stable (a unit that answers in the same cycle does not wait).
      if (kept) faults[4] = !out_valid_i || out_i != last_out;
      // A tag follows the end of a started message.
      if (tag_valid_i) faults[5] = !ended;
      // It is stable until a wipe, the next start, or a context write.
      if (had_tag && !start_valid_i) faults[6] = !tag_valid_i || tag_i != last_tag;
      // The inputs of a start are stable.
      if (started && !start) faults[7] = what_i != last_what;
    end
    // No answers during reset.
    if (reset_fault) faults = '0;
    faults[8] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [8:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("unit: a piece out of order");
        assert (!fault[1])
        else $error("unit: a piece was taken without a start");
        assert (!fault[2])
        else $error("unit: lanes that are not consecutive, or an end of several");
        assert (!fault[3])
        else $error("unit: an answer to nothing");
        assert (!fault[4])
        else $error("unit: an answer changed while it waited");
        assert (!fault[5])
        else $error("unit: a tag before the end of the message");
        assert (!fault[6])
        else $error("unit: a tag changed or went away");
        assert (!fault[7])
        else $error("unit: what came with the start changed");
        assert (!fault[8])
        else $error("unit: a tag during reset");
      end
    end
  end

endmodule
