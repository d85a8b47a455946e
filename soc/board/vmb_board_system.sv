// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The system of a board: a core with its units and its accelerator, RAM, and the devices.
//
// RAM and devices answer in the next cycle, as those of a simulated system with its default
// memory. The RAM has two ports: instructions have one, and the core's data and the accelerator
// share the other one, alternately, as with `--shared-port` in simulations.
//
// VMB_CORE is the core's module, VMB_CORE_PARAMETERS are its parameters (soc/sim/vmb_sim.sv).

module vmb_board_system
  import vmb_core_pkg::*;
#(
    parameter int unsigned RamBytes = 65536,  // a power of two
    parameter logic [31:0] Version = '0,
    parameter int unsigned ClockHz = 35_000_000,
    parameter int unsigned BitCycles = ClockHz / 115_200
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic       rx_i,
    output logic       tx_o,
    output logic       trigger_o,  // 1 while a program measures
    output logic [7:0] led_o
);

  localparam logic [31:0] RamBase = 32'h8000_0000;
  localparam int unsigned RamBits = $clog2(RamBytes);

  fetch_req_t fetch_req;
  obi_rsp_t fetch_rsp, data_rsp, device_rsp;
  obi_req_t data_req;
  mem_req_t mem_req;
  mem_rsp_t mem_rsp;
  irq_t irq;
  logic irq_software, irq_timer;
  logic unused;

  always_comb begin
    irq = '0;
    irq.software = irq_software;
    irq.timer = irq_timer;
  end

  rvfi_t rvfi;
  logic alert, asleep;
  `VMB_CORE #(
  `VMB_CORE_PARAMETERS
  ) u_core (
      .clk_i,
      .rst_ni,
      .boot_addr_i(RamBase),
      .instr_req_o(fetch_req),
      .instr_rsp_i(fetch_rsp),
      .data_req_o (data_req),
      .data_rsp_i (data_rsp),
      .mem_req_o  (mem_req),
      .mem_rsp_i  (mem_rsp),
      .irq_i      (irq),
      .rvfi_o     (rvfi),
      .alert_o    (alert),
      .asleep_o   (asleep)
  );

  function automatic logic in_ram(logic [31:0] address);
    return address[31:RamBits] == RamBase[31:RamBits];
  endfunction

  // ---- The second port of the RAM, alternately if both want it ----

  logic data_open, data_last_q, data_gnt, mem_gnt;
  assign data_gnt = data_req.req && data_open && !(mem_req.req && data_last_q);
  assign mem_gnt  = mem_req.req && !data_gnt;

  logic data_in_ram, mem_in_ram, ram_access;
  assign data_in_ram = in_ram(data_req.addr);
  assign mem_in_ram  = in_ram(mem_req.addr);
  assign ram_access  = mem_gnt ? mem_in_ram : data_gnt && data_in_ram;

  obi_req_t ram_req;
  always_comb begin
    ram_req = data_req;
    if (mem_gnt) begin
      ram_req.we = mem_req.we;
      ram_req.be = mem_req.be;
      ram_req.addr = mem_req.addr;
      ram_req.wdata = mem_req.wdata;
    end
  end

  logic [31:0] fetched, rdata;
  vmb_board_ram #(
      .Bytes(RamBytes)
  ) u_ram (
      .clk_i,
      .fetch_i      (fetch_req.req),
      .fetch_word_i (fetch_req.addr[RamBits-1:2]),
      .fetched_o    (fetched),
      .access_i     (ram_access),
      .write_i      (ram_req.be & {4{ram_req.we}}),
      .access_word_i(ram_req.addr[RamBits-1:2]),
      .wdata_i      (ram_req.wdata),
      .rdata_o      (rdata)
  );

  vmb_board_devices #(
      .Version  (Version),
      .ClockHz  (ClockHz),
      .BitCycles(BitCycles)
  ) u_devices (
      .clk_i,
      .rst_ni,
      .select_i      (data_gnt && !data_in_ram),
      .req_i         (data_req),
      .gnt_o         (data_open),
      .rsp_o         (device_rsp),
      .irq_software_o(irq_software),
      .irq_timer_o   (irq_timer),
      .rx_i,
      .tx_o,
      .trigger_o,
      .led_o
  );

  // ---- Answers ----

  logic fetch_q, fetch_err_q, data_ram_q, mem_q, mem_err_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {fetch_q, fetch_err_q, data_ram_q, mem_q, mem_err_q} <= '0;
      data_last_q <= 1'b0;
    end else begin
      fetch_q <= fetch_req.req;
      fetch_err_q <= !in_ram(fetch_req.addr);
      data_ram_q <= data_gnt && data_in_ram;
      mem_q <= mem_gnt;
      mem_err_q <= !mem_in_ram;
      if (data_req.req && data_open || mem_req.req) data_last_q <= data_gnt;
    end
  end

  always_comb begin
    fetch_rsp = '0;
    fetch_rsp.gnt = 1'b1;
    fetch_rsp.rvalid = fetch_q;
    fetch_rsp.err = fetch_err_q;
    fetch_rsp.rdata = fetched;

    data_rsp = '0;
    data_rsp.gnt = data_gnt;
    data_rsp.rvalid = data_ram_q || device_rsp.rvalid;
    data_rsp.err = device_rsp.err;
    data_rsp.rdata = device_rsp.rdata | (rdata & {32{data_ram_q}});

    mem_rsp = '0;
    mem_rsp.gnt = mem_gnt;
    mem_rsp.rvalid = mem_q;
    mem_rsp.err = mem_err_q;
    mem_rsp.rdata = rdata;
  end

  assign unused = ^{fetch_req.addr[1:0], ram_req.addr[1:0], ram_req.addr[31:RamBits], ram_req.req,
                    device_rsp.gnt, rvfi, alert, asleep};

endmodule
