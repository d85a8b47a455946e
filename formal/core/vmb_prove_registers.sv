// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The register file of a core: it contains the results of instructions, by the RISC-V Formal
// Interface, and units compute with its contents. Memories, interrupts and debug requests are
// unconstrained, except that the buses answer only requests.
//
// A write belongs to the instruction that is retired in the next cycle. If a core writes a
// preliminary word, in each cycle in which a load waits, it writes again in the next cycle.

module vmb_prove_registers #(
    parameter bit WritebackStage = 1'b0,
    parameter bit InstrAsked = 1'b0  // whether the core relies on its bus for instructions
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction.
    input logic        valid_i,
    input logic        trap_i,
    input logic [ 4:0] rd_addr_i,
    input logic [31:0] rd_wdata_i,

    // The register file, and writes to it.
    input logic [31:0] registers_i[32],
    input logic        write_i,
    input logic [ 4:0] write_address_i,
    input logic [31:0] word_i,
    input logic        again_i,          // written again in the next cycle

    // An instruction reads rs1, rs2; the previous one, which computes at the same time.
    input logic        id_valid_i,
    input logic [ 1:0] id_reads_i,
    input logic [ 4:0] id_rs1_addr_i,
    input logic [ 4:0] id_rs2_addr_i,
    input logic [31:0] id_rs1_i,
    input logic [31:0] id_rs2_i,
    input logic        ex_write_i,
    input logic [ 4:0] ex_address_i,
    input logic [31:0] ex_word_i,

    // An instruction of a unit, and the inputs of the unit.
    input logic        unit_valid_i,
    input logic [31:0] unit_insn_i,
    input logic [31:0] unit_rs1_i,
    input logic [31:0] unit_rs2_i,

    input logic [1:0][2:0] buses_i,  // vmb_formal_environment

    input logic [9:0] any_i,  // unconstrained during reset

    output logic bad_kept,
    output logic bad_written,
    output logic bad_write,
    output logic bad_rd,
    output logic bad_left,
    output logic bad_seen,
    output logic bad_read,
    output logic bad_zero,
    output logic bad_passed,
    output logic reach_seen,
    output logic reach_read
);

  logic held;
  vmb_formal_environment #(
      .Assumed({1'b1, InstrAsked})
  ) u_environment (
      .clk_i,
      .rst_ni,
      .buses_i,
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   ()
  );

  // The bit; whether its register was written in the previous cycle, and the written value.
  logic [4:0] register, place;
  logic now, earlier, followed, writes, writes_q, word_q, again_q;
  vmb_formal_followed u_bit (
      .clk_i,
      .rst_ni,
      .any_i,
      .register_o(register),
      .place_o   (place),
      .word_i    (registers_i[register]),
      .now_o     (now),
      .earlier_o (earlier),
      .counts_o  (followed)
  );
  assign writes = write_i && write_address_i == register;
  always_ff @(posedge clk_i) begin
    writes_q <= writes;
    word_q   <= word_i[place];
    again_q  <= writes && again_i;
  end

  logic counts, retires;
  assign counts  = held && followed;
  assign retires = valid_i && rd_addr_i == register;

  assign bad_kept = counts && !writes_q && now != earlier;
  assign bad_written = counts && writes_q && now != word_q;
  assign bad_write = counts && writes_q &&
      !(again_q ? writes : retires && !trap_i && rd_wdata_i[place] == word_q);
  assign bad_rd = counts && retires && (!writes_q || again_q);

  // These four properties are proved first, then assumed.
  logic right;
  vmb_formal_held u_right (
      .clk_i,
      .rst_ni,
      .assumed_i(held && !(bad_kept || bad_written || bad_write || bad_rd)),
      .held_o(right)
  );

  // The value that the last retired instruction that wrote the register left there.
  logic known, known_q, left, left_q;
  assign known = known_q || retires;
  assign left  = retires ? rd_wdata_i[place] : left_q;
  always_ff @(posedge clk_i) left_q <= left;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else known_q <= known;
  end
  assign bad_left = right && counts && known && !again_q && now != left;

  // The register's contents for an instruction that reads: with a writeback stage, the previous
  // instruction may be writing them, or computing the word. If that waits, so does the reader.
  logic computed, waits, seen;
  assign computed = ex_write_i && ex_address_i == register;
  assign waits = writes && again_i && !computed;
  always_comb begin
    seen = WritebackStage && writes ? word_i[place] : now;
    if (computed) seen = ex_word_i[place];
  end

  // Any instruction, and units.
  logic [1:0] reads, asks, id_bits, unit_bits;
  assign reads = {2{id_valid_i}} & id_reads_i &
      {id_rs2_addr_i == register, id_rs1_addr_i == register};
  assign asks = {2{unit_valid_i}} &
      {unit_insn_i[24:20] == register, unit_insn_i[19:15] == register};
  assign id_bits = {id_rs2_i[place], id_rs1_i[place]};
  assign unit_bits = {unit_rs2_i[place], unit_rs1_i[place]};
  assign bad_read = counts && (reads & ((id_bits ^ {2{seen}}) | {2{waits}})) != '0;
  assign bad_seen = counts && (asks & ((unit_bits ^ {2{seen}}) | {2{waits}})) != '0;
  assign bad_zero = held && rst_ni && register == '0 &&
      ((reads & id_bits) | (asks & unit_bits)) != '0;
  assign reach_read = counts && reads[0] && known;
  assign reach_seen = counts && asks[0] && known;

  // The value computed when it was read is written next, if any.
  logic passed_q, passed_bit_q;
  always_ff @(posedge clk_i) begin
    passed_q     <= computed && {reads, asks} != '0;
    passed_bit_q <= ex_word_i[place];
  end
  assign bad_passed = counts && passed_q && writes && word_i[place] != passed_bit_q;

endmodule
