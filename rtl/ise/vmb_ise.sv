// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The function units behind the accelerator port: those whose bit of FunctionUnits
// is 1 are there, the others leave no trace.
//
// The core asks with an instruction word and its two register operands, and
// gets the answer in the same cycle. accept_o depends on instr_i alone and is 1
// for exactly the legal encodings of the units that are there, none of which
// belongs to RV32IMC. Where it is 0, result_o means nothing: the core ignores
// it, and treats the instruction as illegal if it does not know it either.
// Combinational; no path depends on what the operands hold.

module vmb_ise
  import vmb_ise_pkg::*, vmb_ise_encodings_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0  // bits by vmb_ise_encodings_pkg
) (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic        accept_o,
    output logic [31:0] result_o
);

  localparam bit Zbkb = FunctionUnits[UnitZbkb];
  localparam bit Zbkc = FunctionUnits[UnitZbkc];
  localparam bit Zbkx = FunctionUnits[UnitZbkx];
  localparam bit Zkn = FunctionUnits[UnitZkn];
  localparam bit Xascon = FunctionUnits[UnitXascon];

  logic zbkb_accept, zbkc_accept, zkn_accept, xascon_accept;
  logic [31:0] zbkb_result, zbkc_result, zkn_result, xascon_result;

  // Zbkx shares the place of Zbkb: where it is not there, no wire has a name of it, by
  // which synthesis would order its work in another way.
  if (Zbkx) begin : gen_zbkx
    logic accept, other_accept;
    logic [31:0] result, other_result;

    vmb_zbkx u_zbkx (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(accept),
        .result_o(result)
    );

    if (Zbkb) begin : gen_zbkb
      vmb_zbkb u_zbkb (
          .instr_i,
          .rs1_i,
          .rs2_i,
          .accept_o(other_accept),
          .result_o(other_result)
      );
    end else begin : gen_no_zbkb
      assign other_accept = 1'b0;
      assign other_result = '0;
    end

    // Bits 30:29 distinguish the accepted instructions of the two.
    assign zbkb_accept = accept || other_accept;
    assign zbkb_result = ((instr_i[30:29] == Funct7Xperm4[5:4]) || !Zbkb) ? result : other_result;
  end else if (Zbkb) begin : gen_zbkb
    vmb_zbkb u_zbkb (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(zbkb_accept),
        .result_o(zbkb_result)
    );
  end else begin : gen_no_zbkb
    assign zbkb_accept = 1'b0;
    assign zbkb_result = '0;
  end

  if (Zbkc) begin : gen_zbkc
    vmb_zbkc u_zbkc (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(zbkc_accept),
        .result_o(zbkc_result)
    );
  end else begin : gen_no_zbkc
    assign zbkc_accept = 1'b0;
    assign zbkc_result = '0;
  end

  if (Zkn) begin : gen_zkn
    vmb_zkn u_zkn (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(zkn_accept),
        .result_o(zkn_result)
    );
  end else begin : gen_no_zkn
    assign zkn_accept = 1'b0;
    assign zkn_result = '0;
  end

  if (Xascon) begin : gen_xascon
    vmb_xascon u_xascon (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(xascon_accept),
        .result_o(xascon_result)
    );
  end else begin : gen_no_xascon
    assign xascon_accept = 1'b0;
    assign xascon_result = '0;
  end

  assign accept_o = zbkb_accept || zbkc_accept || zkn_accept || xascon_accept;

  // Among accepted instructions, the opcode separates Xascon from the others, funct3
  // separates aes32 from Zbkb, Zbkx and Zbkc, and bit 25 Zbkc from Zbkb and Zbkx: less to
  // decode than the accept signals. A unit that is not there is not chosen, so no
  // multiplexer remains for it.
  instr_t instr;
  assign instr = instr_t'(instr_i);
  logic unused_request;  // in part, or with no unit at all
  assign unused_request = ^{instr, rs1_i, rs2_i};

  logic choose_xascon, choose_zkn, choose_zbkc;
  assign choose_xascon = Xascon &&
                         ((instr.opcode == OpcodeCustom1) || !(Zbkb || Zbkx || Zbkc || Zkn));
  assign choose_zkn = Zkn && ((instr.funct3 == Funct3Aes32esi) || !(Zbkb || Zbkx || Zbkc));
  assign choose_zbkc = Zbkc && ((instr.funct7[0] == Funct7Clmul[0]) || !(Zbkb || Zbkx));

  always_comb begin
    if (choose_xascon) result_o = xascon_result;
    else if (choose_zkn) result_o = zkn_result;
    else if (choose_zbkc) result_o = zbkc_result;
    else result_o = zbkb_result;
  end

  if ((FunctionUnits >> Units) != 0) begin : gen_no_such_unit
    $error("FunctionUnits has a bit that stands for no unit");
  end

endmodule
