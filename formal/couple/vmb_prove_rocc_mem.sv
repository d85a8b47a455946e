// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_rocc_mem as a subordinate of OBI and as a client of the data cache behind RoCC, with the
// checkers that simulations use (rtl/assert). Engine and cache are constrained only by these
// protocols.

module vmb_prove_rocc_mem (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        yield_i,
    input logic        req_i,
    input logic        we_i,
    input logic [ 3:0] be_i,
    input logic [31:0] addr_i,
    input logic [31:0] wdata_i,
    input logic        mem_ready_i,
    input logic        mem_done_i,
    input logic [31:0] mem_data_i,

    output logic       bad_stays,
    output logic       bad_aligned,
    output logic       bad_outside,
    output logic       bad_answer,
    output logic       bad_count,
    output logic       bad_reset,
    output logic [3:0] bad_stored,
    output logic       bad_data,
    output logic [1:0] reach_answer,
    output logic       reach_pieces
);

  localparam int unsigned Depth = 4;

  logic req, gnt, rvalid, err, mem_valid, mem_write, mem_done;
  logic [1:0] mem_size;
  logic [31:0] rdata, mem_address, mem_data;
  assign req = req_i && rst_ni;
  assign mem_done = mem_done_i && rst_ni;
  vmb_rocc_mem u_mem (
      .clk_i,
      .rst_ni,
      .yield_i,
      .req_i(req),
      .gnt_o(gnt),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .rvalid_o(rvalid),
      .err_o(err),
      .rdata_o(rdata),
      .mem_valid_o(mem_valid),
      .mem_ready_i,
      .mem_write_o(mem_write),
      .mem_size_o(mem_size),
      .mem_address_o(mem_address),
      .mem_data_o(mem_data),
      .mem_done_i(mem_done),
      .mem_data_i
  );

  logic [7:0] fault;
  vmb_check_rocc #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .cmd_valid_i(1'b0),
      .cmd_ready_i(1'b0),
      .cmd_instr_i(32'd0),
      .cmd_rs1_i(32'd0),
      .cmd_rs2_i(32'd0),
      .resp_valid_i(1'b0),
      .resp_ready_i(1'b0),
      .resp_rd_i(5'd0),
      .busy_i(1'b1),
      .mem_valid_i(mem_valid),
      .mem_ready_i,
      .mem_write_i(mem_write),
      .mem_size_i(mem_size),
      .mem_address_i(mem_address),
      .mem_data_i(mem_data),
      .mem_done_i(mem_done),
      .fault_o(fault)
  );
  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Depth (Depth),
      .Assert(1'b0)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i(req),
      .gnt_i(gnt),
      .we_i,
      .be_i,
      .addr_i,
      .wdata_i,
      .rvalid_i(rvalid),
      .withdrawn_i(1'b0),
      .fault_o(obi_fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(!fault[6] && obi_fault[2:0] == '0),
      .held_o(held)
  );

  assign bad_stays   = held && fault[1];
  assign bad_aligned = held && fault[5];
  assign bad_outside = held && mem_valid && mem_address[31:24] != 8'h80;
  assign bad_answer  = held && obi_fault[3];
  assign bad_count   = held && obi_fault[4];
  assign bad_reset   = held && (fault[7] || obi_fault[5]);

  // The stored bytes of a request: for a granted one, exactly the enabled bytes, each once; an
  // error has stored none.
  logic taken, stores;
  logic [3:0] lanes, stored_q;
  assign taken  = mem_valid && mem_ready_i;
  assign stores = taken && mem_write;
  assign lanes  = 4'((5'd1 << (3'd1 << mem_size)) - 5'd1) << mem_address[1:0] & {4{stores}};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stored_q <= '0;
    else stored_q <= gnt ? '0 : stored_q | lanes;
  end
  assign bad_stored = {4{held}} & ((lanes & (stored_q | ~be_i)) |
      ((gnt && we_i && taken) ? (stored_q | lanes) ^ be_i : '0) |
      ((gnt && (!we_i || !taken)) ? stored_q | lanes : '0));
  assign bad_data = held && taken && (mem_write != we_i || mem_address[31:2] != addr_i[31:2] ||
      (mem_write ? mem_data != wdata_i : mem_size != 2'd2));

  assign reach_answer = {2{held && rvalid}} & {err, !err};
  assign reach_pieces = held && gnt && stored_q == 4'b0010 && lanes == 4'b1100;

endmodule
