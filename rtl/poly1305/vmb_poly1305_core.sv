// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Poly1305: h := (h + block) r mod 2^130 - 5, BitsPerCycle bits of h a cycle, and
// the tag (h mod 2^130 - 5) + s mod 2^128.
// Source: RFC 8439, section 2.5. Byte i of a block is bits 8i+7:8i.
//
// The product grows from its low end: each cycle adds r times the lowest slice of
// h to x. The low bits of that sum are final and move into h from above, the
// others stay in x. After Cycles cycles the product is {x, h}. With 2^130 = 5 it
// is brought back below 2^132 in the very cycle that adds the next block:
// h := h[129:0] + 5 (product >> 130) + block. A cycle that neither multiplies nor
// adds does the same with block = 0: two such cycles bring h below 2^130. From then on h and x,
// which is 0, are not clocked.
//
// Bounds: r < 2^124, as it is clamped; block < 2^130 and h < 2^132 when it is
// multiplied; so x < r at all times, and product >> 130 < 2^126.
//
// A slice is cut into digits of two bits, with 3r made once a key, where it is
// wide enough to pay for 3r; else into bits. Bits of r that clamping makes zero
// have neither register nor adder.
//
// All additions of a cycle are written as one sum, for the tools to make one tree
// and one carry chain of. Registers select by AND and OR, also their own value, which makes them
// smaller in synthesis without clock gates.

module vmb_poly1305_core #(
    // A block takes ceil(132 / BitsPerCycle) + 1 cycles: 10 with 15, 34 with 4.
    parameter int unsigned BitsPerCycle = 15
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         wipe_i,      // r, x, h := 0
    // What is given along with valid_i stays until ready_o.
    input  logic         valid_i,
    output logic         ready_o,     // independent of valid_i
    input  logic         key_i,       // block_i is r, not yet clamped
    input  logic         tag_i,       // block_i is s: h becomes the tag
    input  logic         multiply_i,  // neither of them: multiply after adding block_i
    input  logic [129:0] block_i,
    output logic [129:0] h_o,
    output logic         settled_o    // h_o is the complete state
);

  if (BitsPerCycle < 2 || BitsPerCycle > 66) begin : gen_wrong_bits_per_cycle
    $error("BitsPerCycle must be 2 to 66");
  end

  localparam int unsigned Cycles = (132 + BitsPerCycle - 1) / BitsPerCycle;
  localparam int unsigned CountBits = $clog2(Cycles + 1);
  localparam int unsigned HBits = Cycles * BitsPerCycle;
  localparam int unsigned SumBits = (BitsPerCycle > 8) ? 124 + BitsPerCycle : 132;
  localparam int unsigned Quads = (BitsPerCycle >= 8) ? BitsPerCycle / 2 : 0;
  localparam int unsigned Singles = BitsPerCycle - 2 * Quads;
  localparam int unsigned Rows = Quads + Singles;
  localparam int unsigned Terms = (Rows > 3) ? Rows : 3;

  typedef logic [SumBits-1:0] sum_t;

  localparam logic [123:0] Clamp = 124'hffffffc_0ffffffc_0ffffffc_0fffffff;
  localparam logic [125:0] Clamp3 = 126'h3ffffffc_3ffffffc_3ffffffc_3fffffff;

  // ---- Control ----

  logic fresh_q;  // first cycle after a reset
  logic [CountBits-1:0] count_q;  // remaining cycles of the multiplication
  logic [1:0] calm_q;  // cycles since a multiplication or addition, up to 3
  logic second_q;  // r is loaded, 3r is next

  logic wipe, run, calm, key, tag, add;
  assign wipe = wipe_i || fresh_q;
  assign run = count_q != '0;
  assign calm = calm_q == 2'd3;
  assign key = valid_i && key_i && !run;
  assign tag = valid_i && tag_i && calm;
  assign add = valid_i && !key_i && !tag_i && !run;

  always_comb begin
    ready_o = !run;
    if (key_i && Quads != 0) ready_o = second_q;
    else if (tag_i) ready_o = calm;
  end
  assign settled_o = calm_q[1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q  <= 1'b1;
      count_q  <= '0;
      calm_q   <= '0;
      second_q <= 1'b0;
    end else begin
      fresh_q <= 1'b0;
      if (wipe) count_q <= '0;
      else if (add && multiply_i) count_q <= CountBits'(Cycles);
      else if (run) count_q <= count_q - 1'b1;
      if (run || add || wipe) calm_q <= '0;
      else if (!calm) calm_q <= calm_q + 1'b1;
      second_q <= key && !second_q && Quads != 0 && !wipe;
    end
  end

  // ---- The sum ----

  logic [123:0] r_q, x_q;
  logic [125:0] r3_q;
  logic [HBits-1:0] h_q;
  logic above_q;  // h is p or more: adding 5 carries into bit 130
  sum_t sum;

  // 3r is 2r of the lowest digit's row, with r instead of a block, and without h.
  logic fold;
  logic [125:0] over;  // product >> 130, and the amount to subtract from h for the tag
  logic [129:0] block;
  assign fold  = !run && !second_q;
  assign over  = 126'({x_q, h_q[HBits-1:130]}) | {125'b0, tag && above_q};
  assign block = block_i & ({130{add || tag}} | {6'b0, Clamp & {124{second_q}}});

  sum_t row[Rows];
  if (Quads != 0) begin : gen_quads
    for (genvar i = 0; i < Quads; i++) begin : gen_quad
      logic one, two, three;
      logic [125:0] multiple;
      assign one = run && (h_q[2*i+:2] == 2'd1);
      assign two = (run && (h_q[2*i+:2] == 2'd2)) || (i == 0 && second_q);
      assign three = run && (h_q[2*i+:2] == 2'd3);
      assign multiple = ({2'b0, r_q} & {126{one}}) | ({1'b0, r_q, 1'b0} & {126{two}}) |
                        (r3_q & {126{three}});
      assign row[i] = sum_t'(multiple) << (2 * i);
    end
    always_ff @(posedge clk_i) begin
      if (second_q || wipe) begin
        r3_q <= Clamp3 & ((sum[125:0] & {126{second_q && !wipe}}) |
                          (r3_q & {126{!second_q && !wipe}}));
      end
    end
  end else begin : gen_no_quads
    logic unused_r3;
    assign r3_q = '0;
    assign unused_r3 = ^r3_q;
  end
  for (genvar i = 0; i < Singles; i++) begin : gen_single
    assign row[Quads+i] = (run && h_q[2*Quads+i]) ? sum_t'(r_q) << (2 * Quads + i) : '0;
  end

  // Between multiplications the rows are 0, and replaced by h, over and 4 over.
  always_comb begin
    sum = run ? sum_t'(x_q) : sum_t'(block);
    for (int unsigned i = 0; i < Terms; i++) begin
      sum_t term;
      term = '0;
      if (i < Rows) term = row[i];
      if (i == 0 && fold) term |= sum_t'(h_q[129:0]);
      if (i == 1 && fold) term |= sum_t'(over);
      if (i == 2 && fold) term |= sum_t'({over, 2'b0});
      sum += term;
    end
  end

  // ---- Registers ----

  // The sum in the second cycle of a key is 3r without h.
  logic moves, take_r;
  logic [HBits-1:0] folded;
  assign moves = run || add || tag || (!calm && !second_q);
  assign take_r = key && !second_q;
  assign folded = HBits'(sum) & ~({HBits{tag}} << 128);

  always_ff @(posedge clk_i) begin
    above_q <= (&h_q[129:3]) && (h_q[2:0] >= 3'd3);

    if (wipe || run || !calm) x_q <= 124'(sum >> BitsPerCycle) & {124{run && !wipe}};

    if (wipe || moves) begin
      h_q <= ({sum[BitsPerCycle-1:0], h_q[HBits-1:BitsPerCycle]} & {HBits{run && !wipe}}) |
             (folded & {HBits{moves && !run && !wipe}}) | (h_q & {HBits{!moves && !wipe}});
    end

    if (take_r || wipe) begin
      r_q <= Clamp & ((block_i[123:0] & {124{take_r && !wipe}}) | (r_q & {124{!take_r && !wipe}}));
    end
  end

  assign h_o = h_q[129:0];

endmodule
