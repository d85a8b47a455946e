// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The function units of Ibex with those that work on registers in place, and the register
// file that these need (vmb_ibex_registers): one module between the accelerator port and the
// register file's ports of ibex_core (docs/reference/port.md).
//
// write_before_i: in a core with a writeback stage, the write belongs to the previous instruction.
// ready_o is 0 for a cycle if ascon.round must wait for it; hazard_o delays the instructions of
// Xchacha. The core's multiplier executes poly1305.mac (mac_*).

module vmb_ibex_units #(
    parameter int unsigned FunctionUnits = 0,  // bits by vmb_ise_encodings_pkg
    parameter bit Xasconp = 1'b0,
    parameter bit Xchacha = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The accelerator port.
    input  logic        valid_i,
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic        accept_o,
    output logic        ready_o,
    output logic [31:0] result_o,
    output logic        hazard_o,
    output logic        mac_o,
    output logic [31:0] mac_low_o,
    output logic [31:0] mac_high_o,
    input  logic [31:0] mac_low_i,
    input  logic        mac_done_i,

    // The register file.
    input  logic        dummy_read_i,
    input  logic        dummy_write_i,
    input  logic [ 4:0] read_a_i,
    output logic [31:0] a_o,
    input  logic [ 4:0] read_b_i,
    output logic [31:0] b_o,
    input  logic        write_i,
    input  logic        write_before_i,
    input  logic [ 4:0] write_address_i,
    input  logic [31:0] word_i
);

  logic ise_accept, round_accept, round_hazard, half_accept;
  logic [31:0] ise_result, half_result, half_changed;
  logic [31:0][31:0] registers, rounded, halved;

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i,
      .rs1_i,
      .rs2_i,
      .accept_o(ise_accept),
      .result_o(ise_result)
  );

  if (Xasconp) begin : gen_xasconp
    vmb_xasconp u_xasconp (
        .instr_i,
        .registers_i(registers),
        .write_i    (write_before_i),
        .write_address_i,
        .accept_o   (round_accept),
        .hazard_o   (round_hazard),
        .rounded_o  (rounded)
    );
  end else begin : gen_no_xasconp
    assign {round_accept, round_hazard, rounded} = '0;
  end

  if (Xchacha) begin : gen_xchacha
    vmb_xchacha u_xchacha (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .registers_i(registers),
        .low_i      (mac_low_i),
        .write_i    (write_before_i),
        .write_address_i,
        .accept_o   (half_accept),
        .mac_o,
        .hazard_o,
        .result_o   (half_result),
        .changed_o  (half_changed),
        .words_o    (halved)
    );
    assign mac_low_o  = registers[vmb_xchacha_pkg::Low];
    assign mac_high_o = registers[vmb_xchacha_pkg::High];
  end else begin : gen_no_xchacha
    assign {half_accept, mac_o, hazard_o, half_result, half_changed, halved} = '0;
    assign {mac_low_o, mac_high_o} = '0;
    logic unused_mac;
    assign unused_mac = ^{mac_low_i, mac_done_i};
  end

  // No instruction belongs to two units.
  assign accept_o = ise_accept || round_accept || half_accept;
  assign ready_o  = !(round_accept && round_hazard);
  assign result_o = half_accept ? half_result : ise_result;

  // An instruction that executes and is ready completes; the multiplier takes its own number of
  // cycles.
  logic round, half;
  assign round = valid_i && round_accept && ready_o;
  assign half  = mac_o ? mac_done_i : valid_i && half_accept;

  // The registers that each unit writes; a register that only one unit writes needs no multiplexer.
  localparam logic [31:0] Rounds = Xasconp ? vmb_xasconp_pkg::RoundRegisterSet : '0;
  localparam logic [31:0] Halves = Xchacha ? vmb_xchacha_pkg::WrittenSet : '0;
  localparam logic [31:0] HalvesSeen = Xchacha ? vmb_xchacha_pkg::SeenSet : '0;

  logic [31:0] writes;
  logic [31:0][31:0] words;
  for (genvar i = 0; i < 32; i++) begin : gen_words
    assign writes[i] = (Rounds[i] && round) || (Halves[i] && half && half_changed[i]);
    assign words[i]  = Rounds[i] && (round_accept || !Halves[i]) ? rounded[i] : halved[i];
  end

  vmb_ibex_registers #(
      .Seen   (Rounds | HalvesSeen),
      .Written(Rounds | Halves),
      .Dummy  (1'b1)
  ) u_registers (
      .clk_i,
      .rst_ni,
      .dummy_read_i,
      .dummy_write_i,
      .read_a_i,
      .a_o,
      .read_b_i,
      .b_o,
      .write_i,
      .write_address_i,
      .word_i,
      .accel_write_i    (writes),
      .accel_words_i    (words),
      .accel_registers_o(registers)
  );

endmodule
