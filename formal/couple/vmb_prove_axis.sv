// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_axis as a transmitter of AXI-Stream and as a memory on OBI, with the checkers that
// simulations use (rtl/assert), the packets that it transmits, and their words. Software, the
// engine and the other side of both streams are unconstrained, except that bytes that a write does
// not enable are 0, and that no byte of a word is written twice.

module vmb_prove_axis
  import vmb_engine_regs_pkg::*;
#(
    parameter int unsigned PortBits = 32,
    localparam int unsigned Bytes = PortBits / 8
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        reg_req_i,
    input logic        reg_we_i,
    input logic        reg_pair_i,
    input logic [ 4:0] reg_index_i,
    input logic [31:0] reg_wdata_i,
    input logic [31:0] reg_wdata_odd_i,
    input logic        engine_ready_i,
    input logic        engine_fault_i,
    input logic [31:0] engine_rdata_i,
    input logic        busy_i,
    input logic        req_i,
    input logic        we_i,
    input logic [Bytes-1:0] be_i,
    input logic [PortBits-1:0] wdata_i,
    input logic        s_tvalid_i,
    input logic [PortBits-1:0] s_tdata_i,
    input logic [Bytes-1:0] s_tkeep_i,
    input logic        s_tlast_i,
    input logic        m_tready_i,

    output logic [1:0] bad_stays,
    output logic       bad_reset,
    output logic       bad_keep,
    output logic       bad_user,
    output logic [1:0] bad_packet,
    output logic [2:0] bad_software,
    output logic       bad_answer,
    output logic [1:0] bad_read,
    output logic       bad_word,
    output logic       bad_lost,
    output logic [1:0] reach_last,
    output logic       reach_error
);

  logic reg_ready, reg_fault, engine_req, engine_we, engine_pair, s_tready, m_tvalid, m_tlast;
  logic [31:0] reg_rdata, engine_wdata, engine_wdata_odd;
  logic [4:0] engine_index;
  logic gnt, rvalid, err;
  logic [PortBits-1:0] rdata, m_tdata;
  logic [Bytes-1:0] m_tkeep;
  logic [1:0] m_tuser;
  vmb_axis #(
      .PortBits(PortBits)
  ) u_axis (
      .clk_i,
      .rst_ni,
      .reg_req_i,
      .reg_we_i,
      .reg_pair_i,
      .reg_index_i,
      .reg_wdata_i,
      .reg_wdata_odd_i,
      .reg_ready_o(reg_ready),
      .reg_fault_o(reg_fault),
      .reg_rdata_o(reg_rdata),
      .engine_req_o(engine_req),
      .engine_we_o(engine_we),
      .engine_pair_o(engine_pair),
      .engine_index_o(engine_index),
      .engine_wdata_o(engine_wdata),
      .engine_wdata_odd_o(engine_wdata_odd),
      .engine_ready_i,
      .engine_fault_i,
      .engine_rdata_i,
      .busy_i,
      .req_i,
      .gnt_o(gnt),
      .we_i,
      .be_i,
      .wdata_i,
      .rvalid_o(rvalid),
      .rdata_o(rdata),
      .err_o(err),
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
      .Bytes (Bytes),
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

  // The word out as the engine wrote it, and its bytes that have been written and not sent.
  logic [PortBits-1:0] shadow_q, mixed;
  logic [Bytes-1:0] fresh_q, writes, sends, wrong;
  logic stores, dropped, zeros;
  assign stores  = req_i && gnt && we_i && !u_axis.aborted_q && u_axis.keep != '0;
  assign dropped = u_axis.state_q == 3'd3 && !u_axis.full_q;
  assign writes  = be_i & u_axis.keep & {Bytes{stores}};
  assign sends   = m_tkeep & {Bytes{m_tvalid && m_tready_i}};
  always_comb begin
    zeros = 1'b1;
    for (int unsigned i = 0; i < Bytes; i++) begin
      mixed[8*i+:8] = be_i[i] ? wdata_i[8*i+:8] : shadow_q[8*i+:8] & {8{!u_axis.full_q}};
      wrong[i] = sends[i] && fresh_q[i] && m_tdata[8*i+:8] != shadow_q[8*i+:8];
      if (!be_i[i] && wdata_i[8*i+:8] != '0) zeros = 1'b0;
    end
  end

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(zeros && ((writes & fresh_q) == '0 || u_axis.full_q)),
      .held_o(held)
  );

  // Since a JOB was accepted: no packet has been sent completely, none has been received
  // completely.
  logic job, open_q, comes_q;
  assign job = reg_req_i && reg_we_i && !reg_pair_i && reg_index_i == RegJob && reg_ready &&
      !reg_fault;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, comes_q, fresh_q, shadow_q} <= '0;
    else begin
      if (job) {open_q, comes_q} <= '1;
      else begin
        if (m_tvalid && m_tready_i && m_tlast) open_q <= 1'b0;
        if (s_tvalid_i && s_tready && s_tlast_i) comes_q <= 1'b0;
      end
      fresh_q <= writes | (fresh_q & ~sends & {Bytes{!job}});
      if (stores) shadow_q <= mixed;
      else if ((m_tvalid && m_tready_i) || dropped) shadow_q <= '0;
    end
  end

  // The engine's requests without an answer, the oldest first: which are reads.
  logic [2:0] reads_q;
  logic [1:0] owed_q;
  logic takes, of_read;
  assign takes   = req_i && gnt;
  assign of_read = rvalid && reads_q[0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {owed_q, reads_q} <= '0;
    else begin
      owed_q <= owed_q + 2'(takes) - 2'(rvalid);
      for (int unsigned i = 0; i < 3; i++) begin
        if (rvalid) reads_q[i] <= i < 2 ? reads_q[(i+1)%3] : 1'b0;
        if (takes && owed_q - 2'(rvalid) == 2'(i)) reads_q[i] <= !we_i;
      end
    end
  end

  logic [PortBits-1:0] word;
  logic comes;
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) word[8*i+:8] = s_tdata_i[8*i+:8] & {8{s_tkeep_i[i]}};
  end
  assign comes = s_tvalid_i && s_tready && s_tkeep_i != '0;

  function automatic logic is_address(logic [4:0] index);
    return index inside {RegKeyAddr, RegNonceAddr, RegAdAddr, RegInAddr, RegOutAddr, RegTagAddr,
                         RegCtxAddr};
  endfunction
  logic software;
  logic [31:0] wdata, wdata_odd;
  assign software = reg_req_i && !u_axis.refused && !u_axis.mine;
  assign wdata = is_address(reg_index_i) ? 32'd0 : reg_wdata_i;
  assign wdata_odd = is_address(reg_index_i | 5'd1) ? 32'd0 : reg_wdata_odd_i;

  assign bad_stays = {2{held}} & fault[1:0];
  assign bad_reset = held && (fault[2] || (!rst_ni && (s_tready || rvalid || gnt)));
  // Bytes are consecutive, from the first on.
  assign bad_keep = held && m_tvalid && (m_tkeep & (m_tkeep + Bytes'(1))) != '0;
  // Only the last word can report a failed job, and only that word may be without bytes.
  assign bad_user = held && m_tvalid && !m_tlast && (m_tuser[0] || m_tkeep == '0);
  // Words are sent and received only for a job, in one packet each.
  assign bad_packet = {2{held && rst_ni}} & {m_tvalid && !open_q, s_tready && !comes_q};
  // An access of software reaches the engine, addresses as 0, or is rejected, or waits for one of
  // the coupling, which only reads.
  assign bad_software = {3{held && rst_ni}} & {
    software && ({engine_req, engine_we, engine_pair, engine_index, engine_wdata,
                  engine_wdata_odd} !=
        {1'b1, reg_we_i, reg_pair_i, reg_index_i, wdata, wdata_odd} ||
        {reg_rdata, reg_ready, reg_fault} != {engine_rdata_i, engine_ready_i, engine_fault_i}),
    reg_req_i && u_axis.refused && (!reg_ready || !reg_fault || reg_rdata != '0),
    u_axis.mine && ((reg_req_i && !u_axis.refused && reg_ready) || !engine_req || engine_we ||
                    !(engine_index inside {RegStatus, RegDataLen, RegOutLen}))
  };
  // Each request has one answer, in a later cycle; at most two have none.
  assign bad_answer = held && rst_ni && ((rvalid && owed_q == '0) || owed_q > 2'd2);
  // A read without an error has the word of the stream that is taken with it; a word with bytes
  // that a running job takes is that of a read.
  assign bad_read = {2{held && rst_ni}} & {
    of_read && !err && !(comes && rdata == word),
    comes && u_axis.state_q == 3'd2 && !(of_read && !err)
  };
  // A byte is sent as it was written, and is not lost.
  assign bad_word = held && rst_ni && wrong != '0;
  assign bad_lost = held && rst_ni && (writes & fresh_q & ~sends) != '0;
  assign reach_last = {2{held && m_tvalid && m_tlast}} & {m_tkeep == Bytes'(7), m_tuser[0]};
  assign reach_error = held && of_read && err && u_axis.state_q == 3'd2;

endmodule
