// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One engine's registers in the simulated systems, three times: at offset 0 on OBI, at 0x1000 on
// AXI4-Lite, at 0x2000 on TileLink-UL. The processor uses OBI; the bridges to the other two are as
// simple as in a small system, with one access at a time.

module vmb_soc_mmio
  import vmb_core_pkg::*;
#(
    // The couplings that exist; the others answer with a bus error.
    parameter logic [2:0] Couplings = 3'b111
) (
    input logic clk_i,
    input logic rst_ni,

    input obi_req_t req_i,  // the lower 16 address bits count
    // Split, so that Verilator sees no loop from rvalid to a request, and from there to gnt.
    output obi_rsp_t rsp_o  /*verilator split_var*/,

    output reg_req_t reg_req_o,
    input  reg_rsp_t reg_rsp_i
);

  // 0 OBI, 1 AXI4-Lite, 2 TileLink-UL, 3 nothing.
  localparam logic [3:0] There = {1'b0, Couplings};
  logic [13:0] addr;
  logic [ 1:0] page;
  assign addr = req_i.addr[13:0] | {14{|req_i.addr[15:14]}};
  assign page = There[addr[13:12]] ? addr[13:12] : 2'd3;
  logic unused_addr;
  assign unused_addr = ^req_i.addr[31:16];

  logic [3:0] req, gnt, rvalid, err;
  logic [31:0] rdata[4];
  for (genvar i = 0; i < 4; i++) begin : gen_req
    assign req[i] = req_i.req && page == 2'(i);
  end
  assign rsp_o.gnt = |(gnt & req);
  assign rsp_o.rvalid = |rvalid;
  assign rsp_o.err = |(err & rvalid);
  always_comb begin
    rsp_o.rdata = '0;
    for (int unsigned i = 0; i < 4; i++) rsp_o.rdata |= rdata[i] & {32{rvalid[i]}};
  end

  reg_req_t reg_req[3];
  always_comb begin
    reg_req_o = '0;
    for (int unsigned i = 0; i < 3; i++) begin
      reg_req_o |= reg_req[i] & {$bits(reg_req_t) {reg_req[i].req}};
    end
  end

  if (Couplings[0]) begin : gen_obi
    assign {reg_req[0].pair, reg_req[0].wdata_odd} = '0;
    vmb_couple_obi u_obi (
        .clk_i,
        .rst_ni,
        .req_i(req[0]),
        .gnt_o(gnt[0]),
        .we_i(req_i.we),
        .be_i(req_i.be),
        .addr_i(addr[11:0]),
        .wdata_i(req_i.wdata),
        .rvalid_o(rvalid[0]),
        .err_o(err[0]),
        .prot_i(3'b111),
        .rdata_o(rdata[0]),
        .alert_o(),
        .reg_req_o(reg_req[0].req),
        .reg_we_o(reg_req[0].we),
        .reg_index_o(reg_req[0].index),
        .reg_wdata_o(reg_req[0].wdata),
        .reg_ready_i(reg_rsp_i.ready),
        .reg_fault_i(reg_rsp_i.fault),
        .reg_rdata_i(reg_rsp_i.rdata)
    );
  end else begin : gen_no_obi
    assign {gnt[0], rvalid[0], err[0], rdata[0]} = '0;
    assign reg_req[0] = '0;
  end

  // ---- AXI4-Lite: address and data of a write are sent together, and wait separately ----

  if (Couplings[1]) begin : gen_axi4l
    logic aw_sent_q, w_sent_q, axi_waits_q, awvalid, awready, wvalid, wready, arvalid, arready;
    logic bvalid, axi_rvalid;
    logic [1:0] bresp, rresp;
    assign awvalid = req[1] && req_i.we && !aw_sent_q && !axi_waits_q;
    assign wvalid = req[1] && req_i.we && !w_sent_q && !axi_waits_q;
    assign arvalid = req[1] && !req_i.we && !axi_waits_q;
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

    assign {reg_req[1].pair, reg_req[1].wdata_odd} = '0;
    vmb_couple_axi4l u_axi4l (
        .clk_i,
        .rst_ni,
        .awvalid_i(awvalid),
        .awready_o(awready),
        .awaddr_i(addr[11:0]),
        .awprot_i(3'd0),
        .wvalid_i(wvalid),
        .wready_o(wready),
        .wdata_i(req_i.wdata),
        .wstrb_i(req_i.be),
        .bvalid_o(bvalid),
        .bready_i(1'b1),
        .bresp_o(bresp),
        .arvalid_i(arvalid),
        .arready_o(arready),
        .araddr_i(addr[11:0]),
        .arprot_i(3'd0),
        .rvalid_o(axi_rvalid),
        .rready_i(1'b1),
        .rdata_o(rdata[1]),
        .rresp_o(rresp),
        .alert_o(),
        .reg_req_o(reg_req[1].req),
        .reg_we_o(reg_req[1].we),
        .reg_index_o(reg_req[1].index),
        .reg_wdata_o(reg_req[1].wdata),
        .reg_ready_i(reg_rsp_i.ready),
        .reg_fault_i(reg_rsp_i.fault),
        .reg_rdata_i(reg_rsp_i.rdata)
    );

    logic unused;
    assign unused = ^{bresp[0], rresp[0]};
  end else begin : gen_no_axi4l
    assign {gnt[1], rvalid[1], err[1], rdata[1]} = '0;
    assign reg_req[1] = '0;
  end

  // ---- TileLink-UL: an access with byte enables has a size that is rejected ----

  if (Couplings[2]) begin : gen_tlul
    logic a_ready, d_valid, d_denied;
    assign gnt[2] = req[2] && a_ready;
    assign rvalid[2] = d_valid;
    assign err[2] = d_denied;

    assign {reg_req[2].pair, reg_req[2].wdata_odd} = '0;
    vmb_couple_tlul #(
        .SourceBits(1)
    ) u_tlul (
        .clk_i,
        .rst_ni,
        .a_valid_i(req[2]),
        .a_ready_o(a_ready),
        .a_opcode_i(!req_i.we ? 3'd4 : (req_i.be == 4'b1111) ? 3'd0 : 3'd1),
        .a_param_i(3'd0),
        .a_size_i(2'd2),
        .a_source_i(1'b0),
        .a_address_i(addr[11:0]),
        .a_mask_i(req_i.be),
        .a_data_i(req_i.wdata),
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
        .reg_req_o(reg_req[2].req),
        .reg_we_o(reg_req[2].we),
        .reg_index_o(reg_req[2].index),
        .reg_wdata_o(reg_req[2].wdata),
        .reg_ready_i(reg_rsp_i.ready),
        .reg_fault_i(reg_rsp_i.fault),
        .reg_rdata_i(reg_rsp_i.rdata)
    );
  end else begin : gen_no_tlul
    assign {gnt[2], rvalid[2], err[2], rdata[2]} = '0;
    assign reg_req[2] = '0;
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
