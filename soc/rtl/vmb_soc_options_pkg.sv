// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of vmb_engine that a simulated system can set (vambrace.config.engine_options).

package vmb_soc_options_pkg;

  // generated: options, from configs/ by `python -m vambrace_dev.units`
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
    logic        Contexts;
    logic [31:0] PortBits;
    logic [31:0] Outstanding;
    logic [31:0] HoldWords;
    logic        TwoPasses;
    logic [31:0] Bindings;
    logic        Early;
    logic [31:0] Slots;
    logic [31:0] Watchdog;
    logic        Hardened;
  } options_t;

  localparam options_t OptionsSimulated = '{
      Ascon: 1'd1,
      AsconRoundsPerCycle: 32'd1,
      AsconHash: 1'd1,
      AsconV12: 1'd1,
      Chacha: 1'd1,
      ChachaQuarterRounds: 32'd4,
      PolyBitsPerCycle: 32'd15,
      Aes: 1'd1,
      AesKeyBits: 32'd256,
      AesDecrypt: 1'd1,
      AesRoundsPerCycle: 32'd1,
      AesSbox: 1'd1,
      AesStoredKeys: 1'd0,
      AesTwoStages: 1'd0,
      AesGcm: 1'd0,
      GhashBitsPerCycle: 32'd13,
      Contexts: 1'd1,
      PortBits: 32'd32,
      Outstanding: 32'd2,
      HoldWords: 32'd321,
      TwoPasses: 1'd1,
      Bindings: 32'd0,
      Early: 1'd1,
      Slots: 32'd2,
      Watchdog: 32'd65536,
      Hardened: 1'd0
  };
  // end

endpackage
