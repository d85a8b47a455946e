// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ibex with the accelerator port, as long as that accepts no instruction in the execute
// stage: its load-store unit waits only for an instruction there.

module vmb_prove_load (
    input logic clk_i,
    input logic rst_ni,
    input logic id_valid_i,
    input logic lsu_waits_i,
    input logic accept_i,
    input logic hazard_i,

    output logic bad_load,
    output logic reach_load
);

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!(id_valid_i && accept_i) && !hazard_i),
      .held_o(held)
  );

  assign bad_load   = held && lsu_waits_i && !id_valid_i;
  assign reach_load = held && lsu_waits_i && id_valid_i;

endmodule

bind vmb_soc_ibex vmb_prove_load u_prove (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .id_valid_i(u_ibex_core.instr_valid_id),
    .lsu_waits_i(u_ibex_core.load_store_unit_i.ls_fsm_cs != '0),
    .accept_i(accel_rsp.accept),
    .hazard_i(half_hazard),
    .bad_load(),
    .reach_load()
);
