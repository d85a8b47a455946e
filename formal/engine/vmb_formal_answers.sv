// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's control relies on this property of its cipher units (vmb_units): an answer belongs
// to the piece of data, or of squeezing, that the unit receives in the same cycle; only ECB and CBC
// answer later, once for each completed block of data. Proved for the units, assumed in proofs of
// the engine.

module vmb_formal_answers
  import vmb_engine_pkg::*, vmb_unit_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,

    input logic       start_i,  // accepted
    input unit_e      family_i,
    input logic [2:0] algorithm_i,
    input unit_req_t  req_i,
    input unit_rsp_t  rsp_i,

    output logic fault_o
);

  logic owed_q;  // a block has been accepted and not answered yet
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owed_q <= 1'b0;
    else if (wipe_i || start_i) owed_q <= 1'b0;
    else if (req_i.valid && rsp_i.ready && req_i.kind == KindData && req_i.lanes[15])
      owed_q <= 1'b1;
    else if (rsp_i.out_valid && req_i.out_ready) owed_q <= 1'b0;
  end

  logic blocks;  // the mode answers in whole blocks
  assign blocks = family_i == UnitAes &&
      algorithm_i inside {3'(vmb_aes_pkg::AlgEcb), 3'(vmb_aes_pkg::AlgCbc)};

  logic given, later;
  assign given = req_i.valid && req_i.kind inside {KindData, KindSqueeze};
  assign later = blocks && owed_q;
  assign fault_o = rsp_i.out_valid && !wipe_i && !given && !later;

endmodule
