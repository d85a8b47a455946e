// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The states of vmb_sequencer, and their second copy.

package vmb_sequencer_pkg;

  // verilog_format: off
  typedef enum logic [4:0] {
    StWipe, StDrain, StIdle, StCheck, StKey, StNonce, StRestore, StStart, StBegin,
    StAd, StAdEnd, StData, StDataEnd, StSqueeze, StTagPlace, StTag,
    StVerdict, StRelease, StSave, StFlush, StStop, StErasePlace, StErase, StBinding
  } state_e;
  // verilog_format: on

  // States that differ in one bit differ here in three, and so on: in four with both.
  function automatic logic [4:0] redundant(input logic [4:0] s);
    return s ^ {s[0], s[4:1]} ^ {s[1:0], s[4:2]};
  endfunction

endpackage
