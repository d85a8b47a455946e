// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the execute stage of Ibex has of a fetched word: two copies of it, and what it is expanded
// from. Bound next to vmb_prove_retired.

module vmb_prove_fetched (
    input logic        rst_ni,
    input logic        held_i,
    input logic        valid_i,
    input logic [31:0] word_i,
    input logic [31:0] copy_i,
    input logic        short_i,
    input logic        short_illegal_i,
    input logic [15:0] short_word_i,

    output logic bad_word
);

  assign bad_word = held_i && rst_ni && valid_i && (word_i != copy_i ||
      (short_i ? short_word_i[1:0] == 2'b11 : word_i[1:0] == 2'b11 && short_illegal_i));

endmodule

bind vmb_soc_ibex vmb_prove_fetched u_fetched_u_prove (
    .rst_ni(rst_ni),
    .held_i(u_prove.held),
    .valid_i(u_ibex_core.instr_valid_id),
    .word_i(u_ibex_core.instr_rdata_id),
    .copy_i(u_ibex_core.instr_rdata_alu_id),
    .short_i(u_ibex_core.instr_is_compressed_id),
    .short_illegal_i(u_ibex_core.illegal_c_insn_id),
    .short_word_i(u_ibex_core.instr_rdata_c_id),
    .bad_word()
);
