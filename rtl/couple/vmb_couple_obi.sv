// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a subordinate of an OBI 1.2 bus, without options but err: words of
// 32 bits from offset 0 of a page of 4 KiB. Answers come in the next cycle.
//
// err: the register refused, an offset where there is none, or an access that is
// not a whole word. Such an access does nothing.

module vmb_couple_obi (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,
    output logic        gnt_o,
    input  logic        we_i,
    input  logic [ 3:0] be_i,
    input  logic [11:0] addr_i,
    input  logic [31:0] wdata_i,
    output logic        rvalid_o,
    output logic        err_o,
    output logic [31:0] rdata_o,

    output logic        reg_req_o,
    output logic        reg_we_o,
    output logic [ 4:0] reg_index_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic        reg_fault_i,
    input  logic [31:0] reg_rdata_i
);

  logic outside, fault;
  assign outside = (addr_i[11:7] != '0) || (addr_i[1:0] != '0) || (be_i != 4'b1111);
  assign fault = outside || reg_fault_i;

  assign reg_req_o = req_i && !outside;
  assign reg_we_o = we_i;
  assign reg_index_o = addr_i[6:2];
  assign reg_wdata_o = wdata_i;
  assign gnt_o = req_i && (outside || reg_ready_i);

  logic rvalid_q, err_q;
  logic [31:0] rdata_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rvalid_q <= 1'b0;
    else rvalid_q <= gnt_o;
  end
  always_ff @(posedge clk_i) begin
    err_q   <= fault;
    rdata_q <= reg_rdata_i & {32{gnt_o && !we_i && !fault}};
  end

  assign rvalid_o = rvalid_q;
  assign err_o = err_q && rvalid_q;
  assign rdata_o = rdata_q;

endmodule
