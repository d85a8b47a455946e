// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An accelerator port (docs/reference/port.md) behind the CFU interface of VexRiscv: commands
// of funct7, funct3 and two operands, each answered in order. The accelerator sees the instruction
// word of `Opcode` with these fields; fields of registers are 0, so that only instructions of
// format R fit whose operands are all in rs1 and rs2.
//
// VexRiscv executes custom-0 (0x0b) so, whatever the opcode here: with custom-1 the words are
// those of Xascon (docs/reference/ise.md). CFU cannot reject an instruction: one that
// accel_accept_i rejects returns 1 << 31 and has no effect. The answer comes in the cycle in which
// the accelerator is ready; VexRiscv takes it then, or later.

module vmb_cfu #(
    parameter logic [6:0] Opcode = 7'b0101011
) (
    input  logic        cmd_valid_i,
    output logic        cmd_ready_o,
    input  logic [ 9:0] cmd_function_id_i,  // funct7, funct3
    input  logic [31:0] cmd_inputs_0_i,
    input  logic [31:0] cmd_inputs_1_i,
    output logic        rsp_valid_o,
    input  logic        rsp_ready_i,
    output logic [31:0] rsp_outputs_0_o,

    output logic        accel_valid_o,
    output logic [31:0] accel_instr_o,
    output logic [31:0] accel_rs1_o,
    output logic [31:0] accel_rs2_o,
    input  logic        accel_accept_i,
    input  logic        accel_ready_i,
    input  logic [31:0] accel_result_i
);

  logic done;
  assign accel_valid_o = cmd_valid_i && accel_accept_i && rsp_ready_i;
  assign accel_instr_o = {cmd_function_id_i[9:3], 5'd0, 5'd0, cmd_function_id_i[2:0], 5'd0, Opcode};
  assign accel_rs1_o = cmd_inputs_0_i;
  assign accel_rs2_o = cmd_inputs_1_i;

  assign done = !accel_accept_i || accel_ready_i;
  assign cmd_ready_o = rsp_ready_i && done;
  assign rsp_valid_o = cmd_valid_i && done;
  assign rsp_outputs_0_o = accel_accept_i ? accel_result_i : 32'h8000_0000;

endmodule
