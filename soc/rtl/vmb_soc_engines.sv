// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engines next to a simulated processor: two AEAD engines on its data bus, one with a memory
// port and one without. Both are behind the processor's accelerator port as well: the first on
// custom-0, the second on custom-2.
//
//   0x1100_0000   engine with a memory port, on OBI; on AXI4-Lite at + 0x1000, on
//                 TileLink-UL at + 0x2000
//   0x1101_0000   engine without a memory port, at the same offsets
//
// All other accesses go to the memory, in the same cycle. Answers keep the order of requests: a
// request to another target waits until all earlier requests are answered.

module vmb_soc_engines
  import vmb_core_pkg::*;
#(
    // A synthesised system has one engine behind one coupling. Couplings, from bit 0 on: the
    // accelerator port, OBI, AXI4-Lite, TileLink-UL.
    parameter logic [3:0] Couplings = 4'b1111,
    // A parameter of vmb_soc_engine_pair.
    parameter logic [1:0] Ports = 2'b11,
    parameter logic [511:0] Options = '0,
    // Instead of both, one engine with a ring of descriptors and a memory port, on OBI alone.
    parameter bit Ring = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // The processor's data bus.
    input  obi_req_t data_req_i,
    output obi_rsp_t data_rsp_o,

    input  accel_req_t accel_req_i,
    output accel_rsp_t accel_rsp_o,

    input  logic irq_pending_i,
    output logic irq_o,

    // The memory's ports: the processor's, whose request is data_req_i if ram_req_o is 1, and the
    // engine's.
    output logic     ram_req_o,
    input  obi_rsp_t ram_rsp_i,
    output mem_req_t mem_req_o,
    input  mem_rsp_t mem_rsp_i
);

  // ---- The data bus: 0 the memory, 1 and 2 the engines ----

  localparam bit Bus = Couplings[3:1] != '0;

  logic [1:0] target, last_q;
  logic [2:0] waiting_q;  // unanswered requests, all to last_q
  logic [2:0] req, gnt, rvalid, err;
  logic [31:0] rdata[3];
  always_comb begin
    target = 2'd0;
    if (Bus && Ports[0] && data_req_i.addr[31:16] == 16'h1100) target = 2'd1;
    if (Bus && Ports[1] && data_req_i.addr[31:16] == 16'h1101) target = 2'd2;
  end

  logic open, granted, answered;
  assign open = (waiting_q == '0) || (target == last_q && waiting_q != '1) ||
      (waiting_q == 3'd1 && answered);
  for (genvar i = 0; i < 3; i++) begin : gen_req
    assign req[i] = data_req_i.req && open && (target == 2'(i));
  end
  assign granted = |(req & gnt);
  assign answered = |rvalid;
  assign data_rsp_o.gnt = granted;
  assign data_rsp_o.rvalid = answered;
  assign data_rsp_o.err = |(rvalid & err);
  always_comb begin
    data_rsp_o.rdata = '0;
    for (int unsigned i = 0; i < 3; i++) data_rsp_o.rdata |= rdata[i] & {32{rvalid[i]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      last_q <= '0;
    end else begin
      waiting_q <= waiting_q + 3'(granted) - 3'(answered);
      if (granted) last_q <= target;
    end
  end

  assign ram_req_o = req[0];
  assign {gnt[0], rvalid[0], err[0], rdata[0]} = ram_rsp_i;

  // ---- The engines: 0 has the memory port ----

  reg_req_t bus_reg_req[2];
  reg_rsp_t bus_reg_rsp[2];

  for (genvar i = 0; i < 2; i++) begin : gen_mmio
    if (Bus && Ports[i] && !Ring) begin : gen_bus
      obi_req_t bus_req;
      always_comb begin
        bus_req = data_req_i;
        bus_req.req = req[i+1];
      end

      vmb_soc_mmio #(
          .Couplings(Couplings[3:1])
      ) u_mmio (
          .clk_i,
          .rst_ni,
          .req_i    (bus_req),
          .rsp_o    ({gnt[i+1], rvalid[i+1], err[i+1], rdata[i+1]}),
          .reg_req_o(bus_reg_req[i]),
          .reg_rsp_i(bus_reg_rsp[i])
      );
    end else begin : gen_no_bus
      if (!Ring || i == 1) begin : gen_none
        assign {gnt[i+1], rvalid[i+1], err[i+1], rdata[i+1]} = '0;
      end
      assign bus_reg_req[i] = '0;
    end
  end

  if (Ring) begin : gen_ring
    obi_req_t ring_req;
    always_comb begin
      ring_req = data_req_i;
      ring_req.req = req[1];
    end

    vmb_soc_ring #(
        .Options(Options)
    ) u_ring (
        .clk_i,
        .rst_ni,
        .req_i(ring_req),
        .rsp_o({gnt[1], rvalid[1], err[1], rdata[1]}),
        .irq_o,
        .mem_req_o,
        .mem_rsp_i
    );
    assign accel_rsp_o = '0;
    assign bus_reg_rsp = '{default: '0};
    logic unused;
    assign unused = ^{accel_req_i, irq_pending_i, bus_reg_req[0], bus_reg_req[1],
                      bus_reg_rsp[0], bus_reg_rsp[1]};
  end else begin : gen_pair
    // A bus access is older than the processor's instruction and goes first.
    vmb_soc_engine_pair #(
        .Accel  (Couplings[0]),
        .Ports  (Ports),
        .Options(Options)
    ) u_pair (
        .clk_i,
        .rst_ni,
        .accel_req_i,
        .accel_rsp_o,
        .bus_req_i(bus_reg_req),
        .bus_rsp_o(bus_reg_rsp),
        .irq_pending_i,
        .irq_o,
        .busy_o   (),
        .mem_req_o,
        .mem_rsp_i
    );
  end

endmodule
