// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_apb as a completer of APB4, with the checker that simulations use (rtl/assert). The
// requester and the register port are unconstrained. Only privileged, secure accesses are allowed.

module vmb_prove_apb (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        psel_i,
    input logic        penable_i,
    input logic        pwrite_i,
    input logic [11:0] paddr_i,
    input logic [ 2:0] pprot_i,
    input logic [ 3:0] pstrb_i,
    input logic [31:0] pwdata_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic bad_access,
    output logic bad_once,
    output logic bad_refused,
    output logic bad_data,
    output logic bad_alert,
    output logic bad_error,
    output logic reach_answer,
    output logic reach_error
);

  logic pready, pslverr, reg_req, reg_we, alert;
  logic [4:0] reg_index;
  logic [31:0] reg_wdata, rdata;
  vmb_couple_apb #(
      .PrivilegedOnly(1'b1),
      .SecureOnly(1'b1)
  ) u_apb (
      .clk_i,
      .rst_ni,
      .psel_i,
      .penable_i,
      .pwrite_i,
      .paddr_i,
      .pprot_i,
      .pstrb_i,
      .pwdata_i,
      .pready_o(pready),
      .pslverr_o(pslverr),
      .prdata_o(rdata),
      .alert_o(alert),
      .reg_req_o(reg_req),
      .reg_we_o(reg_we),
      .reg_index_o(reg_index),
      .reg_wdata_o(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i
  );

  logic [4:0] fault;
  vmb_check_apb #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .psel_i(psel_i && rst_ni),
      .penable_i,
      .pwrite_i,
      .paddr_i,
      .pprot_i,
      .pstrb_i,
      .pwdata_i,
      .pready_i(pready),
      .pslverr_i(pslverr && rst_ni),
      .fault_o(fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  logic ends, allowed, denied_q;
  assign ends = psel_i && penable_i && pready;
  assign allowed = pprot_i[1:0] == 2'b01;
  vmb_formal_access #(
      .AtOnce(1'b1)
  ) u_access (
      .clk_i,
      .rst_ni,
      .held_i(held),
      .asks_i(psel_i && penable_i),
      .takes_i(ends),
      .write_i(pwrite_i),
      .address_i(paddr_i),
      .whole_i(!pwrite_i || pstrb_i == 4'b1111),
      .allowed_i(allowed),
      .wdata_i(pwdata_i),
      .reg_req_i(reg_req),
      .reg_we_i(reg_we),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i,
      .answers_i(ends),
      .error_i(pslverr),
      .rdata_i(rdata),
      .legal_o(),
      .bad_access_o(bad_access),
      .bad_once_o(bad_once),
      .bad_refused_o(bad_refused),
      .bad_data_o(bad_data)
  );
  always_ff @(posedge clk_i) denied_q <= rst_ni && psel_i && penable_i && !allowed;
  assign bad_alert = held && rst_ni && alert != denied_q;

  assign bad_error = held && fault[3];
  assign reach_answer = held && rst_ni && ends && !pslverr;
  assign reach_error = held && rst_ni && ends && pslverr;

endmodule
