// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of AXI-Stream with words of Bytes bytes, of what sends them. Source: Arm IHI 0051, sections
// 2.2.1 (handshake) and 2.8.2 (reset). fault_o has a bit for each rule that is broken in this
// cycle.

module vmb_check_axis #(
    parameter int unsigned Bytes = 4,
    parameter bit Assert = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic        tvalid_i,
    input logic        tready_i,
    input logic [8*Bytes-1:0] tdata_i,
    input logic [Bytes-1:0] tkeep_i,
    input logic        tlast_i,
    input logic [ 1:0] tuser_i,

    output logic [2:0] fault_o
);

  logic waited;
  logic [9*Bytes+2:0] word, last;
  assign word = {tuser_i, tlast_i, tkeep_i, tdata_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited <= 1'b0;
    else waited <= tvalid_i && !tready_i;
  end
  always_ff @(posedge clk_i) begin
    if (tvalid_i && !tready_i) last <= word;
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = tvalid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [2:0] faults();
    faults = '0;
    // 2.2.1: TVALID and the information are stable until the handshake.
    if (waited) begin
      faults[0] = !tvalid_i;
      faults[1] = tvalid_i && word != last;
    end
    // 2.8.2: TVALID is low during reset.
    if (reset_fault) faults = '0;
    faults[2] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [2:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("AXI-Stream: TVALID went away before its handshake (2.2.1)");
        assert (!fault[1])
        else $error("AXI-Stream: a word changed before its handshake (2.2.1)");
        assert (!fault[2])
        else $error("AXI-Stream: TVALID during reset (2.8.2)");
      end
    end
  end

endmodule
