// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of TileLink-UL, and of the reads and writes of TileLink-UH.
// Source: TileLink 1.8.1, sections 3.2.2 (reset), 4.2 (responses), 4.4 (errors), 4.5 (byte lanes),
// 6.3 (addresses), 6.4 (sources), 7.2 (messages). In TileLink a sender may withdraw a message that
// was not accepted. fault_o has a bit for each rule that is broken in this cycle.

module vmb_check_tl #(
    parameter int unsigned SizeBits   = 2,
    parameter int unsigned SourceBits = 1,
    parameter int unsigned Bytes      = 4,     // of a beat
    // 1: channel A keeps the rules too. 0: a subordinate that refuses what does not.
    parameter bit          Client     = 1'b1,
    parameter bit          Assert     = 1'b1   // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                  a_valid_i,
    input logic                  a_ready_i,
    input logic [           2:0] a_opcode_i,
    input logic [  SizeBits-1:0] a_size_i,
    input logic [SourceBits-1:0] a_source_i,
    input logic [          31:0] a_address_i,
    input logic [     Bytes-1:0] a_mask_i,
    input logic                  d_valid_i,
    input logic                  d_ready_i,
    input logic [           2:0] d_opcode_i,
    input logic [  SizeBits-1:0] d_size_i,
    input logic [SourceBits-1:0] d_source_i,
    input logic                  d_denied_i,
    input logic                  d_corrupt_i,

    output logic [6:0] fault_o
);

  localparam logic [2:0] PutFullData = 3'd0;
  localparam logic [2:0] PutPartialData = 3'd1;
  localparam logic [2:0] Get = 3'd4;
  localparam logic [2:0] AccessAck = 3'd0;
  localparam logic [2:0] AccessAckData = 3'd1;
  localparam int unsigned Sources = 1 << SourceBits;

  // Incompletely answered requests of each source; the last of them.
  logic [2:0] owed[Sources];
  logic [SizeBits-1:0] size[Sources];
  logic [Sources-1:0] reads;
  logic [4:0] a_beat, d_beat;  // completed beats of this burst

  // Beats of a transfer after its first.
  function automatic logic [4:0] beats(logic [SizeBits-1:0] of);
    logic [31:0] all;
    all = (32'd1 << of) / Bytes;
    return all <= 32'd1 ? 5'd0 : 5'(all - 32'd1);
  endfunction

  logic a_taken, d_taken, a_last, d_last, put;
  logic [Bytes-1:0] lanes;
  assign put = a_opcode_i inside {PutFullData, PutPartialData};
  assign a_taken = a_valid_i && a_ready_i;
  assign d_taken = d_valid_i && d_ready_i;
  assign a_last = !put || a_beat == beats(a_size_i);
  assign d_last = d_opcode_i != AccessAckData || d_beat == beats(d_size_i);
  always_comb begin
    lanes = '1;
    if (a_valid_i && (32'd1 << a_size_i) < Bytes) begin
      lanes = Bytes'((32'd1 << (32'd1 << a_size_i)) - 32'd1) << a_address_i[$clog2(Bytes)-1:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {a_beat, d_beat} <= '0;
      for (int unsigned i = 0; i < Sources; i++) owed[i] <= '0;
    end else begin
      if (a_taken) a_beat <= a_last ? '0 : a_beat + 5'd1;
      if (d_taken) d_beat <= d_last ? '0 : d_beat + 5'd1;
      if (!(a_taken && a_last && d_taken && d_last && a_source_i == d_source_i)) begin
        if (a_taken && a_last) owed[a_source_i] <= owed[a_source_i] + 3'd1;
        if (d_taken && d_last) owed[d_source_i] <= owed[d_source_i] - 3'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (a_taken && a_last) begin
      size[a_source_i]  <= a_size_i;
      reads[a_source_i] <= !put;
    end
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = (Client && a_valid_i) || d_valid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [6:0] faults();
    faults = '0;
    if (Client && a_valid_i) begin
      // 7.2: a TileLink-UL request is one of three kinds.
      faults[0] = !(put || a_opcode_i == Get);
      // 6.3: the address is a multiple of the size.
      faults[1] = (a_address_i & ((32'd1 << a_size_i) - 32'd1)) != '0;
      // 4.5, 7.2: the mask has the lanes of address and size; PutPartialData may use a subset.
      faults[2] = (a_mask_i & ~lanes) != '0 || (a_opcode_i != PutPartialData && a_mask_i != lanes);
    end
    if (d_valid_i) begin
      // 4.2: an answer belongs to a pending request of its source.
      faults[3] = owed[d_source_i] == '0;
      // 7.2.4, 7.2.5: it has the request's kind and size. If a client reuses a source at once, only
      // the last request is known.
      faults[4] = owed[d_source_i] == 3'd1 && (d_size_i != size[d_source_i] ||
          d_opcode_i != (reads[d_source_i] ? AccessAckData : AccessAck));
      // 4.4: denied data is corrupt, and an answer without data never is.
      faults[5] = d_opcode_i == AccessAckData ? d_denied_i && !d_corrupt_i : d_corrupt_i;
    end
    // 3.2.2: valid is low during reset.
    if (reset_fault) faults = '0;
    faults[6] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [6:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("TileLink: no request of TileLink-UL (7.2)");
        assert (!fault[1])
        else $error("TileLink: an address that is no multiple of the size (6.3)");
        assert (!fault[2])
        else $error("TileLink: a mask that does not fit address and size (4.5)");
        assert (!fault[3])
        else $error("TileLink: an answer to no request (4.2)");
        assert (!fault[4])
        else $error("TileLink: an answer of another kind or size (7.2)");
        assert (!fault[5])
        else $error("TileLink: denied and corrupt do not fit (4.4)");
        assert (!fault[6])
        else $error("TileLink: a valid during reset (3.2.2)");
      end
    end
  end

endmodule
