// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The contents of vmb_key_slots, observed at its ports. A model of each slot follows the writes:
// whether the slot is usable, its length and family, and for each word its value and whether it was
// written since the slot was opened.
//
// Assumed, because vmb_engine_regs ensures it: rejected values are not written, and SLOT and KEY
// are not written in the same cycle.

module vmb_prove_key_slots
  import vmb_engine_pkg::*, vmb_engine_regs_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic        slot_we_i,
    input logic        word_we_i,
    input logic [ 2:0] word_index_i,
    input logic [31:0] word_i,

    input logic  [1:0] use_i,
    input unit_e       family_i,

    // A bit for each slot, or for each word of each slot.
    output logic [ 2:0] bad_usable,
    output logic [ 2:0] bad_length,
    output logic [ 2:0] bad_family,
    output logic [23:0] bad_written,
    output logic [23:0] bad_word,
    output logic [23:0] bad_changed,
    output logic        bad_shown,
    output logic        bad_wiped,

    output logic [2:0] reach_usable,
    output logic [2:0] reach_longest
);

  logic slot_refused, word_refused, valid;
  logic [1:0] key_len;
  logic [7:0][31:0] key;
  logic [3:1] loaded;

  vmb_key_slots #(
      .Slots(3)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .wipe_i,
      .slot_we_i,
      .slot_refused_o(slot_refused),
      .word_we_i,
      .word_refused_o(word_refused),
      .word_index_i,
      .word_i,
      .use_i,
      .family_i,
      .valid_o(valid),
      .key_len_o(key_len),
      .key_o(key),
      .loaded_o(loaded)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!(slot_we_i && slot_refused) && !(word_we_i && word_refused) &&
                 !(slot_we_i && word_we_i)),
      .held_o(held)
  );

  logic opens, closes;
  assign opens  = slot_we_i && word_i[SlotOpen];
  assign closes = slot_we_i && word_i[SlotClose];

  for (genvar n = 1; n < 4; n++) begin : gen_slot
    // ---- The model of a slot ----

    logic mine, open_q, usable_q;
    logic [1:0] len_q, family_q;
    assign mine = word_i[SlotSlot+:2] == 2'(n);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {open_q, usable_q} <= '0;
      end else if (wipe_i) begin
        {open_q, usable_q} <= '0;
      end else if (opens) begin
        open_q <= mine;
        if (mine) usable_q <= 1'b0;
      end else if (closes) begin
        open_q <= 1'b0;
        if (mine) usable_q <= 1'b1;
      end
    end
    always_ff @(posedge clk_i) begin
      if (closes && mine) len_q <= word_i[SlotKeyLen+:2];
      if (closes && mine) family_q <= word_i[SlotFamily+:2];
    end

    // ---- Properties of a slot ----

    // A slot is usable once it has been closed, until it is opened again or wiped.
    assign bad_usable[n-1] = held && loaded[n] != usable_q;

    logic used, fits;
    assign used = use_i == 2'(n);
    assign fits = family_q == 2'd0 || family_q == 2'(family_i + 2'd1);
    assign bad_length[n-1] = held && used && usable_q && (key_len != len_q || len_q == 2'd3);
    // Jobs of its family receive the key; others do not.
    assign bad_family[n-1] = held && used && valid != (usable_q && fits);

    assign reach_usable[n-1] = held && used && valid && key[3] != '0;
    assign reach_longest[n-1] = reach_usable[n-1] && key_len == 2'd2 && key[7] != '0;

    logic [7:0] whole;  // words of a key of that length
    assign whole = len_q == 2'd0 ? 8'h0f : len_q == 2'd1 ? 8'h3f : 8'hff;

    for (genvar w = 0; w < 8; w++) begin : gen_word
      // ---- The model of a word ----

      logic clears, writes, written_q;
      logic [31:0] value_q;
      assign clears = wipe_i || (opens && (mine || open_q));
      assign writes = open_q && word_we_i && word_index_i == 3'(w);
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          written_q <= 1'b0;
          value_q   <= '0;
        end else if (clears) begin
          written_q <= 1'b0;
          value_q   <= '0;
        end else if (writes) begin
          written_q <= 1'b1;
          value_q   <= word_i;
        end
      end

      // ---- Properties of a word ----

      // In a usable slot, exactly the words of its length have been written since it was opened;
      assign bad_written[8*(n-1)+w] = held && usable_q && written_q != whole[w];
      // a job receives the written words, and 0 for others,
      assign bad_word[8*(n-1)+w] = held && used && valid && key[w] != value_q;
      // which do not change as long as the slot is usable.
      logic before_q;
      logic [31:0] key_q;
      always_ff @(posedge clk_i) begin
        before_q <= held && rst_ni && used && valid;
        key_q <= key[w];
      end
      assign bad_changed[8*(n-1)+w] = held && rst_ni && before_q && used && valid &&
          key[w] != key_q;
    end
  end

  // Zeros are shown to jobs without a key.
  assign bad_shown = held && !valid && key != '0;

  // After a wipe, no slot is usable, and no data remain.
  logic wiped_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wiped_q <= 1'b0;
    else wiped_q <= wipe_i;
  end
  assign bad_wiped = held && wiped_q && (loaded != '0 || u_slots.keys != '0);

endmodule
