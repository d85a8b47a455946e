// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The timing of requests and answers of the couplings between the engine's memory port and a bus,
// their addresses, strobes and errors: none depends on data, secret_i. All couplings have the same
// inputs, which is no restriction, as none observes another.

module vmb_time_memory_buses (
    input logic clk_i,
    input logic rst_ni,

    input logic        req_i,
    input logic        we_i,
    input logic [ 3:0] be_i,
    input logic [31:0] addr_i,
    input logic [ 2:0] ready_i,
    input logic [ 1:0] valid_i,
    input logic [ 2:0] resp_i,
    input logic [ 1:0] source_i,
    input logic        last_i,

    input logic [1:0][31:0] secret_i,

    output logic [41:0] same_wb_mem,
    output logic [41:0] same_wb_mem_standard,
    output logic [48:0] same_ahb_mem,
    output logic [48:0] same_ahb_mem_strobes,
    output logic [48:0] same_tl_mem,
    output logic [78:0] same_axi_single
);

  for (genvar pipelined = 0; pipelined < 2; pipelined++) begin : gen_wb
    logic [41:0] same;
    vmb_wb_mem #(
        .Pipelined(pipelined)
    ) u_wb_mem (
        .clk_i,
        .rst_ni,
        .req_i,
        .gnt_o(same[0]),
        .addr_i,
        .we_i,
        .be_i,
        .wdata_i(secret_i[0]),
        .rvalid_o(same[1]),
        .rdata_o(),
        .err_o(same[2]),
        .cyc_o(same[3]),
        .stb_o(same[4]),
        .stall_i(ready_i[0]),
        .we_o(same[5]),
        .sel_o(same[9:6]),
        .adr_o(same[41:10]),
        .dat_o(),
        .ack_i(valid_i[0]),
        .err_i(valid_i[1]),
        .dat_i(secret_i[1])
    );
  end
  assign same_wb_mem = gen_wb[1].same;
  assign same_wb_mem_standard = gen_wb[0].same;

  for (genvar strobes = 0; strobes < 2; strobes++) begin : gen_ahb
    logic [48:0] same;
    vmb_ahb_mem #(
        .Strobes(strobes)
    ) u_ahb_mem (
        .clk_i,
        .rst_ni,
        .req_i,
        .gnt_o(same[0]),
        .addr_i,
        .we_i,
        .be_i,
        .wdata_i(secret_i[0]),
        .rvalid_o(same[1]),
        .rdata_o(),
        .err_o(same[2]),
        .htrans_o(same[4:3]),
        .hwrite_o(same[5]),
        .hsize_o(same[8:6]),
        .hburst_o(same[11:9]),
        .hprot_o(),
        .hmastlock_o(same[12]),
        .haddr_o(same[44:13]),
        .hwdata_o(),
        .hwstrb_o(same[48:45]),
        .hready_i(ready_i[0]),
        .hresp_i(resp_i[0]),
        .hrdata_i(secret_i[1])
    );
  end
  assign same_ahb_mem = gen_ahb[0].same;
  assign same_ahb_mem_strobes = gen_ahb[1].same;

  vmb_tl_mem u_tl_mem (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_o(same_tl_mem[0]),
      .addr_i,
      .we_i,
      .be_i,
      .wdata_i(secret_i[0]),
      .rvalid_o(same_tl_mem[1]),
      .rdata_o(),
      .err_o(same_tl_mem[2]),
      .a_valid_o(same_tl_mem[3]),
      .a_ready_i(ready_i[0]),
      .a_opcode_o(same_tl_mem[6:4]),
      .a_size_o(same_tl_mem[9:7]),
      .a_source_o(same_tl_mem[11:10]),
      .a_address_o(same_tl_mem[43:12]),
      .a_mask_o(same_tl_mem[47:44]),
      .a_data_o(),
      .a_corrupt_o(),
      .d_valid_i(valid_i[0]),
      .d_ready_o(same_tl_mem[48]),
      .d_opcode_i(resp_i),
      .d_size_i(3'd2),
      .d_source_i(source_i),
      .d_denied_i(valid_i[1]),
      .d_corrupt_i(last_i),
      .d_data_i(secret_i[1])
  );

  vmb_axi_single u_axi_single (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_o(same_axi_single[0]),
      .addr_i,
      .we_i,
      .be_i,
      .wdata_i(secret_i[0]),
      .rvalid_o(same_axi_single[1]),
      .rdata_o(),
      .err_o(same_axi_single[2]),
      .posted_o(same_axi_single[3]),
      .failed_o(same_axi_single[4]),
      .awvalid_o(same_axi_single[5]),
      .awready_i(ready_i[0]),
      .awaddr_o(same_axi_single[37:6]),
      .awlen_o(),
      .awsize_o(),
      .awburst_o(),
      .awcache_o(),
      .awprot_o(),
      .wvalid_o(same_axi_single[38]),
      .wready_i(ready_i[1]),
      .wdata_o(),
      .wstrb_o(same_axi_single[42:39]),
      .wlast_o(same_axi_single[43]),
      .bvalid_i(valid_i[1]),
      .bready_o(same_axi_single[44]),
      .bresp_i(resp_i[2:1]),
      .arvalid_o(same_axi_single[45]),
      .arready_i(ready_i[2]),
      .araddr_o(same_axi_single[77:46]),
      .arlen_o(),
      .arsize_o(),
      .arburst_o(),
      .arcache_o(),
      .arprot_o(),
      .rvalid_i(valid_i[0]),
      .rready_o(same_axi_single[78]),
      .rdata_i(secret_i[1]),
      .rresp_i(resp_i[1:0]),
      .rlast_i(last_i)
  );

endmodule
