// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The assumptions of proofs of cores about their environment: the buses for instructions (0) and
// data (1) answer only granted requests. Everything else is unconstrained.

module vmb_formal_environment #(
    parameter bit [1:0] Assumed = 2'b11  // the buses on which the proof relies
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic [1:0][2:0] buses_i,    // of each bus: request, grant, answer
    input  logic           assumed_i,  // further assumptions about this cycle
    output logic           held_o,     // all assumptions, in this and all previous cycles
    output logic [1:0][2:0] owed_o      // the number of pending answers of each bus
);

  logic [1:0] asked;
  for (genvar i = 0; i < 2; i++) begin : gen_bus
    logic [5:0] fault;
    vmb_check_obi #(
        .Assert(1'b0)
    ) u_check (
        .clk_i,
        .rst_ni,
        .req_i      (buses_i[i][2]),
        .gnt_i      (buses_i[i][1]),
        .we_i       (1'b0),
        .be_i       (4'b1111),
        .addr_i     (32'd0),
        .wdata_i    (32'd0),
        .rvalid_i   (buses_i[i][0]),
        .withdrawn_i(1'b0),
        .fault_o    (fault)
    );
    assign asked[i] = !fault[3] || !Assumed[i];
    assign owed_o[i] = u_check.owed;
  end

  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(asked == 2'b11 && assumed_i),
      .held_o
  );

endmodule
