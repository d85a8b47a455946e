// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Specification of Xascon, written from docs/reference/ise.md and NIST SP 800-232, section 3.4:
// half of the linear function of each word.

module vmb_spec_xascon (
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    output logic [ 1:0] is_o,
    output logic [31:0] value_o
);

  logic right;
  assign right   = instr_i[29:25] < 5'd5 && instr_i[14:12] == 3'b111 && instr_i[6:0] == 7'b0101011;
  assign is_o[0] = right && instr_i[31:30] == 2'b00;  // ascon.sigma.lo
  assign is_o[1] = right && instr_i[31:30] == 2'b01;  // ascon.sigma.hi

  logic [63:0] x, y;
  assign x = {rs2_i, rs1_i};
  always_comb begin
    unique case (instr_i[29:25])
      5'd0: y = x ^ {x[18:0], x[63:19]} ^ {x[27:0], x[63:28]};
      5'd1: y = x ^ {x[60:0], x[63:61]} ^ {x[38:0], x[63:39]};
      5'd2: y = x ^ {x[0], x[63:1]} ^ {x[5:0], x[63:6]};
      5'd3: y = x ^ {x[9:0], x[63:10]} ^ {x[16:0], x[63:17]};
      default: y = x ^ {x[6:0], x[63:7]} ^ {x[40:0], x[63:41]};
    endcase
  end
  assign value_o = is_o[1] ? y[63:32] : y[31:0];

endmodule
