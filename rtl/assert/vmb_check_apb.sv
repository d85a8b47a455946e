// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of APB3 and APB4, of requester and completer.
// Source: Arm IHI 0024, sections 3.1 to 3.4 (transfers, write strobes, errors) and 4.1 (operating
// states). fault_o has a bit for each rule that is broken in this cycle.

module vmb_check_apb #(
    parameter int unsigned AddressBits = 12,
    parameter bit          Assert      = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                   psel_i,
    input logic                   penable_i,
    input logic                   pwrite_i,
    input logic [AddressBits-1:0] paddr_i,
    input logic [            2:0] pprot_i,
    input logic [            3:0] pstrb_i,
    input logic [           31:0] pwdata_i,
    input logic                   pready_i,
    input logic                   pslverr_i,

    output logic [4:0] fault_o
);

  // An access phase must follow, or continue, with the same transfer.
  logic waited;
  logic last_write;
  logic [AddressBits-1:0] last_addr;
  logic [2:0] last_prot;
  logic [3:0] last_strb;
  logic [31:0] last_wdata;

  logic access, ends;
  assign access = psel_i && penable_i;
  assign ends   = access && pready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited <= 1'b0;
    else waited <= psel_i && !ends;
  end
  always_ff @(posedge clk_i) begin
    if (psel_i) begin
      last_write <= pwrite_i;
      last_addr  <= paddr_i;
      last_prot  <= pprot_i;
      last_strb  <= pstrb_i;
      last_wdata <= pwdata_i;
    end
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = psel_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [4:0] faults();
    faults = '0;
    if (waited) begin
      // 3.1, 4.1: a setup phase has one cycle, the access phase lasts until PREADY, and the
      // transfer is stable.
      faults[0] = !access || pwrite_i != last_write || paddr_i != last_addr ||
          pprot_i != last_prot || pstrb_i != last_strb || (pwrite_i && pwdata_i != last_wdata);
    end else begin
      // 4.1: no access phase without a setup phase.
      faults[1] = access;
    end
    // 3.2: no write strobes in a read.
    faults[2] = psel_i && !pwrite_i && pstrb_i != '0;
    // 3.4: PSLVERR only in the last cycle of a transfer; a recommendation.
    faults[3] = pslverr_i && !ends;
    // 4.1: no selection during reset.
    if (reset_fault) faults = '0;
    faults[4] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [4:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("APB: a transfer changed or went away before its end (3.1)");
        assert (!fault[1])
        else $error("APB: an access phase without a setup phase (4.1)");
        assert (!fault[2])
        else $error("APB: write strobes in a read (3.2)");
        assert (!fault[3])
        else $error("APB: PSLVERR before the last cycle of a transfer (3.4)");
        assert (!fault[4])
        else $error("APB: PSEL during reset (4.1)");
      end
    end
  end

endmodule
