// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a slave of Wishbone B4, with a data port of 32 bits and a granularity of
// 8: words from offset 0 of a page of 4 KiB. Pipelined: a request a cycle, taken while
// stall_o is 0. Otherwise standard cycles (those of B3 too), of two clock cycles each.
// Answers come in the cycle after their request.
//
// err_o: the register rejects the access, the offset has no register, the access is not a whole
// word, or, with PrivilegedOnly, is unprivileged. Such an access has no effect. Wishbone has no
// signal for privilege: privileged_i comes from a tag (TGA or TGC) or from the upstream master.
//
// A word read (plaintext) stays for the cycle of its answer: otherwise reg_rdata_i is 0. A master
// that ends the cycle (cyc_i) gets no more answers.

module vmb_couple_wb #(
    parameter bit Pipelined = 1'b1,
    parameter bit PrivilegedOnly = 1'b0,
    parameter int unsigned IndexBits = 5  // 6: for the registers of vmb_engine_ring too
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        cyc_i,
    input  logic        stb_i,
    output logic        stall_o,       // always 0 in standard cycles
    input  logic        we_i,
    input  logic [ 3:0] sel_i,
    input  logic [11:2] adr_i,         // a byte address without its bits 1:0
    input  logic [31:0] dat_i,
    input  logic        privileged_i,
    output logic        ack_o,
    output logic        err_o,
    output logic [31:0] dat_o,

    output logic alert_o,  // one-cycle pulse: an access without privilege

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

  logic answers_q, err_q;
  logic [31:0] dat_q;

  // In a standard cycle a request is held in the cycle of its answer.
  logic asks, takes, denied, outside;
  assign asks = cyc_i && stb_i && (Pipelined || !answers_q);
  assign denied = PrivilegedOnly && !privileged_i;
  assign outside = (adr_i[11:IndexBits+2] != '0) || (sel_i != 4'b1111) || denied;
  assign takes = asks && (outside || reg_ready_i);

  assign reg_req_o = asks && !outside;
  assign reg_we_o = we_i;
  assign reg_index_o = adr_i[IndexBits+1:2];
  assign reg_wdata_o = dat_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answers_q <= 1'b0;
      alert_o   <= 1'b0;
    end else begin
      answers_q <= takes;
      alert_o   <= takes && denied;
    end
  end
  always_ff @(posedge clk_i) begin
    err_q <= outside || reg_fault_i;
    dat_q <= reg_rdata_i;
  end

  logic answers;
  assign answers = answers_q && cyc_i && (Pipelined || stb_i);
  assign stall_o = Pipelined && asks && !takes;
  assign ack_o   = answers && !err_q;
  assign err_o   = answers && err_q;
  assign dat_o   = dat_q;

  logic unused_privileged;
  assign unused_privileged = privileged_i;

endmodule
