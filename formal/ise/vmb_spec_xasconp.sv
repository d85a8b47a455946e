// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Xasconp, written from docs/reference/ise.md and NIST SP 800-232,
// sections 3.2 to 3.4: a constant, the S-box by its table on each column, the linear
// functions by rotations. Registers are numbered as the calling convention names them.

module vmb_spec_xasconp (
    input  logic [31:0]       instr_i,
    input  logic [31:0][31:0] registers_i,
    output logic              is_o,
    output logic [31:0][31:0] value_o,
    output logic [31:0]       changed_o     // whether the instruction writes a register
);

  // 31:28 is 0, 27:20 the constant, rs1 and rd are x0.
  assign is_o = instr_i[31:28] == 4'd0 && instr_i[19:15] == 5'd0 && instr_i[14:12] == 3'b101 &&
      instr_i[11:7] == 5'd0 && instr_i[6:0] == 7'b0101011;

  // SP 800-232, table 6: S-box of 0, 1, .. 31; S_0's bit is the highest.
  // verilog_format: off
  localparam logic [4:0] Sbox[32] = '{
      5'h04, 5'h0b, 5'h1f, 5'h14, 5'h1a, 5'h15, 5'h09, 5'h02,
      5'h1b, 5'h05, 5'h08, 5'h12, 5'h1d, 5'h03, 5'h06, 5'h1c,
      5'h1e, 5'h13, 5'h07, 5'h0e, 5'h00, 5'h0d, 5'h11, 5'h18,
      5'h10, 5'h0c, 5'h01, 5'h19, 5'h16, 5'h0a, 5'h0f, 5'h17
  };
  // verilog_format: on

  localparam logic [4:0] A2 = 5'd12, A3 = 5'd13, A4 = 5'd14, A5 = 5'd15, A6 = 5'd16, A7 = 5'd17;
  localparam logic [4:0] T3 = 5'd28, T4 = 5'd29, T5 = 5'd30, T6 = 5'd31;

  logic [63:0] s0, s1, s2, s3, s4, t0, t1, t2, t3, t4;
  assign s0 = {registers_i[A3], registers_i[A2]};
  assign s1 = {registers_i[A5], registers_i[A4]};
  assign s2 = {registers_i[A7], registers_i[A6]} ^ 64'(instr_i[27:20]);
  assign s3 = {registers_i[T4], registers_i[T3]};
  assign s4 = {registers_i[T6], registers_i[T5]};

  always_comb begin
    for (int unsigned i = 0; i < 64; i++) begin
      {t0[i], t1[i], t2[i], t3[i], t4[i]} = Sbox[{s0[i], s1[i], s2[i], s3[i], s4[i]}];
    end
  end

  function automatic logic [63:0] turn(logic [63:0] x, int unsigned n);
    return (x >> n) | (x << (64 - n));
  endfunction

  always_comb begin
    value_o = '0;
    {value_o[A3], value_o[A2]} = t0 ^ turn(t0, 19) ^ turn(t0, 28);
    {value_o[A5], value_o[A4]} = t1 ^ turn(t1, 61) ^ turn(t1, 39);
    {value_o[A7], value_o[A6]} = t2 ^ turn(t2, 1) ^ turn(t2, 6);
    {value_o[T4], value_o[T3]} = t3 ^ turn(t3, 10) ^ turn(t3, 17);
    {value_o[T6], value_o[T5]} = t4 ^ turn(t4, 7) ^ turn(t4, 41);
  end

  always_comb begin
    changed_o = '0;
    for (int unsigned i = 12; i < 18; i++) changed_o[i] = 1'b1;
    for (int unsigned i = 28; i < 32; i++) changed_o[i] = 1'b1;
  end

endmodule
