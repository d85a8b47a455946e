// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// VexRiscv (FullCfu) with Xascon at its CFU port and an engine on its data bus, from
// 0xf0000000 on, which it does not cache. The test serves instructions, data and the engine's
// memory port.

module host_vexriscv (
    input logic clk_i,
    input logic rst_ni,

    output logic        ibus_stb_o,
    output logic [29:0] ibus_adr_o,
    input  logic        ibus_ack_i,
    input  logic [31:0] ibus_dat_i,

    output logic        dbus_stb_o,
    output logic        dbus_we_o,
    output logic [ 3:0] dbus_sel_o,
    output logic [29:0] dbus_adr_o,
    output logic [31:0] dbus_dat_o,
    input  logic        dbus_ack_i,
    input  logic [31:0] dbus_dat_i,

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

  logic cmd_valid, cmd_ready, rsp_valid, rsp_ready, i_cyc, d_cyc, d_stb, irq, page;
  logic [9:0] function_id;
  logic [31:0] operand_0, operand_1, result, page_dat;
  logic page_ack, page_err;
  assign page = dbus_adr_o[29:26] == '1;
  assign dbus_stb_o = d_cyc && d_stb && !page;

  VexRiscv u_core (
      .externalResetVector(32'd0),
      .timerInterrupt(1'b0),
      .softwareInterrupt(1'b0),
      .externalInterruptArray({31'd0, irq}),
      .CfuPlugin_bus_cmd_valid(cmd_valid),
      .CfuPlugin_bus_cmd_ready(cmd_ready),
      .CfuPlugin_bus_cmd_payload_function_id(function_id),
      .CfuPlugin_bus_cmd_payload_inputs_0(operand_0),
      .CfuPlugin_bus_cmd_payload_inputs_1(operand_1),
      .CfuPlugin_bus_rsp_valid(rsp_valid),
      .CfuPlugin_bus_rsp_ready(rsp_ready),
      .CfuPlugin_bus_rsp_payload_outputs_0(result),
      .iBusWishbone_CYC(i_cyc),
      .iBusWishbone_STB(ibus_stb_o),
      .iBusWishbone_ACK(ibus_ack_i && i_cyc),
      .iBusWishbone_WE(),
      .iBusWishbone_ADR(ibus_adr_o),
      .iBusWishbone_DAT_MISO(ibus_dat_i),
      .iBusWishbone_DAT_MOSI(),
      .iBusWishbone_SEL(),
      .iBusWishbone_ERR(1'b0),
      .iBusWishbone_CTI(),
      .iBusWishbone_BTE(),
      .dBusWishbone_CYC(d_cyc),
      .dBusWishbone_STB(d_stb),
      .dBusWishbone_ACK(page ? page_ack : dbus_ack_i),
      .dBusWishbone_WE(dbus_we_o),
      .dBusWishbone_ADR(dbus_adr_o),
      .dBusWishbone_DAT_MISO(page ? page_dat : dbus_dat_i),
      .dBusWishbone_DAT_MOSI(dbus_dat_o),
      .dBusWishbone_SEL(dbus_sel_o),
      .dBusWishbone_ERR(page && page_err),
      .dBusWishbone_CTI(),
      .dBusWishbone_BTE(),
      .clk(clk_i),
      .reset(!rst_ni)
  );

  logic accept, unused_valid;
  logic [31:0] instr, rs1, rs2, ise_result;
  vmb_cfu u_cfu (
      .cmd_valid_i(cmd_valid),
      .cmd_ready_o(cmd_ready),
      .cmd_function_id_i(function_id),
      .cmd_inputs_0_i(operand_0),
      .cmd_inputs_1_i(operand_1),
      .rsp_valid_o(rsp_valid),
      .rsp_ready_i(rsp_ready),
      .rsp_outputs_0_o(result),
      .accel_valid_o(unused_valid),
      .accel_instr_o(instr),
      .accel_rs1_o(rs1),
      .accel_rs2_o(rs2),
      .accel_accept_i(accept),
      .accel_ready_i(1'b1),
      .accel_result_i(ise_result)
  );

  vmb_ise #(
      .FunctionUnits(1 << vmb_ise_encodings_pkg::UnitXascon)
  ) u_ise (
      .instr_i (instr),
      .rs1_i   (rs1),
      .rs2_i   (rs2),
      .accept_o(accept),
      .result_o(ise_result)
  );

  host_engine u_engine (
      .clk_i,
      .rst_ni,
      .cyc_i(d_cyc && page),
      .stb_i(d_stb && page),
      .we_i(dbus_we_o),
      .sel_i(dbus_sel_o),
      .adr_i(dbus_adr_o[9:0]),
      .dat_i(dbus_dat_o),
      .ack_o(page_ack),
      .err_o(page_err),
      .dat_o(page_dat),
      .irq_o(irq),
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
