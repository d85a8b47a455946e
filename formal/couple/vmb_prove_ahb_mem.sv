// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_ahb_mem as a manager of AHB and as a subordinate of OBI, with the checkers that simulations
// use (rtl/assert). The engine keeps a request until it is granted, and the subordinate keeps the
// rules of its bus.

module vmb_prove_ahb_mem #(
    parameter int unsigned PortBits = 32,
    parameter bit Strobes = 1'b0
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

    input logic [ 1:0] htrans_o,
    input logic        hwrite_o,
    input logic [ 2:0] hsize_o,
    input logic [ 3:0] hprot_o,
    input logic [31:0] haddr_o,
    input logic [PortBits-1:0] hwdata_o,
    input logic [PortBits/8-1:0] hwstrb_o,
    input logic        hready_i,
    input logic        hresp_i,
    input logic [PortBits-1:0] hrdata_i
);

  logic bad_obi, bad_ahb, bad_transfer, bad_bytes, bad_data, bad_answer, reach_pieces, reach_error;

  localparam int unsigned Bytes = PortBits / 8;
  localparam int unsigned B = $clog2(Bytes);

  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Bytes (PortBits / 8),
      .Depth (1),
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

  logic [4:0] ahb_fault;
  vmb_check_ahb #(
      .AddressBits(32),
      .Bytes(Bytes),
      .Assert(1'b0)
  ) u_ahb (
      .clk_i,
      .rst_ni,
      .hsel_i(1'b1),
      .hready_i,
      .htrans_i(htrans_o),
      .hwrite_i(hwrite_o),
      .hsize_i(hsize_o),
      .haddr_i(haddr_o),
      .hprot_i(hprot_o),
      .hwdata_i(hwdata_o),
      .hreadyout_i(hready_i),
      .hresp_i,
      .fault_o(ahb_fault)
  );

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(obi_fault[2:0] == '0 && ahb_fault[3:2] == '0 &&
                 (rst_ni || (!req_i && hready_i && !hresp_i))),
      .held_o(held)
  );

  // The bytes of a transfer, and those of this request that earlier ones had.
  logic goes;
  logic [Bytes-1:0] lanes, before_q;
  assign goes  = htrans_o == 2'b10 && hready_i;
  assign lanes = Bytes'((33'd1 << (32'd1 << hsize_o)) - 33'd1) << haddr_o[B-1:0];

  // The data phase: its bytes, its word, whether it is the last of its request, whether an earlier
  // one of this request failed.
  logic data_q, write_q, last_q, failed_q, answers;
  logic [Bytes-1:0] strobes_q;
  logic [PortBits-1:0] word_q;
  assign answers = data_q && last_q && hready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {before_q, data_q, failed_q} <= '0;
    else begin
      if (goes) before_q <= gnt_o ? '0 : before_q | lanes;
      if (hready_i) data_q <= goes;
      if (data_q && hready_i) failed_q <= !last_q && (failed_q || hresp_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (goes) {write_q, last_q, strobes_q, word_q} <= {we_i, gnt_o, be_i & lanes, wdata_i};
  end

  logic now;
  assign now = held && rst_ni;
  // A request is answered after its grant, one at a time, and nothing comes in reset.
  assign bad_obi = held && obi_fault[5:3] != '0;
  // A transfer and its data are stable; the bus is idle during reset.
  assign bad_ahb = held && ({ahb_fault[4], ahb_fault[1:0]} != '0 || htrans_o[0]);
  // A transfer is of this request, of a size that the bus has, at a multiple of it.
  assign bad_transfer = now && ((htrans_o[1] != req_i) || (goes &&
      (hwrite_o != we_i || haddr_o[31:B] != addr_i[31:B] || hsize_o > 3'(B) ||
       (haddr_o & ((32'd1 << hsize_o) - 32'd1)) != '0)));
  // A read is of the word; a write of its bytes, each once, and is granted with the last of them.
  assign bad_bytes = now && goes && (we_i && !Strobes ?
      (lanes & before_q) != '0 || (lanes & ~be_i) != '0 || gnt_o != ((lanes | before_q) == be_i) :
      lanes != '1 || !gnt_o);
  assign bad_data = now && data_q && write_q && (hwdata_o != word_q || hwstrb_o != strobes_q);
  assign bad_answer = now && (rvalid_o != answers ||
      (answers && (err_o != (failed_q || hresp_i) || (!write_q && rdata_o != hrdata_i))));

  assign reach_pieces = now && goes && gnt_o && (Strobes ? we_i && be_i != '1 : before_q != '0);
  assign reach_error = now && rvalid_o && err_o && hresp_i == Strobes;

endmodule

bind vmb_ahb_mem vmb_prove_ahb_mem #(
    .PortBits(PortBits),
    .Strobes (Strobes)
) u_prove (.*);
