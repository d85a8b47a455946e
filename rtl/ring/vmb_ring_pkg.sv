// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Registers of the ring, as words behind those of the engine, and the words of a descriptor.

package vmb_ring_pkg;

  localparam logic [2:0] RingAddr = 3'd0;  // of descriptor 0
  localparam logic [2:0] RingControl = 3'd1;
  localparam logic [2:0] RingTail = 3'd2;
  localparam logic [2:0] RingHead = 3'd3;
  localparam logic [2:0] RingStatus = 3'd4;

  localparam int unsigned RingEnable = 0;
  localparam int unsigned RingStop = 1;  // at the first job that ends with an error
  localparam int unsigned RingIrq = 2;
  localparam int unsigned RingSize = 8;  // 4 bits: log2 of the number of descriptors

  localparam int unsigned RingActive = 0;
  localparam int unsigned RingError = 1;  // 4 bits, as in the engine's STATUS
  localparam int unsigned RingPending = 8;  // interrupt; writing 1 clears it
  localparam int unsigned RingOwed = 9;  // answers of the memory to the ring's requests

  // Words 0 to 7 of a descriptor are the first registers of a job.
  localparam logic [3:0] WordJob = 4'd12;
  localparam logic [3:0] WordStatus = 4'd13;

  // The status word: software writes Ready last, the ring Done and the error at the end.
  localparam logic [31:0] Ready = 32'd1;
  localparam logic [31:0] Done = 32'h80000000;

endpackage
