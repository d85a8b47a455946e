// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The interface between the engine and its units (vmb_aes_modes, vmb_ascon, vmb_chacha20_poly1305):
// a request and a response, and the kinds of pieces of a message.
//
// A message is any number of KindAd, one KindAdEnd, any number of KindData, one
// KindDataEnd, and for functions of open-ended output any number of
// KindSqueeze, in this order. AD and DATA pieces carry 1 to 16 bytes in
// consecutive lanes; the two ends come even when there are no bytes, with one
// lane set: the place where padding starts.

package vmb_unit_pkg;

  typedef enum logic [2:0] {
    KindAd,
    KindAdEnd,
    KindData,
    KindDataEnd,
    KindSqueeze
  } kind_e;

  // Shares of secrets in masked units: keys, messages and state. All current units have one, and
  // need no entropy.
  localparam int unsigned Shares = 1;

  // Byte i of a key, nonce, piece or tag is bits 8i+7:8i. Lengths are in bytes.
  typedef struct packed {
    // The message: stable from its start to its tag.
    logic [2:0]   algorithm;    // number within the unit
    logic         decrypt;
    logic [Shares-1:0][255:0] key;
    logic [1:0]   key_len;      // AES: 0 is 128, 1 is 192, 2 is 256 bits
    logic [127:0] nonce;
    logic [4:0]   nonce_len;
    logic [31:0]  ad_len;
    logic [31:0]  data_len;
    logic [4:0]   tag_len;
    logic         start_valid;
    logic         resume;       // with the start: go on from a context
    // A piece.
    logic         valid;
    kind_e        kind;
    logic [Shares-1:0][127:0] data;
    logic [15:0]  lanes;
    logic         out_ready;
    // A context, word by word.
    logic         ctx_we;
    logic [4:0]   ctx_addr;
    logic [31:0]  ctx_wdata;
    // Random bits for masking, taken by a unit with entropy_ready.
    logic         entropy_valid;
    logic [63:0]  entropy;
  } unit_req_t;

  typedef struct packed {
    logic         start_ready;
    logic [4:0]   rate;         // bytes per block
    logic [2:0]   ad_offset;    // lane of the first byte of AD
    logic         whole;        // answers are whole blocks
    logic         ready;
    logic         out_valid;
    logic [Shares-1:0][127:0] out;
    logic         tag_valid;
    logic [127:0] tag;
    logic         idle;         // between two pieces with nothing pending: a context may be read
    logic [31:0]  ctx_rdata;
    logic [4:0]   ctx_words;    // number of words of a context
    logic         entropy_ready;
  } unit_rsp_t;

endpackage
