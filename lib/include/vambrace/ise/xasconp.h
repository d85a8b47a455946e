/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Xasconp as an assembler macro (vambrace/ise.h): it works on ten registers of its own, so C has no
 * function of it.
 *
 *                 opcode funct3 imm12         rd = rs1 = x0
 *   ascon.round    0x2b    5     c            one round of Ascon's permutation, constant c = 0..255
 *     State word i is the i-th pair of a3:a2, a5:a4, a7:a6, t4:t3, t6:t5, high : low
 *     half. A larger c, or another register, is an illegal instruction.
 */
#ifndef VAMBRACE_ISE_XASCONP_H
#define VAMBRACE_ISE_XASCONP_H

#include "vambrace/backend/xasconp.h"

#if VMB_ISE_XASCONP && defined(__ASSEMBLER__)

.macro ascon.round c
    .if ((\c) < 0) || ((\c) > 255)
    .error "vambrace/ise/xasconp.h: round constant out of range"
    .endif
    .insn i 0x2b, 5, zero, zero, (\c)
.endm

#endif

#endif
