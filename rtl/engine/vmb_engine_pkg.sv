// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a job of the engine is. vmb_engine.rdl has the same fields as registers.

package vmb_engine_pkg;

  // Bits 4:3 name the unit; below them, its own algorithm.
  typedef enum logic [1:0] {
    UnitAscon  = 2'd0,
    UnitChacha = 2'd1,
    UnitAes    = 2'd2
  } unit_e;

  typedef struct packed {
    unit_e      family;
    logic [2:0] algorithm;
    logic [1:0] key_len;     // AES: 0 is 128, 1 is 192, 2 is 256 bits
    logic       decrypt;
    logic [1:0] key_slot;    // 0: read from key_address
    logic       resume;      // from context_address, in place of a start
    logic       ad_end;      // associated data ends with these bytes
    logic       data_end;    // so does the message: make or verify the tag
    logic       early;       // hand out plaintext before the tag is verified
    logic [3:0] nonce_len;   // bytes less 1
    logic       no_nonce;
    logic [4:0] tag_len;     // 0: none
  } job_t;

  typedef enum logic [2:0] {
    ErrNone      = 3'd0,
    ErrTag       = 3'd1,  // the tag is wrong: nothing was handed out
    ErrBus       = 3'd2,  // the memory answered with an error
    ErrAlgorithm = 3'd3,  // not in this engine
    ErrArgument  = 3'd4,  // lengths that the algorithm does not have; a context not at a word
    ErrSlot      = 3'd5,  // no key in this slot
    ErrBusy      = 3'd6,  // written while a job ran: the job went on
    ErrAborted   = 3'd7
  } error_e;

endpackage
