// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// CV32E40X with a unit at its port whose instructions have side effects and take
// several cycles, so that a test can observe that no effect occurs before a commit.
// The function units with a parameter of 1 are present too.
//
// | opcode custom-0 | effect                                                   |
// | --------------- | -------------------------------------------------------- |
// | funct3 0        | waits rs2 cycles; sum += rs1; rd = the new sum           |
// | funct3 1        | rd = number of instructions of funct3 0 that have begun  |
// | funct3 2        | rd = number of them that have ended                      |
// | funct3 3        | rd = 1 if an instruction changed or vanished in a wait   |
// | funct3 4        | rd = number of accesses that the data bus has accepted   |
// | funct3 5        | a software interrupt after rs1 cycles; 0: none           |

module xif_effects
  import vmb_core_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0,
    parameter bit Engines = 1'b0,  // not supported
    parameter bit AesUnit = 1'b0   // not supported
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] boot_addr_i,
    output fetch_req_t  instr_req_o,
    input  obi_rsp_t    instr_rsp_i,
    output obi_req_t    data_req_o,
    input  obi_rsp_t    data_rsp_i,
    output mem_req_t    mem_req_o,
    input  mem_rsp_t    mem_rsp_i,
    input  irq_t        irq_i,
    output rvfi_t       rvfi_o,
    output logic        alert_o,
    output logic        asleep_o
);

  logic [31:0] accel_decode_o;
  accel_req_t accel_req;
  accel_rsp_t accel_rsp;
  irq_t irq;

  assign mem_req_o = '0;
  assign accel_rsp.retry = 1'b0;

  logic [31:0] until_irq_q;
  always_comb begin
    irq = irq_i;
    irq.software = until_irq_q == 32'd1;
  end

  vmb_cv32e40x u_core (
      .irq_i(irq),
      .accel_req_o(accel_req),
      .accel_rsp_i(accel_rsp),
      .*
  );

  function automatic logic is_ours(input logic [31:0] instr);
    return instr[6:0] == 7'h0b && instr[14:12] < 3'd6 && instr[31:25] == 7'd0;
  endfunction

  logic        ise_accept;
  logic [31:0] ise_result;

  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_decode (
      .instr_i(accel_decode_o),
      .rs1_i('0),
      .rs2_i('0),
      .accept_o(ise_accept),
      .result_o()
  );
  vmb_ise #(
      .FunctionUnits(FunctionUnits)
  ) u_ise (
      .instr_i(accel_req.instr),
      .rs1_i(accel_req.rs1),
      .rs2_i(accel_req.rs2),
      .accept_o(),
      .result_o(ise_result)
  );

  logic [31:0] sum_q, waited_q, begun_q, ended_q, accesses_q;
  logic        broken_q;
  logic [95:0] request_q;
  logic active, wait_over;

  assign accel_rsp.accept = ise_accept || is_ours(accel_decode_o);
  assign active = accel_req.valid && is_ours(accel_req.instr) && accel_req.instr[14:12] == 3'd0;
  assign wait_over = waited_q == accel_req.rs2;
  assign accel_rsp.ready = !active || wait_over;

  always_comb begin
    accel_rsp.result = ise_result;
    if (is_ours(accel_req.instr)) begin
      case (accel_req.instr[14:12])
        3'd0: accel_rsp.result = sum_q + accel_req.rs1;
        3'd1: accel_rsp.result = begun_q;
        3'd2: accel_rsp.result = ended_q;
        3'd3: accel_rsp.result = 32'(broken_q);
        3'd4: accel_rsp.result = accesses_q;
        default: accel_rsp.result = '0;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sum_q, waited_q, begun_q, ended_q, broken_q, accesses_q, until_irq_q} <= '0;
    end else begin
      if (data_req_o.req && data_rsp_i.gnt) accesses_q <= accesses_q + 1;
      if (until_irq_q > 1) until_irq_q <= until_irq_q - 1;
      if (accel_req.valid && is_ours(accel_req.instr) && accel_req.instr[14:12] == 3'd5) begin
        until_irq_q <= accel_req.rs1;
      end
      request_q <= {accel_req.instr, accel_req.rs1, accel_req.rs2};
      if (waited_q != 0 && (!active || request_q != {accel_req.instr, accel_req.rs1, accel_req.rs2}))
        broken_q <= 1'b1;
      if (active) begin
        if (waited_q == 0) begun_q <= begun_q + 1;
        waited_q <= wait_over ? '0 : waited_q + 1;
        if (wait_over) begin
          sum_q   <= sum_q + accel_req.rs1;
          ended_q <= ended_q + 1;
        end
      end
    end
  end

endmodule
