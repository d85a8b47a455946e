// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a completer of APB4 (Arm IHI 0024, chapters 3 and 4): words of 32 bits
// from offset 0 of a page of 4 KiB. An access reaches the register port in its access phase and
// completes in the same cycle, except for DIN and DOUT; nothing is stored. On APB3, which has
// neither, pstrb_i is 4'b1111 and pprot_i 3'b000 or the requester's.
//
// pslverr_o: the register rejects the access, the offset has no register, a write is less than a
// whole word, or an access lacks the privilege required by the parameters. Such an access has no
// effect. pprot_i: bit 0 privileged, bit 1 non-secure (section 3.5).
//
// prdata_o is the register port's word, which is 0 where nothing is read.

module vmb_couple_apb #(
    parameter bit PrivilegedOnly = 1'b0,  // pprot_i[0] must be 1
    parameter bit SecureOnly     = 1'b0,  // pprot_i[1] must be 0
    parameter int unsigned IndexBits = 5  // 6: for the registers of vmb_engine_ring too
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        psel_i,
    input  logic        penable_i,
    input  logic        pwrite_i,
    input  logic [11:0] paddr_i,
    input  logic [ 2:0] pprot_i,
    input  logic [ 3:0] pstrb_i,
    input  logic [31:0] pwdata_i,
    output logic        pready_o,
    output logic        pslverr_o,
    output logic [31:0] prdata_o,

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

  logic access, denied, outside;
  assign access = psel_i && penable_i;
  assign denied = (PrivilegedOnly && !pprot_i[0]) || (SecureOnly && pprot_i[1]);
  assign outside = (paddr_i[11:IndexBits+2] != '0) || (paddr_i[1:0] != '0) ||
      (pwrite_i && pstrb_i != 4'b1111) || denied;

  assign reg_req_o = access && !outside;
  assign reg_we_o = pwrite_i;
  assign reg_index_o = paddr_i[IndexBits+1:2];
  assign reg_wdata_o = pwdata_i;

  assign pready_o = access && (outside || reg_ready_i);
  assign pslverr_o = pready_o && (outside || reg_fault_i);
  assign prdata_o = reg_rdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) alert_o <= 1'b0;
    else alert_o <= access && denied;
  end

  logic unused_prot;
  assign unused_prot = ^pprot_i;

endmodule
