// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One engine's registers in the simulated systems, three times: at offset 0 by
// OBI, at 0x1000 by AXI4-Lite, at 0x2000 by TileLink-UL. The processor speaks OBI;
// the bridges to the other two are what a small system would have, one access at
// a time.

module vmb_soc_mmio #(
    // Which of them are there; the others answer with a bus error.
    parameter logic [2:0] Couplings = 3'b111
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,
    output logic        gnt_o,
    input  logic        we_i,
    input  logic [ 3:0] be_i,
    input  logic [13:0] addr_i,
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

  // 0 OBI, 1 AXI4-Lite, 2 TileLink-UL, 3 nothing.
  localparam logic [3:0] There = {1'b0, Couplings};
  logic [1:0] page;
  assign page = There[addr_i[13:12]] ? addr_i[13:12] : 2'd3;

  logic [3:0] req, gnt, rvalid, err;
  logic [31:0] rdata[4];
  for (genvar i = 0; i < 4; i++) begin : gen_req
    assign req[i] = req_i && page == 2'(i);
  end
  assign gnt_o = |(gnt & req);
  assign rvalid_o = |rvalid;
  assign err_o = |(err & rvalid);
  always_comb begin
    rdata_o = '0;
    for (int unsigned i = 0; i < 4; i++) rdata_o |= rdata[i] & {32{rvalid[i]}};
  end

  logic [2:0] reg_req, reg_we;
  logic [ 4:0] reg_index[3];
  logic [31:0] reg_wdata[3];
  assign reg_req_o = |reg_req;
  always_comb begin
    {reg_we_o, reg_index_o, reg_wdata_o} = '0;
    for (int unsigned i = 0; i < 3; i++) begin
      reg_we_o |= reg_we[i] && reg_req[i];
      reg_index_o |= reg_index[i] & {5{reg_req[i]}};
      reg_wdata_o |= reg_wdata[i] & {32{reg_req[i]}};
    end
  end

  if (Couplings[0]) begin : gen_obi
    vmb_couple_obi u_obi (
        .clk_i,
        .rst_ni,
        .req_i(req[0]),
        .gnt_o(gnt[0]),
        .we_i,
        .be_i,
        .addr_i(addr_i[11:0]),
        .wdata_i,
        .rvalid_o(rvalid[0]),
        .err_o(err[0]),
        .prot_i(3'b111),
        .rdata_o(rdata[0]),
        .alert_o(),
        .reg_req_o(reg_req[0]),
        .reg_we_o(reg_we[0]),
        .reg_index_o(reg_index[0]),
        .reg_wdata_o(reg_wdata[0]),
        .reg_ready_i,
        .reg_fault_i,
        .reg_rdata_i
    );
  end else begin : gen_no_obi
    assign {gnt[0], rvalid[0], err[0], rdata[0]} = '0;
    assign {reg_req[0], reg_we[0], reg_index[0], reg_wdata[0]} = '0;
  end

  // ---- AXI4-Lite: address and data of a write leave together, and wait apart ----

  if (Couplings[1]) begin : gen_axi4l
    logic aw_sent_q, w_sent_q, axi_waits_q, awvalid, awready, wvalid, wready, arvalid, arready;
    logic bvalid, axi_rvalid;
    logic [1:0] bresp, rresp;
    assign awvalid = req[1] && we_i && !aw_sent_q && !axi_waits_q;
    assign wvalid = req[1] && we_i && !w_sent_q && !axi_waits_q;
    assign arvalid = req[1] && !we_i && !axi_waits_q;
    assign gnt[1]  = (awvalid || aw_sent_q) && (wvalid || w_sent_q) && (awready || aw_sent_q) &&
        (wready || w_sent_q) || (arvalid && arready);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        aw_sent_q   <= 1'b0;
        w_sent_q    <= 1'b0;
        axi_waits_q <= 1'b0;
      end else begin
        aw_sent_q <= (aw_sent_q || (awvalid && awready)) && !gnt[1];
        w_sent_q  <= (w_sent_q || (wvalid && wready)) && !gnt[1];
        if (gnt[1]) axi_waits_q <= 1'b1;
        else if (rvalid[1]) axi_waits_q <= 1'b0;
      end
    end

    assign rvalid[1] = bvalid || axi_rvalid;
    assign err[1] = bvalid ? bresp[1] : rresp[1];

    vmb_couple_axi4l u_axi4l (
        .clk_i,
        .rst_ni,
        .awvalid_i(awvalid),
        .awready_o(awready),
        .awaddr_i(addr_i[11:0]),
        .awprot_i(3'd0),
        .wvalid_i(wvalid),
        .wready_o(wready),
        .wdata_i,
        .wstrb_i(be_i),
        .bvalid_o(bvalid),
        .bready_i(1'b1),
        .bresp_o(bresp),
        .arvalid_i(arvalid),
        .arready_o(arready),
        .araddr_i(addr_i[11:0]),
        .arprot_i(3'd0),
        .rvalid_o(axi_rvalid),
        .rready_i(1'b1),
        .rdata_o(rdata[1]),
        .rresp_o(rresp),
        .alert_o(),
        .reg_req_o(reg_req[1]),
        .reg_we_o(reg_we[1]),
        .reg_index_o(reg_index[1]),
        .reg_wdata_o(reg_wdata[1]),
        .reg_ready_i,
        .reg_fault_i,
        .reg_rdata_i
    );

    logic unused;
    assign unused = ^{bresp[0], rresp[0]};
  end else begin : gen_no_axi4l
    assign {gnt[1], rvalid[1], err[1], rdata[1]} = '0;
    assign {reg_req[1], reg_we[1], reg_index[1], reg_wdata[1]} = '0;
  end

  // ---- TileLink-UL: an access by bytes is one of a size that is refused ----

  if (Couplings[2]) begin : gen_tlul
    logic a_ready, d_valid, d_denied;
    assign gnt[2] = req[2] && a_ready;
    assign rvalid[2] = d_valid;
    assign err[2] = d_denied;

    vmb_couple_tlul #(
        .SourceBits(1)
    ) u_tlul (
        .clk_i,
        .rst_ni,
        .a_valid_i(req[2]),
        .a_ready_o(a_ready),
        .a_opcode_i(!we_i ? 3'd4 : (be_i == 4'b1111) ? 3'd0 : 3'd1),
        .a_param_i(3'd0),
        .a_size_i(2'd2),
        .a_source_i(1'b0),
        .a_address_i(addr_i[11:0]),
        .a_mask_i(be_i),
        .a_data_i(wdata_i),
        .a_corrupt_i(1'b0),
        .a_privileged_i(1'b1),
        .d_valid_o(d_valid),
        .d_ready_i(1'b1),
        .d_opcode_o(),
        .d_param_o(),
        .d_size_o(),
        .d_source_o(),
        .d_denied_o(d_denied),
        .d_data_o(rdata[2]),
        .d_corrupt_o(),
        .alert_o(),
        .reg_req_o(reg_req[2]),
        .reg_we_o(reg_we[2]),
        .reg_index_o(reg_index[2]),
        .reg_wdata_o(reg_wdata[2]),
        .reg_ready_i,
        .reg_fault_i,
        .reg_rdata_i
    );
  end else begin : gen_no_tlul
    assign {gnt[2], rvalid[2], err[2], rdata[2]} = '0;
    assign {reg_req[2], reg_we[2], reg_index[2], reg_wdata[2]} = '0;
  end

  // ---- Nothing: a bus error ----

  logic nothing_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) nothing_q <= 1'b0;
    else nothing_q <= req[3];
  end
  assign gnt[3] = req[3];
  assign rvalid[3] = nothing_q;
  assign err[3] = nothing_q;
  assign rdata[3] = '0;

endmodule
