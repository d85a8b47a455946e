// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The function units behind the accelerator port: units whose bit of FunctionUnits is 1 are
// included, the others cost nothing.
//
// The core sends an instruction word and its two register operands, and gets the answer in the same
// cycle. accept_o depends on instr_i alone and is 1 for exactly the legal encodings of the included
// units, none of which belongs to RV32IMC. If it is 0, result_o is undefined: the core ignores it,
// and treats the instruction as illegal unless it executes it itself. Combinational; no path
// depends on operand values.

module vmb_ise
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0,  // bits by vmb_ise_encodings_pkg
    // 0: the core rotates by itself, and uses no result of rol, ror and rori.
    parameter bit Rotator = 1'b1
) (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic        accept_o,
    output logic [31:0] result_o
);

  // Bit i, and word i, belong to the unit with bit i of FunctionUnits.
  logic [Units-1:0] accept, choose;
  logic [Units-1:0][31:0] result;

  `define VMB_UNIT(MODULE, BIT, PARAMETERS) \
  if (FunctionUnits[BIT]) begin : gen_``MODULE \
    MODULE PARAMETERS u_unit (.instr_i, .rs1_i, .rs2_i, .accept_o(accept[BIT]), .result_o(result[BIT])); \
  end else begin : gen_no_``MODULE \
    assign accept[BIT] = 1'b0; \
    assign result[BIT] = '0; \
  end

  `VMB_UNIT(vmb_zbkb, UnitZbkb, #(.Rotator(Rotator)))
  `VMB_UNIT(vmb_zbkc, UnitZbkc,)
  `VMB_UNIT(vmb_zbkx, UnitZbkx,)
  `VMB_UNIT(vmb_zkned, UnitZkned,)
  `VMB_UNIT(vmb_xascon, UnitXascon,)
  `VMB_UNIT(vmb_zknh, UnitZknh,)

  `undef VMB_UNIT

  // Bits that separate the accepted instructions of a unit from those of the units before it:
  // simpler to decode than the accept signals.
  instr_t instr;
  assign instr = instr_t'(instr_i);
  assign choose[UnitZbkb] = 1'b1;
  assign choose[UnitZbkc] = instr.funct7[0] == Funct7Clmul[0];
  assign choose[UnitZbkx] = instr.funct7[5:4] == Funct7Xperm4[5:4];
  assign choose[UnitZkned] = instr.funct3 == Funct3Aes32esi;
  assign choose[UnitXascon] = instr.opcode == OpcodeCustom1;
  assign choose[UnitZknh] = instr.funct7[3] == Funct12Sha256sum0[8];

  logic unused_request;  // partly or, without any unit, completely
  assign unused_request = ^{instr, rs1_i, rs2_i, choose};

  // The first unit needs no selection, and an absent one is never selected: it has no multiplexer.
  always_comb begin
    accept_o = 1'b0;
    result_o = '0;
    for (int unsigned i = 0; i < Units; i++) begin
      if (FunctionUnits[i]) begin
        accept_o = accept_o || accept[i];
        if (choose[i] || (FunctionUnits & ((1 << i) - 1)) == 0) result_o = result[i];
      end
    end
  end

  if ((FunctionUnits >> Units) != 0) begin : gen_no_such_unit
    $error("FunctionUnits has a bit that stands for no unit");
  end

endmodule
