// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_poly1305_core compared with RFC 8439, section 2.5, cycle by cycle, bound into it. The core
// represents the number {x, h}; old_q to given_q are the number and the inputs of the previous
// cycle. The congruence of two numbers modulo P is shown by the multiple of P by which they differ.
//
// Together the properties are the RFC's algorithm: a wipe sets the number to 0 (bad_wipe); a step
// adds its block, modulo P (bad_add), and begins a multiplication (bad_slices); each of its cycles
// adds the product of r and the lowest remaining slice of the sum, at the weight of this slice
// (bad_row, bad_sum, bad_fits, bad_slice), until none remains; between steps the number stays the
// same modulo P (bad_add, without a block); the tag is ((a mod P) + s) mod 2^128 (bad_tag).

module vmb_prove_poly1305 #(
    parameter int unsigned BitsPerCycle = 15,
    parameter int unsigned Cycles = (132 + BitsPerCycle - 1) / BitsPerCycle,
    parameter int unsigned HBits = Cycles * BitsPerCycle,
    parameter int unsigned CountBits = $clog2(Cycles + 1),
    parameter int unsigned SumBits = (BitsPerCycle > 8) ? 124 + BitsPerCycle : 132,
    parameter int unsigned Quads = (BitsPerCycle >= 8) ? BitsPerCycle / 2 : 0,
    parameter int unsigned Rows = BitsPerCycle - Quads
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 fresh_q,
    input logic                 valid_i,
    input logic                 ready_o,
    input logic                 settled_o,
    input logic                 key_i,
    input logic                 tag_i,
    input logic                 multiply_i,
    input logic [        129:0] block_i,
    input logic                 wipe,
    input logic                 second_q,
    input logic [CountBits-1:0] count_q,
    input logic [          1:0] calm_q,
    input logic                 above_q,
    input logic [        123:0] r_q,
    input logic [        125:0] r3_q,
    input logic [        123:0] x_q,
    input logic [    HBits-1:0] h_q,
    input logic [  SumBits-1:0] row       [Rows],
    input logic [  SumBits-1:0] sum
);

  localparam int unsigned Bits = 124 + HBits;
  localparam bit Threes = BitsPerCycle >= 8;  // it stores 3r
  localparam logic [129:0] P = {127'h7fffffff_ffffffff_ffffffff_ffffffff, 3'b011};  // 2^130 - 5
  typedef logic [Bits+2:0] number_t;
  typedef logic [BitsPerCycle+124:0] product_t;  // one bit more than the sum of a cycle needs

  // The bits of r that RFC 8439 keeps: the top 4 bits of its bytes 3, 7, 11 and 15 are clear, and
  // the bottom 2 of its bytes 4, 8 and 12.
  function automatic logic [123:0] clamped(logic [127:0] r);
    for (int unsigned i = 3; i < 16; i += 4) r[8*i+4+:4] = '0;
    for (int unsigned i = 4; i < 16; i += 4) r[8*i+:2] = '0;
    return r[123:0];
  endfunction

  // The bits that 3r can have.
  function automatic logic [125:0] clamped3(logic [125:0] r3);
    for (int unsigned i = 30; i < 126; i += 32) r3[i+:4] = '0;
    return r3;
  endfunction

  // ---- The previous cycle ----

  logic [133:0] given_q;
  logic [123:0] old_r_q;
  logic [Bits-1:0] old_q;
  logic [CountBits-1:0] old_count_q;
  product_t old_sum_q;
  logic waits_q, after_q;
  logic wiped_q, multiplied_q, kept_q, added_q, began_q, tagged_q, keyed_q, key_ended_q;
  logic run, taken;
  assign run   = count_q != '0;
  assign taken = valid_i && ready_o;
  always_ff @(posedge clk_i) begin
    given_q      <= {valid_i, key_i, tag_i, multiply_i, block_i};
    old_r_q      <= r_q;
    old_q        <= {x_q, h_q};
    old_count_q  <= count_q;
    old_sum_q    <= product_t'(sum);
    wiped_q      <= wipe;
    multiplied_q <= run && !wipe;
    kept_q       <= second_q && !wipe;
    added_q      <= taken && !key_i && !tag_i && !wipe;
    began_q      <= taken && !key_i && !tag_i && multiply_i && !wipe;
    tagged_q     <= taken && tag_i && !wipe;
    keyed_q      <= valid_i && key_i && !run && !second_q && !wipe;
    key_ended_q  <= taken && key_i && !wipe;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waits_q, after_q} <= '0;
    else {waits_q, after_q} <= {valid_i && !ready_o, 1'b1};
  end
  logic [129:0] given;
  assign given = given_q[129:0];
  number_t number, old;
  assign number = number_t'({x_q, h_q});
  assign old = number_t'(old_q);

  // Inputs do not change until they are accepted, and no tag follows a tag.
  logic held, now;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i((!waits_q || {valid_i, key_i, tag_i, multiply_i, block_i} == given_q) &&
                 !(key_i && tag_i) && !(tagged_q && tag_i)),
      .held_o(held)
  );
  assign now = held && rst_ni && after_q;

  // ---- A wipe, a key ----

  logic bad_fresh, bad_wipe, bad_clear, bad_r, bad_key, bad_triple, bad_second;
  assign bad_fresh = held && rst_ni && fresh_q == after_q;
  assign bad_wipe = now && wiped_q && (number != '0 || r_q != '0);
  assign bad_clear = now && (r_q != clamped({4'd0, r_q}) || r3_q != clamped3(r3_q));
  assign bad_r = now && r_q != (wiped_q ? '0 : keyed_q ? clamped(given[127:0]) : old_r_q);
  assign bad_second = now && second_q &&
      (run || !keyed_q || wiped_q || multiplied_q || !waits_q || given_q[133:132] != 2'b11);
  assign bad_triple = now && Threes && !second_q && r3_q != {2'b0, r_q} + {1'b0, r_q, 1'b0};
  assign bad_key = now && key_ended_q && r_q != clamped(given[127:0]);

  // ---- Multiplication ----

  // The number of remaining cycles, and that h has only 132 bits at first.
  localparam int unsigned Free = HBits - 132;  // bits of h above those of a sum
  logic bad_slices, bad_bound;
  assign bad_slices = now &&
      count_q != (began_q ? CountBits'(Cycles) : multiplied_q ? old_count_q - 1'b1 : '0);
  always_comb begin
    bad_bound = count_q > CountBits'(Cycles) || (!run && number >> 256 != '0);
    if (count_q == CountBits'(Cycles) && x_q != '0) bad_bound = 1'b1;
    for (int unsigned k = 0; k < Cycles; k++) begin
      for (int unsigned i = 0; i < Free; i++) begin
        if (count_q == CountBits'(Cycles - k) && h_q[HBits-1-BitsPerCycle*k-i]) bad_bound = 1'b1;
      end
    end
    if (!now) bad_bound = 1'b0;
  end

  // The multiples of r that a cycle adds are r times two bits of the slice each, or one.
  logic [Rows-1:0] bad_row, bad_fits;
  product_t sums[Rows+1];
  for (genvar i = 0; i < Rows; i++) begin : gen_row
    localparam bit Pair = i < Quads;
    localparam int unsigned At = Pair ? 2 * i : Quads + i;
    product_t low, high;
    assign low = h_q[At] ? product_t'(r_q) << At : '0;
    assign high = Pair && h_q[At+1] ? product_t'(r_q) << (At + 1) : '0;
    assign bad_row[i] = now && run && product_t'(row[i]) != low + high;
    // The sum up to this multiple, and x, have no more bits than these.
    assign bad_fits[i] = now && run && sums[i+1] >> (124 + At + (Pair ? 2 : 1)) != '0;
  end

  logic bad_sum, bad_slice;
  always_comb begin
    sums[0] = product_t'(x_q);
    for (int unsigned i = 0; i < Rows; i++) sums[i+1] = sums[i] + product_t'(row[i]);
  end
  assign bad_sum = now && run && product_t'(sum) != sums[Rows];
  assign bad_slice = now && multiplied_q &&
      ({1'b0, x_q, h_q[HBits-1-:BitsPerCycle]} != old_sum_q ||
       h_q[HBits-BitsPerCycle-1:0] != old_q[HBits-1:BitsPerCycle]);

  // ---- Addition and reduction: the sum less `multiple` times P ----

  number_t multiple, less;
  logic folded, bad_below, bad_kept;
  logic [1:0] bad_add;
  assign multiple = old >> 130;
  assign folded = !multiplied_q && !kept_q && !tagged_q && !wiped_q;
  assign less = ((added_q ? number_t'(given) : '0) + old + multiple + (multiple << 2)) ^
      (number + (multiple << 130));
  assign bad_add = {2{now && folded}} & {less >> 130 != '0, less[129:0] != '0};
  assign bad_below = now && !multiplied_q && number >> 132 != '0;
  assign bad_kept = now && kept_q && number != old;

  // ---- The tag ----

  // Below 2^130 after two cycles without a step, and compared with P after one more. A key loaded
  // meanwhile keeps h unchanged for a cycle.
  logic [1:0] folds_q;  // cycles that reduced it, up to 2
  logic late_q;  // one cycle less than settled_o counts: a key came right after a step
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {folds_q, late_q} <= '0;
    else if (run || wipe || (taken && !key_i && !tag_i)) {folds_q, late_q} <= '0;
    else if (second_q) late_q <= folds_q == 2'd1;
    else begin
      if (folds_q != 2'd2) folds_q <= folds_q + 1'b1;
      late_q <= 1'b0;
    end
  end
  logic bad_calm, bad_tag, bad_settled;
  always_comb begin
    bad_calm = run && (calm_q != '0 || folds_q != '0);
    unique case (calm_q)
      2'd0: if (folds_q != 2'd0 || second_q) bad_calm = 1'b1;
      2'd1: if (folds_q != 2'd1) bad_calm = 1'b1;
      2'd2: if (folds_q != 2'd2 && (folds_q != 2'd1 || second_q)) bad_calm = 1'b1;
      2'd3:
      if (folds_q != 2'd2 || (!tagged_q && above_q != (number >= number_t'(P)))) bad_calm = 1'b1;
    endcase
    if (folds_q == 2'd1 && number >= (number_t'(1) << 130) + (number_t'(5) << 126)) bad_calm = 1'b1;
    if (folds_q == 2'd2 && number >> 130 != '0) bad_calm = 1'b1;
    if (!now) bad_calm = 1'b0;
  end
  assign bad_settled = now && settled_o && !late_q && number != number_t'(h_q[129:0]);
  logic [127:0] mod;
  assign mod = old >= number_t'(P) ? old[127:0] - P[127:0] : old[127:0];
  assign bad_tag = now && tagged_q && number != number_t'(128'(mod + given[127:0]));

endmodule

bind vmb_poly1305_core vmb_prove_poly1305 #(.BitsPerCycle(BitsPerCycle)) u_prove (.*);
