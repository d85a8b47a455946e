// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a subordinate of AHB-Lite and AHB5 (Arm IHI 0033): words of 32 bits from
// offset 0 of a page of 4 KiB. A transfer reaches the register port in its data phase and completes
// there, except for DIN and DOUT. Each beat of a burst is a separate access.
//
// An error takes two cycles (section 5.1.3): the register rejects the access, the offset has no
// register, the transfer is not a whole word, or lacks the privilege required by the parameters.
// Such an access has no effect.
//
// hrdata_o is the register port's word, which is 0 where nothing is read; of a transfer
// only its address is stored.

module vmb_couple_ahb #(
    parameter bit PrivilegedOnly = 1'b0,  // hprot_i[1] must be 1
    parameter bit SecureOnly     = 1'b0,  // hnonsec_i must be 0
    parameter int unsigned IndexBits = 5  // 6: for the registers of vmb_engine_ring too
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        hsel_i,
    input  logic        hready_i,     // from the bus
    input  logic [ 1:0] htrans_i,
    input  logic        hwrite_i,
    input  logic [ 2:0] hsize_i,
    input  logic [11:0] haddr_i,
    input  logic [ 3:0] hprot_i,
    input  logic        hnonsec_i,    // 0 on AHB-Lite
    input  logic [31:0] hwdata_i,
    output logic        hreadyout_o,
    output logic        hresp_o,
    output logic [31:0] hrdata_o,

    output logic alert_o,  // one-cycle pulse: an access without the privilege

    output logic        reg_req_o,
    output logic        reg_we_o,
    output logic [IndexBits-1:0] reg_index_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic        reg_fault_i,
    input  logic [31:0] reg_rdata_i
);

  if (!(IndexBits inside {5, 6})) begin : gen_wrong_index
    $error("IndexBits must be 5 or 6");
  end

  localparam logic [2:0] Word = 3'd2;

  // The address phase.
  logic asks, denied, outside;
  assign asks = hsel_i && hready_i && htrans_i[1];
  assign denied = (PrivilegedOnly && !hprot_i[1]) || (SecureOnly && hnonsec_i);
  assign outside = (haddr_i[11:IndexBits+2] != '0) || (haddr_i[1:0] != '0) ||
      (hsize_i != Word) || denied;

  // The data phase; failed_q: the second cycle of an error.
  logic valid_q, failed_q, outside_q, write_q;
  logic [IndexBits-1:0] index_q;
  logic done, fails;
  assign done = outside_q || reg_ready_i;
  assign fails = valid_q && done && (outside_q || reg_fault_i);

  assign reg_req_o = valid_q && !outside_q;
  assign reg_we_o = write_q;
  assign reg_index_o = index_q;
  assign reg_wdata_o = hwdata_i;

  assign hreadyout_o = !valid_q || (done && !fails);
  assign hresp_o = fails || failed_q;
  assign hrdata_o = reg_rdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      failed_q <= 1'b0;
      alert_o  <= 1'b0;
    end else begin
      if (hready_i || fails) valid_q <= asks;
      failed_q <= fails;
      alert_o  <= asks && denied;
    end
  end
  always_ff @(posedge clk_i) begin
    if (hready_i) begin
      outside_q <= outside;
      write_q   <= hwrite_i;
      index_q   <= haddr_i[IndexBits+1:2];
    end
  end

  logic unused_ahb;
  assign unused_ahb = ^{hprot_i, hnonsec_i, htrans_i[0]};

endmodule
