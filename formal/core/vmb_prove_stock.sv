// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ibex with the accelerator port next to upstream's, in the same state: both behave the same as
// long as no instruction in the execute stage is accepted by the port. Other answers of units are
// unconstrained. Fields of a request are undefined without one.

module vmb_prove_stock
  import vmb_core_pkg::*;
(
    input logic       id_valid_i,
    input logic       lsu_waits_i,    // a load or store is in progress
    input logic       accept_i,
    input logic       hazard_i,
    input logic       rotate_i,
    input logic       mac_i,
    input fetch_req_t instr_req_i,
    input obi_req_t   data_req_i,
    input rvfi_t      rvfi_i,
    input logic       irq_pending_i,
    input logic       alert_i,
    input logic       asleep_i,

    output logic       assumed_unused,
    output logic       assumed_hazard,
    output logic       assumed_rotate,
    output logic       assumed_mac,
    output logic       assumed_load,
    output fetch_req_t same_fetch,
    output obi_req_t   same_data,
    output rvfi_t      same_retired,
    output logic [2:0] same_others
);

  assign assumed_unused = !(id_valid_i && accept_i);
  assign assumed_hazard = !hazard_i;
  assign assumed_rotate = !(accept_i && rotate_i);
  assign assumed_mac = !(accept_i && mac_i);
  assign assumed_load = id_valid_i || !lsu_waits_i;

  assign same_fetch = instr_req_i.req ? instr_req_i : '0;
  assign same_data = data_req_i.req ? data_req_i : '0;
  assign same_retired = rvfi_i.valid ? rvfi_i : '0;
  assign same_others = {irq_pending_i, alert_i, asleep_i};

endmodule

bind vmb_soc_ibex vmb_prove_stock u_prove (
    .id_valid_i(u_ibex_core.instr_valid_id),
    .lsu_waits_i(u_ibex_core.load_store_unit_i.ls_fsm_cs != '0),
`ifdef VMB_STOCK_IBEX
    .accept_i(1'b0),
    .hazard_i(1'b0),
    .rotate_i(1'b0),
    .mac_i(1'b0),
`else
    .accept_i(accel_rsp.accept),
    .hazard_i(half_hazard),
    .rotate_i(rotate),
    .mac_i(mac),
`endif
    .instr_req_i(instr_req_o),
    .data_req_i(data_req),
    .rvfi_i(rvfi_o),
    .irq_pending_i(irq_pending),
    .alert_i(alert_o),
    .asleep_i(asleep_o),
    .assumed_unused(),
    .assumed_hazard(),
    .assumed_rotate(),
    .assumed_mac(),
    .assumed_load(),
    .same_fetch(),
    .same_data(),
    .same_retired(),
    .same_others()
);
