// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a word is an instruction of the function units, as vmb_ise accepts it, or has one of
// their opcodes without being one, nor an instruction of RV32IM.

module vmb_formal_word
  import vmb_ise_encodings_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0
) (
    input  logic [31:0] word_i,
    output logic        unit_o,
    output logic        illegal_o
);

  logic [31:0] unused_result;
  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i (word_i),
      .rs1_i   ('0),
      .rs2_i   ('0),
      .accept_o(unit_o),
      .result_o(unused_result)
  );

  logic standard;
  logic [6:0] opcode, funct7;
  logic [2:0] funct3;
  assign {funct7, funct3, opcode} = {word_i[31:25], word_i[14:12], word_i[6:0]};
  always_comb begin
    standard = 1'b0;
    if (opcode == OpcodeOp) begin
      standard = (funct7 inside {7'h00, 7'h01}) ||
          ((funct7 == 7'h20) && (funct3 inside {3'd0, 3'd5}));
    end else if (opcode == OpcodeOpImm) begin
      standard = !(funct3 inside {3'd1, 3'd5}) || (funct7 == 7'h00) ||
          ((funct7 == 7'h20) && (funct3 == 3'd5));
    end
  end
  assign illegal_o = (opcode inside {OpcodeOp, OpcodeOpImm, OpcodeCustom1}) && !standard && !unit_o;

endmodule
