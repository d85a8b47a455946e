// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_axi4l as a subordinate of AXI4-Lite, with the checker that simulations use
// (rtl/assert). The manager and the register port are unconstrained; during a reset the manager
// requests nothing. Only privileged, secure accesses are allowed.

module vmb_prove_axi4l (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        awvalid_i,
    input logic [11:0] awaddr_i,
    input logic [ 2:0] awprot_i,
    input logic        wvalid_i,
    input logic [31:0] wdata_i,
    input logic [ 3:0] wstrb_i,
    input logic        bready_i,
    input logic        arvalid_i,
    input logic [11:0] araddr_i,
    input logic [ 2:0] arprot_i,
    input logic        rready_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic [1:0] bad_access,
    output logic [1:0] bad_once,
    output logic [1:0] bad_refused,
    output logic [1:0] bad_data,
    output logic       bad_alert,
    output logic       bad_stays_b,
    output logic       bad_stays_r,
    output logic [1:0] bad_answer,
    output logic       bad_response,
    output logic       bad_reset,
    output logic [1:0] reach_answer
);

  logic awready, wready, bvalid, arready, rvalid;
  logic [1:0] bresp, rresp;
  logic [31:0] rdata;
  logic reg_req, reg_we, alert;
  logic [ 4:0] reg_index;
  logic [31:0] reg_wdata;
  vmb_couple_axi4l #(
      .PrivilegedOnly(1'b1),
      .SecureOnly(1'b1)
  ) u_axi4l (
      .clk_i,
      .rst_ni,
      .awvalid_i,
      .awready_o(awready),
      .awaddr_i,
      .awprot_i,
      .wvalid_i,
      .wready_o(wready),
      .wdata_i,
      .wstrb_i,
      .bvalid_o(bvalid),
      .bready_i,
      .bresp_o(bresp),
      .arvalid_i,
      .arready_o(arready),
      .araddr_i,
      .arprot_i,
      .rvalid_o(rvalid),
      .rready_i,
      .rdata_o(rdata),
      .rresp_o(rresp),
      .alert_o(alert),
      .reg_req_o(reg_req),
      .reg_we_o(reg_we),
      .reg_index_o(reg_index),
      .reg_wdata_o(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i
  );

  logic [8:0] fault;
  vmb_check_axi4l #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .awvalid_i(awvalid_i && rst_ni),
      .awready_i(awready),
      .awaddr_i,
      .awprot_i,
      .wvalid_i (wvalid_i && rst_ni),
      .wready_i (wready),
      .wdata_i,
      .wstrb_i,
      .bvalid_i (bvalid),
      .bready_i,
      .bresp_i  (bresp),
      .arvalid_i(arvalid_i && rst_ni),
      .arready_i(arready),
      .araddr_i,
      .arprot_i,
      .rvalid_i (rvalid),
      .rready_i,
      .rdata_i  (rdata),
      .rresp_i  (rresp),
      .fault_o  (fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  // Waiting transfers: the parts of a write, and a read. Until the answer is accepted, no other
  // transfer of the same kind has an access.
  logic aw_q, w_q, ar_q, aw_allowed_q, ar_allowed_q, w_whole_q;
  logic [11:0] aw_addr_q, ar_addr_q;
  logic [31:0] wdata_q;
  logic [1:0] asks, takes, legal, allowed, open_q, denied_q, alerted_q;
  assign allowed = {ar_allowed_q, aw_allowed_q};
  assign asks = {ar_q, aw_q && w_q} & ~open_q;
  assign takes = asks & (~legal | ({2{reg_req && reg_ready_i}} & {!reg_we, reg_we}));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {aw_q, w_q, ar_q, open_q} <= '0;
    end else begin
      aw_q   <= (awvalid_i && awready) || (aw_q && !takes[0]);
      w_q    <= (wvalid_i && wready) || (w_q && !takes[0]);
      ar_q   <= (arvalid_i && arready) || (ar_q && !takes[1]);
      open_q <= takes | (open_q & ~{rvalid && rready_i, bvalid && bready_i});
    end
    if (awvalid_i && awready) {aw_allowed_q, aw_addr_q} <= {awprot_i[1:0] == 2'b01, awaddr_i};
    if (arvalid_i && arready) {ar_allowed_q, ar_addr_q} <= {arprot_i[1:0] == 2'b01, araddr_i};
    if (wvalid_i && wready) {w_whole_q, wdata_q} <= {wstrb_i == 4'b1111, wdata_i};
    for (int i = 0; i < 2; i++) begin
      if (takes[i]) {denied_q[i], alerted_q[i]} <= {!allowed[i], 1'b0};
      else if (alert) alerted_q[i] <= 1'b1;
    end
  end
  vmb_formal_access u_write (
      .clk_i,
      .rst_ni,
      .held_i(held),
      .asks_i(asks[0]),
      .takes_i(takes[0]),
      .write_i(1'b1),
      .address_i(aw_addr_q),
      .whole_i(w_whole_q),
      .allowed_i(allowed[0]),
      .wdata_i(wdata_q),
      .reg_req_i(reg_req && reg_we),
      .reg_we_i(reg_we),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i,
      .answers_i(bvalid && bready_i),
      .error_i(bresp == 2'b10),
      .rdata_i('0),
      .legal_o(legal[0]),
      .bad_access_o(bad_access[0]),
      .bad_once_o(bad_once[0]),
      .bad_refused_o(bad_refused[0]),
      .bad_data_o(bad_data[0])
  );
  vmb_formal_access u_read (
      .clk_i,
      .rst_ni,
      .held_i(held),
      .asks_i(asks[1]),
      .takes_i(takes[1]),
      .write_i(1'b0),
      .address_i(ar_addr_q),
      .whole_i(1'b1),
      .allowed_i(allowed[1]),
      .wdata_i('0),
      .reg_req_i(reg_req && !reg_we),
      .reg_we_i(reg_we),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i,
      .answers_i(rvalid && rready_i),
      .error_i(rresp == 2'b10),
      .rdata_i(rdata),
      .legal_o(legal[1]),
      .bad_access_o(bad_access[1]),
      .bad_once_o(bad_once[1]),
      .bad_refused_o(bad_refused[1]),
      .bad_data_o(bad_data[1])
  );
  // Each alert belongs to a denied transfer, and each denied transfer has its alert before its
  // answer is accepted.
  logic [1:0] denied;
  assign denied = open_q & denied_q;
  assign bad_alert = held && rst_ni && ((alert && denied == '0) ||
      (denied & ~alerted_q & {rvalid, bvalid}) != '0 && !alert);

  assign bad_stays_b = held && fault[2];
  assign bad_stays_r = held && fault[4];
  assign bad_answer = {2{held}} & fault[6:5];
  assign bad_response = held && fault[7];
  assign bad_reset = held && fault[8];
  assign reach_answer = {2{held}} & {bvalid && bready_i, rvalid && rready_i};

endmodule
