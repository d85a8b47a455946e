// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a client of TileLink Uncached Lightweight (TileLink 1.8.1, section
// 6): Get, PutFullData and PutPartialData of words of 32 bits, from offset 0 of a
// page of 4 KiB. One answer waits at a time.
//
// denied: the register rejects the access, the offset has no register, the access is not a whole
// word, or, with PrivilegedOnly, is unprivileged. Such an access has no effect. TileLink has no
// signal for privilege: a_privileged_i comes from the integrator's user bits (in Rocket Chip,
// amba_prot.privileged), or from the upstream manager.
//
// A word read (plaintext) is cleared when its answer is taken, and after a reset.

module vmb_couple_tlul #(
    parameter int unsigned SourceBits = 1,
    parameter bit PrivilegedOnly = 1'b0,
    parameter int unsigned IndexBits = 5  // 6: for the registers of vmb_engine_ring too
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic                  a_valid_i,
    output logic                  a_ready_o,
    input  logic [           2:0] a_opcode_i,
    input  logic [           2:0] a_param_i,
    input  logic [           1:0] a_size_i,
    input  logic [SourceBits-1:0] a_source_i,
    input  logic [          11:0] a_address_i,
    input  logic [           3:0] a_mask_i,
    input  logic [          31:0] a_data_i,
    input  logic                  a_corrupt_i,
    input  logic                  a_privileged_i,

    output logic                  d_valid_o,
    input  logic                  d_ready_i,
    output logic [           2:0] d_opcode_o,
    output logic [           1:0] d_param_o,
    output logic [           1:0] d_size_o,
    output logic [SourceBits-1:0] d_source_o,
    output logic                  d_denied_o,
    output logic [          31:0] d_data_o,
    output logic                  d_corrupt_o,

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

  if (SourceBits == 0) begin : gen_wrong_source
    $error("SourceBits must be 1 or more");
  end

  localparam logic [2:0] PutFullData = 3'd0;
  localparam logic [2:0] PutPartialData = 3'd1;
  localparam logic [2:0] Get = 3'd4;
  localparam logic [2:0] AccessAck = 3'd0;
  localparam logic [2:0] AccessAckData = 3'd1;

  logic write, outside, denied, free;
  assign denied = PrivilegedOnly && !a_privileged_i;
  assign write = a_opcode_i inside {PutFullData, PutPartialData};
  assign outside = (a_address_i[11:IndexBits+2] != '0) || (a_address_i[1:0] != '0) ||
      (a_size_i != 2'd2) ||
      (a_mask_i != 4'b1111) || (a_param_i != '0) || a_corrupt_i || denied ||
      !(write || a_opcode_i == Get);

  logic d_valid_q, d_read_q, d_denied_q;
  logic [1:0] d_size_q;
  logic [SourceBits-1:0] d_source_q;
  logic [31:0] d_data_q;
  assign free = !d_valid_q || d_ready_i;

  assign reg_req_o = a_valid_i && free && !outside;
  assign reg_we_o = write;
  assign reg_index_o = a_address_i[IndexBits+1:2];
  assign reg_wdata_o = a_data_i;
  assign a_ready_o = a_valid_i && free && (outside || reg_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      d_valid_q <= 1'b0;
      alert_o   <= 1'b0;
    end else begin
      if (a_ready_o) d_valid_q <= 1'b1;
      else if (d_ready_i) d_valid_q <= 1'b0;
      alert_o <= a_ready_o && denied;
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_ready_o) begin
      d_read_q   <= !write;
      d_size_q   <= a_size_i;
      d_source_q <= a_source_i;
      d_denied_q <= outside || reg_fault_i;
      d_data_q   <= reg_rdata_i & {32{!outside && !write}};
    end else if (free) d_data_q <= '0;
  end

  logic unused_privileged;
  assign unused_privileged = a_privileged_i;

  assign d_valid_o = d_valid_q;
  assign d_opcode_o = d_read_q ? AccessAckData : AccessAck;
  assign d_param_o = '0;
  assign d_size_o = d_size_q;
  assign d_source_o = d_source_q;
  assign d_denied_o = d_denied_q;
  assign d_data_o = d_data_q;
  assign d_corrupt_o = d_denied_q && d_read_q;

endmodule
