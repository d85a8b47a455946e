// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The register file of Ibex: it holds what instructions left in it, by the RISC-V Formal
// Interface, and units compute with that. Memories, interrupts and requests to debug do what
// they like, but that the data bus answers only what was asked.
//
// One bit of one register is followed, any one, the same in every cycle. A write is of the
// instruction that is retired in the next cycle.

module vmb_prove_registers #(
    parameter bit WritebackStage = 1'b0
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

    // A unit executes an instruction.
    input logic        unit_valid_i,
    input logic [31:0] unit_insn_i,
    input logic [31:0] unit_rs1_i,
    input logic [31:0] unit_rs2_i,

    // The data bus.
    input logic data_req_i,
    input logic data_gnt_i,
    input logic data_rvalid_i,

    input logic [9:0] any_i,  // anything during reset

    output logic bad_kept,
    output logic bad_written,
    output logic bad_write,
    output logic bad_rd,
    output logic bad_left,
    output logic bad_seen,
    output logic reach_seen
);

  logic data_asked;
  vmb_formal_asked u_data (
      .clk_i,
      .rst_ni,
      .req_i   (data_req_i),
      .gnt_i   (data_gnt_i),
      .rvalid_i(data_rvalid_i),
      .asked_o (data_asked)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(data_asked),
      .held_o(held)
  );

  // The bit, in this cycle and in the one before, and whether it was written then, with what.
  logic [4:0] register_q, place_q;
  logic now, writes, now_q, writes_q, word_q, reset_q;
  assign now = registers_i[register_q][place_q];
  assign writes = write_i && write_address_i == register_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {register_q, place_q} <= any_i;
    reset_q  <= !rst_ni;
    now_q    <= now;
    writes_q <= writes;
    word_q   <= word_i[place_q];
  end

  logic counts, retires;
  assign counts  = held && rst_ni && !reset_q && register_q != '0;
  assign retires = valid_i && rd_addr_i == register_q;

  assign bad_kept = counts && !writes_q && now != now_q;
  assign bad_written = counts && writes_q && now != word_q;
  assign bad_write = counts && writes_q && !(retires && !trap_i && rd_wdata_i[place_q] == word_q);
  assign bad_rd = counts && retires && !writes_q;

  // What these four say is proved first, then taken for granted.
  logic right;
  vmb_formal_held u_right (
      .clk_i,
      .rst_ni,
      .assumed_i(held && !(bad_kept || bad_written || bad_write || bad_rd)),
      .held_o(right)
  );

  // What the last retired instruction that wrote the register left there.
  logic known, known_q, left, left_q;
  assign known = known_q || retires;
  assign left  = retires ? rd_wdata_i[place_q] : left_q;
  always_ff @(posedge clk_i) left_q <= left;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else known_q <= known;
  end
  assign bad_left = right && counts && known && now != left;

  // With a writeback stage, the instruction before may just write it.
  logic reads1, reads2, seen;
  assign seen = WritebackStage && writes ? word_i[place_q] : now;
  assign reads1 = unit_valid_i && unit_insn_i[19:15] == register_q;
  assign reads2 = unit_valid_i && unit_insn_i[24:20] == register_q;
  assign bad_seen = counts &&
      ((reads1 && unit_rs1_i[place_q] != seen) || (reads2 && unit_rs2_i[place_q] != seen));
  assign reach_seen = counts && reads1 && known;

endmodule

bind vmb_soc_ibex vmb_prove_registers #(
    .WritebackStage(WritebackStage)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .rd_addr_i(u_ibex_core.rvfi_rd_addr),
    .rd_wdata_i(u_ibex_core.rvfi_rd_wdata),
    .registers_i(u_register_file.rf_reg),
    .write_i(rf_we_wb),
    .write_address_i(rf_waddr_wb),
    .word_i(rf_wdata_wb),
    .unit_valid_i(accel_req.valid && accel_rsp.ready),
    .unit_insn_i(accel_req.instr),
    .unit_rs1_i(accel_req.rs1),
    .unit_rs2_i(accel_req.rs2),
    .data_req_i(data_req.req),
    .data_gnt_i(data_rsp.gnt),
    .data_rvalid_i(data_rsp.rvalid),
    .any_i(instr_rsp_i.rdata[9:0]),
    .bad_kept(),
    .bad_written(),
    .bad_write(),
    .bad_rd(),
    .bad_left(),
    .bad_seen(),
    .reach_seen()
);
