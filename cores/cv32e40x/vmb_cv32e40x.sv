// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// CV32E40X with the accelerator port at its boundary: the core, its eXtension interface and the
// adapter. A small processor with one instruction bus and one data bus (OBI, whose
// request/grant/valid is also Ibex's protocol; 32 bits, little-endian), and retired instructions
// for a test bench.
//
// The core is plain RV32IMC, without Zb* and atomics, so that the only extensions are those behind
// the port, as on Ibex. Like Ibex it starts 0x80 bytes above boot_addr_i and has its exception
// vectors there.
//
// rvfi_*: the RISC-V Formal Interface, one cycle after an instruction left the last pipeline stage.
// These outputs read internal signals of the core and are for simulation.

module vmb_cv32e40x
  import vmb_core_pkg::*;
(
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] boot_addr_i,

    output fetch_req_t instr_req_o,
    input  obi_rsp_t   instr_rsp_i,
    output obi_req_t   data_req_o,
    input  obi_rsp_t   data_rsp_i,

    input irq_t irq_i,  // debug requests jump to boot_addr_i + 0x84

    // The accelerator port (rtl/couple/vmb_xif.sv): accept refers to the word to decode.
    output logic       [31:0] accel_decode_o,
    output accel_req_t        accel_req_o,
    input  accel_rsp_t        accel_rsp_i,

    output rvfi_t rvfi_o,

    output logic alert_o,
    output logic asleep_o
);

  localparam int unsigned IdWidth = 4;

  if_xif #(.X_ID_WIDTH(IdWidth)) xif ();

  vmb_xif #(
      .IdWidth(IdWidth),
      .CommitIsFinal(1'b1)  // as CV32E40X defines it
  ) u_xif (
      .clk_i,
      .rst_ni,

      .issue_valid_i   (xif.issue_valid),
      .issue_ready_o   (xif.issue_ready),
      .issue_instr_i   (xif.issue_req.instr),
      .issue_id_i      (xif.issue_req.id),
      .issue_rs1_i     (xif.issue_req.rs[0]),
      .issue_rs2_i     (xif.issue_req.rs[1]),
      .issue_rs_valid_i(xif.issue_req.rs_valid),
      .issue_accept_o  (xif.issue_resp.accept),

      .commit_valid_i(xif.commit_valid),
      .commit_id_i   (xif.commit.id),
      .commit_kill_i (xif.commit.commit_kill),

      .result_valid_o(xif.result_valid),
      .result_ready_i(xif.result_ready),
      .result_id_o   (xif.result.id),
      .result_data_o (xif.result.data),
      .result_rd_o   (xif.result.rd),

      .accel_decode_o,
      .accel_accept_i(accel_rsp_i.accept),
      .accel_valid_o (accel_req_o.valid),
      .accel_instr_o (accel_req_o.instr),
      .accel_rs1_o   (accel_req_o.rs1),
      .accel_rs2_o   (accel_req_o.rs2),
      .accel_ready_i (accel_rsp_i.ready),
      .accel_result_i(accel_rsp_i.result)
  );

  // The core has machine mode only, and withdraws no instruction.
  assign accel_req_o.machine = 1'b1;
  logic unused_retry;
  assign unused_retry             = accel_rsp_i.retry;

  // Accepted instructions read registers, write one register and raise no exception.
  assign xif.issue_resp.writeback = xif.issue_resp.accept;
  assign xif.issue_resp.dualwrite = 1'b0;
  assign xif.issue_resp.dualread  = '0;
  assign xif.issue_resp.loadstore = 1'b0;
  assign xif.issue_resp.ecswrite  = 1'b0;
  assign xif.issue_resp.exc       = 1'b0;
  assign xif.result.we            = 1'b1;
  assign xif.result.ecsdata       = '0;
  assign xif.result.ecswe         = '0;
  assign xif.result.exc           = 1'b0;
  assign xif.result.exccode       = '0;
  assign xif.result.err           = 1'b0;
  assign xif.result.dbg           = 1'b0;

  assign xif.compressed_ready     = 1'b1;
  assign xif.compressed_resp      = '0;
  assign xif.mem_valid            = 1'b0;
  assign xif.mem_req              = '0;

  // Machine external, timer and software interrupts: bits 11, 7 and 3.
  logic [31:0] irq;
  assign irq = {20'd0, irq_i.external, 3'd0, irq_i.timer, 3'd0, irq_i.software, 3'd0};
  logic unused_nmi;
  assign unused_nmi = irq_i.nmi;

  assign alert_o = 1'b0;

  cv32e40x_core #(
      .B_EXT           (cv32e40x_pkg::B_NONE),
      .M_EXT           (cv32e40x_pkg::M),
      .DBG_NUM_TRIGGERS(0),
      .X_EXT           (1'b1),
      .X_ID_WIDTH      (IdWidth),
      .NUM_MHPMCOUNTERS(0)
  ) u_core (
      .clk_i,
      .rst_ni,
      .scan_cg_en_i(1'b0),

      .boot_addr_i        (boot_addr_i + 32'h80),
      .dm_exception_addr_i(boot_addr_i + 32'h84),
      .dm_halt_addr_i     (boot_addr_i + 32'h84),
      .mhartid_i          (32'd0),
      .mimpid_patch_i     (4'd0),
      .mtvec_addr_i       (boot_addr_i),

      .instr_req_o    (instr_req_o.req),
      .instr_gnt_i    (instr_rsp_i.gnt),
      .instr_rvalid_i (instr_rsp_i.rvalid),
      .instr_addr_o   (instr_req_o.addr),
      .instr_memtype_o(),
      .instr_prot_o   (),
      .instr_dbg_o    (),
      .instr_rdata_i  (instr_rsp_i.rdata),
      .instr_err_i    (instr_rsp_i.err),

      .data_req_o    (data_req_o.req),
      .data_gnt_i    (data_rsp_i.gnt),
      .data_rvalid_i (data_rsp_i.rvalid),
      .data_addr_o   (data_req_o.addr),
      .data_be_o     (data_req_o.be),
      .data_we_o     (data_req_o.we),
      .data_wdata_o  (data_req_o.wdata),
      .data_memtype_o(),
      .data_prot_o   (),
      .data_dbg_o    (),
      .data_atop_o   (),
      .data_rdata_i  (data_rsp_i.rdata),
      .data_err_i    (data_rsp_i.err),
      .data_exokay_i (1'b0),

      .mcycle_o(),

      .xif_compressed_if(xif),
      .xif_issue_if     (xif),
      .xif_commit_if    (xif),
      .xif_mem_if       (xif),
      .xif_mem_result_if(xif),
      .xif_result_if    (xif),

      .irq_i   (irq),
      .wu_wfe_i(1'b0),

      .clic_irq_i      (1'b0),
      .clic_irq_id_i   ('0),
      .clic_irq_level_i('0),
      .clic_irq_priv_i ('0),
      .clic_irq_shv_i  (1'b0),

      .fencei_flush_req_o(),
      .fencei_flush_ack_i(1'b1),

      .debug_req_i      (irq_i.debug),
      .debug_havereset_o(),
      .debug_running_o  (),
      .debug_halted_o   (),

      .fetch_enable_i(1'b1),
      .core_sleep_o  (asleep_o)
  );

`ifdef RVFI
  // The address of the load or store in the write-back stage; for a split one, that of its first
  // half.
  logic [31:0] mem_addr_wb_q;

  always_ff @(posedge clk_i) begin
    if (u_core.ex_valid && u_core.wb_ready) begin
      mem_addr_wb_q <= u_core.load_store_unit_i.trans.addr;
    end
    rvfi_o.pc <= u_core.ex_wb_pipe.pc;
    rvfi_o.insn <= u_core.ex_wb_pipe.instr.bus_resp.rdata;
    rvfi_o.trap <= u_core.ctrl_fsm.exception_in_wb;
    rvfi_o.rd_addr <= u_core.rf_we_wb ? u_core.rf_waddr_wb : '0;
    rvfi_o.rd_wdata <= u_core.rf_wdata_wb;
    rvfi_o.mem_addr <= mem_addr_wb_q;
  end

  // An instruction with several operations (a split access) retires with the last one. An
  // instruction at a breakpoint passes through the pipeline without effect.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rvfi_o.valid <= 1'b0;
    else
      rvfi_o.valid <= u_core.wb_valid && (u_core.last_op_wb || u_core.abort_op_wb) &&
          !u_core.ex_wb_pipe.trigger_match;
  end
`else
  assign rvfi_o = '0;
`endif

endmodule
