/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds of the Ascon permutation one after another, as an assembler macro for every
 * width of registers: `round i`, round i of twelve, is that of the includer.
 */
#ifndef VMB_ASCON_ROUNDS_H
#define VMB_ASCON_ROUNDS_H

#include "common/steps.h"

/* Rounds first to first + count - 1 of twelve. */
.macro rounds first, count
    .set .Lround, \first
    .rept \count
    round .Lround
    .set .Lround, .Lround + 1
    .endr
    vmb.step ascon_rest
.endm

#endif
