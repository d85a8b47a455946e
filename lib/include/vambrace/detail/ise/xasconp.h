/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Xasconp as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Rounds of Ascon's permutation on ten registers.
 * docs/reference/ise.md; NIST SP 800-232, sections 3.2 to 3.4.
 *
 *   ascon.round  0000 constant 00000 101 00000 0101011  one round of Ascon's permutation on ten registers
 *
 * Word i of the state is pair i of a3:a2, a5:a4, a7:a6, t4:t3, t6:t5, high : low half.
 */
#ifndef VAMBRACE_ISE_XASCONP_H
#define VAMBRACE_ISE_XASCONP_H

#include "vambrace/detail/backend/xasconp.h"

#if VMB_ISE_XASCONP

#ifdef __ASSEMBLER__

.macro ascon.round constant
    .if ((\constant) < 0) || ((\constant) > 255)
    .error "ascon.round: constant out of range"
    .endif
    .insn i 0x2b, 5, x0, x0, 0x000 + (\constant)
.endm

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_XASCONP */

#endif
