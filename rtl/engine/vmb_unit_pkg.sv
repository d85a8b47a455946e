// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine and its units (vmb_aes_modes, vmb_ascon,
// vmb_chacha20_poly1305) say to each other: the kinds of pieces that a message
// comes in.
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

endpackage
