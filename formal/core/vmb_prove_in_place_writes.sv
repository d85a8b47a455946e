// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The contents of the register file of Ibex with units that work on its registers in place
// (Xasconp, Xchacha). Memories, interrupts and debug requests are unconstrained, except that the
// data bus answers only requests.
//
// The specifications of the units determine which registers an instruction changes; all others
// change only as rd. Unit results are unconstrained: those of the cycle in which an instruction
// ends must be in its registers in the next cycle. In that cycle, or with a writeback stage in the
// one after, it is retired, and rd is written in between. One bit of one register is compared: an
// arbitrary one, the same in every cycle.

module vmb_prove_in_place_writes #(
    parameter bit WritebackStage = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The retired instruction, and the registers after it.
    input logic              valid_i,
    input logic              trap_i,
    input logic [31:0]       insn_i,
    input logic [ 4:0]       rd_addr_i,
    input logic [31:0]       rd_wdata_i,
    input logic [31:0][31:0] registers_i,

    // Writes to the register file, the results of the units, and the data bus.
    input logic              write_i,
    input logic [ 4:0]       write_address_i,
    input logic [31:0]       units_write_i,
    input logic [31:0][31:0] rounded_i,
    input logic [31:0][31:0] halved_i,
    input logic [2:0] data_bus_i,  // request, grant, answer

    input logic [9:0] any_i,  // unconstrained during reset

    output logic       bad_written,
    output logic       bad_write,
    output logic       bad_kept,
    output logic [2:0] reach_written
);

  logic held;
  vmb_formal_environment #(
      .Assumed(2'b10)
  ) u_environment (
      .clk_i,
      .rst_ni,
      .buses_i  ({data_bus_i, 3'b000}),
      .assumed_i(1'b1),
      .held_o   (held),
      .owed_o   ()
  );

  // ascon.round, chacha.half and poly1305.mac, and their registers.
  logic [2:0] is_ours;
  logic [31:0] rounds;
  logic [3:0][4:0] number;
  vmb_spec_xasconp u_round (
      .instr_i    (insn_i),
      .registers_i('0),
      .is_o       (is_ours[0]),
      .value_o    (),
      .changed_o  (rounds)
  );
  vmb_spec_xchacha u_half (
      .instr_i    (insn_i),
      .rs1_i      ('0),
      .rs2_i      ('0),
      .registers_i('0),
      .is_o       (is_ours[2:1]),
      .number_o   (number),
      .value_o    ()
  );

  // The bit; whether the port or the units wrote its register in the previous cycle, and the result
  // of the units for it in that cycle. For the units also one cycle later.
  logic [4:0] register, place;
  logic now, earlier, followed, port_q;
  typedef struct packed {
    logic write;
    logic rounded;
    logic halved;
  } units_t;
  units_t before_q, retired_q, wrote;
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
  logic [1:0] reset_q;
  always_ff @(posedge clk_i) begin
    port_q    <= write_i && write_address_i == register;
    before_q  <= '{units_write_i[register], rounded_i[register][place], halved_i[register][place]};
    retired_q <= before_q;
    reset_q   <= {reset_q[0], !rst_ni};
  end
  assign wrote = WritebackStage ? retired_q : before_q;

  // The contents of the register after the units have written it.
  logic left;
  assign left = WritebackStage ? earlier : now;

  logic counts, round, half, mac;
  assign counts = held && followed && reset_q == '0;
  assign {mac, half, round} = valid_i && !trap_i ? is_ours : '0;

  // rd of chacha.half is its first register; poly1305.mac writes the lower half of its sum
  // to x6.
  logic by_round, by_half, by_rd;
  assign by_round = round && rounds[register];
  always_comb begin
    by_half = mac && register == 5'd6;
    for (int unsigned k = 1; k < 4; k++) by_half |= half && register == number[k];
  end
  assign by_rd = valid_i && !trap_i && rd_addr_i == register;

  assign bad_written = counts && ((by_round && left != wrote.rounded) ||
      (by_half && left != wrote.halved) || (by_rd && now != rd_wdata_i[place]));
  assign bad_write = counts && ((port_q && !by_rd) || (wrote.write && !(by_round || by_half)));
  assign bad_kept = counts && !port_q && !before_q.write && now != earlier;

  assign reach_written = {3{counts}} & {mac && by_half, half && by_half, round && by_round};

endmodule

bind vmb_soc_ibex vmb_prove_in_place_writes #(
    .WritebackStage(WritebackStage)
) u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(u_ibex_core.rvfi_valid),
    .trap_i(u_ibex_core.rvfi_trap),
    .insn_i(u_ibex_core.rvfi_insn),
    .rd_addr_i(u_ibex_core.rvfi_rd_addr),
    .rd_wdata_i(u_ibex_core.rvfi_rd_wdata),
    .registers_i(u_register_file.registers),
    .write_i(rf_we_wb),
    .write_address_i(rf_waddr_wb),
    .units_write_i(rf_accel_write),
    .rounded_i(rf_rounded),
    .halved_i(rf_halved),
    .data_bus_i({data_req.req, data_rsp.gnt, data_rsp.rvalid}),
    .any_i(instr_rsp_i.rdata[9:0]),
    .bad_written(),
    .bad_write(),
    .bad_kept(),
    .reach_written()
);
