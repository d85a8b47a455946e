// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A system of Ibex: the core with its register file, and behind its accelerator port the function
// units and AEAD engines, or an AES unit. It has one instruction bus and one data bus (Ibex's own
// request/grant/valid protocol, 32 bits, little-endian), and the RISC-V Formal Interface for a test
// bench.
//
// ibex_core and the flip-flop register file are instantiated here instead of ibex_top. Secure = 1
// then includes everything that changes timing (data-independent execution time, dummy
// instructions), and omits lockstep and the ECC of buses and register file, which do not affect
// cycle counts and are not part of the area of the reference system in the literature.
//
// VMB_STOCK_IBEX builds upstream Ibex without the port, for comparison. VMB_XASCONP is required
// with Xasconp = 1, VMB_XCHACHA with Xchacha = 1; each replaces upstream's register file with one
// of ours.

`ifdef VMB_XASCONP
`define VMB_IN_PLACE
`endif
`ifdef VMB_XCHACHA
`define VMB_IN_PLACE
`endif

module vmb_soc_ibex
  import ibex_pkg::*, vmb_core_pkg::*;
#(
    // Function units behind the accelerator port: bits by vmb_ise_encodings_pkg.
    parameter int unsigned FunctionUnits = 0,
    // rol, ror and rori in two cycles of the core's shifter instead of a rotator in Zbkb's unit.
    parameter bit TwoCycleRotates = 1'b0,
    // Rounds of Ascon's permutation on general registers, in the register file.
    parameter bit Xasconp = 1'b0,
    // The same for half quarter-rounds of ChaCha20; multiply-accumulate in the multiplier.
    parameter bit Xchacha = 1'b0,
    // AEAD engines on the data bus and behind the accelerator port.
    parameter bit Engines = 1'b0,
    // Which of them: parameters of vmb_soc_engines.
    parameter logic [3:0] EngineCouplings = 4'b1111,
    parameter logic [1:0] EnginePorts = 2'b11,
    parameter logic [511:0] EngineOptions = '0,
    parameter bit EngineRing = 1'b0,
    // An AES unit behind the accelerator port, only without engines.
    parameter bit AesUnit = 1'b0,
    parameter bit AesUnitChain = 1'b0,
    // A table has the same cycle counts as the S-box circuit and simulates faster.
    parameter bit AesUnitSbox = 1'b1,
    // Additional cycles of each instruction of these extensions: above 0 only in tests of the
    // port's stalling.
    parameter int unsigned ExtraCycles = 0,
    parameter bit TakenBack = 1'b0,  // 1: during these cycles the core may withdraw the instruction
    // Ibex's own parameters.
    parameter bit Secure = 1'b1,
    parameter bit WritebackStage = 1'b0,
    parameter bit BranchTargetAlu = 1'b1,
    parameter bit SingleCycleMul = 1'b0,  // 1: RV32MSingleCycle, 0: RV32MFast
    parameter int unsigned MhpmCounterNum = 0,
    parameter bit Pmp = 1'b0,  // with four regions
    // 0: neither NMIs nor debug requests, as in the area of the reference system.
    parameter bit Requests = 1'b1,
    parameter logic [31:0] DebugAddress = 32'h8000_0084  // target of a debug request
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] boot_addr_i,

    output fetch_req_t instr_req_o,
    input  obi_rsp_t   instr_rsp_i,
    output obi_req_t   data_req_o,
    input  obi_rsp_t   data_rsp_i,
    output mem_req_t   mem_req_o,    // for an engine
    input  mem_rsp_t   mem_rsp_i,

    input  irq_t  irq_i,
    output rvfi_t rvfi_o,

    output logic alert_o,
    output logic asleep_o
);

  localparam rv32m_e RV32M = SingleCycleMul ? RV32MSingleCycle : RV32MFast;

  logic dummy_instr_id, dummy_instr_wb;
  logic [4:0] rf_raddr_a, rf_raddr_b, rf_waddr_wb;
  logic rf_we_wb, rf_alert;
  logic [31:0] rf_wdata_wb, rf_rdata_a, rf_rdata_b;

  logic alert_minor, alert_major_internal, alert_major_bus;
  ibex_mubi_t core_busy;
  assign alert_o  = alert_minor | alert_major_internal | alert_major_bus | rf_alert;
  assign asleep_o = (core_busy == IbexMuBiOff);

  // The processor's own data bus, and interrupts.
  obi_req_t data_req;
  obi_rsp_t data_rsp;
  logic irq_engine, irq_pending;

  // Any event that diverts the processor ends the waiting for an engine; the core's own irq_pending
  // includes neither NMIs nor debug requests.
  logic irq_nm, debug_req, interrupted;
  assign irq_nm      = irq_i.nmi & Requests;
  assign debug_req   = irq_i.debug & Requests;
  assign interrupted = irq_pending | irq_nm | debug_req;

`ifdef VMB_STOCK_IBEX
  assign irq_engine = 1'b0;
  assign data_req_o = data_req;
  assign data_rsp   = data_rsp_i;
  assign mem_req_o  = '0;
`else
  accel_req_t accel_req;
  accel_rsp_t accel_rsp, engine_rsp;

  logic ise_accept, rotate;
  logic [31:0] ise_result;
  vmb_ise #(
      .FunctionUnits(FunctionUnits),
      .Rotator(!TwoCycleRotates)
  ) u_ise (
      .instr_i (accel_req.instr),
      .rs1_i   (accel_req.rs1),
      .rs2_i   (accel_req.rs2),
      .accept_o(ise_accept),
      .result_o(ise_result)
  );

  assign rotate = TwoCycleRotates && vmb_ise_pkg::rotates(accel_req.instr);

  // The units are combinational: they answer in the same cycle.
  logic ise_ready;
  if (ExtraCycles == 0) begin : gen_no_extra_cycles
    assign ise_ready = 1'b1;
  end else begin : gen_extra_cycles
    int unsigned waited_q;
    assign ise_ready = waited_q == ExtraCycles;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) waited_q <= 0;
      else if (!accel_req.valid || ise_ready) waited_q <= 0;
      else waited_q <= waited_q + 1;
    end
  end

  // Units that work on registers in place. With a writeback stage, a result of the previous
  // instruction for one of these registers is available only after this cycle. Without one, that
  // write belongs to the instruction itself, for which no unit waits.
  logic round_accept, round_ready, half_accept, half_hazard, mac, mac_done;
  logic [31:0] half_result, mac_low, mac_high, mac_sum_low;
`ifdef VMB_IN_PLACE
  logic rf_write_before, rf_round;
  logic [31:0] rf_halves;
  logic [31:0][31:0] rf_registers, rf_rounded, rf_halved;
  assign rf_write_before = rf_we_wb && WritebackStage;
`endif

`ifdef VMB_XASCONP
  logic round_hazard;
  vmb_xasconp u_xasconp (
      .instr_i        (accel_req.instr),
      .registers_i    (rf_registers),
      .write_i        (rf_write_before),
      .write_address_i(rf_waddr_wb),
      .accept_o       (round_accept),
      .hazard_o       (round_hazard),
      .rounded_o      (rf_rounded)
  );
  assign round_ready = ise_ready && !round_hazard;

  // An instruction that executes and is ready completes.
  assign rf_round = accel_req.valid && round_accept && round_ready;
`else
  assign {round_accept, round_ready} = '0;
`ifdef VMB_IN_PLACE
  assign {rf_round, rf_rounded} = '0;
`endif
`endif

  // poly1305.mac uses the core's multiplier, which takes its own number of cycles.
`ifdef VMB_XCHACHA
  logic half_completes;
  logic [31:0] half_changed;
  vmb_xchacha u_xchacha (
      .instr_i        (accel_req.instr),
      .rs1_i          (accel_req.rs1),
      .rs2_i          (accel_req.rs2),
      .registers_i    (rf_registers),
      .low_i          (mac_sum_low),
      .write_i        (rf_write_before),
      .write_address_i(rf_waddr_wb),
      .accept_o       (half_accept),
      .mac_o          (mac),
      .hazard_o       (half_hazard),
      .result_o       (half_result),
      .changed_o      (half_changed),
      .words_o        (rf_halved)
  );
  assign mac_low        = rf_registers[vmb_xchacha_pkg::Low];
  assign mac_high       = rf_registers[vmb_xchacha_pkg::High];
  assign half_completes = mac ? mac_done : accel_req.valid && half_accept && ise_ready;
  assign rf_halves      = half_changed & {32{half_completes}};
`else
  assign {half_accept, mac, half_hazard, half_result, mac_low, mac_high} = '0;
  logic unused_mac;
  assign unused_mac = ^{mac_done, mac_sum_low};
`ifdef VMB_IN_PLACE
  assign {rf_halves, rf_halved} = '0;
`endif
`endif

  // No instruction belongs to two of these.
  assign accel_rsp.accept = ise_accept || round_accept || half_accept || engine_rsp.accept;
  assign accel_rsp.ready = engine_rsp.accept ? engine_rsp.ready :
      round_accept ? round_ready : ise_ready || mac || rotate;
  assign accel_rsp.retry = engine_rsp.accept ? engine_rsp.retry :
      TakenBack && accel_req.valid && accel_rsp.accept && !accel_rsp.ready;
  assign accel_rsp.result = engine_rsp.accept ? engine_rsp.result :
      half_accept ? half_result : ise_result;

  vmb_soc_accelerator #(
      .Engines        (Engines),
      .EngineCouplings(EngineCouplings),
      .EnginePorts    (EnginePorts),
      .EngineOptions  (EngineOptions),
      .EngineRing     (EngineRing),
      .AesUnit        (AesUnit),
      .AesUnitChain   (AesUnitChain),
      .AesUnitSbox    (AesUnitSbox)
  ) u_accelerator (
      .clk_i,
      .rst_ni,
      .data_req_i   (data_req),
      .data_rsp_o   (data_rsp),
      .accel_req_i  (accel_req),
      .accel_rsp_o  (engine_rsp),
      .irq_pending_i(interrupted),
      .irq_o        (irq_engine),
      .ram_req_o    (data_req_o),
      .ram_rsp_i    (data_rsp_i),
      .mem_req_o,
      .mem_rsp_i
  );
`endif

  // There is no instruction cache: its RAM inputs are tied off.
  logic [ IC_TAG_SIZE-1:0] ic_tag_unused [IC_NUM_WAYS];
  logic [IC_LINE_SIZE-1:0] ic_data_unused[IC_NUM_WAYS];
  assign ic_tag_unused  = '{default: '0};
  assign ic_data_unused = '{default: '0};

  ibex_core #(
      .PMPEnable        (Pmp),
      .MHPMCounterNum   (MhpmCounterNum),
      .RV32M            (RV32M),
      .RV32B            (RV32BNone),
      .BranchTargetALU  (BranchTargetAlu),
      .WritebackStage   (WritebackStage),
      .SecureIbex       (Secure),
      .DummyInstructions(Secure),
      .DmHaltAddr       (DebugAddress),
      .DmExceptionAddr  (DebugAddress)
  ) u_ibex_core (
      .clk_i,
      .rst_ni,
      .hart_id_i(32'd0),
      .boot_addr_i,

      .instr_req_o   (instr_req_o.req),
      .instr_gnt_i   (instr_rsp_i.gnt),
      .instr_rvalid_i(instr_rsp_i.rvalid),
      .instr_addr_o  (instr_req_o.addr),
      .instr_rdata_i (instr_rsp_i.rdata),
      .instr_err_i   (instr_rsp_i.err),

      .data_req_o   (data_req.req),
      .data_gnt_i   (data_rsp.gnt),
      .data_rvalid_i(data_rsp.rvalid),
      .data_we_o    (data_req.we),
      .data_be_o    (data_req.be),
      .data_addr_o  (data_req.addr),
      .data_wdata_o (data_req.wdata),
      .data_rdata_i (data_rsp.rdata),
      .data_err_i   (data_rsp.err),

      .dummy_instr_id_o (dummy_instr_id),
      .dummy_instr_wb_o (dummy_instr_wb),
      .rf_raddr_a_o     (rf_raddr_a),
      .rf_raddr_b_o     (rf_raddr_b),
      .rf_waddr_wb_o    (rf_waddr_wb),
      .rf_we_wb_o       (rf_we_wb),
      .rf_wdata_wb_ecc_o(rf_wdata_wb),
      .rf_rdata_a_ecc_i (rf_rdata_a),
      .rf_rdata_b_ecc_i (rf_rdata_b),

      .ic_tag_req_o      (),
      .ic_tag_write_o    (),
      .ic_tag_addr_o     (),
      .ic_tag_wdata_o    (),
      .ic_tag_rdata_i    (ic_tag_unused),
      .ic_data_req_o     (),
      .ic_data_write_o   (),
      .ic_data_addr_o    (),
      .ic_data_wdata_o   (),
      .ic_data_rdata_i   (ic_data_unused),
      .ic_scr_key_valid_i(1'b1),
      .ic_scr_key_req_o  (),

      .irq_software_i(irq_i.software),
      .irq_timer_i   (irq_i.timer),
      .irq_external_i(irq_i.external | irq_engine),
      .irq_fast_i    (15'd0),
      .irq_nm_i      (irq_nm),
      .irq_pending_o (irq_pending),

`ifndef VMB_STOCK_IBEX
      .accel_valid_o (accel_req.valid),
      .accel_instr_o (accel_req.instr),
      .accel_rs1_o   (accel_req.rs1),
      .accel_rs2_o   (accel_req.rs2),
      .accel_machine_o(accel_req.machine),
      .accel_accept_i(accel_rsp.accept),
      .accel_ready_i (accel_rsp.ready),
      .accel_retry_i (accel_rsp.retry),
      .accel_result_i(accel_rsp.result),

      .accel_hazard_i  (half_hazard),
      .accel_rotate_i  (rotate),
      .accel_mac_i     (mac),
      .accel_mac_low_i (mac_low),
      .accel_mac_high_i(mac_high),
      .accel_mac_low_o (mac_sum_low),
      .accel_mac_done_o(mac_done),
`endif

      .debug_req_i        (debug_req),
      .crash_dump_o       (),
      .double_fault_seen_o(),

`ifdef RVFI
      .rvfi_valid               (rvfi_o.valid),
      .rvfi_order               (),
      .rvfi_insn                (rvfi_o.insn),
      .rvfi_trap                (rvfi_o.trap),
      .rvfi_halt                (),
      .rvfi_intr                (),
      .rvfi_mode                (),
      .rvfi_ixl                 (),
      .rvfi_rs1_addr            (),
      .rvfi_rs2_addr            (),
      .rvfi_rs3_addr            (),
      .rvfi_rs1_rdata           (),
      .rvfi_rs2_rdata           (),
      .rvfi_rs3_rdata           (),
      .rvfi_rd_addr             (rvfi_o.rd_addr),
      .rvfi_rd_wdata            (rvfi_o.rd_wdata),
      .rvfi_pc_rdata            (rvfi_o.pc),
      .rvfi_pc_wdata            (),
      .rvfi_mem_addr            (rvfi_o.mem_addr),
      .rvfi_mem_rmask           (),
      .rvfi_mem_wmask           (),
      .rvfi_mem_rdata           (),
      .rvfi_mem_wdata           (),
      .rvfi_ext_pre_mip         (),
      .rvfi_ext_post_mip        (),
      .rvfi_ext_nmi             (),
      .rvfi_ext_nmi_int         (),
      .rvfi_ext_debug_req       (),
      .rvfi_ext_debug_mode      (),
      .rvfi_ext_rf_wr_suppress  (),
      .rvfi_ext_mcycle          (),
      .rvfi_ext_mhpmcounters    (),
      .rvfi_ext_mhpmcountersh   (),
      .rvfi_ext_ic_scr_key_valid(),
      .rvfi_ext_irq_valid       (),
`endif

      .fetch_enable_i        (IbexMuBiOn),
      .alert_minor_o         (alert_minor),
      .alert_major_internal_o(alert_major_internal),
      .alert_major_bus_o     (alert_major_bus),
      .core_busy_o           (core_busy)
  );

`ifndef RVFI
  assign rvfi_o = '0;
`endif

`ifdef VMB_IN_PLACE
  // The registers that each unit writes; a register that only one unit writes needs no multiplexer.
  localparam logic [31:0] Rounds = Xasconp ? vmb_xasconp_pkg::RoundRegisterSet : '0;
  localparam logic [31:0] Halves = Xchacha ? vmb_xchacha_pkg::WrittenSet : '0;
  localparam logic [31:0] HalvesSeen = Xchacha ? vmb_xchacha_pkg::SeenSet : '0;

  logic [31:0] rf_accel_write;
  logic [31:0][31:0] rf_accel_words;
  for (genvar i = 0; i < 32; i++) begin : gen_accel
    assign rf_accel_write[i] = (Rounds[i] && rf_round) || (Halves[i] && rf_halves[i]);
    assign rf_accel_words[i] = Rounds[i] && (round_accept || !Halves[i]) ? rf_rounded[i] :
        rf_halved[i];
  end

  vmb_ibex_registers #(
      .Seen   (Rounds | HalvesSeen),
      .Written(Rounds | Halves),
      .Dummy  (Secure)
  ) u_register_file (
      .clk_i,
      .rst_ni,
      .dummy_read_i     (dummy_instr_id),
      .dummy_write_i    (dummy_instr_wb),
      .read_a_i         (rf_raddr_a),
      .a_o              (rf_rdata_a),
      .read_b_i         (rf_raddr_b),
      .b_o              (rf_rdata_b),
      .write_i          (rf_we_wb),
      .write_address_i  (rf_waddr_wb),
      .word_i           (rf_wdata_wb),
      .accel_write_i    (rf_accel_write),
      .accel_words_i    (rf_accel_words),
      .accel_registers_o(rf_registers)
  );
  assign rf_alert = 1'b0;
`else
  ibex_register_file_ff #(
      .DataWidth        (32),
      .DummyInstructions(Secure),
      .WordZeroVal      (32'd0)
  ) u_register_file (
      .clk_i,
      .rst_ni,
      .test_en_i       (1'b0),
      .dummy_instr_id_i(dummy_instr_id),
      .dummy_instr_wb_i(dummy_instr_wb),
      .raddr_a_i       (rf_raddr_a),
      .rdata_a_o       (rf_rdata_a),
      .raddr_b_i       (rf_raddr_b),
      .rdata_b_o       (rf_rdata_b),
      .waddr_a_i       (rf_waddr_wb),
      .wdata_a_i       (rf_wdata_wb),
      .we_a_i          (rf_we_wb),
      .err_o           (rf_alert)
  );
`endif

`ifdef VMB_XASCONP
  if (!Xasconp) $error("VMB_XASCONP goes with Xasconp = 1");
`else
  if (Xasconp) $error("Xasconp = 1 goes with VMB_XASCONP");
`endif
`ifdef VMB_XCHACHA
  if (!Xchacha) $error("VMB_XCHACHA goes with Xchacha = 1");
`else
  if (Xchacha) $error("Xchacha = 1 goes with VMB_XCHACHA");
`endif

endmodule

`undef VMB_IN_PLACE
