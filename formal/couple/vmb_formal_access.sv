// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The effect of a transfer on the bus of a coupling, written from rtl/couple/README.md: one access
// at the register port if the transfer is legal, none otherwise; an error exactly if there was no
// access or the register rejected it; the register's word as the answer to a read.
//
// A transfer is legal if it is allowed (privilege, security), covers a whole word, and has the
// address of one of the 32 registers.

module vmb_formal_access #(
    parameter bit AtOnce = 1'b0  // 1: a transfer may be answered in its own cycle
) (
    input logic clk_i,
    input logic rst_ni,
    input logic held_i,

    // A transfer that waits at the bus, and whether the coupling accepts it in this cycle.
    input logic        asks_i,
    input logic        takes_i,
    input logic        write_i,
    input logic [11:0] address_i,
    input logic        whole_i,
    input logic        allowed_i,
    input logic [31:0] wdata_i,

    // The register port.
    input logic        reg_req_i,
    input logic        reg_we_i,
    input logic [ 4:0] reg_index_i,
    input logic [31:0] reg_wdata_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    // The answer to the transfer accepted last.
    input logic        answers_i,
    input logic        error_i,
    input logic [31:0] rdata_i,

    output logic legal_o,
    output logic bad_access_o,  // an access that no legal transfer requests, or a wrong one
    output logic bad_once_o,    // a legal transfer without its access, or with two
    output logic bad_refused_o,   // an error in the answer without a reason, or a missing one
    output logic bad_data_o     // another word than that of the register
);

  logic access, fault;
  assign legal_o = address_i[11:7] == '0 && address_i[1:0] == '0 && whole_i && allowed_i;
  assign access  = reg_req_i && reg_ready_i;
  assign fault   = !legal_o || reg_fault_i;

  logic taken_q, fault_q, write_q;
  logic [31:0] rdata_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) taken_q <= 1'b0;
    else taken_q <= takes_i || (taken_q && !answers_i);
    if (takes_i) {fault_q, write_q, rdata_q} <= {fault, write_i, reg_rdata_i};
  end

  logic now, taken, faulty, wrote;
  logic [31:0] word;
  assign now = AtOnce && takes_i;
  assign taken = now || taken_q;
  assign {faulty, wrote, word} = now ? {fault, write_i, reg_rdata_i} : {fault_q, write_q, rdata_q};

  logic held;
  assign held = held_i && rst_ni;
  assign bad_access_o = held && reg_req_i && !(asks_i && legal_o && reg_we_i == write_i &&
      reg_index_i == address_i[6:2] && (!write_i || reg_wdata_i == wdata_i));
  assign bad_once_o = held && (takes_i && legal_o) != access;
  assign bad_refused_o = held && answers_i && !(taken && error_i == faulty);
  assign bad_data_o = held && answers_i && !error_i && !wrote && rdata_i != word;

endmodule
