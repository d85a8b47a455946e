// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a subordinate of an OBI 1.2 bus, without options but err and prot: words
// of 32 bits from offset 0 of a page of 4 KiB. Answers come in the next cycle.
//
// err: the register rejects the access, the offset has no register, the access is not a whole word,
// or is below the privilege required by MinPrivilege. Such an access has no effect.

module vmb_couple_obi #(
    parameter int unsigned MinPrivilege = 0,  // prot_i[2:1]: 0 user, 1 supervisor, 3 machine mode
    parameter int unsigned IndexBits = 5  // 6: for the registers of vmb_engine_ring too
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        req_i,
    output logic        gnt_o,
    input  logic        we_i,
    input  logic [ 3:0] be_i,
    input  logic [11:0] addr_i,
    input  logic [31:0] wdata_i,
    input  logic [ 2:0] prot_i,    // 2:1 privilege, 0 data; all 1 if the bus has none
    output logic        rvalid_o,
    output logic        err_o,
    output logic [31:0] rdata_o,

    output logic alert_o,  // one-cycle pulse: an access below that privilege

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

  if (!(MinPrivilege inside {0, 1, 3})) begin : gen_wrong_privilege
    $error("MinPrivilege must be 0, 1 or 3");
  end

  logic outside, denied, fault;
  assign denied = (MinPrivilege > 1 && prot_i[2:1] != 2'd3) ||
      (MinPrivilege != 0 && prot_i[2:1] == 2'd0);
  assign outside = (addr_i[11:IndexBits+2] != '0) || (addr_i[1:0] != '0) ||
      (be_i != 4'b1111) || denied;
  assign fault = outside || reg_fault_i;

  assign reg_req_o = req_i && !outside;
  assign reg_we_o = we_i;
  assign reg_index_o = addr_i[IndexBits+1:2];
  assign reg_wdata_o = wdata_i;
  assign gnt_o = req_i && (outside || reg_ready_i);

  logic rvalid_q, err_q;
  logic [31:0] rdata_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rvalid_q <= 1'b0;
      alert_o  <= 1'b0;
    end else begin
      rvalid_q <= gnt_o;
      alert_o  <= req_i && denied;
    end
  end
  always_ff @(posedge clk_i) begin
    err_q   <= fault;
    rdata_q <= reg_rdata_i & {32{gnt_o && !we_i && !fault}};
  end

  assign rvalid_o = rvalid_q;
  assign err_o = err_q && rvalid_q;
  assign rdata_o = rdata_q;

  logic unused_prot;
  assign unused_prot = prot_i[0];

endmodule
