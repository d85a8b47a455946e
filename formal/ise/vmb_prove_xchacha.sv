// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_xchacha compared with its specification: acceptance, the effect of half a quarter-round on
// each of its four registers, the registers that change, and the writes for which it requests the
// core to wait. For poly1305.mac, which the multiplier executes, the unit forwards the lower half
// of the sum.

module vmb_prove_xchacha (
    input logic [31:0]       instr_i,
    input logic [31:0]       rs1_i,
    input logic [31:0]       rs2_i,
    input logic [ 7:0][31:0] rows_i,           // x16 to x23
    input logic [31:0]       others_i,         // all other registers
    input logic [31:0]       low_i,
    input logic              write_i,
    input logic [ 4:0]       write_address_i,

    output logic bad_accept,
    output logic bad_a,
    output logic bad_b,
    output logic bad_c,
    output logic bad_d,
    output logic bad_low,
    output logic bad_changed,
    output logic bad_hazard
);

  logic [31:0][31:0] registers;
  always_comb begin
    registers = {32{others_i}};
    registers[23:16] = rows_i;
  end

  logic accept, mac, hazard;
  logic [1:0] is_one;
  logic [31:0] result, changed;
  logic [31:0][31:0] words;
  logic [3:0][4:0] number;
  logic [3:0][31:0] value;

  vmb_xchacha u_unit (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .registers_i(registers),
      .low_i,
      .write_i,
      .write_address_i,
      .accept_o (accept),
      .mac_o    (mac),
      .hazard_o (hazard),
      .result_o (result),
      .changed_o(changed),
      .words_o  (words)
  );
  vmb_spec_xchacha u_spec (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .registers_i(registers),
      .is_o(is_one),
      .number_o(number),
      .value_o(value)
  );

  assign bad_accept = accept != |is_one || mac != is_one[1];
  assign bad_a = is_one[0] && result != value[0];
  assign bad_b = is_one[0] && words[number[1]] != value[1];
  assign bad_c = is_one[0] && words[number[2]] != value[2];
  assign bad_d = is_one[0] && words[number[3]] != value[3];
  assign bad_low = is_one[1] && words[6] != low_i;

  logic [31:0] others, touched;
  always_comb begin
    others = '0;
    touched = '0;
    if (is_one[0]) begin
      for (int unsigned i = 1; i < 4; i++) others[number[i]] = 1'b1;
      touched = others;
      touched[number[0]] = 1'b1;
    end else begin
      others[6] = 1'b1;
      touched   = others;
    end
  end
  assign bad_changed = accept && changed != others;
  assign bad_hazard  = accept && hazard != (write_i && touched[write_address_i]);

endmodule
