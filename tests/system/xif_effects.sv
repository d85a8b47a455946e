// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// CV32E40X with a unit behind its port whose instructions have side effects and
// take a while: what a test needs to see that nothing happens before a commit.
// The function units are there too, as far as their parameters are 1.
//
// | opcode custom-0 | effect                                                   |
// | --------------- | -------------------------------------------------------- |
// | funct3 0        | waits rs2 cycles; sum += rs1; rd = the new sum           |
// | funct3 1        | rd = how many instructions of funct3 0 have begun        |
// | funct3 2        | rd = how many have ended                                 |
// | funct3 3        | rd = 1 if an instruction changed or vanished in a wait   |
// | funct3 4        | rd = how many accesses the data bus has taken            |
// | funct3 5        | a software interrupt after rs1 cycles; 0: none any more  |

module xif_effects #(
    parameter int unsigned FunctionUnits = 0,
    parameter bit Engines = 1'b0,  // there are none
    parameter bit AesUnit = 1'b0   // nor this
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] boot_addr_i,
    output logic        instr_req_o,
    input  logic        instr_gnt_i,
    input  logic        instr_rvalid_i,
    output logic [31:0] instr_addr_o,
    input  logic [31:0] instr_rdata_i,
    input  logic        instr_err_i,
    output logic        data_req_o,
    input  logic        data_gnt_i,
    input  logic        data_rvalid_i,
    output logic        data_we_o,
    output logic [ 3:0] data_be_o,
    output logic [31:0] data_addr_o,
    output logic [31:0] data_wdata_o,
    input  logic [31:0] data_rdata_i,
    input  logic        data_err_i,
    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic        mem_we_o,
    output logic [ 3:0] mem_be_o,
    output logic [31:0] mem_addr_o,
    output logic [31:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [31:0] mem_rdata_i,
    input  logic        mem_err_i,
    input  logic        irq_software_i,
    input  logic        irq_timer_i,
    input  logic        irq_external_i,
    input  logic        irq_nm_i,
    input  logic        debug_req_i,
    output logic        rvfi_valid_o,
    output logic        rvfi_trap_o,
    output logic [31:0] rvfi_insn_o,
    output logic [31:0] rvfi_pc_o,
    output logic [ 4:0] rvfi_rd_addr_o,
    output logic [31:0] rvfi_rd_wdata_o,
    output logic [31:0] rvfi_mem_addr_o,
    output logic        alert_o,
    output logic        asleep_o
);

  logic accel_valid_o, accel_accept_i, accel_ready_i;
  logic [31:0] accel_decode_o, accel_instr_o, accel_rs1_o, accel_rs2_o, accel_result_i;

  assign {mem_req_o, mem_we_o, mem_be_o, mem_addr_o, mem_wdata_o} = '0;

  logic [31:0] until_irq_q;
  vmb_cv32e40x u_core (
      .irq_software_i(until_irq_q == 32'd1),
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
      .instr_i(accel_instr_o),
      .rs1_i(accel_rs1_o),
      .rs2_i(accel_rs2_o),
      .accept_o(),
      .result_o(ise_result)
  );

  logic [31:0] sum_q, waited_q, begun_q, ended_q, accesses_q;
  logic        broken_q;
  logic [95:0] request_q;
  logic active, wait_over;

  assign accel_accept_i = ise_accept || is_ours(accel_decode_o);
  assign active = accel_valid_o && is_ours(accel_instr_o) && accel_instr_o[14:12] == 3'd0;
  assign wait_over = waited_q == accel_rs2_o;
  assign accel_ready_i = !active || wait_over;

  always_comb begin
    accel_result_i = ise_result;
    if (is_ours(accel_instr_o)) begin
      case (accel_instr_o[14:12])
        3'd0: accel_result_i = sum_q + accel_rs1_o;
        3'd1: accel_result_i = begun_q;
        3'd2: accel_result_i = ended_q;
        3'd3: accel_result_i = 32'(broken_q);
        3'd4: accel_result_i = accesses_q;
        default: accel_result_i = '0;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sum_q, waited_q, begun_q, ended_q, broken_q, accesses_q, until_irq_q} <= '0;
    end else begin
      if (data_req_o && data_gnt_i) accesses_q <= accesses_q + 1;
      if (until_irq_q > 1) until_irq_q <= until_irq_q - 1;
      if (accel_valid_o && is_ours(accel_instr_o) && accel_instr_o[14:12] == 3'd5) begin
        until_irq_q <= accel_rs1_o;
      end
      request_q <= {accel_instr_o, accel_rs1_o, accel_rs2_o};
      if (waited_q != 0 && (!active || request_q != {accel_instr_o, accel_rs1_o, accel_rs2_o}))
        broken_q <= 1'b1;
      if (active) begin
        if (waited_q == 0) begun_q <= begun_q + 1;
        waited_q <= wait_over ? '0 : waited_q + 1;
        if (wait_over) begin
          sum_q   <= sum_q + accel_rs1_o;
          ended_q <= ended_q + 1;
        end
      end
    end
  end

endmodule
