// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_ise with every set of its units side by side, for the tests. Set number s
// has Zbkb when bit 0 of s is 1, Zkn when bit 1 is, Xascon when bit 2 is, Zbkc
// when bit 3 is.

module ise_every_set (
    input  logic [31:0]       instr_i,
    input  logic [31:0]       rs1_i,
    input  logic [31:0]       rs2_i,
    output logic [15:0]       accept_o,
    output logic [15:0][31:0] result_o
);

  for (genvar s = 0; s < 16; s++) begin : gen_set
    vmb_ise #(
        .Zbkb((s & 1) != 0),
        .Zkn((s & 2) != 0),
        .Xascon((s & 4) != 0),
        .Zbkc((s & 8) != 0)
    ) u_ise (
        .instr_i,
        .rs1_i,
        .rs2_i,
        .accept_o(accept_o[s]),
        .result_o(result_o[s])
    );
  end

endmodule
