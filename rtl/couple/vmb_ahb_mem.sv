// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port as a manager of AHB-Lite and AHB5 (Arm IHI 0033): PortBits bits of data,
// single transfers, the address of one together with the data of the one before. The engine has
// Outstanding = 2 and the same PortBits.
//
// A read is of a whole word. A write of some bytes of a word is, with Strobes = 1, one transfer
// with HWSTRB (the property Write_Strobes of AHB5), and otherwise a transfer for each naturally
// aligned piece of 1, 2, 4 or 8 bytes, in increasing order: at most six of them. An error in any of
// them is the error of the answer.
//
// A written word is kept for its data phase, and 0 otherwise. A request that the engine withdraws
// (errors 7 and 8) is withdrawn on the bus too, which AHB does not allow: reset bus and engine
// together then.

module vmb_ahb_mem #(
    parameter int unsigned PortBits = 32,  // of a word: 32, 64 or 128
    parameter bit Strobes = 1'b0,  // 1: the bus has HWSTRB
    parameter logic [3:0] Prot = 4'b0011  // HPROT: privileged data, not bufferable or cacheable
) (
    input logic clk_i,
    input logic rst_ni,

    // The engine: mem_*.
    input  logic        req_i,
    output logic        gnt_o,
    input  logic [31:0] addr_i,
    input  logic        we_i,
    input  logic [PortBits/8-1:0] be_i,
    input  logic [PortBits-1:0] wdata_i,
    output logic        rvalid_o,
    output logic [PortBits-1:0] rdata_o,
    output logic        err_o,

    output logic [ 1:0] htrans_o,
    output logic        hwrite_o,
    output logic [ 2:0] hsize_o,
    output logic [ 2:0] hburst_o,
    output logic [ 3:0] hprot_o,
    output logic        hmastlock_o,
    output logic [31:0] haddr_o,
    output logic [PortBits-1:0] hwdata_o,
    output logic [PortBits/8-1:0] hwstrb_o,
    input  logic        hready_i,
    input  logic        hresp_i,
    input  logic [PortBits-1:0] hrdata_i
);

  if (!(PortBits inside {32, 64, 128})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end

  localparam int unsigned Bytes = PortBits / 8;
  localparam int unsigned B = $clog2(Bytes);

  // The bytes of this request that transfers have not been made for: its first transfer has all.
  logic begun_q;
  logic [Bytes-1:0] left_q, left, piece, rest;
  assign left = begun_q ? left_q : be_i;

  // The largest aligned piece from the first of these bytes on.
  logic [B-1:0] first;
  logic [2:0] size;
  always_comb begin
    first = '0;
    for (int unsigned i = Bytes; i > 0; i--) if (left[i-1]) first = B'(i - 1);
    size  = '0;
    piece = Bytes'(1) << first;
    for (int unsigned s = 1; s <= B; s++) begin
      logic [Bytes-1:0] lanes;
      lanes = Bytes'((33'd1 << (32'd1 << s)) - 33'd1) << first;
      if ((32'(first) & ((32'd1 << s) - 32'd1)) == '0 && (left & lanes) == lanes) begin
        size  = 3'(s);
        piece = lanes;
      end
    end
    if (!we_i || Strobes) begin
      first = '0;
      size  = 3'(B);
      piece = '1;
    end
  end
  assign rest = left & ~piece;

  // The transfer in its data phase.
  logic data_q, write_q, last_q, failed_q;
  logic [Bytes-1:0] strobes_q;
  logic [PortBits-1:0] word_q;
  logic goes, done, fails;
  assign goes = htrans_o[1] && hready_i;
  assign done = data_q && hready_i;
  assign fails = failed_q || hresp_i;

  assign htrans_o = {rst_ni && req_i, 1'b0};
  assign hwrite_o = we_i;
  assign hsize_o = size;
  assign haddr_o = {addr_i[31:B], first};
  assign {hburst_o, hprot_o, hmastlock_o} = {3'b000, Prot, 1'b0};
  assign hwdata_o = word_q;
  assign hwstrb_o = strobes_q;

  assign gnt_o = goes && rest == '0;
  assign rvalid_o = done && last_q;
  assign err_o = rvalid_o && fails;
  assign rdata_o = hrdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q   <= 1'b0;
      data_q    <= 1'b0;
      write_q   <= 1'b0;
      last_q    <= 1'b0;
      failed_q  <= 1'b0;
      strobes_q <= '0;
      word_q    <= '0;
    end else begin
      if (goes) begun_q <= rest != '0;
      else if (!req_i) begun_q <= 1'b0;
      if (goes) begin
        {data_q, write_q, last_q} <= {1'b1, we_i, rest == '0};
        if (we_i) {strobes_q, word_q} <= {be_i & piece, wdata_i};
        else if (write_q) {strobes_q, word_q} <= '0;
      end else if (done) begin
        {data_q, write_q, last_q} <= '0;
        if (write_q) {strobes_q, word_q} <= '0;
      end
      if (done) failed_q <= !last_q && fails;
    end
  end

  always_ff @(posedge clk_i) begin
    if (goes) left_q <= rest;
  end

  logic unused;
  assign unused = ^addr_i[B-1:0];

endmodule
