// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a bus answers only granted requests, which proofs of cores assume.

module vmb_formal_asked (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic req_i,
    input  logic gnt_i,
    input  logic rvalid_i,
    output logic asked_o    // in this cycle
);

  logic [5:0] fault;
  vmb_check_obi #(
      .Assert(1'b0)
  ) u_check (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_i,
      .we_i       (1'b0),
      .be_i       (4'b1111),
      .addr_i     (32'd0),
      .wdata_i    (32'd0),
      .rvalid_i,
      .withdrawn_i(1'b0),
      .fault_o    (fault)
  );
  assign asked_o = !fault[3];

endmodule
