// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// From rtl/engine/vmb_engine.rdl by `python -m vambrace_dev.registers`: do not edit.
// Indices are of words, fields their lowest bits.

package vmb_engine_regs_pkg;

  localparam logic [4:0] RegKeyAddr = 5'd0;
  localparam logic [4:0] RegNonceAddr = 5'd1;
  localparam logic [4:0] RegAdAddr = 5'd2;
  localparam logic [4:0] RegAdLen = 5'd3;
  localparam logic [4:0] RegInAddr = 5'd4;
  localparam logic [4:0] RegDataLen = 5'd5;
  localparam logic [4:0] RegOutAddr = 5'd6;
  localparam logic [4:0] RegTagAddr = 5'd7;
  localparam logic [4:0] RegCtxAddr = 5'd8;
  localparam logic [4:0] RegOutLen = 5'd9;
  localparam logic [4:0] RegAdTotal = 5'd10;
  localparam logic [4:0] RegDataTotal = 5'd11;
  localparam logic [4:0] RegJob = 5'd12;
  localparam logic [4:0] RegStatus = 5'd13;
  localparam logic [4:0] RegControl = 5'd14;
  localparam logic [4:0] RegIrq = 5'd15;
  localparam logic [4:0] RegFeatures = 5'd16;
  localparam logic [4:0] RegDin = 5'd17;
  localparam logic [4:0] RegDout = 5'd18;
  localparam logic [4:0] RegSlot = 5'd19;
  localparam logic [4:0] RegPolicy = 5'd20;
  localparam logic [4:0] RegRegwen = 5'd21;
  localparam logic [4:0] RegId = 5'd22;
  localparam logic [4:0] RegFeatures2 = 5'd23;
  localparam logic [4:0] RegKey = 5'd24;

  localparam int unsigned StatusBusy = 0;
  localparam int unsigned StatusError = 1;
  localparam int unsigned StatusDinReady = 5;
  localparam int unsigned StatusDoutValid = 6;
  localparam int unsigned StatusLoaded = 8;

  localparam int unsigned ControlAbort = 0;
  localparam int unsigned ControlWipeSlots = 1;

  localparam int unsigned IrqEnable = 0;
  localparam int unsigned IrqPending = 1;

  localparam int unsigned SlotSlot = 0;
  localparam int unsigned SlotOpen = 2;
  localparam int unsigned SlotClose = 3;
  localparam int unsigned SlotKeyLen = 4;
  localparam int unsigned SlotFamily = 6;

  localparam int unsigned PolicyTwoPasses = 0;
  localparam int unsigned PolicyEarly = 1;
  localparam int unsigned PolicyMemoryKeys = 2;
  localparam int unsigned PolicyShortTags = 3;

  localparam int unsigned RegwenPolicy = 0;
  localparam int unsigned RegwenSlots = 1;

  localparam int unsigned IdMap = 0;
  localparam int unsigned IdMapValue = 1;
  localparam int unsigned IdMagic = 8;
  localparam int unsigned IdMagicValue = 5655874;

  localparam int unsigned Features2AesSbox = 0;
  localparam int unsigned Features2Shares = 4;
  localparam int unsigned Features2AesGcm = 8;
  localparam int unsigned Features2Bindings = 16;
  localparam int unsigned Features2MapMinor = 24;
  localparam int unsigned Features2MapMinorValue = 1;

endpackage
