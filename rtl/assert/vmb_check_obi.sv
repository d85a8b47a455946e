// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of OBI 1.2 without options but err, which also apply to Ibex's buses and the memory ports
// of the engine and of the AES unit. Source: OpenHW Group, OBI 1.2, the rules named R-; and the
// README of the module that this is bound to. fault_o has a bit for each rule that is broken in
// this cycle.

module vmb_check_obi #(
    parameter int unsigned Bytes   = 4,     // per word
    parameter int unsigned Depth   = 7,     // maximum number of granted requests without an answer
    parameter bit          Aligned = 1'b1,  // addresses are word addresses
    parameter bit          Assert  = 1'b1   // 0: only fault_o, for proofs
) (
    input logic clk_i,
    input logic rst_ni,

    input logic               req_i,
    input logic               gnt_i,
    input logic               we_i,
    input logic [  Bytes-1:0] be_i,
    input logic [       31:0] addr_i,
    input logic [8*Bytes-1:0] wdata_i,
    input logic               rvalid_i,

    input logic withdrawn_i,  // this request may disappear from the next cycle on (watchdog)

    output logic [5:0] fault_o
);

  localparam int unsigned CountBits = $clog2(Depth + 1);

  logic waited;  // a request was not granted
  logic may_go;
  logic last_we;
  logic [Bytes-1:0] last_be;
  logic [31:0] last_addr;
  logic [8*Bytes-1:0] last_wdata;
  logic [CountBits-1:0] owed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waited <= 1'b0;
      may_go <= 1'b0;
      owed   <= '0;
    end else begin
      waited <= req_i && !gnt_i;
      may_go <= req_i && !gnt_i && (withdrawn_i || may_go);
      owed   <= owed + CountBits'(req_i && gnt_i) - CountBits'(rvalid_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_i && !gnt_i) begin
      last_we    <= we_i;
      last_be    <= be_i;
      last_addr  <= addr_i;
      last_wdata <= wdata_i;
    end
  end

  logic reset_fault;
  always_comb begin
    reset_fault = 1'b0;
    if (!rst_ni) reset_fault = req_i || rvalid_i;
  end

  // A function, so that a simulation works it out once a cycle: at the edge.
  function automatic logic [5:0] faults();
    faults = '0;
    if (waited) begin
      // R-3.1.2: a request is held until it is granted.
      faults[0] = !req_i && !may_go;
      // R-3.1.1: its attributes are stable until then.
      faults[1] = req_i && (we_i != last_we || be_i != last_be || addr_i != last_addr ||
          (we_i && wdata_i != last_wdata));
    end
    // R-7: at least one byte. Not an OBI rule: with Aligned, only be_i selects bytes.
    if (req_i) faults[2] = be_i == '0 || (Aligned && addr_i[$clog2(Bytes)-1:0] != '0);
    // R-5: an answer comes after the cycle of its grant, one for each grant.
    if (rvalid_i) faults[3] = owed == '0;
    // Not an OBI rule: no more requests than can be counted.
    else
      faults[4] = req_i && gnt_i && owed == CountBits'(Depth);
    // No requests or answers during reset.
    if (reset_fault) faults = '0;
    faults[5] = reset_fault;
  endfunction

  always_comb fault_o = faults();

  if (Assert) begin : gen_assert
    always_ff @(posedge clk_i) begin
      automatic logic [5:0] fault = faults();
      if (fault != '0) begin
        assert (!fault[0])
        else $error("OBI: a request was withdrawn before its grant (R-3.1.2)");
        assert (!fault[1])
        else $error("OBI: a request changed before its grant (R-3.1.1)");
        assert (!fault[2])
        else $error("OBI: a request for no byte, or not of a word (R-7)");
        assert (!fault[3])
        else $error("OBI: an answer to no request (R-5)");
        assert (!fault[4])
        else $error("OBI: too many requests without an answer");
        assert (!fault[5])
        else $error("OBI: a request or an answer during reset");
      end
    end
  end

endmodule
