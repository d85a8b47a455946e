// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_ahb as a subordinate of AHB-Lite, with the checker that simulations use (rtl/assert).
// The manager and the register port are unconstrained; HREADY is that of this subordinate in its
// data phases, and unconstrained in those of others. Only privileged, secure accesses are allowed.

module vmb_prove_ahb (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        hsel_i,
    input logic        others_ready_i,
    input logic [ 1:0] htrans_i,
    input logic        hwrite_i,
    input logic [ 2:0] hsize_i,
    input logic [11:0] haddr_i,
    input logic [ 3:0] hprot_i,
    input logic        hnonsec_i,
    input logic [31:0] hwdata_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic bad_access,
    output logic bad_once,
    output logic bad_refused,
    output logic bad_data,
    output logic bad_alert,
    output logic bad_error,
    output logic bad_idle,
    output logic bad_reset,
    output logic bad_twice,
    output logic reach_answer,
    output logic reach_error
);

  logic hready, hreadyout, hresp;
  logic reg_req, reg_we, alert;
  logic [4:0] reg_index;
  logic [31:0] reg_wdata, rdata;
  logic mine_q;  // this subordinate's data phase
  assign hready = hreadyout && (mine_q || others_ready_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) mine_q <= 1'b0;
    else if (hready) mine_q <= hsel_i && htrans_i[1];
  end

  vmb_couple_ahb #(
      .PrivilegedOnly(1'b1),
      .SecureOnly(1'b1)
  ) u_ahb (
      .clk_i,
      .rst_ni,
      .hsel_i,
      .hready_i(hready),
      .htrans_i,
      .hwrite_i,
      .hsize_i,
      .haddr_i,
      .hprot_i,
      .hnonsec_i,
      .hwdata_i,
      .hreadyout_o(hreadyout),
      .hresp_o(hresp),
      .hrdata_o(rdata),
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
  vmb_check_ahb #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .hsel_i,
      .hready_i(hready),
      .htrans_i(htrans_i & {2{rst_ni}}),
      .hwrite_i,
      .hsize_i,
      .haddr_i,
      .hprot_i,
      .hwdata_i,
      .hreadyout_i(hreadyout),
      .hresp_i(hresp),
      .fault_o(fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  // The registers were accessed for the transfer of this data phase.
  logic asked_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || hready) asked_q <= 1'b0;
    else if (reg_req && reg_ready_i) asked_q <= 1'b1;
  end

  // The transfer of the address phase, in its data phase.
  logic allowed, write_q, whole_q, allowed_q, taken_q, asks, takes, legal, denied_q;
  logic [11:0] address_q;
  assign allowed = hprot_i[1] && !hnonsec_i;
  always_ff @(posedge clk_i) begin
    if (hready)
      {write_q, whole_q, allowed_q, address_q} <= {hwrite_i, hsize_i == 3'd2, allowed, haddr_i};
    taken_q  <= rst_ni && takes && !hready;
    denied_q <= rst_ni && hsel_i && hready && htrans_i[1] && !allowed;
  end
  assign asks  = mine_q && !taken_q;
  assign takes = asks && (!legal || reg_ready_i);
  vmb_formal_access #(
      .AtOnce(1'b1)
  ) u_access (
      .clk_i,
      .rst_ni,
      .held_i(held),
      .asks_i(asks),
      .takes_i(takes),
      .write_i(write_q),
      .address_i(address_q),
      .whole_i(whole_q),
      .allowed_i(allowed_q),
      .wdata_i(hwdata_i),
      .reg_req_i(reg_req),
      .reg_we_i(reg_we),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i,
      .answers_i(mine_q && hready),
      .error_i(hresp),
      .rdata_i(rdata),
      .legal_o(legal),
      .bad_access_o(bad_access),
      .bad_once_o(bad_once),
      .bad_refused_o(bad_refused),
      .bad_data_o(bad_data)
  );
  assign bad_alert = held && rst_ni && alert != denied_q;

  assign bad_error = held && fault[2];
  assign bad_idle = held && fault[3];
  assign bad_reset = held && fault[4];
  assign bad_twice = held && rst_ni && reg_req && (asked_q || !mine_q);
  assign reach_answer = held && rst_ni && mine_q && hready && !hresp;
  assign reach_error = held && rst_ni && mine_q && hready && hresp;

endmodule
