// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_tlul as a manager of TileLink-UL (which answers on channel D), with the checker that
// simulations use (rtl/assert). The client and the register port are unconstrained, except that a
// transfer has one beat, as in TileLink-UL; during a reset the client requests nothing.

module vmb_prove_tlul (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        a_valid_i,
    input logic [ 2:0] a_opcode_i,
    input logic [ 2:0] a_param_i,
    input logic [ 1:0] a_size_i,
    input logic        a_source_i,
    input logic [11:0] a_address_i,
    input logic [ 3:0] a_mask_i,
    input logic [31:0] a_data_i,
    input logic        a_corrupt_i,
    input logic        a_privileged_i,
    input logic        d_ready_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic bad_access,
    output logic bad_once,
    output logic bad_refused,
    output logic bad_data,
    output logic bad_alert,
    output logic bad_answer,
    output logic bad_kind,
    output logic bad_stays,
    output logic reach_answer
);

  logic a_ready, d_valid, d_source, d_denied, d_corrupt;
  logic [ 2:0] d_opcode;
  logic [ 1:0] d_size;
  logic [31:0] d_data;
  logic reg_req, reg_we, alert;
  logic [ 4:0] reg_index;
  logic [31:0] reg_wdata;
  vmb_couple_tlul #(
      .PrivilegedOnly(1'b1)
  ) u_tlul (
      .clk_i,
      .rst_ni,
      .a_valid_i,
      .a_ready_o(a_ready),
      .a_opcode_i,
      .a_param_i,
      .a_size_i,
      .a_source_i,
      .a_address_i,
      .a_mask_i,
      .a_data_i,
      .a_corrupt_i,
      .a_privileged_i,
      .d_valid_o(d_valid),
      .d_ready_i,
      .d_opcode_o(d_opcode),
      .d_param_o(),
      .d_size_o(d_size),
      .d_source_o(d_source),
      .d_denied_o(d_denied),
      .d_data_o(d_data),
      .d_corrupt_o(d_corrupt),
      .alert_o(alert),
      .reg_req_o(reg_req),
      .reg_we_o(reg_we),
      .reg_index_o(reg_index),
      .reg_wdata_o(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i
  );

  logic [6:0] fault;
  vmb_check_tl #(
      .Client(1'b0),
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .a_valid_i  (a_valid_i && rst_ni),
      .a_ready_i  (a_ready),
      .a_opcode_i,
      .a_size_i,
      .a_source_i,
      .a_address_i({20'd0, a_address_i}),
      .a_mask_i,
      .d_valid_i  (d_valid),
      .d_ready_i,
      .d_opcode_i (d_opcode),
      .d_size_i   (d_size),
      .d_source_i (d_source),
      .d_denied_i (d_denied),
      .d_corrupt_i(d_corrupt),
      .fault_o    (fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!(a_valid_i && a_size_i == 2'd3)),
      .held_o(held)
  );

  logic takes, write, whole, denied_q;
  assign takes = a_valid_i && a_ready;
  assign write = a_opcode_i inside {3'd0, 3'd1};
  assign whole = (write || a_opcode_i == 3'd4) && a_size_i == 2'd2 && a_mask_i == 4'b1111 &&
      a_param_i == '0 && !a_corrupt_i;
  vmb_formal_access u_access (
      .clk_i,
      .rst_ni,
      .held_i(held),
      .asks_i(a_valid_i),
      .takes_i(takes),
      .write_i(write),
      .address_i(a_address_i),
      .whole_i(whole),
      .allowed_i(a_privileged_i),
      .wdata_i(a_data_i),
      .reg_req_i(reg_req),
      .reg_we_i(reg_we),
      .reg_index_i(reg_index),
      .reg_wdata_i(reg_wdata),
      .reg_ready_i,
      .reg_fault_i,
      .reg_rdata_i,
      .answers_i(d_valid && d_ready_i),
      .error_i(d_denied),
      .rdata_i(d_data),
      .legal_o(),
      .bad_access_o(bad_access),
      .bad_once_o(bad_once),
      .bad_refused_o(bad_refused),
      .bad_data_o(bad_data)
  );
  always_ff @(posedge clk_i) denied_q <= rst_ni && takes && !a_privileged_i;
  assign bad_alert = held && rst_ni && alert != denied_q;

  // An answer remains unchanged until the client accepts it.
  logic waits_q;
  logic [39:0] answer, answer_q;
  assign answer = {d_opcode, d_size, d_source, d_denied, d_corrupt, d_data};
  always_ff @(posedge clk_i) begin
    waits_q  <= rst_ni && d_valid && !d_ready_i;
    answer_q <= answer;
  end

  assign bad_answer = held && fault[3];
  assign bad_kind = held && (fault[4] || fault[5]);
  assign bad_stays = held && (fault[6] || (rst_ni && waits_q && !(d_valid && answer == answer_q)));
  assign reach_answer = held && d_valid && d_ready_i;

endmodule
