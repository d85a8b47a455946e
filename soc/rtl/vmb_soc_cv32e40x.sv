// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A system of CV32E40X: function units behind the core's accelerator port, and AEAD engines there
// and on its data bus: the same extensions and the same boundary as vmb_soc_ibex. The units answer
// in the cycle of the commit, so the core never waits for them; its pipeline forwards their results
// to the next instruction a cycle later than those of ALU instructions.

module vmb_soc_cv32e40x
  import vmb_core_pkg::*;
#(
    // Function units behind the accelerator port: bits by vmb_ise_encodings_pkg.
    parameter int unsigned FunctionUnits = 0,
    // AEAD engines on the data bus and behind the accelerator port.
    parameter bit          Engines       = 1'b0,
    parameter logic [511:0] EngineOptions = '0,   // of vmb_soc_engine_pair
    // An AES unit behind the accelerator port, only without engines.
    parameter bit          AesUnit       = 1'b0,
    parameter bit          AesUnitChain  = 1'b0,
    // 0: no debug requests.
    parameter bit          Requests      = 1'b1
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

    input  irq_t  irq_i,  // NMIs are the core's own: errors of its data bus
    output rvfi_t rvfi_o,

    output logic alert_o,
    output logic asleep_o
);

  // The processor's own data bus, and interrupts.
  obi_req_t data_req;
  obi_rsp_t data_rsp;
  irq_t irq;
  logic irq_engine;

  // The accept signal of the answer refers to the instruction being decoded.
  logic [31:0] accel_decode;
  accel_req_t accel_req;
  accel_rsp_t accel_rsp;

  always_comb begin
    irq = irq_i;
    irq.external = irq_i.external || irq_engine;
    irq.debug = irq_i.debug && Requests;
  end

  vmb_cv32e40x u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i,
      .instr_req_o,
      .instr_rsp_i,
      .data_req_o    (data_req),
      .data_rsp_i    (data_rsp),
      .irq_i         (irq),
      .accel_decode_o(accel_decode),
      .accel_req_o   (accel_req),
      .accel_rsp_i   (accel_rsp),
      .rvfi_o,
      .alert_o,
      .asleep_o
  );

  // Decoding and executing use different instructions in the same cycle. Only the decoder of the
  // first instance is used, and everything else of the second.
  logic ise_accept, unused_accept;
  logic [31:0] ise_result, unused_result;

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_decode (
      .instr_i (accel_decode),
      .rs1_i   (32'd0),
      .rs2_i   (32'd0),
      .accept_o(ise_accept),
      .result_o(unused_result)
  );

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i (accel_req.instr),
      .rs1_i   (accel_req.rs1),
      .rs2_i   (accel_req.rs2),
      .accept_o(unused_accept),
      .result_o(ise_result)
  );

  // No instruction belongs to both. The units are always ready.
  logic engine_decoded;
  accel_rsp_t engine_rsp;
  assign accel_rsp.accept = ise_accept || engine_decoded;
  assign accel_rsp.ready  = engine_rsp.accept ? engine_rsp.ready : 1'b1;
  assign accel_rsp.retry  = 1'b0;  // committed instructions are not withdrawn
  assign accel_rsp.result = engine_rsp.accept ? engine_rsp.result : ise_result;
  logic unused_retry;
  assign unused_retry = engine_rsp.retry;

  // Events that end the waiting for an engine. The core does not show which interrupts are enabled:
  // any pending one counts. Nor does it show its NMIs, which are errors of its data bus: such an
  // error ends the waiting of the current instruction, or else of the next one.
  logic fault, fault_q, interrupted;
  assign fault = (data_rsp.rvalid && data_rsp.err) || fault_q;
  assign interrupted = irq.software || irq.timer || irq.external || irq.debug || fault;
  if (Engines || AesUnit) begin : gen_fault
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fault_q <= 1'b0;
      else fault_q <= fault && !(accel_req.valid && accel_rsp.ready);
    end
  end else begin : gen_no_fault
    assign fault_q = 1'b0;
  end

  if (Engines) begin : gen_engines
    // The core has machine mode only. The engine without a memory port is only on its bus: an
    // instruction that waits for a word could no longer be withdrawn.
    logic ram_req;

    vmb_couple_decode u_decode_engine (
        .instr_i     (accel_decode),
        .privileged_i(1'b1),
        .accept_o    (engine_decoded)
    );

    vmb_soc_engines #(
        .Options(EngineOptions)
    ) u_engines (
        .clk_i,
        .rst_ni,
        .data_req_i   (data_req),
        .data_rsp_o   (data_rsp),
        .accel_req_i  (accel_req),
        .accel_rsp_o  (engine_rsp),
        .irq_pending_i(interrupted),
        .irq_o        (irq_engine),
        .ram_req_o    (ram_req),
        .ram_rsp_i    (data_rsp_i),
        .mem_req_o    (mem_req_o),
        .mem_rsp_i    (mem_rsp_i)
    );
    always_comb begin
      data_req_o = data_req;
      data_req_o.req = ram_req;
    end
  end else if (AesUnit) begin : gen_aes_unit
    vmb_aes_unit_decode #(
        .Chain(AesUnitChain)
    ) u_decode_unit (
        .instr_i     (accel_decode),
        .privileged_i(1'b1),
        .accept_o    (engine_decoded)
    );

    // A table has the same cycle counts as the S-box circuit and simulates faster.
    vmb_aes_unit #(
        .KeyBits(256),
        .Sbox   (1'b1),
        .Chain  (AesUnitChain)
    ) u_aes_unit (
        .clk_i,
        .rst_ni,
        .valid_i      (accel_req.valid),
        .instr_i      (accel_req.instr),
        .rs1_i        (accel_req.rs1),
        .rs2_i        (accel_req.rs2),
        .privileged_i (accel_req.machine),
        .accept_o     (engine_rsp.accept),
        .ready_o      (engine_rsp.ready),
        .retry_o      (engine_rsp.retry),
        .result_o     (engine_rsp.result),
        .irq_pending_i(interrupted),
        .busy_o       (),
        .mem_req_o    (mem_req_o.req),
        .mem_gnt_i    (mem_rsp_i.gnt),
        .mem_addr_o   (mem_req_o.addr),
        .mem_we_o     (mem_req_o.we),
        .mem_be_o     (mem_req_o.be),
        .mem_wdata_o  (mem_req_o.wdata),
        .mem_rvalid_i (mem_rsp_i.rvalid),
        .mem_rdata_i  (mem_rsp_i.rdata),
        .mem_err_i    (mem_rsp_i.err)
    );
    assign irq_engine = 1'b0;
    assign data_req_o = data_req;
    assign data_rsp   = data_rsp_i;
  end else begin : gen_no_engines
    logic unused_port;
    assign unused_port = ^{accel_req, mem_rsp_i};
    assign engine_decoded = 1'b0;
    assign engine_rsp = '0;
    assign irq_engine = 1'b0;
    assign data_req_o = data_req;
    assign data_rsp = data_rsp_i;
    assign mem_req_o = '0;
  end

endmodule
