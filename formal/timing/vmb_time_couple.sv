// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The timing of answers, requests and rejections of each coupling, and their destinations: none
// depends on data, secret_i. All couplings have the same inputs, which is no restriction, as none
// observes another. For vmb_axis, the engine's answers, and writes of software to registers other
// than KEY, are not secret.

module vmb_time_couple (
    input logic clk_i,
    input logic rst_ni,

    input logic [ 3:0] valid_i,
    input logic [ 3:0] ready_i,
    input logic        write_i,
    input logic [31:0] address_i,
    input logic [ 2:0] prot_i,
    input logic [ 3:0] mask_i,
    input logic [ 2:0] opcode_i,
    input logic [ 2:0] size_i,
    input logic [ 3:0] source_i,
    input logic [31:0] instr_i,
    input logic        accept_i,
    input logic        fault_i,

    input logic [2:0][31:0] secret_i,

    output logic [10:0] same_accel,
    output logic [10:0] same_obi,
    output logic [16:0] same_axi4l,
    output logic [20:0] same_tlul,
    output logic [21:0] same_wb,
    output logic [ 9:0] same_apb,
    output logic [ 9:0] same_ahb,
    output logic [40:0] same_rocc,
    output logic [38:0] same_rocc_mem,
    output logic [76:0] same_xif,
    output logic [50:0] same_tl_obi,
    output logic [ 2:0] same_cfu,
    output logic [94:0] same_axi_mem,
    output logic [21:0] same_axis
);

  // ---- In front of registers ----

  // The number of a register in `get` and `put` is not secret, nor is the fact that a job runs,
  // which `run` and `wait` read from STATUS.
  logic indexes, waits;
  assign indexes = instr_i[31:25] inside {7'h23, 7'h24};
  assign waits   = instr_i[31:25] inside {7'h20, 7'h22};
  logic accel_accept, accel_ready, accel_retry, accel_req, accel_we, accel_pair;
  logic [4:0] accel_index;
  vmb_couple_accel u_accel (
      .clk_i,
      .rst_ni,
      .valid_i(valid_i[0]),
      .instr_i,
      .rs1_i(indexes ? address_i : secret_i[0]),
      .rs2_i(secret_i[1]),
      .privileged_i(prot_i[0]),
      .accept_o(accel_accept),
      .ready_o(accel_ready),
      .retry_o(accel_retry),
      .result_o(),
      .irq_pending_i(valid_i[1]),
      .reg_req_o(accel_req),
      .reg_we_o(accel_we),
      .reg_pair_o(accel_pair),
      .reg_index_o(accel_index),
      .reg_wdata_o(),
      .reg_wdata_odd_o(),
      .reg_ready_i(ready_i[0]),
      .reg_fault_i(fault_i),
      .reg_rdata_i(waits ? {secret_i[2][31:1], valid_i[2]} : secret_i[2])
  );
  assign same_accel = {
    accel_accept, accel_ready, accel_retry, accel_req, accel_we, accel_pair, accel_index
  };

  vmb_couple_obi u_obi (
      .clk_i,
      .rst_ni,
      .req_i(valid_i[0]),
      .gnt_o(same_obi[0]),
      .we_i(write_i),
      .be_i(mask_i),
      .addr_i(address_i[11:0]),
      .wdata_i(secret_i[0]),
      .prot_i,
      .rvalid_o(same_obi[1]),
      .err_o(same_obi[2]),
      .rdata_o(),
      .alert_o(same_obi[3]),
      .reg_req_o(same_obi[4]),
      .reg_we_o(same_obi[5]),
      .reg_index_o(same_obi[10:6]),
      .reg_wdata_o(),
      .reg_ready_i(ready_i[0]),
      .reg_fault_i(fault_i),
      .reg_rdata_i(secret_i[2])
  );

  vmb_couple_axi4l u_axi4l (
      .clk_i,
      .rst_ni,
      .awvalid_i(valid_i[0]),
      .awready_o(same_axi4l[0]),
      .awaddr_i(address_i[11:0]),
      .awprot_i(prot_i),
      .wvalid_i(valid_i[1]),
      .wready_o(same_axi4l[1]),
      .wdata_i(secret_i[0]),
      .wstrb_i(mask_i),
      .bvalid_o(same_axi4l[2]),
      .bready_i(ready_i[1]),
      .bresp_o(same_axi4l[4:3]),
      .arvalid_i(valid_i[2]),
      .arready_o(same_axi4l[5]),
      .araddr_i(address_i[27:16]),
      .arprot_i(prot_i),
      .rvalid_o(same_axi4l[6]),
      .rready_i(ready_i[2]),
      .rdata_o(),
      .rresp_o(same_axi4l[8:7]),
      .alert_o(same_axi4l[15]),
      .reg_req_o(same_axi4l[9]),
      .reg_we_o(same_axi4l[16]),
      .reg_index_o(same_axi4l[14:10]),
      .reg_wdata_o(),
      .reg_ready_i(ready_i[0]),
      .reg_fault_i(fault_i),
      .reg_rdata_i(secret_i[2])
  );

  vmb_couple_tlul #(
      .SourceBits(4)
  ) u_tlul (
      .clk_i,
      .rst_ni,
      .a_valid_i(valid_i[0]),
      .a_ready_o(same_tlul[0]),
      .a_opcode_i(opcode_i),
      .a_param_i(prot_i),
      .a_size_i(size_i[1:0]),
      .a_source_i(source_i),
      .a_address_i(address_i[11:0]),
      .a_mask_i(mask_i),
      .a_data_i(secret_i[0]),
      .a_corrupt_i(accept_i),
      .a_privileged_i(prot_i[0]),
      .d_valid_o(same_tlul[1]),
      .d_ready_i(ready_i[1]),
      .d_opcode_o(same_tlul[4:2]),
      .d_param_o(),
      .d_size_o(same_tlul[6:5]),
      .d_source_o(same_tlul[10:7]),
      .d_denied_o(same_tlul[11]),
      .d_data_o(),
      .d_corrupt_o(same_tlul[12]),
      .alert_o(same_tlul[13]),
      .reg_req_o(same_tlul[14]),
      .reg_we_o(same_tlul[15]),
      .reg_index_o(same_tlul[20:16]),
      .reg_wdata_o(),
      .reg_ready_i(ready_i[0]),
      .reg_fault_i(fault_i),
      .reg_rdata_i(secret_i[2])
  );

  for (genvar i = 0; i < 2; i++) begin : gen_wb
    vmb_couple_wb #(
        .Pipelined(i == 0)
    ) u_wb (
        .clk_i,
        .rst_ni,
        .cyc_i(valid_i[0]),
        .stb_i(valid_i[1]),
        .stall_o(same_wb[11*i]),
        .we_i(write_i),
        .sel_i(mask_i),
        .adr_i(address_i[11:2]),
        .dat_i(secret_i[0]),
        .privileged_i(prot_i[0]),
        .ack_o(same_wb[11*i+1]),
        .err_o(same_wb[11*i+2]),
        .dat_o(),
        .alert_o(same_wb[11*i+3]),
        .reg_req_o(same_wb[11*i+4]),
        .reg_we_o(same_wb[11*i+5]),
        .reg_index_o(same_wb[11*i+6+:5]),
        .reg_wdata_o(),
        .reg_ready_i(ready_i[0]),
        .reg_fault_i(fault_i),
        .reg_rdata_i(secret_i[2])
    );
  end

  vmb_couple_apb u_apb (
      .clk_i,
      .rst_ni,
      .psel_i(valid_i[0]),
      .penable_i(valid_i[1]),
      .pwrite_i(write_i),
      .paddr_i(address_i[11:0]),
      .pprot_i(prot_i),
      .pstrb_i(mask_i),
      .pwdata_i(secret_i[0]),
      .pready_o(same_apb[0]),
      .pslverr_o(same_apb[1]),
      .prdata_o(),
      .alert_o(same_apb[2]),
      .reg_req_o(same_apb[3]),
      .reg_we_o(same_apb[4]),
      .reg_index_o(same_apb[9:5]),
      .reg_wdata_o(),
      .reg_ready_i(ready_i[0]),
      .reg_fault_i(fault_i),
      .reg_rdata_i(secret_i[2])
  );

  vmb_couple_ahb u_ahb (
      .clk_i,
      .rst_ni,
      .hsel_i(valid_i[0]),
      .hready_i(ready_i[1]),
      .htrans_i(valid_i[2:1]),
      .hwrite_i(write_i),
      .hsize_i(size_i),
      .haddr_i(address_i[11:0]),
      .hprot_i(source_i),
      .hnonsec_i(prot_i[1]),
      .hwdata_i(secret_i[0]),
      .hreadyout_o(same_ahb[0]),
      .hresp_o(same_ahb[1]),
      .hrdata_o(),
      .alert_o(same_ahb[2]),
      .reg_req_o(same_ahb[3]),
      .reg_we_o(same_ahb[4]),
      .reg_index_o(same_ahb[9:5]),
      .reg_wdata_o(),
      .reg_ready_i(ready_i[0]),
      .reg_fault_i(fault_i),
      .reg_rdata_i(secret_i[2])
  );

  // ---- In front of the accelerator port, or of memory ----

  vmb_rocc u_rocc (
      .rocc_cmd_valid_i (valid_i[0]),
      .rocc_cmd_ready_o (same_rocc[0]),
      .rocc_cmd_instr_i (instr_i),
      .rocc_cmd_rs1_i   (secret_i[0]),
      .rocc_cmd_rs2_i   (secret_i[1]),
      .rocc_resp_valid_o(same_rocc[1]),
      .rocc_resp_ready_i(ready_i[1]),
      .rocc_resp_rd_o   (same_rocc[6:2]),
      .rocc_resp_data_o (),
      .rocc_busy_o      (same_rocc[7]),
      .accel_valid_o    (same_rocc[8]),
      .accel_instr_o    (same_rocc[40:9]),
      .accel_rs1_o      (),
      .accel_rs2_o      (),
      .accel_accept_i   (accept_i),
      .accel_ready_i    (ready_i[0]),
      .accel_result_i   (secret_i[2]),
      .accel_busy_i     (valid_i[1])
  );

  vmb_rocc_mem u_rocc_mem (
      .clk_i,
      .rst_ni,
      .yield_i(valid_i[1]),
      .req_i(valid_i[0]),
      .gnt_o(same_rocc_mem[0]),
      .we_i(write_i),
      .be_i(mask_i),
      .addr_i(address_i),
      .wdata_i(secret_i[0]),
      .rvalid_o(same_rocc_mem[1]),
      .err_o(same_rocc_mem[2]),
      .rdata_o(),
      .mem_valid_o(same_rocc_mem[3]),
      .mem_ready_i(ready_i[0]),
      .mem_write_o(same_rocc_mem[4]),
      .mem_size_o(same_rocc_mem[6:5]),
      .mem_address_o(same_rocc_mem[38:7]),
      .mem_data_o(),
      .mem_done_i(ready_i[1]),
      .mem_data_i(secret_i[2])
  );

  vmb_xif #(
      .CommitIsFinal(1'b1)
  ) u_xif (
      .clk_i,
      .rst_ni,
      .issue_valid_i(valid_i[0]),
      .issue_ready_o(same_xif[0]),
      .issue_instr_i(instr_i),
      .issue_id_i(source_i),
      .issue_rs1_i(secret_i[0]),
      .issue_rs2_i(secret_i[1]),
      .issue_rs_valid_i(size_i[1:0]),
      .issue_accept_o(same_xif[1]),
      .commit_valid_i(valid_i[1]),
      .commit_id_i(address_i[3:0]),
      .commit_kill_i(valid_i[2]),
      .result_valid_o(same_xif[2]),
      .result_ready_i(ready_i[1]),
      .result_id_o(same_xif[6:3]),
      .result_data_o(),
      .result_rd_o(same_xif[11:7]),
      .accel_decode_o(same_xif[43:12]),
      .accel_accept_i(accept_i),
      .accel_valid_o(same_xif[44]),
      .accel_instr_o(same_xif[76:45]),
      .accel_rs1_o(),
      .accel_rs2_o(),
      .accel_ready_i(ready_i[0]),
      .accel_result_i(secret_i[2])
  );

  vmb_tl_obi #(
      .SourceBits(4),
      .MayDeny(1'b1)
  ) u_tl_obi (
      .clk_i,
      .rst_ni,
      .a_valid_i(valid_i[0]),
      .a_ready_o(same_tl_obi[0]),
      .a_opcode_i(opcode_i),
      .a_size_i(size_i),
      .a_source_i(source_i),
      .a_address_i(address_i),
      .a_mask_i(mask_i),
      .a_data_i(secret_i[0]),
      .d_valid_o(same_tl_obi[1]),
      .d_ready_i(ready_i[1]),
      .d_opcode_o(same_tl_obi[4:2]),
      .d_size_o(same_tl_obi[7:5]),
      .d_source_o(same_tl_obi[11:8]),
      .d_denied_o(same_tl_obi[50]),
      .d_data_o(),
      .req_o(same_tl_obi[12]),
      .gnt_i(ready_i[0]),
      .we_o(same_tl_obi[13]),
      .be_o(same_tl_obi[17:14]),
      .addr_o(same_tl_obi[49:18]),
      .wdata_o(),
      .rvalid_i(valid_i[1]),
      .err_i(valid_i[2]),
      .rdata_i(secret_i[2])
  );

  vmb_cfu u_cfu (
      .cmd_valid_i      (valid_i[0]),
      .cmd_ready_o      (same_cfu[0]),
      .cmd_function_id_i(instr_i[9:0]),
      .cmd_inputs_0_i   (secret_i[0]),
      .cmd_inputs_1_i   (secret_i[1]),
      .rsp_valid_o      (same_cfu[1]),
      .rsp_ready_i      (ready_i[1]),
      .rsp_outputs_0_o  (),
      .accel_valid_o    (same_cfu[2]),
      .accel_instr_o    (),
      .accel_rs1_o      (),
      .accel_rs2_o      (),
      .accel_accept_i   (accept_i),
      .accel_ready_i    (ready_i[0]),
      .accel_result_i   (secret_i[2])
  );

  vmb_axi_mem u_axi_mem (
      .clk_i,
      .rst_ni,
      .busy_i(valid_i[3]),
      .req_i(valid_i[0]),
      .gnt_o(same_axi_mem[0]),
      .addr_i(address_i),
      .we_i(write_i),
      .be_i(mask_i),
      .wdata_i(secret_i[0]),
      .rvalid_o(same_axi_mem[1]),
      .rdata_o(),
      .err_o(same_axi_mem[2]),
      .left_i(instr_i[4:0]),
      .posted_o(same_axi_mem[3]),
      .failed_o(same_axi_mem[4]),
      .awvalid_o(same_axi_mem[5]),
      .awready_i(ready_i[0]),
      .awaddr_o(same_axi_mem[37:6]),
      .awlen_o(same_axi_mem[45:38]),
      .awsize_o(),
      .awburst_o(),
      .awcache_o(),
      .awprot_o(),
      .wvalid_o(same_axi_mem[46]),
      .wready_i(ready_i[1]),
      .wdata_o(),
      .wstrb_o(same_axi_mem[50:47]),
      .wlast_o(same_axi_mem[51]),
      .bvalid_i(valid_i[1]),
      .bready_o(same_axi_mem[52]),
      .bresp_i(prot_i[1:0]),
      .arvalid_o(same_axi_mem[53]),
      .arready_i(ready_i[2]),
      .araddr_o(same_axi_mem[85:54]),
      .arlen_o(same_axi_mem[93:86]),
      .arsize_o(),
      .arburst_o(),
      .arcache_o(),
      .arprot_o(),
      .rvalid_i(valid_i[2]),
      .rready_o(same_axi_mem[94]),
      .rdata_i(secret_i[2]),
      .rresp_i(size_i[1:0]),
      .rlast_i(fault_i)
  );

  vmb_axis u_axis (
      .clk_i,
      .rst_ni,
      .reg_req_i(valid_i[0]),
      .reg_we_i(write_i),
      .reg_pair_i(1'b0),
      .reg_index_i(instr_i[4:0]),
      .reg_wdata_i(instr_i[4:0] >= vmb_engine_regs_pkg::RegKey ? secret_i[0] : address_i),
      .reg_wdata_odd_i('0),
      .reg_ready_o(same_axis[0]),
      .reg_fault_o(same_axis[1]),
      .reg_rdata_o(),
      .engine_req_o(same_axis[2]),
      .engine_we_o(same_axis[3]),
      .engine_pair_o(same_axis[4]),
      .engine_index_o(same_axis[9:5]),
      .engine_wdata_o(),
      .engine_wdata_odd_o(),
      .engine_ready_i(ready_i[0]),
      .engine_fault_i(fault_i),
      .engine_rdata_i(address_i),
      .busy_i(valid_i[1]),
      .req_i(valid_i[3]),
      .gnt_o(same_axis[10]),
      .we_i(prot_i[0]),
      .be_i(opcode_i[0] ? mask_i : '1),
      .wdata_i(secret_i[2]),
      .rvalid_o(same_axis[11]),
      .rdata_o(),
      .err_o(same_axis[12]),
      .s_tvalid_i(valid_i[2]),
      .s_tready_o(same_axis[13]),
      .s_tdata_i(secret_i[1]),
      .s_tkeep_i(mask_i),
      .s_tlast_i(accept_i),
      .m_tvalid_o(same_axis[14]),
      .m_tready_i(ready_i[1]),
      .m_tdata_o(),
      .m_tkeep_o(same_axis[18:15]),
      .m_tlast_o(same_axis[19]),
      .m_tuser_o(same_axis[21:20])
  );

endmodule
