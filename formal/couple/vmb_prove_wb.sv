// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_couple_wb as a slave of Wishbone, with the checker that simulations use (rtl/assert), for
// pipelined and for standard cycles. The bus and the register port are unconstrained. Only
// privileged accesses are allowed.

module vmb_prove_wb (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        cyc_i,
    input logic        stb_i,
    input logic        we_i,
    input logic [ 3:0] sel_i,
    input logic [11:2] adr_i,
    input logic [31:0] dat_i,
    input logic        privileged_i,
    input logic        reg_ready_i,
    input logic        reg_fault_i,
    input logic [31:0] reg_rdata_i,

    output logic [1:0] bad_access,
    output logic [1:0] bad_once,
    output logic [1:0] bad_refused,
    output logic [1:0] bad_data,
    output logic [1:0] bad_alert,
    output logic       bad_answer,
    output logic       bad_count,
    output logic       bad_twice,
    output logic [1:0] reach_answer
);

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_mode
    logic stall, ack, err;
    logic reg_req, reg_we, alert;
    logic [4:0] reg_index;
    logic [31:0] reg_wdata, rdata;
    vmb_couple_wb #(
        .Pipelined(i == 0),
        .PrivilegedOnly(1'b1)
    ) u_wb (
        .clk_i,
        .rst_ni,
        .cyc_i,
        .stb_i,
        .stall_o(stall),
        .we_i,
        .sel_i,
        .adr_i,
        .dat_i,
        .privileged_i,
        .ack_o(ack),
        .err_o(err),
        .dat_o(rdata),
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
    vmb_check_wb #(
        .Pipelined(i == 0),
        .AddressBits(10),
        .Assert(1'b0)
    ) u_check (
        .clk_i,
        .rst_ni,
        .cyc_i  (cyc_i && rst_ni),
        .stb_i  (stb_i && rst_ni),
        .stall_i(stall),
        .we_i,
        .sel_i,
        .adr_i,
        .dat_i,
        .ack_i  (ack),
        .err_i  (err),
        .fault_o(fault)
    );

    // In a standard cycle the request remains asserted in the cycle of its answer, where it is not
    // a new one.
    logic asks, takes, legal, done_q, denied_q;
    assign asks  = cyc_i && stb_i && (i == 0 || !done_q);
    assign takes = asks && (i == 0 ? !stall : (!legal || reg_ready_i));
    always_ff @(posedge clk_i) begin
      done_q   <= rst_ni && takes;
      denied_q <= rst_ni && takes && !privileged_i;
    end
    vmb_formal_access u_access (
        .clk_i,
        .rst_ni,
        .held_i(held),
        .asks_i(asks),
        .takes_i(takes),
        .write_i(we_i),
        .address_i({adr_i, 2'd0}),
        .whole_i(sel_i == 4'b1111),
        .allowed_i(privileged_i),
        .wdata_i(dat_i),
        .reg_req_i(reg_req),
        .reg_we_i(reg_we),
        .reg_index_i(reg_index),
        .reg_wdata_i(reg_wdata),
        .reg_ready_i,
        .reg_fault_i,
        .reg_rdata_i,
        .answers_i(ack || err),
        .error_i(err),
        .rdata_i(rdata),
        .legal_o(legal),
        .bad_access_o(bad_access[i]),
        .bad_once_o(bad_once[i]),
        .bad_refused_o(bad_refused[i]),
        .bad_data_o(bad_data[i])
    );
    assign bad_alert[i] = held && rst_ni && alert != denied_q;

    if (i == 0) begin : gen_pipelined
      assign bad_answer = held && fault[3];
      assign bad_count  = held && fault[4];
    end else begin : gen_standard
      // The registers were accessed, and the master has no answer yet.
      logic asked_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni || !cyc_i || !stb_i || ack || err) asked_q <= 1'b0;
        else if (reg_req && reg_ready_i) asked_q <= 1'b1;
      end
      assign bad_twice = held && rst_ni && reg_req && (asked_q || ack || err);
    end
    assign reach_answer[i] = held && ack;
  end

endmodule
