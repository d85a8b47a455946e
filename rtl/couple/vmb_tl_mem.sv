// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port as a client of TileLink-UL (TileLink 1.8.1, sections 6 and 7): beats of
// PortBits bits, Get, PutFullData and PutPartialData of a word, with 2^SourceBits sources, as many
// as the engine has requests without an answer: Outstanding. The engine has the same PortBits.
//
// TileLink answers in any order, the engine's port is answered in the order of its requests: a word
// that comes early is kept, in a place for each source, and its place is 0 again when it has gone.
// With Ordered = 1 the network keeps the order of this client's requests, and there are no places.
// d_ready_o is always 1.
//
// An answer that is denied or corrupt is an error. A request that the engine withdraws (errors 7
// and 8) is withdrawn on the bus too; the answer to one that was accepted is still waited for, so
// reset bus and engine together then.

module vmb_tl_mem #(
    parameter int unsigned PortBits = 32,  // of a beat: 32, 64 or 128
    parameter int unsigned SourceBits = 2,  // 1 to 5
    parameter bit Ordered = 1'b0,
    parameter int unsigned SizeBits = 3
) (
    input logic clk_i,
    input logic rst_ni,

    // The engine: mem_*.
    input  logic        req_i,
    output logic        gnt_o,
    input  logic [31:0] addr_i,
    input  logic        we_i,
    input  logic [PortBits/8-1:0] be_i,
    input  logic [PortBits-1:0] wdata_i,
    output logic        rvalid_o,
    output logic [PortBits-1:0] rdata_o,
    output logic        err_o,

    output logic                  a_valid_o,
    input  logic                  a_ready_i,
    output logic [           2:0] a_opcode_o,
    output logic [  SizeBits-1:0] a_size_o,
    output logic [SourceBits-1:0] a_source_o,
    output logic [          31:0] a_address_o,
    output logic [PortBits/8-1:0] a_mask_o,
    output logic [  PortBits-1:0] a_data_o,
    output logic                  a_corrupt_o,

    input  logic                  d_valid_i,
    output logic                  d_ready_o,
    input  logic [           2:0] d_opcode_i,
    input  logic [  SizeBits-1:0] d_size_i,
    input  logic [SourceBits-1:0] d_source_i,
    input  logic                  d_denied_i,
    input  logic                  d_corrupt_i,
    input  logic [  PortBits-1:0] d_data_i
);

  if (!(PortBits inside {32, 64, 128})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end
  if (SourceBits < 1 || SourceBits > 5) begin : gen_wrong_sources
    $error("SourceBits must be 1 to 5");
  end
  if (SizeBits < 3) begin : gen_wrong_size
    $error("SizeBits must be 3 or more");
  end

  localparam logic [2:0] PutFullData = 3'd0;
  localparam logic [2:0] PutPartialData = 3'd1;
  localparam logic [2:0] Get = 3'd4;
  localparam int unsigned B = $clog2(PortBits / 8);
  localparam int unsigned Sources = 1 << SourceBits;

  // Sources are used in turn: those from first_q on wait for an answer.
  logic [SourceBits-1:0] first_q, next_q;
  logic [SourceBits:0] waiting_q;
  logic granted, answered, comes;

  assign a_valid_o = rst_ni && req_i && waiting_q != (SourceBits + 1)'(Sources);
  assign a_opcode_o = !we_i ? Get : (be_i == '1) ? PutFullData : PutPartialData;
  assign a_size_o = SizeBits'(B);
  assign a_source_o = next_q;
  assign a_address_o = {addr_i[31:B], B'(0)};
  assign a_mask_o = we_i ? be_i : '1;
  assign a_data_o = wdata_i;
  assign a_corrupt_o = 1'b0;
  assign d_ready_o = 1'b1;

  assign gnt_o = a_valid_o && a_ready_i;
  assign granted = gnt_o;
  assign rvalid_o = answered;
  assign comes = d_valid_i && waiting_q != '0;

  if (Ordered) begin : gen_ordered
    assign answered = comes;
    assign {err_o, rdata_o} = {d_denied_i || d_corrupt_i, d_data_i};
    logic unused_source;
    assign unused_source = ^d_source_i;
  end else begin : gen_places
    logic [Sources-1:0] kept_q;
    logic [Sources-1:0][PortBits:0] words_q;  // error and word
    logic passes;  // the answer that comes is the next one
    assign passes   = comes && d_source_i == first_q;
    assign answered = kept_q[first_q] || passes;
    assign {err_o, rdata_o} = kept_q[first_q] ? words_q[first_q] :
        {d_denied_i || d_corrupt_i, d_data_i};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        kept_q  <= '0;
        words_q <= '0;
      end else begin
        for (int unsigned i = 0; i < Sources; i++) begin
          if (comes && !passes && d_source_i == SourceBits'(i)) begin
            kept_q[i]  <= 1'b1;
            words_q[i] <= {d_denied_i || d_corrupt_i, d_data_i};
          end else if (kept_q[i] && first_q == SourceBits'(i)) begin
            kept_q[i]  <= 1'b0;
            words_q[i] <= '0;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q   <= '0;
      next_q    <= '0;
      waiting_q <= '0;
    end else begin
      first_q   <= first_q + SourceBits'(answered);
      next_q    <= next_q + SourceBits'(granted);
      waiting_q <= waiting_q + (SourceBits + 1)'(granted) - (SourceBits + 1)'(answered);
    end
  end

  logic unused;
  assign unused = ^{addr_i[B-1:0], d_opcode_i, d_size_i};

endmodule
