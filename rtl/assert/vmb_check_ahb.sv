// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of AHB-Lite and AHB5, of a manager and of the subordinate that this is bound to.
// Source: Arm IHI 0033, sections 3.1 and 3.6 (waited transfers), 3.2 (transfer types), 5.1
// (responses), 7.1.2 (reset). fault_o has a bit for each rule that is broken in this cycle.

module vmb_check_ahb #(
    parameter int unsigned AddressBits = 12,
    parameter int unsigned Bytes = 4,  // of a word
    parameter bit          Assert      = 1'b1  // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                   hsel_i,
    input logic                   hready_i,
    input logic [            1:0] htrans_i,
    input logic                   hwrite_i,
    input logic [            2:0] hsize_i,
    input logic [AddressBits-1:0] haddr_i,
    input logic [            3:0] hprot_i,
    input logic [8*Bytes-1:0] hwdata_i,
    input logic                   hreadyout_i,
    input logic                   hresp_i,

    output logic [4:0] fault_o
);

  logic waited;  // an address phase that must not change
  logic [AddressBits+9:0] now, last;
  assign now = {hsel_i, htrans_i[1], hwrite_i, hsize_i, hprot_i, haddr_i};

  logic in_data, writes;  // this subordinate's data phase
  logic held;  // its second or a later cycle
  logic [8*Bytes-1:0] last_wdata;
  logic failing;  // the previous cycle was the first of an error

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited, in_data, held, failing} <= '0;
    else begin
      // After the first cycle of an error the manager may cancel the next transfer.
      waited <= hsel_i && htrans_i[1] && !hready_i && !(in_data && hresp_i);
      if (hready_i) in_data <= hsel_i && htrans_i[1];
      held    <= in_data && !hready_i;
      failing <= hresp_i && !hreadyout_i;
    end
  end
  always_ff @(posedge clk_i) begin
    last <= now;
    if (hready_i) writes <= hwrite_i;
    last_wdata <= hwdata_i;
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = htrans_i != '0 || !hreadyout_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [4:0] faults();
    faults = '0;
    // 3.1, 3.6: while HREADY is low, a transfer is stable.
    if (waited) faults[0] = now != last;
    // 3.1: write data are stable too.
    if (held) faults[1] = writes && hwdata_i != last_wdata;
    // 5.1.3: an error has two cycles, HREADYOUT low and then high.
    if (failing) faults[2] = !(hresp_i && hreadyout_i);
    else faults[2] = hresp_i && hreadyout_i;
    // 3.2: a cycle without a transfer has no wait state and no error.
    if (!in_data) faults[3] = !hreadyout_i || hresp_i;
    // 7.1.2: IDLE, and HREADYOUT high, during reset.
    if (reset_fault) faults = '0;
    faults[4] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [4:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("AHB: a transfer changed while it waited (3.6)");
        assert (!fault[1])
        else $error("AHB: HWDATA changed while its transfer waited (3.1)");
        assert (!fault[2])
        else $error("AHB: an error without its two cycles (5.1.3)");
        assert (!fault[3])
        else $error("AHB: a wait or an error where nothing is asked (3.2)");
        assert (!fault[4])
        else $error("AHB: a transfer, or HREADYOUT low, during reset (7.1.2)");
      end
    end
  end

endmodule
