/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The rounds of the Ascon permutation for RV32 with Xasconp, for what
 * ascon_perm_rv32.h is without it: each round is one instruction of one cycle,
 * ascon.round of vambrace/ise.h, on the ten registers that it has. It works on
 * halves, and nothing is held complemented, whatever other extensions there are.
 */
#ifndef VMB_ASCON_ROUND_RV32_H
#define VMB_ASCON_ROUND_RV32_H

#include "common/steps.h"
#include "vambrace/detail/ise/xasconp.h"

/* The instruction's own: word i is a pair, low and high half. */
#define X0L a2
#define X0H a3
#define X1L a4
#define X1H a5
#define X2L a6
#define X2H a7
#define X3L t3
#define X3H t4
#define X4L t5
#define X4H t6

#define A0 a0
#define A1 a1
#define A2 t1
#define A3 t2
#define A4 s0
#define T s1

#define COMPLEMENTED 0

/* Round i of twelve. */
.macro round i
    vmb.step ascon_round
    ascon.round 0xf0 - 15 * (\i)
.endm

#endif
