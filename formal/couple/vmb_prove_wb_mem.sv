// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_wb_mem as a master of Wishbone and as a subordinate of OBI, with the checkers that
// simulations use (rtl/assert). The engine keeps a request until it is granted, and the slave
// answers what it was asked for.

module vmb_prove_wb_mem #(
    parameter int unsigned PortBits = 32,
    parameter int unsigned Depth = 4,
    parameter bit Pipelined = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        req_i,
    input logic        gnt_o,
    input logic [31:0] addr_i,
    input logic        we_i,
    input logic [PortBits/8-1:0] be_i,
    input logic [PortBits-1:0] wdata_i,
    input logic        rvalid_o,
    input logic [PortBits-1:0] rdata_o,
    input logic        err_o,

    input logic        cyc_o,
    input logic        stb_o,
    input logic        stall_i,
    input logic        we_o,
    input logic [PortBits/8-1:0] sel_o,
    input logic [31:0] adr_o,
    input logic [PortBits-1:0] dat_o,
    input logic        ack_i,
    input logic        err_i,
    input logic [PortBits-1:0] dat_i
);

  logic bad_obi, bad_wb, bad_cycle, bad_granted, bad_answer, bad_count, reach_full, reach_error;

  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Bytes (PortBits / 8),
      .Depth (Depth),
      .Assert(1'b0)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_i(gnt_o),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .rvalid_i(rvalid_o),
      .withdrawn_i(1'b0),
      .fault_o(obi_fault)
  );

  logic [5:0] wb_fault;
  vmb_check_wb #(
      .Pipelined(Pipelined),
      .AddressBits(32),
      .Bytes(PortBits / 8),
      .Depth(Depth),
      .Assert(1'b0)
  ) u_wb (
      .clk_i,
      .rst_ni,
      .cyc_i(cyc_o),
      .stb_i(stb_o),
      .stall_i,
      .we_i(we_o),
      .sel_i(sel_o),
      .adr_i(adr_o),
      .dat_i(dat_o),
      .ack_i,
      .err_i,
      .fault_o(wb_fault)
  );

  logic held, answers;
  assign answers = ack_i || err_i;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(obi_fault[2:0] == '0 && wb_fault[3:2] == '0 && (rst_ni || !(req_i || answers))),
      .held_o(held)
  );

  // Requests that each side owes, and the last answer.
  logic [5:0] engine_q, bus_q;
  logic taken, waits_q, answered_q, err_q;
  logic [PortBits-1:0] word_q;
  assign taken = cyc_o && stb_o && (Pipelined ? !stall_i : answers);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {engine_q, bus_q, waits_q, answered_q} <= '0;
    else begin
      engine_q <= engine_q + 6'(req_i && gnt_o) - 6'(rvalid_o);
      bus_q <= bus_q + 6'(taken) - 6'(answers);
      waits_q <= cyc_o && stb_o && !taken;
      answered_q <= answers;
    end
  end
  always_ff @(posedge clk_i) {err_q, word_q} <= {err_i, dat_i};

  logic now;
  assign now = held && rst_ni;
  // A request is answered after its grant, at most Depth of them wait, and nothing comes in reset.
  assign bad_obi = held && obi_fault[5:3] != '0;
  assign bad_wb = held && (wb_fault[1:0] != '0 || wb_fault[5:4] != '0);
  assign bad_cycle = now && (bus_q != '0 || (waits_q && !Pipelined)) && !cyc_o;
  assign bad_granted = now && ((req_i && gnt_o) != taken || (taken &&
      (we_o != we_i || sel_o != be_i || adr_o != addr_i || (we_i && dat_o != wdata_i))));
  assign bad_answer = now && (Pipelined ?
      rvalid_o != answers || (answers && {err_o, rdata_o} != {err_i, dat_i}) :
      rvalid_o != answered_q || (answered_q && {err_o, rdata_o} != {err_q, word_q}) ||
      (!answered_q && {err_o, rdata_o} != '0));
  assign bad_count = now && engine_q != (Pipelined ? bus_q : 6'(answered_q));

  assign reach_full = now && taken && engine_q == (Pipelined ? 6'(Depth - 1) : 6'd1);
  assign reach_error = now && rvalid_o && err_o;

endmodule

bind vmb_wb_mem vmb_prove_wb_mem #(
    .PortBits(PortBits),
    .Depth(Depth),
    .Pipelined(Pipelined)
) u_prove (.*);
