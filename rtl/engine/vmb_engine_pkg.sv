// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of a job of the engine, and its possible errors. vmb_engine.rdl has the same fields as
// registers.

package vmb_engine_pkg;

  // generated: families, from configs/units.toml by `python -m vambrace_dev.units`
  typedef enum logic [1:0] {
    UnitAscon  = 2'd0,
    UnitChacha = 2'd1,
    UnitAes    = 2'd2,
    UnitNone   = 2'd3
  } unit_e;
  // end

  // Which units there are, and their shapes: parameters of vmb_engine.
  // generated: configuration, from configs/units.toml by `python -m vambrace_dev.units`
  typedef struct packed {
    logic        Ascon;
    logic [31:0] AsconRoundsPerCycle;
    logic        AsconHash;
    logic        AsconV12;
    logic        Chacha;
    logic [31:0] ChachaQuarterRounds;
    logic [31:0] PolyBitsPerCycle;
    logic        Aes;
    logic [31:0] AesKeyBits;
    logic        AesDecrypt;
    logic [31:0] AesRoundsPerCycle;
    logic        AesSbox;
    logic        AesStoredKeys;
    logic        AesTwoStages;
    logic        AesGcm;
    logic [31:0] GhashBitsPerCycle;
  } units_t;

  localparam units_t UnitsDefault = '{
      Ascon: 1'b1,
      AsconRoundsPerCycle: 32'd1,
      AsconHash: 1'b1,
      AsconV12: 1'b1,
      Chacha: 1'b1,
      ChachaQuarterRounds: 32'd4,
      PolyBitsPerCycle: 32'd15,
      Aes: 1'b1,
      AesKeyBits: 32'd256,
      AesDecrypt: 1'b1,
      AesRoundsPerCycle: 32'd1,
      AesSbox: 1'b0,
      AesStoredKeys: 1'b0,
      AesTwoStages: 1'b0,
      AesGcm: 1'b0,
      GhashBitsPerCycle: 32'd13
  };
  // end

  // The register JOB, from bit 0 on in the reverse of this order.
  typedef struct packed {
    logic       unknown;    // one of the reserved bits for more families and algorithms
    logic       discard;    // release nothing: only the verdict counts
    logic       early;      // release plaintext before the tag is verified
    logic       save;       // write a context to CTX_ADDR, to resume from
    logic       totals;     // the message's lengths are in AD_TOTAL and DATA_TOTAL
    logic       data_end;   // the message ends with these bytes: compute or verify the tag
    logic       ad_end;     // the associated data ends with these bytes
    logic       resume;     // resume from the context at CTX_ADDR
    logic [4:0] tag_len;    // bytes; 0: none
    logic [4:0] nonce_len;  // bytes; 0: none
    logic [1:0] key_slot;   // 0: from KEY_ADDR
    logic [1:0] key_len;    // 0 is 128, 1 is 192, 2 is 256 bits; ChaCha20-Poly1305: 0
    logic       decrypt;
    logic [2:0] algorithm;  // number within the unit
    unit_e      family;
  } job_t;

  function automatic job_t job_of(logic [31:0] word);
    return job_t'({word[31:27] != '0, word[26:0]});
  endfunction

  typedef enum logic [3:0] {
    ErrNone      = 4'd0,
    ErrTag       = 4'd1,  // wrong tag: no plaintext remains, except with early
    ErrBus       = 4'd2,  // the memory answered with an error, possibly during erasing
    ErrAlgorithm = 4'd3,  // not supported by this engine
    ErrArgument  = 4'd4,  // an invalid length for the algorithm; parts out of order
    ErrSlot      = 4'd5,  // no key of this length and family in the slot
    ErrAborted   = 4'd6,
    ErrTimeout   = 4'd7,  // the memory did not grant or answer a request in time
    ErrFault     = 4'd8,  // the sequencer was in an invalid state
    ErrPolicy    = 4'd9   // POLICY does not allow the job
  } error_e;

  // The register POLICY: restrictions of jobs.
  typedef struct packed {
    logic short_tags;   // tags of 4 to 7 bytes of Ascon-AEAD128, and of 4 and 8 bytes of AES-GCM
    logic memory_keys;  // read a key from KEY_ADDR
    logic early;        // release plaintext before the tag is verified
    logic two_passes;   // open messages in two passes that are too long to be withheld
  } policy_t;

  // Bound passes: vmb_sequencer to vmb_bindings, and back.
  typedef struct packed {
    unit_e family;
    logic narrow;  // 8-byte blocks instead of 16
    logic twice;   // the job has two passes
    logic second;  // pass
    logic block;   // the unit takes the last bytes of a block
    logic at_end;  // a section has ended; the next one has not begun
    logic step;    // a word of the binding is kept, or is the same
    logic next;    // the next section begins
  } bind_req_t;

  typedef struct packed {
    logic there;  // passes are bound
    logic full;   // the section ends with the next block, unless the message does
    logic last;   // word of the binding
    logic valid;  // there is a word to compare with,
    logic same;   // and the unit's word is the same
  } bind_rsp_t;

  // The progress of a message that continues later.
  typedef enum logic [1:0] {
    PartAd,
    PartData,
    PartSqueeze
  } part_e;

endpackage
