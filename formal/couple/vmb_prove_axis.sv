// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_axis as a transmitter of AXI-Stream, with the checker that simulations use (rtl/assert), and
// the packets that it transmits. Software, the engine and the other side of both streams are
// unconstrained.

module vmb_prove_axis
  import vmb_engine_regs_pkg::*;
(
    input logic        clk_i,
    input logic        rst_ni,
    input logic        reg_req_i,
    input logic        reg_we_i,
    input logic [ 4:0] reg_index_i,
    input logic [31:0] reg_wdata_i,
    input logic        engine_ready_i,
    input logic        engine_fault_i,
    input logic [31:0] engine_rdata_i,
    input logic        engine_busy_i,
    input logic        s_tvalid_i,
    input logic [31:0] s_tdata_i,
    input logic [ 3:0] s_tkeep_i,
    input logic        s_tlast_i,
    input logic        m_tready_i,

    output logic [1:0] bad_stays,
    output logic       bad_reset,
    output logic       bad_keep,
    output logic       bad_user,
    output logic       bad_packet,
    output logic       bad_taken,
    output logic [1:0] bad_software,
    output logic [1:0] reach_last
);

  logic reg_ready, reg_fault, engine_req, engine_we, s_tready, m_tvalid, m_tlast;
  logic [31:0] reg_rdata, engine_wdata, m_tdata;
  logic [4:0] engine_index;
  logic [3:0] m_tkeep;
  logic [1:0] m_tuser;
  vmb_axis u_axis (
      .clk_i,
      .rst_ni,
      .reg_req_i,
      .reg_we_i,
      .reg_index_i,
      .reg_wdata_i,
      .reg_ready_o(reg_ready),
      .reg_fault_o(reg_fault),
      .reg_rdata_o(reg_rdata),
      .engine_req_o(engine_req),
      .engine_we_o(engine_we),
      .engine_index_o(engine_index),
      .engine_wdata_o(engine_wdata),
      .engine_ready_i,
      .engine_fault_i,
      .engine_rdata_i,
      .engine_busy_i,
      .s_tvalid_i,
      .s_tready_o(s_tready),
      .s_tdata_i,
      .s_tkeep_i,
      .s_tlast_i,
      .m_tvalid_o(m_tvalid),
      .m_tready_i,
      .m_tdata_o(m_tdata),
      .m_tkeep_o(m_tkeep),
      .m_tlast_o(m_tlast),
      .m_tuser_o(m_tuser)
  );

  logic [2:0] fault;
  vmb_check_axis #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .tvalid_i(m_tvalid),
      .tready_i(m_tready_i),
      .tdata_i (m_tdata),
      .tkeep_i (m_tkeep),
      .tlast_i (m_tlast),
      .tuser_i (m_tuser),
      .fault_o (fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(1'b1),
      .held_o(held)
  );

  // Since a JOB was accepted: no packet has been sent completely, none has been received
  // completely.
  logic job, software, gives, open_q, comes_q;
  assign job = reg_req_i && reg_we_i && reg_index_i == RegJob && reg_ready && !reg_fault;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, comes_q} <= '0;
    else if (job) {open_q, comes_q} <= '1;
    else begin
      if (m_tvalid && m_tready_i && m_tlast) open_q <= 1'b0;
      if (s_tvalid_i && s_tready && s_tlast_i) comes_q <= 1'b0;
    end
  end

  assign bad_stays = {2{held}} & fault[1:0];
  assign bad_reset = held && fault[2];
  // Bytes are consecutive, from the first on.
  assign bad_keep = held && m_tvalid && !(m_tkeep inside {4'h0, 4'h1, 4'h3, 4'h7, 4'hf});
  // Only the last word can report a failed job, and only that word may be without bytes.
  assign bad_user = held && m_tvalid && !m_tlast && (m_tuser[0] || m_tkeep == '0);
  // Words are sent and received only for a job, in one packet each.
  assign bad_packet = held && rst_ni && ((m_tvalid && !open_q) || (s_tready && !comes_q));
  // A word with bytes that a job accepts is written to DIN; a dropped word is not.
  assign gives = engine_req && engine_we && engine_index == RegDin && engine_ready_i &&
      !engine_fault_i;
  assign bad_taken = held && rst_ni && gives && !(s_tvalid_i && s_tready && s_tkeep_i != '0);
  // An access of software reaches the engine unchanged, or is rejected.
  assign software = reg_req_i && !u_axis.refused;
  assign bad_software = {2{held && rst_ni}} & {
    software && (!engine_req || engine_we != reg_we_i || engine_index != reg_index_i ||
        engine_wdata != reg_wdata_i || reg_rdata != engine_rdata_i ||
        reg_ready != engine_ready_i || reg_fault != engine_fault_i),
    reg_req_i && !software && (!reg_ready || !reg_fault || reg_rdata != '0)
  };
  assign reach_last = {2{held && m_tvalid && m_tlast}} & {m_tkeep == 4'h7, m_tuser[0]};

endmodule
