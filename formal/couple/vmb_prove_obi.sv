// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_obi as a subordinate of OBI, with the checker that simulations use (rtl/assert). The
// bus and the register port are unconstrained. Only machine mode has access.

module vmb_prove_obi (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        req_i,
    input logic        we_i,
    input logic [ 3:0] be_i,
    input logic [11:0] addr_i,
    input logic [31:0] wdata_i,
    input logic [ 2:0] prot_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic bad_access,
    output logic bad_once,
    output logic bad_refused,
    output logic bad_data,
    output logic bad_alert,
    output logic bad_answer,
    output logic bad_count,
    output logic bad_reset,
    output logic reach_answer
);

  logic gnt, rvalid, err;
  logic reg_req, reg_we, alert;
  logic [4:0] reg_index;
  logic [31:0] reg_wdata, rdata;
  vmb_couple_obi #(
      .MinPrivilege(3)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_o(gnt),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .prot_i,
      .rvalid_o(rvalid),
      .err_o(err),
      .rdata_o(rdata),
      .alert_o(alert),
      .reg_req_o(reg_req),
      .reg_we_o(reg_we),
      .reg_index_o(reg_index),
      .reg_wdata_o(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i
  );

  logic [5:0] fault;
  vmb_check_obi #(
      .Depth (1),
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .req_i(req_i && rst_ni),
      .gnt_i(gnt),
      .we_i,
      .be_i,
      .addr_i({20'd0, addr_i}),
      .wdata_i,
      .rvalid_i(rvalid),
      .withdrawn_i(1'b0),
      .fault_o(fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  logic allowed, denied_q;
  assign allowed = prot_i[2:1] == 2'd3;
  vmb_formal_access u_access (
      .clk_i,
      .rst_ni,
      .held_i(held),
      .asks_i(req_i),
      .takes_i(req_i && gnt),
      .write_i(we_i),
      .address_i(addr_i),
      .whole_i(be_i == 4'b1111),
      .allowed_i(allowed),
      .wdata_i,
      .reg_req_i(reg_req),
      .reg_we_i(reg_we),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i,
      .answers_i(rvalid),
      .error_i(err),
      .rdata_i(rdata),
      .legal_o(),
      .bad_access_o(bad_access),
      .bad_once_o(bad_once),
      .bad_refused_o(bad_refused),
      .bad_data_o(bad_data)
  );
  always_ff @(posedge clk_i) denied_q <= rst_ni && req_i && gnt && !allowed;
  assign bad_alert    = held && rst_ni && alert != denied_q;

  assign bad_answer   = held && fault[3];
  assign bad_count    = held && fault[4];
  assign bad_reset    = held && fault[5];
  assign reach_answer = held && rvalid;

endmodule
