// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The generated Rocket tile with its buses (src/main/scala): memory behind OBI, RoCC at the
// boundary, peripherals on TileLink-UL, and retired instructions for a test bench. Like Ibex it
// starts 0x80 bytes above boot_addr_i.
//
// Memory is at 0x8000_0000 and must answer for all of its 16 MiB; peripherals are at 0x1000_0000 to
// 0x1fff_ffff. With Scratchpad the first 64 KiB of memory are the tile's own; all of the memory
// also appears at 0x9000_0000, where the processor starts.
//
// rvfi_*: the RISC-V Formal Interface, one cycle after an instruction left the last pipeline stage.
// rvfi_rd_* is the register written in that cycle, which may belong to an instruction that retired
// long before: a load that missed the cache, a division, an answer of RoCC. These outputs read
// internal signals of the core and are for simulation.
//
// With XLen 64, memory has 64 bits. RoCC keeps 32 bits, the lower ones of operands and a
// sign-extended answer; rvfi_* and addresses also have 32 bits.

module vmb_rocket
  import vmb_core_pkg::*;
#(
    // As in the generated subsystem.
    parameter bit          Scratchpad = 1'b0,
    parameter int unsigned XLen       = 32
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] boot_addr_i,

    output mem_req_t  mem_req_o,
    input  mem_rsp_t  mem_rsp_i,
    output tl_req_t   periph_req_o,
    input  tl_rsp_t   periph_rsp_i,
    output rocc_req_t rocc_req_o,
    input  rocc_rsp_t rocc_rsp_i,

    input  irq_t  irq_i,  // only software, timer and external interrupts
    output rvfi_t rvfi_o
);

  if (XLen != $bits(mem_rsp_i.rdata)) begin : gen_wrong_width
    $error("VMB_MEM_BITS is XLen");
  end

  logic a_valid, a_ready, d_valid, d_ready;
  logic [2:0] a_opcode, d_opcode, a_size, d_size;
  logic [1:0] a_source, d_source;
  logic [31:0] a_address;
  logic [XLen-1:0] a_data, d_data, rocc_rs1, rocc_rs2, rocc_loaded;
  logic [XLen/8-1:0] a_mask;
  logic [28:0] periph_address;

  assign periph_req_o.a_address = {3'd0, periph_address};

  // There are fewer sources without a data cache.
  localparam int unsigned SourceBits = Scratchpad ? 6 : 7;
  localparam int unsigned SeenAgain = 28;
  logic [SourceBits-1:0] periph_source;
  logic [31:0] ram_address;
  assign periph_req_o.a_source = 7'(periph_source);
  assign mem_req_o.addr = ram_address & ~(32'(Scratchpad) << SeenAgain);
  assign rocc_req_o.cmd_rs1 = rocc_rs1[31:0];
  assign rocc_req_o.cmd_rs2 = rocc_rs2[31:0];
  assign rocc_req_o.mem_data = rocc_loaded[31:0];

  vmb_rocket_subsystem u_subsystem (
      .clock       (clk_i),
      .reset       (!rst_ni),
      .boot_address((boot_addr_i | 32'(Scratchpad) << SeenAgain) + 32'h80),
      .interrupts  ({irq_i.external, irq_i.timer, irq_i.software}),

      .memory_0_a_valid       (a_valid),
      .memory_0_a_ready       (a_ready),
      .memory_0_a_bits_opcode (a_opcode),
      .memory_0_a_bits_param  (),
      .memory_0_a_bits_size   (a_size),
      .memory_0_a_bits_source (a_source),
      .memory_0_a_bits_address(a_address),
      .memory_0_a_bits_mask   (a_mask),
      .memory_0_a_bits_data   (a_data),
      .memory_0_a_bits_corrupt(),
      .memory_0_d_valid       (d_valid),
      .memory_0_d_ready       (d_ready),
      .memory_0_d_bits_opcode (d_opcode),
      .memory_0_d_bits_param  (2'd0),
      .memory_0_d_bits_size   (d_size),
      .memory_0_d_bits_source (d_source),
      .memory_0_d_bits_sink   (1'b0),
      .memory_0_d_bits_denied (1'b0),
      .memory_0_d_bits_data   (d_data),
      .memory_0_d_bits_corrupt(1'b0),

      .peripherals_0_a_valid       (periph_req_o.a_valid),
      .peripherals_0_a_ready       (periph_rsp_i.a_ready),
      .peripherals_0_a_bits_opcode (periph_req_o.a_opcode),
      .peripherals_0_a_bits_param  (periph_req_o.a_param),
      .peripherals_0_a_bits_size   (periph_req_o.a_size),
      .peripherals_0_a_bits_source (periph_source),
      .peripherals_0_a_bits_address(periph_address),
      .peripherals_0_a_bits_mask   (periph_req_o.a_mask),
      .peripherals_0_a_bits_data   (periph_req_o.a_data),
      .peripherals_0_a_bits_corrupt(periph_req_o.a_corrupt),
      .peripherals_0_d_valid       (periph_rsp_i.d_valid),
      .peripherals_0_d_ready       (periph_req_o.d_ready),
      .peripherals_0_d_bits_opcode (periph_rsp_i.d_opcode),
      .peripherals_0_d_bits_param  (2'd0),
      .peripherals_0_d_bits_size   (periph_rsp_i.d_size),
      .peripherals_0_d_bits_source (periph_rsp_i.d_source[SourceBits-1:0]),
      .peripherals_0_d_bits_sink   (1'b0),
      .peripherals_0_d_bits_denied (periph_rsp_i.d_denied),
      .peripherals_0_d_bits_data   (periph_rsp_i.d_data),
      .peripherals_0_d_bits_corrupt(periph_rsp_i.d_corrupt),

      .rocc_0_cmd_valid       (rocc_req_o.cmd_valid),
      .rocc_0_cmd_ready       (rocc_rsp_i.cmd_ready),
      .rocc_0_cmd_bits_instr  (rocc_req_o.cmd_instr),
      .rocc_0_cmd_bits_rs1    (rocc_rs1),
      .rocc_0_cmd_bits_rs2    (rocc_rs2),
      .rocc_0_cmd_bits_machine(rocc_req_o.cmd_machine),
      .rocc_0_resp_valid      (rocc_rsp_i.resp_valid),
      .rocc_0_resp_ready      (rocc_req_o.resp_ready),
      .rocc_0_resp_bits_rd    (rocc_rsp_i.resp_rd),
      .rocc_0_resp_bits_data  (XLen'(signed'(rocc_rsp_i.resp_data))),
      .rocc_0_mem_valid       (rocc_rsp_i.mem_valid),
      .rocc_0_mem_ready       (rocc_req_o.mem_ready),
      .rocc_0_mem_bits_write  (rocc_rsp_i.mem_write),
      .rocc_0_mem_bits_size   (rocc_rsp_i.mem_size),
      .rocc_0_mem_bits_address(rocc_rsp_i.mem_address),
      .rocc_0_mem_bits_data   ({(XLen / 32) {rocc_rsp_i.mem_data}}),
      .rocc_0_memDone         (rocc_req_o.mem_done),
      .rocc_0_memData         (rocc_loaded),
      .rocc_0_busy            (rocc_rsp_i.busy),
      .rocc_0_interrupt       (1'b0)
  );

  vmb_tl_obi #(
      .SizeBits  (3),
      .SourceBits(2),
      .Bytes     (XLen / 8)
  ) u_memory (
      .clk_i,
      .rst_ni,
      .a_valid_i  (a_valid),
      .a_ready_o  (a_ready),
      .a_opcode_i (a_opcode),
      .a_size_i   (a_size),
      .a_source_i (a_source),
      .a_address_i(a_address),
      .a_mask_i   (a_mask),
      .a_data_i   (a_data),
      .d_valid_o  (d_valid),
      .d_ready_i  (d_ready),
      .d_opcode_o (d_opcode),
      .d_size_o   (d_size),
      .d_source_o (d_source),
      .d_denied_o (),
      .d_data_o   (d_data),
      .req_o      (mem_req_o.req),
      .gnt_i      (mem_rsp_i.gnt),
      .we_o       (mem_req_o.we),
      .be_o       (mem_req_o.be),
      .addr_o     (ram_address),
      .wdata_o    (mem_req_o.wdata),
      .rvalid_i   (mem_rsp_i.rvalid),
      .err_i      (1'b0),
      .rdata_i    (mem_rsp_i.rdata)
  );

`ifdef RVFI
  // The ALU's result in the last stage is a load's or store's address.
  always_ff @(posedge clk_i) begin
    rvfi_o.trap     <= u_subsystem.tile.core.wb_xcpt;
    rvfi_o.insn     <= u_subsystem.tile.core.wb_reg_inst;
    rvfi_o.pc       <= 32'(u_subsystem.tile.core.wb_reg_pc);
    rvfi_o.rd_addr  <= u_subsystem.tile.core.rf_waddr & {5{u_subsystem.tile.core.rf_wen}};
    rvfi_o.rd_wdata <= 32'(u_subsystem.tile.core.rf_wdata);
    rvfi_o.mem_addr <= 32'(u_subsystem.tile.core.wb_reg_wdata);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rvfi_o.valid <= 1'b0;
    else rvfi_o.valid <= u_subsystem.tile.core.wb_valid || u_subsystem.tile.core.wb_xcpt;
  end
`else
  assign rvfi_o = '0;
`endif

  logic unused;
  assign unused = ^{mem_rsp_i.err, irq_i.nmi, irq_i.debug};

endmodule
