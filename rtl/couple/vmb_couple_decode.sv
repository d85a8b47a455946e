// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether an instruction is one of the engine's, which vmb_couple_accel describes,
// and may be executed: a function of the word and the privilege mode alone. Cores
// that decode and execute in different cycles have it twice.
//
// Software that starts a job can make the engine read and write any address of its memory port,
// bypassing memory protection (PMP). So it is restricted to machine mode; UserMode = 1 allows every
// mode, for systems without other users' secrets, or with a protected memory port.

module vmb_couple_decode #(
    parameter logic [6:0] Opcode = 7'h0b,
    parameter bit UserMode = 1'b0
) (
    input  logic [31:0] instr_i,
    input  logic        privileged_i,  // the instruction is in machine mode
    output logic        accept_o
);

  // Which of rd, rs1 and rs2 are used.
  localparam logic [2:0] Rs1Only = 3'b010;
  localparam logic [2:0] Rs1Rs2 = 3'b011;
  localparam logic [2:0] RdOnly = 3'b100;
  localparam logic [2:0] RdRs1 = 3'b110;
  localparam logic [2:0] RdRs1Rs2 = 3'b111;

  logic [6:0] funct7, opcode;
  logic [2:0] funct3;
  logic [4:0] rd, rs1, rs2;
  assign {funct7, rs2, rs1, funct3, rd, opcode} = instr_i;

  logic known;
  always_comb begin
    known = 1'b0;
    unique case (funct7)
      7'd0, 7'd1, 7'd2, 7'd3, 7'd4, 7'd5: known = funct3 == Rs1Rs2 && rd == '0;
      7'h20, 7'h21, 7'h23: known = funct3 == RdRs1 && rs2 == '0;
      7'h22, 7'h27: known = funct3 == RdOnly && rs1 == '0 && rs2 == '0;
      7'h24: known = funct3 == RdRs1Rs2 || (funct3 == Rs1Rs2 && rd == '0);
      7'h25: known = funct3 == Rs1Rs2 && rd == '0;
      7'h26: known = funct3 == Rs1Only && rd == '0 && rs2 == '0;
      default: ;
    endcase
  end
  assign accept_o = known && (opcode == Opcode) && (privileged_i || UserMode);

endmodule
