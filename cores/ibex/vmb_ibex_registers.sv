// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A register file for Ibex that shows some registers to an accelerator, which writes some of them
// in parallel: it replaces ibex_register_file_ff if a unit works on registers in place. 31
// registers of flip-flops, two read ports, one write port.
//
// Seen and Written are sets of registers, bit i for register i. accel_registers_o shows those in
// Seen, and 0 for the others. accel_write_i has a bit for each register in Written; no bit is 1 in
// a cycle in which the port writes that register.
//
// With Dummy, register 0 stores the results of dummy instructions, and only they read it: all other
// instructions read 0.

module vmb_ibex_registers #(
    parameter logic [31:0] Seen = '0,
    parameter logic [31:0] Written = '0,
    parameter bit Dummy = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic dummy_read_i,  // a dummy instruction reads
    input logic dummy_write_i,

    input  logic [ 4:0] read_a_i,
    output logic [31:0] a_o,
    input  logic [ 4:0] read_b_i,
    output logic [31:0] b_o,

    input logic        write_i,
    input logic [ 4:0] write_address_i,
    input logic [31:0] word_i,

    input  logic [31:0]       accel_write_i,
    input  logic [31:0][31:0] accel_words_i,
    output logic [31:0][31:0] accel_registers_o
);

  logic [31:0][31:0] registers;

  logic unused_words;  // for registers that are not in Written
  assign unused_words = ^{accel_words_i, accel_write_i};

  for (genvar i = 1; i < 32; i++) begin : gen_registers
    logic [31:0] register_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) register_q <= '0;
      else if (write_i && (write_address_i == 5'(i))) register_q <= word_i;
      else if (Written[i] && accel_write_i[i]) register_q <= accel_words_i[i];
    end

    assign registers[i] = register_q;
  end

  if (Dummy) begin : gen_dummy
    logic [31:0] register_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) register_q <= '0;
      else if (write_i && dummy_write_i) register_q <= word_i;
    end

    assign registers[0] = dummy_read_i ? register_q : '0;
  end else begin : gen_no_dummy
    logic unused_dummy;
    assign unused_dummy = dummy_read_i ^ dummy_write_i;
    assign registers[0] = '0;
  end

  assign a_o = registers[read_a_i];
  assign b_o = registers[read_b_i];

  for (genvar i = 0; i < 32; i++) begin : gen_shown
    assign accel_registers_o[i] = Seen[i] ? registers[i] : '0;
  end

endmodule
