// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Keys that software loads and cannot read. Slot n, 1 to Slots, is loaded word by
// word and then closed with its length; from then on jobs may use it, until it is
// opened again or wiped. Opening a slot wipes it, so that no key is half old.
//
// Without slots nothing is there.

module vmb_key_slots #(
    parameter int unsigned Slots = 2  // 0 to 3
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i, // all of them

    input logic [1:0] slot_i,
    input logic       open_i,
    input logic       close_i,
    input logic [1:0] key_len_i,  // with close_i: 0 is 128, 1 is 192, 2 is 256 bits

    // A word of the open slot.
    input logic        word_we_i,
    input logic [ 2:0] word_index_i,
    input logic [31:0] word_i,

    input  logic [1:0] use_i,
    output logic       valid_o,
    output logic [1:0] key_len_o,
    output logic [255:0] key_o,
    output logic [3:1] loaded_o
);

  typedef struct packed {
    logic       valid;
    logic [1:0] key_len;
  } slot_t;

  slot_t [3:1] slots;
  logic [3:1][255:0] keys;

  for (genvar n = 1; n < 4; n++) begin : gen_slot
    if (n <= Slots) begin : gen_there
      logic valid_q, fresh_q;
      logic [1:0] key_len_q;
      logic [255:0] key_q;

      logic here, clear;
      assign here  = slot_i == 2'(n);
      assign clear = wipe_i || fresh_q || (here && open_i);

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          valid_q <= 1'b0;
          fresh_q <= 1'b1;
        end else begin
          fresh_q <= 1'b0;
          if (clear) valid_q <= 1'b0;
          else if (here && close_i) valid_q <= 1'b1;
        end
      end

      always_ff @(posedge clk_i) begin
        if (here && close_i) key_len_q <= key_len_i;
        for (int unsigned i = 0; i < 8; i++) begin
          if (here && word_we_i && !valid_q && word_index_i == 3'(i)) key_q[32*i+:32] <= word_i;
        end
        if (clear) key_q <= '0;
      end

      assign slots[n] = '{valid: valid_q, key_len: key_len_q};
      assign keys[n]  = key_q;
    end else begin : gen_absent
      assign slots[n] = '0;
      assign keys[n]  = '0;
    end
    assign loaded_o[n] = slots[n].valid;
  end

  if (Slots == 0) begin : gen_none
    logic unused;
    assign unused = ^{clk_i, rst_ni, wipe_i, slot_i, open_i, close_i, key_len_i, word_we_i,
                      word_index_i, word_i};
  end

  always_comb begin
    valid_o = 1'b0;
    key_len_o = '0;
    key_o = '0;
    for (int unsigned n = 1; n < 4; n++) begin
      if (use_i == 2'(n)) begin
        valid_o = slots[n].valid;
        key_len_o = slots[n].key_len;
        key_o = keys[n] & {256{slots[n].valid}};
      end
    end
  end

endmodule
