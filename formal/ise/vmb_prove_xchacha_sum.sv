// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of poly1305.mac, which Ibex's multiplier computes: high:low + a * b modulo 2^64, all
// unsigned. The multiplier is that of a configuration, RV32MFast or RV32MSingleCycle, with the
// intermediate registers that the core's ID stage has for it. Operands may change between steps:
// each step uses those of its cycle.
//
// With products P(x, y) of halves, 16 bits each,
//   a * b = P(al, bl) + (P(al, bh) + P(ah, bl)) * 2^16 + P(ah, bh) * 2^32.
// Each step adds its products to the remainder of the previous step (bad_first to bad_third,
// bad_last), of which the first of four has 33 bits (bad_carry); the remainder does not change in
// between (bad_kept); and these steps add up to the sum, for any products (bad_sum).

module vmb_prove_xchacha_sum
  import ibex_pkg::*;
#(
    parameter bit SingleCycleMul = 1'b0
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic              enable_i,
    input logic              ready_i,           // of the stage that receives the result
    input logic              data_ind_timing_i,
    input logic [ 3:0][31:0] operands_i,        // a, b, low and high
    input logic [ 3:0][31:0] any_i,             // four unconstrained products
    input logic [33:0]       adder_i,

    output logic bad_count,
    output logic bad_first,
    output logic bad_second,
    output logic bad_third,
    output logic bad_last,
    output logic bad_carry,
    output logic bad_kept,
    output logic bad_sum
);

  typedef logic [33:0] partial_t;

  function automatic logic [31:0] product(logic [15:0] x, logic [15:0] y);
    return {16'b0, x} * {16'b0, y};
  endfunction

  // The steps of RV32MFast: a product and a remainder.
  function automatic partial_t added(logic [31:0] p, partial_t left);
    return partial_t'(p) + left;
  endfunction

  // The first step of RV32MSingleCycle: the remainder, and the lowest 16 bits.
  function automatic logic [49:0] three(logic [2:0][31:0] p, logic [31:0] low);
    logic [32:0] lowest;
    lowest = {1'b0, p[0]} + {1'b0, low};
    return {(partial_t'(lowest[32:16]) + partial_t'(p[1])) + partial_t'(p[2]), lowest[15:0]};
  endfunction

  logic [31:0] a, b, low, high;
  assign {high, low, b, a} = operands_i;

  // ---- The sum, for any products ----

  logic [63:0] right;
  logic [15:0] lowest;
  assign right = {high, low} + {32'b0, any_i[0]} + {16'b0, any_i[1], 16'b0} +
      {16'b0, any_i[2], 16'b0} + {any_i[3], 32'b0};
  if (SingleCycleMul) begin : gen_two
    partial_t left;
    assign {left, lowest} = three(any_i[2:0], low);
    assign bad_sum =
        {32'(added(any_i[3], partial_t'(high) + (left >> 16))), left[15:0], lowest} != right;
  end else begin : gen_four
    partial_t [3:0] left;
    assign left[0] = added(any_i[0], partial_t'(low));
    assign left[1] = added(any_i[1], partial_t'(left[0][32:16]));
    assign left[2] = added(any_i[2], left[1]);
    assign left[3] = added(any_i[3], (left[2] >> 16) + partial_t'(high));
    assign lowest  = left[0][15:0];
    assign bad_sum = {left[3][31:0], left[2][15:0], lowest} != right;
  end

  // ---- The multiplier, step by step ----

  logic held, now;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );
  assign now = held && rst_ni;

  localparam logic [1:0] Last = SingleCycleMul ? 2'd1 : 2'd3;

  logic [31:0] result;
  logic [33:0] kept_q[2], kept_d[2];
  logic [1:0] write, count_q, state;
  logic valid;

  ibex_multdiv_fast #(
      .RV32M(SingleCycleMul ? RV32MSingleCycle : RV32MFast)
  ) u_multiplier (
      .clk_i,
      .rst_ni,
      .mult_en_i         (enable_i),
      .div_en_i          (1'b0),
      .mult_sel_i        (1'b1),
      .div_sel_i         (1'b0),
      .operator_i        (MD_OP_MULH),
      .signed_mode_i     (2'b00),
      .op_a_i            (a),
      .op_b_i            (b),
      .alu_adder_ext_i   (adder_i),
      .alu_adder_i       (adder_i[32:1]),
      .equal_to_zero_i   (adder_i[0]),
      .data_ind_timing_i,
      .mac_i             (1'b1),
      .mac_low_i         (low),
      .mac_high_i        (high),
      .alu_operand_a_o   (),
      .alu_operand_b_o   (),
      .imd_val_q_i       (kept_q),
      .imd_val_d_o       (kept_d),
      .imd_val_we_o      (write),
      .multdiv_ready_id_i(ready_i),
      .multdiv_result_o  (result),
      .valid_o           (valid)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (enable_i && count_q != Last) count_q <= count_q + 1'b1;
    else if (enable_i && ready_i) count_q <= '0;
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) if (write[i]) kept_q[i] <= kept_d[i];
  end

  // A result is produced only in the last step. No division is in progress.
  assign bad_count = now && (u_multiplier.md_state_q != 0 || state != count_q ||
      (enable_i && valid != (count_q == Last)));

  // The previous cycle: whether it was a step, and which; operands, remainder, result.
  logic step_q;
  logic [1:0] state_q;
  logic [31:0] old_a_q, old_b_q, old_low_q, old_high_q, result_q;
  logic [33:0] old_q[2];
  always_ff @(posedge clk_i) begin
    step_q <= enable_i;
    state_q <= state;
    {old_high_q, old_low_q, old_b_q, old_a_q} <= operands_i;
    old_q <= kept_q;
    result_q <= result;
  end
  logic [3:0][31:0] products;  // al * bl, al * bh, ah * bl, ah * bh
  assign products = {
    product(old_a_q[31:16], old_b_q[31:16]),
    product(old_a_q[31:16], old_b_q[15:0]),
    product(old_a_q[15:0], old_b_q[31:16]),
    product(old_a_q[15:0], old_b_q[15:0])
  };
  logic [3:0] stepped;  // the cycle before was step k
  for (genvar k = 0; k < 4; k++) begin : gen_stepped
    assign stepped[k] = now && step_q && state_q == 2'(k);
  end
  logic [65:0] kept;
  assign kept = {kept_q[1][31:0], kept_q[0]};

  assign bad_kept = now && count_q != '0 && (!step_q || state_q == Last) &&
      kept != {old_q[1][31:0], old_q[0]};

  if (SingleCycleMul) begin : gen_single_cycle
    partial_t left;
    logic [15:0] low_bits;
    assign state = {1'b0, u_multiplier.gen_mult_single_cycle.mult_state_q};
    assign {left, low_bits} = three(products[2:0], old_low_q);
    assign bad_first = stepped[0] && kept != {left[15:0], low_bits, left};
    assign {bad_second, bad_third, bad_carry} = '0;
    assign bad_last = stepped[1] &&
        result_q != 32'(added(products[3], partial_t'(old_high_q) + (old_q[0] >> 16)));
  end else begin : gen_fast
    partial_t [2:0] left;
    assign state   = u_multiplier.gen_mult_fast.mult_state_q;
    assign left[0] = added(products[0], partial_t'(old_low_q));
    assign left[1] = added(products[1], partial_t'(old_q[0][32:16]));
    assign left[2] = added(products[2], old_q[0]);
    // The first and the third step complete 16 bits, which are inserted at the top.
    assign bad_first = stepped[0] && kept != {left[0][15:0], old_q[1][31:16], left[0]};
    assign bad_second = stepped[1] && kept != {old_q[1][31:0], left[1]};
    assign bad_third = stepped[2] && kept != {left[2][15:0], old_q[1][31:16], left[2]};
    assign bad_carry = stepped[0] && kept_q[0][33];
    assign bad_last = stepped[3] &&
        result_q != 32'(added(products[3], (old_q[0] >> 16) + partial_t'(old_high_q)));
  end

endmodule
