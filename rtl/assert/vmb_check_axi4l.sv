// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of AXI4-Lite, of manager and subordinate.
// Source: Arm IHI 0022, sections A3.1.2 (reset), A3.2.1 (handshake), A3.3.1 (dependencies),
// B1.1.1 (responses). fault_o has a bit for each rule that is broken in this cycle.

module vmb_check_axi4l #(
    parameter int unsigned AddressBits = 12,
    parameter bit          Assert      = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                   awvalid_i,
    input logic                   awready_i,
    input logic [AddressBits-1:0] awaddr_i,
    input logic [            2:0] awprot_i,
    input logic                   wvalid_i,
    input logic                   wready_i,
    input logic [           31:0] wdata_i,
    input logic [            3:0] wstrb_i,
    input logic                   bvalid_i,
    input logic                   bready_i,
    input logic [            1:0] bresp_i,
    input logic                   arvalid_i,
    input logic                   arready_i,
    input logic [AddressBits-1:0] araddr_i,
    input logic [            2:0] arprot_i,
    input logic                   rvalid_i,
    input logic                   rready_i,
    input logic [           31:0] rdata_i,
    input logic [            1:0] rresp_i,

    output logic [8:0] fault_o
);

  localparam logic [1:0] ExOkay = 2'b01;

  // In the order AW, W, B, AR, R.
  logic [4:0] valid, ready, waited, changed;
  assign valid = {rvalid_i, arvalid_i, bvalid_i, wvalid_i, awvalid_i};
  assign ready = {rready_i, arready_i, bready_i, wready_i, awready_i};

  logic [AddressBits+2:0] last_aw, last_ar;
  logic [35:0] last_w;
  logic [ 1:0] last_b;
  logic [33:0] last_r;
  always_comb begin
    changed = '0;
    if (waited[0]) changed[0] = {awprot_i, awaddr_i} != last_aw;
    if (waited[1]) changed[1] = {wstrb_i, wdata_i} != last_w;
    if (waited[2]) changed[2] = bresp_i != last_b;
    if (waited[3]) changed[3] = {arprot_i, araddr_i} != last_ar;
    if (waited[4]) changed[4] = {rresp_i, rdata_i} != last_r;
  end

  // Unanswered transfers; a subordinate here accepts only a few.
  logic [2:0] aw_owed, w_owed, ar_owed;
  logic b_done, r_done;
  assign b_done = bvalid_i && bready_i;
  assign r_done = rvalid_i && rready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited, aw_owed, w_owed, ar_owed} <= '0;
    else begin
      waited  <= valid & ~ready;
      aw_owed <= aw_owed + 3'(awvalid_i && awready_i) - 3'(b_done);
      w_owed  <= w_owed + 3'(wvalid_i && wready_i) - 3'(b_done);
      ar_owed <= ar_owed + 3'(arvalid_i && arready_i) - 3'(r_done);
    end
  end
  always_ff @(posedge clk_i) begin
    if (awvalid_i) last_aw <= {awprot_i, awaddr_i};
    if (wvalid_i) last_w <= {wstrb_i, wdata_i};
    if (bvalid_i) last_b <= bresp_i;
    if (arvalid_i) last_ar <= {arprot_i, araddr_i};
    if (rvalid_i) last_r <= {rresp_i, rdata_i};
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = valid != '0;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [8:0] faults();
    faults = '0;
    // A3.2.1: VALID and the information are stable until the handshake.
    faults[4:0] = (waited & ~valid) | changed;
    // A3.3.1: B only after AW and W, R only after AR.
    faults[5] = bvalid_i && (aw_owed == '0 || w_owed == '0);
    faults[6] = rvalid_i && ar_owed == '0;
    // B1.1.1: EXOKAY is not a response of AXI4-Lite.
    faults[7] = (bvalid_i && bresp_i == ExOkay) || (rvalid_i && rresp_i == ExOkay);
    // A3.1.2: every VALID is low during reset.
    if (reset_fault) faults = '0;
    faults[8] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [8:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("AXI4-Lite: AW changed or went away before its handshake (A3.2.1)");
        assert (!fault[1])
        else $error("AXI4-Lite: W changed or went away before its handshake (A3.2.1)");
        assert (!fault[2])
        else $error("AXI4-Lite: B changed or went away before its handshake (A3.2.1)");
        assert (!fault[3])
        else $error("AXI4-Lite: AR changed or went away before its handshake (A3.2.1)");
        assert (!fault[4])
        else $error("AXI4-Lite: R changed or went away before its handshake (A3.2.1)");
        assert (!fault[5])
        else $error("AXI4-Lite: B before AW and W (A3.3.1)");
        assert (!fault[6])
        else $error("AXI4-Lite: R before AR (A3.3.1)");
        assert (!fault[7])
        else $error("AXI4-Lite: the response EXOKAY (B1.1.1)");
        assert (!fault[8])
        else $error("AXI4-Lite: a VALID during reset (A3.1.2)");
      end
    end
  end

endmodule
