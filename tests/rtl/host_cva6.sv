// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// CVA6 (RV32IMAC, Sv32) with Xascon at its CV-X-IF of version 1.0, and an engine from 0xf0000000
// on. The test serves the memory: 64 KiB from 0 on, cached, which answers in the cycle after a request.
//
// CVA6 commits an instruction in the cycle of its issue, and never kills one; vmb_xif expects the
// commit after the issue and therefore receives it a cycle later. Registers come with the issue.

`include "cvxif_types.svh"

package host_cva6_pkg;

  // Upstream's configuration with CV-X-IF, the caches that need no other repository, and this memory.
  function automatic config_pkg::cva6_user_cfg_t user();
    config_pkg::cva6_user_cfg_t found = cva6_config_pkg::cva6_cfg;
    found.CvxifEn = 1'b1;
    found.DCacheType = config_pkg::WT;
    found.NonIdempotentAddrBase = 1024'({64'hf000_0000});
    found.NonIdempotentLength = 1024'({64'h1000_0000});
    found.NrExecuteRegionRules = 1;
    found.ExecuteRegionAddrBase = 1024'({64'h0});
    found.ExecuteRegionLength = 1024'({64'h1_0000});
    found.CachedRegionAddrBase = 1024'({64'h0});
    found.CachedRegionLength = 1024'({64'h1_0000});
    return found;
  endfunction

endpackage

module host_cva6 (
    input logic clk_i,
    input logic rst_ni,

    output logic        ask_o,  // a read or a write of 8 bytes
    output logic        we_o,
    output logic [31:0] adr_o,
    output logic [ 7:0] sel_o,
    output logic [63:0] dat_o,
    input  logic        ack_i,
    input  logic [63:0] dat_i,

    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic [31:0] mem_addr_o,
    output logic        mem_we_o,
    output logic [ 3:0] mem_be_o,
    output logic [31:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [31:0] mem_rdata_i,
    input  logic        mem_err_i
);

  localparam config_pkg::cva6_cfg_t Cfg = build_config_pkg::build_config(host_cva6_pkg::user());

  typedef `READREGFLAGS_T(Cfg) readregflags_t;
  typedef `WRITEREGFLAGS_T(Cfg) writeregflags_t;
  typedef `ID_T(Cfg) id_t;
  typedef `HARTID_T(Cfg) hartid_t;
  typedef `X_COMPRESSED_REQ_T(Cfg, hartid_t) compressed_req_t;
  typedef `X_COMPRESSED_RESP_T(Cfg) compressed_resp_t;
  typedef `X_ISSUE_REQ_T(Cfg, hartid_t, id_t) issue_req_t;
  typedef `X_ISSUE_RESP_T(Cfg, writeregflags_t, readregflags_t) issue_resp_t;
  typedef `X_REGISTER_T(Cfg, hartid_t, id_t, readregflags_t) register_t;
  typedef `X_COMMIT_T(Cfg, hartid_t, id_t) commit_t;
  typedef `X_RESULT_T(Cfg, hartid_t, id_t, writeregflags_t) result_t;
  typedef `CVXIF_REQ_T(Cfg, compressed_req_t, issue_req_t, register_t, commit_t) xif_req_t;
  typedef `CVXIF_RESP_T(Cfg, compressed_resp_t, issue_resp_t, result_t) xif_resp_t;

  // The channels of AXI4 as cva6 has them.
  typedef struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    logic [Cfg.AxiAddrWidth-1:0] addr;
    axi_pkg::len_t len;
    axi_pkg::size_t size;
    axi_pkg::burst_t burst;
    logic lock;
    axi_pkg::cache_t cache;
    axi_pkg::prot_t prot;
    axi_pkg::qos_t qos;
    axi_pkg::region_t region;
    logic [Cfg.AxiUserWidth-1:0] user;
  } ar_t;
  typedef struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    logic [Cfg.AxiAddrWidth-1:0] addr;
    axi_pkg::len_t len;
    axi_pkg::size_t size;
    axi_pkg::burst_t burst;
    logic lock;
    axi_pkg::cache_t cache;
    axi_pkg::prot_t prot;
    axi_pkg::qos_t qos;
    axi_pkg::region_t region;
    axi_pkg::atop_t atop;
    logic [Cfg.AxiUserWidth-1:0] user;
  } aw_t;
  typedef struct packed {
    logic [Cfg.AxiDataWidth-1:0] data;
    logic [(Cfg.AxiDataWidth/8)-1:0] strb;
    logic last;
    logic [Cfg.AxiUserWidth-1:0] user;
  } w_t;
  typedef struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    axi_pkg::resp_t resp;
    logic [Cfg.AxiUserWidth-1:0] user;
  } b_t;
  typedef struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    logic [Cfg.AxiDataWidth-1:0] data;
    axi_pkg::resp_t resp;
    logic last;
    logic [Cfg.AxiUserWidth-1:0] user;
  } r_t;
  typedef struct packed {
    aw_t aw;
    logic aw_valid;
    w_t w;
    logic w_valid;
    logic b_ready;
    ar_t ar;
    logic ar_valid;
    logic r_ready;
  } noc_req_t;
  typedef struct packed {
    logic aw_ready;
    logic ar_ready;
    logic w_ready;
    logic b_valid;
    b_t b;
    logic r_valid;
    r_t r;
  } noc_resp_t;

  xif_req_t xif_req;
  xif_resp_t xif_resp;
  noc_req_t noc_req;
  noc_resp_t noc_resp;

  cva6 #(
      .CVA6Cfg(Cfg)
  ) u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i('0),
      .hart_id_i('0),
      .irq_i('0),
      .ipi_i(1'b0),
      .time_irq_i(1'b0),
      .debug_req_i(1'b0),
      .rvfi_probes_o(),
      .cvxif_req_o(xif_req),
      .cvxif_resp_i(xif_resp),
      .noc_req_o(noc_req),
      .noc_resp_i(noc_resp)
  );

  // ---- Xascon at CV-X-IF ----

  logic commit_q;
  logic [Cfg.X_ID_WIDTH-1:0] commit_id_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) commit_q <= 1'b0;
    else commit_q <= xif_req.commit_valid;
  end
  always_ff @(posedge clk_i) commit_id_q <= xif_req.commit.id;

  logic accept;
  vmb_xif_ise #(
      .FunctionUnits(1 << vmb_ise_encodings_pkg::UnitXascon),
      .IdWidth(Cfg.X_ID_WIDTH)
  ) u_units (
      .clk_i,
      .rst_ni,
      .issue_valid_i(xif_req.issue_valid),
      .issue_ready_o(xif_resp.issue_ready),
      .issue_instr_i(xif_req.issue_req.instr),
      .issue_id_i(xif_req.issue_req.id),
      .issue_rs1_i(xif_req.register.rs[0]),
      .issue_rs2_i(xif_req.register.rs[1]),
      .issue_rs_valid_i({2{xif_req.register_valid}} & xif_req.register.rs_valid[1:0]),
      .issue_accept_o(accept),
      .commit_valid_i(commit_q),
      .commit_id_i(commit_id_q),
      .commit_kill_i(1'b0),
      .result_valid_o(xif_resp.result_valid),
      .result_ready_i(xif_req.result_ready),
      .result_id_o(xif_resp.result.id),
      .result_data_o(xif_resp.result.data),
      .result_rd_o(xif_resp.result.rd)
  );
  assign xif_resp.issue_resp = '{accept: accept, writeback: accept, register_read: {'0, {2{accept}}}};
  assign xif_resp.register_ready = xif_resp.issue_ready;
  assign xif_resp.result.hartid = '0;
  assign xif_resp.result.we = 1'b1;
  assign xif_resp.compressed_ready = 1'b1;
  assign xif_resp.compressed_resp = '0;

  // ---- AXI4: one burst at a time, its beats one after the other ----

  typedef enum logic [2:0] {
    Idle,
    Read,
    ReadAnswer,
    Write,
    WriteBeat,
    Answer
  } state_e;
  state_e state_q;
  logic [31:0] adr_q;
  logic [7:0] left_q;
  logic [Cfg.AxiIdWidth-1:0] id_q;
  logic [63:0] dat_q;

  logic page, asks, done, page_ack, page_err;
  logic [31:0] page_dat;
  assign page  = adr_q[31:28] == '1;
  assign asks  = state_q inside {Read, WriteBeat};
  assign ask_o = asks && !page;
  assign we_o  = state_q == WriteBeat;
  assign adr_o = {adr_q[31:3], 3'd0};
  assign sel_o = noc_req.w.strb;
  assign dat_o = noc_req.w.data;
  assign done  = page ? page_ack || page_err : ack_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else begin
      unique case (state_q)
        Idle:
        if (noc_req.ar_valid) state_q <= Read;
        else if (noc_req.aw_valid) state_q <= Write;
        Read: if (done) state_q <= ReadAnswer;
        ReadAnswer: if (noc_req.r_ready) state_q <= left_q == '0 ? Idle : Read;
        Write: if (noc_req.w_valid) state_q <= WriteBeat;
        WriteBeat: if (done) state_q <= noc_req.w.last ? Answer : Write;
        Answer: if (noc_req.b_ready) state_q <= Idle;
        default: state_q <= Idle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Idle) begin
      adr_q  <= noc_req.ar_valid ? noc_req.ar.addr[31:0] : noc_req.aw.addr[31:0];
      left_q <= noc_req.ar_valid ? noc_req.ar.len : noc_req.aw.len;
      id_q   <= noc_req.ar_valid ? noc_req.ar.id : noc_req.aw.id;
    end else if ((state_q == ReadAnswer && noc_req.r_ready) || (state_q == WriteBeat && done)) begin
      adr_q  <= adr_q + 32'd8;
      left_q <= left_q - 8'd1;
    end
    if (asks && done) dat_q <= page ? {2{page_dat}} : dat_i;
  end

  always_comb begin
    noc_resp = '0;
    noc_resp.ar_ready = state_q == Idle;
    noc_resp.aw_ready = state_q == Idle && !noc_req.ar_valid;
    noc_resp.w_ready = state_q == WriteBeat && done;
    noc_resp.r_valid = state_q == ReadAnswer;
    noc_resp.r.id = id_q;
    noc_resp.r.data = dat_q;
    noc_resp.r.last = left_q == '0;
    noc_resp.b_valid = state_q == Answer;
    noc_resp.b.id = id_q;
  end

  // ---- The engine ----

  // Standard cycles: the strobe stays high until the answer.
  host_engine u_engine (
      .clk_i,
      .rst_ni,
      .cyc_i(asks && page),
      .stb_i(asks && page),
      .we_i(we_o),
      .sel_i(we_o ? (adr_q[2] ? sel_o[7:4] : sel_o[3:0]) : '1),
      .adr_i(adr_q[11:2]),
      .dat_i(adr_q[2] ? dat_o[63:32] : dat_o[31:0]),
      .ack_o(page_ack),
      .err_o(page_err),
      .dat_o(page_dat),
      .irq_o(),
      .mem_req_o,
      .mem_gnt_i,
      .mem_addr_o,
      .mem_we_o,
      .mem_be_o,
      .mem_wdata_o,
      .mem_rvalid_i,
      .mem_rdata_i,
      .mem_err_i
  );

endmodule
