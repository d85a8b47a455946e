// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Keys that software loads and cannot read. Slot n, 1 to Slots, is opened by a write
// to SLOT, loaded by writes to KEY, and closed with its length, and with the family
// of algorithms that it is for; from then on jobs may use it, until it is opened
// again or wiped. One slot at a time is open. Opening a slot wipes it, and the one
// that was open before, and a slot can be closed only if exactly the words of its length have been
// written: no key is partly old or incomplete, and none gets another length.
//
// Without slots the module is empty. With Hardened, a fault in the valid state of a key closes its
// slot.

module vmb_key_slots
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
#(
    parameter int unsigned Slots = 2,  // 0 to 3
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i, // wipes all of them

    // word_i is for SLOT, or a word of the open slot's key. Refused: it must not be written.
    input  logic        slot_we_i,
    output logic        slot_refused_o,
    input  logic        word_we_i,
    output logic        word_refused_o,
    input  logic [ 2:0] word_index_i,
    input  logic [31:0] word_i,

    input  logic  [  1:0] use_i,
    input  unit_e         family_i,   // of the job
    output logic          valid_o,    // the slot has a key for it
    output logic  [  1:0] key_len_o,
    output logic  [255:0] key_o,
    output logic  [  3:1] loaded_o
);

  if (Slots > 3) begin : gen_too_many
    $error("Slots must be 0 to 3: STATUS and JOB have room for three");
  end

  typedef struct packed {
    logic       valid;
    logic [1:0] key_len;
    logic [1:0] family;  // 0: any; otherwise unit_e + 1
  } slot_t;

  slot_t [3:1] slots;
  logic [3:1][255:0] keys;

  // ---- Software's requests ----

  localparam logic [3:0] There = 4'((2 << Slots) - 2);

  logic [1:0] slot, key_len, open_q;  // open_q: 0 is none
  logic [7:0] written_q;  // words written to the open slot
  logic opens, closes, complete, owned;
  assign slot = word_i[SlotSlot+:2];
  assign key_len = word_i[SlotKeyLen+:2];
  assign opens = slot_we_i && word_i[SlotOpen];
  assign closes = slot_we_i && word_i[SlotClose];

  // These bits of SlotFamily can hold every family.
  assign owned = word_i[SlotFamily+2+:2] == 2'd0;

  always_comb begin
    unique case (key_len)
      2'd0: complete = written_q == 8'h0f;
      2'd1: complete = written_q == 8'h3f;
      2'd2: complete = written_q == 8'hff;
      default: complete = 1'b0;
    endcase
    slot_refused_o = !There[slot];
    unique case ({
      word_i[SlotOpen], word_i[SlotClose]
    })
      2'b10: ;
      2'b01: if (open_q != slot || !complete || !owned) slot_refused_o = 1'b1;
      default: slot_refused_o = 1'b1;
    endcase
  end
  assign word_refused_o = open_q == 2'd0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 2'd0;
    else if (wipe_i || closes) open_q <= 2'd0;
    else if (opens) open_q <= slot;
  end

  always_ff @(posedge clk_i) begin
    if (opens) written_q <= '0;
    else if (word_we_i) written_q[word_index_i] <= 1'b1;
  end

  // ---- The slots ----

  for (genvar n = 1; n < 4; n++) begin : gen_slot
    if (n <= Slots) begin : gen_there
      logic valid_q, fresh_q, valid;
      logic [1:0] key_len_q, family_q;
      logic [255:0] key_q;

      logic here, open, clear;
      assign here  = slot == 2'(n);
      assign open  = open_q == 2'(n);
      assign clear = wipe_i || fresh_q || (opens && (here || open));

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          valid_q <= 1'b0;
          fresh_q <= 1'b1;
        end else begin
          fresh_q <= 1'b0;
          if (clear) valid_q <= 1'b0;
          else if (here && closes) valid_q <= 1'b1;
        end
      end

      always_ff @(posedge clk_i) begin
        if (here && closes) {family_q, key_len_q} <= {word_i[SlotFamily+:2], key_len};
        for (int unsigned i = 0; i < 8; i++) begin
          if (clear || (open && word_we_i && word_index_i == 3'(i))) begin
            key_q[32*i+:32] <= clear ? '0 : word_i;
          end
        end
      end

      if (Hardened) begin : gen_hardened
        logic upset;
        vmb_shadow u_valid (
            .clk_i,
            .rst_ni,
            .we_i(clear || (here && closes)),
            .next_i(!clear),
            .value_i(valid_q),
            .differs_o(upset)
        );
        assign valid = valid_q && !upset;
      end else begin : gen_plain
        assign valid = valid_q;
      end

      assign slots[n] = '{valid: valid, key_len: key_len_q, family: family_q};
      assign keys[n]  = key_q;
    end else begin : gen_absent
      assign slots[n] = '0;
      assign keys[n]  = '0;
    end
    assign loaded_o[n] = slots[n].valid;
  end

  if (Slots == 0) begin : gen_none
    logic unused;
    assign unused = ^{clk_i, rst_ni, wipe_i, open_q, written_q};
  end

  logic [1:0] whose;
  assign whose = family_i + 2'd1;
  always_comb begin
    valid_o = 1'b0;
    key_len_o = '0;
    key_o = '0;
    for (int unsigned n = 1; n < 4; n++) begin
      if (use_i == 2'(n)) begin
        valid_o = slots[n].valid && (slots[n].family == 2'd0 || slots[n].family == whose);
        key_len_o = slots[n].key_len;
        key_o = keys[n] & {256{valid_o}};
      end
    end
  end

endmodule
