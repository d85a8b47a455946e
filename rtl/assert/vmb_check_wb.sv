// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of Wishbone, of master and slave, for standard and for pipelined cycles.
// Source: WISHBONE B4, the rules of chapter 3 by their numbers and section 3.1.3.
// fault_o has a bit for each rule that is broken in this cycle.

module vmb_check_wb #(
    parameter bit          Pipelined   = 1'b1,
    parameter int unsigned AddressBits = 12,
    parameter int unsigned Bytes = 4,  // of a word
    parameter int unsigned Depth       = 1,     // maximum number of requests without an answer
    parameter bit          Assert      = 1'b1   // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic                   cyc_i,
    input logic                   stb_i,
    input logic                   stall_i,
    input logic                   we_i,
    input logic [Bytes-1:0] sel_i,
    input logic [AddressBits-1:0] adr_i,
    input logic [8*Bytes-1:0] dat_i,
    input logic                   ack_i,
    input logic                   err_i,

    output logic [5:0] fault_o
);

  localparam int unsigned CountBits = $clog2(Depth + 1);

  logic asks, answers, taken;
  assign asks = cyc_i && stb_i;
  assign answers = ack_i || err_i;
  assign taken = asks && !(Pipelined ? stall_i : !answers);

  // A waiting request: for its slave, or in a standard cycle for its answer.
  logic waited;
  logic last_we;
  logic [Bytes-1:0] last_sel;
  logic [AddressBits-1:0] last_adr;
  logic [8*Bytes-1:0] last_dat;
  logic [CountBits-1:0] owed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waited <= 1'b0;
      owed   <= '0;
    end else begin
      waited <= asks && !taken;
      owed   <= cyc_i ? owed + CountBits'(taken) - CountBits'(answers) : '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (asks && !taken) begin
      last_we  <= we_i;
      last_sel <= sel_i;
      last_adr <= adr_i;
      last_dat <= dat_i;
    end
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = cyc_i || stb_i || answers;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [5:0] faults();
    faults = '0;
    // 3.25: a strobe only within a cycle.
    faults[0] = stb_i && !cyc_i;
    // 3.1.3, 3.60: a request is stable until it is taken, or its master ends the cycle.
    if (waited && cyc_i) begin
      faults[1] = !stb_i || we_i != last_we || sel_i != last_sel || adr_i != last_adr ||
          (we_i && dat_i != last_dat);
    end
    // 3.45: one answer at a time.
    faults[2] = ack_i && err_i;
    if (answers) begin
      // 3.35: an answer only to a request; in a pipelined cycle to an earlier one.
      faults[3] = Pipelined ? !cyc_i || owed == '0 : !asks;
    end else begin
      // Not a Wishbone rule: no more requests than can be counted.
      faults[4] = Pipelined && taken && owed == CountBits'(Depth);
    end
    // 3.20: no requests or answers during reset.
    if (reset_fault) faults = '0;
    faults[5] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [5:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("Wishbone: a strobe outside of a cycle (3.25)");
        assert (!fault[1])
        else $error("Wishbone: a request changed or went away before it was taken (3.60)");
        assert (!fault[2])
        else $error("Wishbone: two answers at a time (3.45)");
        assert (!fault[3])
        else $error("Wishbone: an answer to no request (3.35)");
        assert (!fault[4])
        else $error("Wishbone: too many requests without an answer");
        assert (!fault[5])
        else $error("Wishbone: a request or an answer during reset (3.20)");
      end
    end
  end

endmodule
