// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Not part of the design: the checkers of the couplings' protocols in every simulation
// (rtl/assert). Netlists and proofs leave this file out.
//
// Accesses other than whole register words are rejected, including requests that break the rules of
// their bus.

// fault_o is for proofs.
// verilator lint_off PINCONNECTEMPTY

bind vmb_couple_accel vmb_check_accel u_check_accel (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .decode_i(instr_i),
    .accept_i(accept_o),
    .valid_i(valid_i),
    .machine_i(privileged_i),
    .instr_i(instr_i),
    .rs1_i(rs1_i),
    .rs2_i(rs2_i),
    .ready_i(ready_o),
    .retry_i(retry_o),
    .fault_o()
);

bind vmb_couple_obi vmb_check_obi u_check_obi (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .req_i(req_i),
    .gnt_i(gnt_o),
    .we_i(we_i),
    .be_i(4'b1111),
    .addr_i(32'd0),
    .wdata_i(wdata_i),
    .rvalid_i(rvalid_o),
    .withdrawn_i(1'b0),
    .fault_o()
);

bind vmb_couple_axi4l vmb_check_axi4l u_check_axi4l (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .awvalid_i(awvalid_i),
    .awready_i(awready_o),
    .awaddr_i(awaddr_i),
    .awprot_i(awprot_i),
    .wvalid_i(wvalid_i),
    .wready_i(wready_o),
    .wdata_i(wdata_i),
    .wstrb_i(wstrb_i),
    .bvalid_i(bvalid_o),
    .bready_i(bready_i),
    .bresp_i(bresp_o),
    .arvalid_i(arvalid_i),
    .arready_i(arready_o),
    .araddr_i(araddr_i),
    .arprot_i(arprot_i),
    .rvalid_i(rvalid_o),
    .rready_i(rready_i),
    .rdata_i(rdata_o),
    .rresp_i(rresp_o),
    .fault_o()
);
